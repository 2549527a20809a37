#include <algorithm>

#include "core/attention/mask_expression.hpp"
#include "core/attention/rope.hpp"
#include "core/attention/sampling.hpp"
#include "core/attention/step.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

using attention::Mask;

// The field, or Refused with the name of the option that needs it.
const Value& needed(const Value& fields, const char* name, const std::string& by) {
  if (!fields.contains(name))
    throw Refused("missing field '" + std::string(name) + "', which " + by + " needs");
  return fields[name];
}

constexpr Field step_in[] = {
    {"q", "rows of numbers, one for each query"},
    {"k", "rows of as many numbers, one for each key"},
    {"v", "a row of numbers for each key"},
    {"causal",
     "true: query i sees the keys up to its own position; the last query stands at the last key"},
    {"scale", "of q · k; default 1 / √(numbers in a row of q)", true},
};
constexpr Field step_out[] = {
    {"scores", "q · k · scale for every query and key; \"-inf\" for a key that is masked"},
    {"weights", "softmax of each row; zeros where every key is masked"},
    {"out", "weights · v"},
};

attention::Matrix matrix(const Value& value, const std::string& where) {
  attention::Matrix out;
  const Value::Array& rows = array(value, where);
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::string row_name = where + "[" + std::to_string(i) + "]";
    const std::vector<double> row = finite_numbers(rows[i], row_name);
    if (i > 0 && row.size() != static_cast<size_t>(out.columns))
      throw Refused("field '" + row_name + "': expected " + std::to_string(out.columns) +
                    " numbers, as in the first row, got " + std::to_string(row.size()));
    out.columns = static_cast<int>(row.size());
    out.numbers.insert(out.numbers.end(), row.begin(), row.end());
    ++out.rows;
  }
  if (out.numbers.empty())
    throw Refused("field '" + where + "': expected rows of at least one number, got none");
  return out;
}

Json answer_rows(const attention::Matrix& matrix) {
  Json rows = Json::array();
  for (int i = 0; i < matrix.rows; ++i) rows.push_back(answer(matrix.row(i)));
  return rows;
}

Json run_step(const Value& fields) {
  attention::Operands operands{matrix(fields["q"], "q"), matrix(fields["k"], "k"),
                               matrix(fields["v"], "v")};
  operands.masks.first.kind =
      boolean(fields["causal"], "causal") ? Mask::Kind::causal : Mask::Kind::full;
  if (fields.contains("scale"))
    operands.scale =
        within(fields["scale"], "scale", -1e100, 1e100, "a number up to 1e100 in size");
  const attention::Step step = accept(attention::attend(operands));
  return {{"scores", answer_rows(step.scores)},
          {"weights", answer_rows(step.weights)},
          {"out", answer_rows(step.out)}};
}

constexpr Field mask_in[] = {
    {"mask",
     "\"full\", \"causal\", \"window\" (|i − j| < window), \"causal_window\", \"sinks_window\", "
     "\"documents\", \"causal_documents\", \"prefix\" or \"expression\""},
    {"n", "queries, and as many keys: 1 to 1048576; for \"expression\" to 8192"},
    {"window", "tokens, the current one included, 1 to 1048576; for masks with a window", true},
    {"sinks", "first tokens that stay visible, 0 to 1048576; for \"sinks_window\"", true},
    {"prefix", "first tokens that all see, 0 to 1048576; for \"prefix\"", true},
    {"cuts", "positions where another document begins, not falling, 0 to n; for documents", true},
    {"block",
     "queries and keys of a block, 1 to 1048576; with it come 'full', 'partial', 'skipped'", true},
    {"expression",
     "for \"expression\": not 0 for a query q and a key k that it sees, in b, h, q and k, with C's "
     "operators over whole numbers, like \"q >= k && q - k < 128\"; '/' cuts off toward zero",
     true},
    {"b", "sequence of the batch, 0 to 1048576; default 0; for \"expression\"", true},
    {"h", "head, 0 to 1048576; default 0; for \"expression\"", true},
};
constexpr Field mask_out[] = {
    {"pairs", "of a query and a key that it sees"},
    {"full", "blocks of which every pair is computed; none that hangs over the edge"},
    {"partial", "blocks of which some pairs are"},
    {"skipped", "blocks of which none is"},
};

