#include "core/attention/cache.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/find.hpp"
#include "core/limits.hpp"

namespace loom::attention {
namespace {

constexpr Packed sixteen = {1, 2}, q8_0 = {32, 34}, q4_0 = {32, 18};

constexpr CacheFormat formats[] = {
    {"bf16", "BF16", sixteen, sixteen, sixteen},
    {"fp8", "FP8", {1, 1}, {128, 132}, sixteen},
    {"q8_0", "Q8_0", q8_0, q8_0, q8_0},
    {"q4_0", "Q4_0", q4_0, q4_0, q4_0},
};

long long slots(const LayerKind& kind, long long tokens, long long page) {
  if (tokens == 0) return 0;
  const long long first = kind.window > 0 ? std::max(tokens - kind.window, 0ll) : 0;
  return ((tokens - 1) / page - first / page + 1) * page;
}

}  // namespace

std::span<const CacheFormat> cache_formats() { return formats; }

const CacheFormat* find_cache_format(std::string_view id) {
  return find_by_id<CacheFormat>(formats, id);
}

double token_bytes(const LayerKind& kind, const CacheFormat& format) {
  return kind.extra_bytes + (kind.is_latent()
                                 ? format.latent.of(kind.latent) + format.rotary.of(kind.rotary)
                                 : format.heads.of(static_cast<double>(kind.numbers())));
}

Result<CacheCost> cache_cost(std::span<const LayerKind> kinds, const CacheFormat& format,
                             long long tokens, long long batch, long long page) {
  constexpr double many = 1 << 30;
  if (auto error = check_limits(
          {{"tokens", static_cast<double>(tokens), 0, static_cast<double>(most_cached_tokens)},
           {"batch", static_cast<double>(batch), 1, many},
           {"page", static_cast<double>(page), 1, many}}))
    return *error;
  CacheCost cost;
  for (const LayerKind& kind : kinds) {
    const double per_token = kind.layers * token_bytes(kind, format);
    const double state = static_cast<double>(kind.state) * kind.layers;
    const long long kept = kind.state > 0 ? 0 : slots(kind, tokens, page);
    const double bytes =
        (per_token * static_cast<double>(kept) + state) * static_cast<double>(batch);
    cost.kinds.push_back({per_token, kept, bytes});
    cost.per_token += per_token;
    cost.state += state;
    cost.bytes += bytes;
  }
  return cost;
}

long long sequences_that_fit(std::span<const LayerKind> kinds, const CacheFormat& format,
                             long long tokens, double memory, long long page) {
  const Result<CacheCost> one = cache_cost(kinds, format, tokens, 1, page);
  if (!one || memory <= 0) return 0;
  if (one->bytes <= 0) return most_cached_tokens;
  const double found = std::floor(memory / one->bytes);
  return found < static_cast<double>(most_cached_tokens) ? static_cast<long long>(found)
                                                         : most_cached_tokens;
}

Result<long long> engine_tokens(std::string_view line) {
  constexpr std::string_view before = "KV cache size:";
  const Error error{"expected a line like 'GPU KV cache size: 1,234,567 tokens', got '" +
                    std::string(line.substr(0, 60)) + "'"};
  const size_t begin = line.find(before);
  if (begin == line.npos) return error;
  line.remove_prefix(begin + before.size());
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  long long tokens = 0;
  size_t at = 0;
  for (; at < line.size() && (line[at] == ',' || (line[at] >= '0' && line[at] <= '9')); ++at) {
    if (line[at] == ',') continue;
    tokens = tokens * 10 + (line[at] - '0');
    if (tokens > most_cached_tokens) return error;
  }
  if (at == 0 || line.front() == ',' || !line.substr(at).starts_with(" tokens")) return error;
  return tokens;
}

}  // namespace loom::attention
