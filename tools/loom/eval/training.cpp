#include "core/numerics/convert.hpp"
#include "core/numerics/gradient_range.hpp"
#include "core/numerics/tensor_core.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr const numerics::TensorCore* units[] = {&numerics::hopper_e4m3, &numerics::hopper_e5m2,
                                                 &numerics::hopper_fp16, &numerics::hopper_bf16};
constexpr std::string_view operands[] = {"e4m3", "e5m2", "fp16", "bf16"};

constexpr Field dot_in[] = {
    {"operand", "one of e4m3, e5m2, fp16, bf16"},
    {"a", "array of numbers, each rounded to the operand's format first"},
    {"b", "as many"},
    {"interval",
     "elements after which the sum moves into FP32, a multiple of the 32 (16-bit operands: 16) "
     "products of an instruction; by default 0, never",
     true},
};
constexpr Field dot_out[] = {{"sum", "what a Hopper tensor core makes of it"}};

std::vector<float> rounded(const Value& value, const char* field, const numerics::Format& format) {
  std::vector<float> numbers;
  for (double number : finite_numbers(value, field)) {
    const std::uint32_t code = numerics::encode(format, number, numerics::Overflow::saturate);
    numbers.push_back(static_cast<float>(numerics::decode(format, code)));
  }
  return numbers;
}

Json run_dot(const Value& fields) {
  const std::string operand = choice(fields["operand"], "operand", operands);
  const numerics::TensorCore* unit = nullptr;
  for (const numerics::TensorCore* each : units)
    if (each->operand == operand) unit = each;
  const numerics::Format& format = *numerics::find_format(operand);
  const std::vector<float> a = rounded(fields["a"], "a", format),
                           b = rounded(fields["b"], "b", format);
  if (a.size() != b.size())
    throw Refused("field 'b': " + std::to_string(b.size()) +
                  " numbers, expected as many as in 'a', " + std::to_string(a.size()));
  int interval = 0;
  if (fields.contains("interval"))
    interval = static_cast<int>(integer(fields["interval"], "interval", 0, 1 << 30));
  if (interval % unit->products != 0)
    throw Refused("field 'interval': expected a multiple of " + std::to_string(unit->products) +
                  ", got " + display(fields["interval"]));
  return {{"sum", answer(static_cast<double>(numerics::dot(*unit, a, b, interval)))}};
}

constexpr std::string_view range_formats[] = {"fp32", "tf32", "fp16", "bf16", "e4m3",
                                              "e5m2", "e3m2", "e2m3", "e2m1"};
constexpr Field range_in[] = {
    {"format", "one of fp32, tf32, fp16, bf16, e4m3, e5m2, e3m2, e2m3, e2m1"},
    {"median", "log2 of the median size, a number from -1000 to 1000"},
    {"spread", "standard deviation of log2 of the size, a number above 0, up to 1000"},
    {"scale", "log2 of what all are multiplied by, from -1000 to 1000; by default 0", true},
};
constexpr Field range_out[] = {
    {"zero", "share that rounds to zero"},
    {"subnormal", "share that becomes subnormal"},
    {"normal", "share that becomes a normal number"},
    {"overflow", "share that is more than half a step above the largest number"},
};

double power(const Value& value, const char* field) {
  return within(value, field, -1000, 1000, "a number from -1000 to 1000");
}

Json run_range(const Value& fields) {
  const numerics::Format& format =
      *numerics::find_format(choice(fields["format"], "format", range_formats));
  numerics::Gradients gradients;
  gradients.median = power(fields["median"], "median");
  gradients.spread =
      within(fields["spread"], "spread", 1e-300, 1000, "a number above 0, at most 1000");
  gradients.scale = fields.contains("scale") ? power(fields["scale"], "scale") : 0;
  const numerics::RangeShares shares = numerics::range_shares(format, gradients);
  return {{"zero", answer(shares.zero)},
          {"subnormal", answer(shares.subnormal)},
          {"normal", answer(shares.normal)},
          {"overflow", answer(shares.overflow)}};
}

}  // namespace

const Operation tensor_core_dot = {"numerics.dot", "a dot product as a Hopper tensor core adds it",
                                   dot_in, dot_out, run_dot};
const Operation range_shares = {"numerics.range",
                                "what becomes of log-normal sizes in a format's range", range_in,
                                range_out, run_range};

}  // namespace loom::eval
