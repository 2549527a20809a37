#include "core/attention/cache.hpp"

#include <algorithm>

#include "core/attention/pages.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field cache_in[] = {
    {"layers", "1 to 65536"},
    {"kv_heads", "of each layer, 1 to 65536; not with 'latent'", true},
    {"head_dim", "numbers in a key, and in a value, 1 to 65536; not with 'latent'", true},
    {"bytes", "of one number, above 0, up to 16; 0.5 for 4 bits"},
    {"tokens", "of one sequence, 0 to 1000000000000"},
    {"batch", "sequences, 1 to 1000000000; default 1", true},
    {"windows",
     "one for each layer: tokens that it looks back on, the current one included; 0 or "
     "null: all",
     true},
    {"latent", "numbers that a layer keeps of a token instead of heads, 0 to 65536; 0: heads",
     true},
    {"rotary", "numbers of the rotary key beside the latent, 0 to 65536; default 0", true},
    {"states", "layers more that keep a state of fixed size, 0 to 65536; default 0", true},
    {"state_bytes", "of such a layer and a sequence, 0 to 1000000000000; default 0", true},
};
constexpr Field cache_out[] = {
    {"bytes_per_token", "of one sequence, in all layers, while no window is full"},
    {"bytes", "of all sequences with so many tokens, states included"},
    {"state", "of these, what no number of tokens changes"},
};

Json run_cache(const Value& fields) {
  const auto count = [&](const char* name, long long least, long long most) {
    return integer(fields[name], name, least, most);
  };
  const auto small = [&](const char* name, long long least) {
    return static_cast<int>(count(name, least, 65536));
  };
  attention::LayerKind kind{.layers = small("layers", 1)};
  if (fields.contains("latent")) kind.latent = small("latent", 0);
  if (fields.contains("rotary")) kind.rotary = small("rotary", 0);
  for (const auto& [name, value] :
       {std::pair("kv_heads", &kind.kv_heads), {"head_dim", &kind.head}}) {
    if (fields.contains(name))
      *value = small(name, 1);
    else if (!kind.is_latent())
      throw Refused("missing field '" + std::string(name) +
                    "', which a cache without 'latent' needs");
  }
  if (kind.rotary > 0 && !kind.is_latent())
    throw Refused("field 'rotary': expected a 'latent' beside it");
  const double bytes = within(fields["bytes"], "bytes", 1e-300, 16, "a number above 0, up to 16");
  const attention::Packed packed{1, bytes};
  const attention::CacheFormat format{"", "", packed, packed, packed};
  const long long tokens = count("tokens", 0, 1'000'000'000'000),
                  batch = fields.contains("batch") ? count("batch", 1, 1'000'000'000) : 1;

  std::vector<attention::LayerKind> kinds = {kind};
  if (fields.contains("windows")) {
    const Value::Array& windows = array(fields["windows"], "windows");
    if (windows.size() != static_cast<size_t>(kind.layers))
      throw Refused("field 'windows': expected one for each of the " + std::to_string(kind.layers) +
                    " layers, 0 or null where it sees all, got " + std::to_string(windows.size()));
    kind.layers = 1;
    kinds.assign(windows.size(), kind);
    for (size_t i = 0; i < windows.size(); ++i)
      if (!windows[i].is_null())
        kinds[i].window =
            static_cast<int>(integer(windows[i], "windows[" + std::to_string(i) + "]", 0, 1 << 30));
  }
  if (fields.contains("states") && fields.contains("state_bytes"))
    kinds.push_back(
        {.layers = small("states", 0), .state = count("state_bytes", 0, 1'000'000'000'000)});
  else if (fields.contains("states") || fields.contains("state_bytes"))
    throw Refused("expected the fields 'states' and 'state_bytes' together, got one of them");
  const attention::CacheCost cost = accept(attention::cache_cost(kinds, format, tokens, batch));
  return {{"bytes_per_token", answer(cost.per_token)},
          {"bytes", answer(cost.bytes)},
          {"state", answer(cost.state * static_cast<double>(batch))}};
}

constexpr Field pages_in[] = {
    {"requests",
     "1 to 65536 that are there together, each a number of tokens, or {\"tokens\": …, \"shared\": "
     "…}:"
     " its first 'shared' tokens are those that others' shared ones begin with. 100000000 tokens "
     "at "
     "most"},
    {"page", "tokens of a page, 1 to 1048576"},
    {"policy",
     "\"paged\": pages as they are written, shared ones once; \"contiguous\": for each request a "
     "stretch as long as the longest one"},
};
constexpr Field pages_out[] = {
    {"allocated", "slots that are given out; a slot is the room of one token"},
    {"used", "slots that hold a token"},
    {"waste", "allocated − used"},
};

struct Resident {
  long long tokens = 0, shared = 0;
};

Resident read_request(const Value& value, const std::string& where, long long most) {
  if (!value.object()) return {integer(value, where, 1, most), 0};
  for (const auto& [name, each] : *value.object())
    if (name != "tokens" && name != "shared")
      throw Refused("field '" + where + "': expected \"tokens\" and \"shared\", got " +
                    display(name));
  if (!value.contains("tokens"))
    throw Refused("field '" + where + "': expected \"tokens\", got " + display(value));
  Resident request{integer(value["tokens"], where + ".tokens", 1, most), 0};
  if (value.contains("shared"))
    request.shared = integer(value["shared"], where + ".shared", 0, request.tokens);
  return request;
}

std::vector<Resident> read_requests(const Value& value) {
  constexpr long long most_tokens = 1 << 24;
  constexpr size_t most_requests = 65536;
  const Value::Array& list = array(value, "requests");
  if (list.empty() || list.size() > most_requests)
    throw Refused("field 'requests': expected 1 to " + std::to_string(most_requests) + ", got " +
                  std::to_string(list.size()));
  std::vector<Resident> requests;
  long long tokens = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    requests.push_back(read_request(list[i], "requests[" + std::to_string(i) + "]", most_tokens));
    tokens += requests.back().tokens;
  }
  if (tokens > most_tokens)
    throw Refused("field 'requests': expected at most " + std::to_string(most_tokens) +
                  " tokens together, got " + std::to_string(tokens));
  return requests;
}

