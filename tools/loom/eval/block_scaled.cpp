#include "core/gemm/block_scaled.hpp"

#include <limits>

#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field block_scaled_in[] = {
    {"kind", "of tcgen05.mma: \"mxf8f6f4\" (32 numbers), \"mxf4\", \"mxf4nvf4\" (64)"},
    {"a", "a row of A: 1 to 32 or 64 numbers, rounded to float32; zeros fill it up"},
    {"b", "a column of B, likewise"},
    {"a_scheme",
     "elements and scales of A: mxfp8_e4m3 (mxf8f6f4's default), mxfp8_e5m2, mxfp6_e3m2, "
     "mxfp6_e2m3, mxfp4; of mxf4 mxfp4; of mxf4nvf4 nvfp4 (the default) or mxfp4",
     true},
    {"b_scheme", "of B, likewise; with blocks of the same size", true},
    {"scale_rule", "MX: floor (the default, as the standard has it) or round_up", true},
};
constexpr Field block_scaled_out[] = {
    {"a", "of A: codes, scales (a code per block), tensor_scale (1 but for nvfp4), values"},
    {"b", "of B, likewise"},
    {"block", "numbers that share a scale"},
    {"sums", "per block, of the products of elements, without scales"},
    {"totals", "float32, behind each block, without tensor scales"},
    {"result", "the last total, times both tensor scales, in float32"},
    {"exact", "the dot product of the numbers given"},
    {"padding", "[A's, B's]: of 32 bytes of a row in shared memory, those that hold nothing"},
};

std::vector<float> floats(const Value& value, const std::string& field, int most) {
  const std::vector<double> numbers =
      finite_numbers(value, field, static_cast<double>(std::numeric_limits<float>::max()));
  if (numbers.empty() || std::ssize(numbers) > most)
    throw Refused("field '" + field + "': expected 1 to " + std::to_string(most) +
                  " numbers, got " + std::to_string(numbers.size()));
  return {numbers.begin(), numbers.end()};
}

const numerics::BlockScheme& scheme(const Value& fields, const char* field,
                                    const gemm::BlockScaledKind& kind) {
  const std::string id = fields.contains(field) ? choice(fields[field], field, kind.schemes)
                                                : std::string(kind.schemes.front());
  return *numerics::find_block_scheme(id);
}

Json operand(const numerics::BlockQuantized& coded) {
  return {{"codes", coded.codes},
          {"scales", coded.scales},
          {"tensor_scale", answer(coded.tensor_scale)},
          {"values", answer(coded.values)}};
}

Json run_block_scaled(const Value& fields) {
  constexpr std::string_view rules[] = {"floor", "round_up"};
  const gemm::BlockScaledKind& kind = named(fields["kind"], "kind", gemm::block_scaled_kinds());
  const numerics::BlockScheme &a_scheme = scheme(fields, "a_scheme", kind),
                              &b_scheme = scheme(fields, "b_scheme", kind);
  auto rule = numerics::ScaleRule::floor;
  if (fields.contains("scale_rule") &&
      choice(fields["scale_rule"], "scale_rule", rules) == "round_up")
    rule = numerics::ScaleRule::round_up;
  const std::vector<float> a = floats(fields["a"], "a", kind.depth),
                           b = floats(fields["b"], "b", kind.depth);
  const gemm::BlockScaledDot dot =
      accept(gemm::block_scaled_dot(kind, a_scheme, b_scheme, a, b, rule));
  return {{"a", operand(dot.a)},
          {"b", operand(dot.b)},
          {"block", dot.block},
          {"sums", answer(dot.sums)},
          {"totals", answer(std::vector<double>(dot.totals.begin(), dot.totals.end()))},
          {"result", answer(static_cast<double>(dot.result))},
          {"exact", answer(dot.exact)},
          {"padding", {padding_bytes(kind, a_scheme), padding_bytes(kind, b_scheme)}}};
}

}  // namespace

const Operation gemm_block_scaled = {
    "gemm.block_scaled",
    "a dot product of an instruction that applies block scales, as Blackwell's", block_scaled_in,
    block_scaled_out, run_block_scaled};

}  // namespace loom::eval