// In the order of Mask::Kind.
constexpr std::string_view mask_names[] = {
    "full",      "causal",           "window", "causal_window", "sinks_window",
    "documents", "causal_documents", "prefix", "expression"};

void add_counts(Json& found, const attention::BlockCounts& counts) {
  found["full"] = counts.full;
  found["partial"] = counts.partial;
  found["skipped"] = counts.skipped;
}

Json run_mask_expression(const Value& fields) {
  const auto count = [&](const char* field, int least, int most, int otherwise) {
    return fields.contains(field) ? static_cast<int>(integer(fields[field], field, least, most))
                                  : otherwise;
  };
  const int n = count("n", 1, attention::most_expression_tokens, 1);
  const int block = count("block", 1, attention::most_tokens, attention::most_tokens);
  const int b = count("b", 0, attention::most_tokens, 0),
            h = count("h", 0, attention::most_tokens, 0);
  const Value& text = needed(fields, "expression", "the mask \"expression\"");
  if (!text.text())
    throw Refused("field 'expression': expected a text like \"q >= k\", got " + display(text));
  const auto mask = attention::ExpressionMask::parse(*text.text());
  if (!mask) throw Refused("field 'expression': " + mask.error().message);
  const auto counted = attention::count_masked(*mask, n, block, b, h);
  if (!counted) throw Refused("field 'expression': " + counted.error().message);
  Json found = {{"pairs", counted->pairs}};
  if (fields.contains("block")) add_counts(found, counted->blocks);
  return found;
}

Json run_mask(const Value& fields) {
  const std::string name = choice(fields["mask"], "mask", mask_names);
  if (name == "expression") return run_mask_expression(fields);
  const auto tokens = [&](const char* field, long long least) {
    return static_cast<int>(integer(fields[field], field, least, attention::most_tokens));
  };
  const int n = tokens("n", 1);
  Mask mask;
  mask.kind = static_cast<Mask::Kind>(
      std::find(std::begin(mask_names), std::end(mask_names), name) - std::begin(mask_names));
  const auto need = [&](const char* field) { needed(fields, field, "the mask \"" + name + "\""); };
  if (name.ends_with("window")) need("window");
  if (name.starts_with("sinks")) need("sinks");
  if (name == "prefix") need("prefix");
  if (name.ends_with("documents")) need("cuts");
  if (fields.contains("window")) mask.window = tokens("window", 1);
  if (fields.contains("sinks")) mask.sinks = tokens("sinks", 0);
  if (fields.contains("prefix")) mask.prefix = tokens("prefix", 0);
  if (fields.contains("cuts"))
    for (const Value& cut : array(fields["cuts"], "cuts"))
      mask.cuts.push_back(
          static_cast<int>(integer(cut, "cuts[" + std::to_string(mask.cuts.size()) + "]",
                                   mask.cuts.empty() ? 0 : mask.cuts.back(), n)));
  Json found = {{"pairs", attention::count_pairs({mask}, {n, n})}};
  if (fields.contains("block")) {
    const attention::BlockCounts counts =
        accept(attention::count_blocks({mask}, {n, n}, tokens("block", 1)));
    add_counts(found, counts);
  }
  return found;
}

constexpr Field rope_in[] = {
    {"dim", "numbers that are turned, even, 2 to 65536"},
    {"theta", "the base, above 1, up to 1e12"},
    {"scaling",
     "\"none\", \"linear\", \"dynamic\", \"yarn\" or \"llama3\", as transformers has them"},
    {"factor", "1 to 1e12; all but \"none\" need it", true},
    {"original",
     "tokens that the model was trained for, 1 to 1e12; \"dynamic\", \"yarn\" and "
     "\"llama3\" need it",
     true},
    {"length", "tokens to read, 0 to 1e12; for \"dynamic\", default 'original'", true},
    {"beta_fast", "turns, for \"yarn\"; default 32", true},
    {"beta_slow", "turns, for \"yarn\", above 0; default 1", true},
    {"low", "low_freq_factor, for \"llama3\", above 0; default 1", true},
    {"high", "high_freq_factor, for \"llama3\", above 'low'; default 4", true},
};
constexpr Field rope_out[] = {
    {"inv_freq", "radians per token, one for each pair of numbers"},
    {"attention_factor", "on cosine and sine"},
};

