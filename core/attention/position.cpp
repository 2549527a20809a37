#include "core/attention/position.hpp"

#include "core/attention/step.hpp"
#include "core/numerics/convert.hpp"

namespace loom::attention {

Result<std::vector<double>> counting_signal(int tokens, const Masks& masks) {
  if (tokens < 1) return Error{"tokens: expected 1 or more, got " + std::to_string(tokens)};
  Operands operands{.q = Matrix(tokens, 1), .k = Matrix(tokens, 1), .v = Matrix(tokens, 1)};
  operands.masks = masks;
  operands.v.at(0, 0) = 1;
  const Result<Step> step = attend(operands);
  if (!step) return step.error();
  return step->out.numbers;
}

double held_signal(const numerics::Format& format, long long n) {
  return numerics::decode(format, numerics::encode(format, 1. / static_cast<double>(n),
                                                   numerics::usual_overflow(format)));
}

long long first_confused(const numerics::Format& format) {
  // Up to 2^M neighbors differ by at least one step of the format, which saves millions of tests.
  long long n = format.mantissa_bits > 16 ? 1ll << format.mantissa_bits : 1;
  while (held_signal(format, n) != held_signal(format, n + 1)) ++n;
  return n;
}

long long first_confused(const numerics::Format& format, long long window) {
  const long long first = first_confused(format);
  // Both within it; or the first two that read 0.
  return first < window ? first : window + 1;
}

}  // namespace loom::attention