// One after the other, each beginning like the earlier sequence with which it shares most.
attention::Occupied in_pages(const std::vector<Resident>& requests, int page) {
  long long pages = 0;
  for (const Resident& request : requests) pages += (request.tokens + page - 1) / page + 1;
  attention::PagePool pool(static_cast<int>(pages), page);
  std::vector<int> sequences;
  size_t longest = 0;  // of the shared ones so far
  for (size_t i = 0; i < requests.size(); ++i) {
    const auto common = static_cast<int>(std::min(requests[i].shared, requests[longest].shared));
    sequences.push_back(i > 0 && common > 0 ? pool.begin_like(sequences[longest], common)
                                            : pool.begin());
    while (pool.length(sequences[i]) < requests[i].tokens) pool.append(sequences[i]);
    if (requests[i].shared > requests[longest].shared) longest = i;
  }
  return attention::occupied(pool, sequences);
}

Json run_pages(const Value& fields) {
  constexpr std::string_view policies[] = {"paged", "contiguous"};
  const std::vector<Resident> requests = read_requests(fields["requests"]);
  const auto page = static_cast<int>(integer(fields["page"], "page", 1, 1 << 20));
  attention::Occupied found;
  if (choice(fields["policy"], "policy", policies) == "paged") {
    found = in_pages(requests, page);
  } else {
    long long longest = 0;
    for (const Resident& request : requests) {
      longest = std::max(longest, request.tokens);
      found.used += request.tokens;
    }
    found.allocated = longest * static_cast<long long>(requests.size());
  }
  return {{"allocated", found.allocated}, {"used", found.used}, {"waste", found.waste()}};
}

}  // namespace

const Operation attention_cache = {"attention.cache", "the bytes of keys and values that are kept",
                                   cache_in, cache_out, run_cache};
const Operation attention_pages = {"attention.pages",
                                   "memory for keys and values in pages, or in stretches", pages_in,
                                   pages_out, run_pages};

}  // namespace loom::eval