Json run_rope(const Value& fields) {
  using Kind = attention::RopeScaling::Kind;
  constexpr std::string_view names[] = {"none", "linear", "dynamic", "yarn", "llama3"};  // by Kind
  attention::RopeScaling scaling;
  const std::string name = choice(fields["scaling"], "scaling", names);
  scaling.kind = static_cast<Kind>(std::find(std::begin(names), std::end(names), name) - names);
  const auto dim = static_cast<int>(integer(fields["dim"], "dim", 2, 65536));
  if (dim % 2 != 0)
    throw Refused("field 'dim': expected an even number, got " + std::to_string(dim));
  const double theta = within(fields["theta"], "theta", 1, 1e12, "a number above 1, up to 1e12");
  const auto read = [&](const char* field, double least, const char* expected, double& value) {
    if (fields.contains(field)) value = within(fields[field], field, least, 1e12, expected);
  };
  const std::string by = "the scaling \"" + name + "\"";
  if (scaling.kind != Kind::none) needed(fields, "factor", by);
  if (scaling.kind > Kind::linear) needed(fields, "original", by);
  read("factor", 1, "a number from 1 to 1e12", scaling.factor);
  read("original", 1, "a number from 1 to 1e12", scaling.original);
  read("length", 0, "a number from 0 to 1e12", scaling.length);
  constexpr const char* above = "a number above 0, up to 1e12";
  read("beta_fast", 1e-12, above, scaling.beta_fast);
  read("beta_slow", 1e-12, above, scaling.beta_slow);
  read("low", 1e-12, above, scaling.low);
  read("high", 1e-12, above, scaling.high);
  const attention::Rope rope = accept(attention::rope(dim, theta, scaling));
  return {{"inv_freq", answer(rope.frequencies)},
          {"attention_factor", answer(rope.attention_factor)}};
}

constexpr Field sample_in[] = {
    {"logits", "1 to 1048576 numbers; \"-inf\" for a token that is cut already, but not for all"},
    {"temperature", "above 0; default 1", true},
    {"top_k", "the k largest and those equal to the last of them; from 1, or 0 for no cut", true},
    {"top_p", "0 to 1: from the least probable up, what sums to at most 1 − p goes", true},
    {"min_p", "0 to 1: what is less than so many times as probable as the most probable goes",
     true},
};
constexpr Field sample_out[] = {
    {"probabilities",
     "after the steps in this order, each on what the one before has left; 0 for what is cut"},
};

Json run_sample(const Value& fields) {
  using Kind = attention::SamplingStep::Kind;
  std::vector<attention::SamplingStep> steps;
  if (fields.contains("temperature"))
    steps.push_back({Kind::temperature, within(fields["temperature"], "temperature", 1e-300, 1e300,
                                               "a number above 0, up to 1e300")});
  if (fields.contains("top_k")) {
    const long long k = integer(fields["top_k"], "top_k", 0, 1ll << 53);
    if (k > 0) steps.push_back({Kind::top_k, static_cast<double>(k)});
  }
  constexpr const char* share = "a number from 0 to 1";
  if (fields.contains("top_p"))
    steps.push_back({Kind::top_p, within(fields["top_p"], "top_p", 0, 1, share)});
  if (fields.contains("min_p"))
    steps.push_back({Kind::min_p, within(fields["min_p"], "min_p", 0, 1, share)});
  const std::vector<double> logits = numbers(fields["logits"], "logits");
  return {{"probabilities", answer(accept(attention::sample(logits, steps)).back().probabilities)}};
}

}  // namespace

const Operation attention_step = {"attention.step", "one step of attention, with all its numbers",
                                  step_in, step_out, run_step};
const Operation attention_mask = {"attention.mask",
                                  "how many pairs and blocks a mask lets attention compute",
                                  mask_in, mask_out, run_mask};
const Operation attention_rope = {"attention.rope", "rotary frequencies, stretched or not", rope_in,
                                  rope_out, run_rope};
const Operation attention_sample = {"attention.sample",
                                    "the probabilities that a token is drawn by", sample_in,
                                    sample_out, run_sample};

}  // namespace loom::eval
