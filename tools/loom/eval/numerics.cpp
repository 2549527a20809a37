#include "core/numerics/accumulate.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field accumulate_in[] = {
    {"mantissa_bits",
     "explicit mantissa bits of the accumulator, a whole number from 1 to 50 (FP32: 23)"},
    {"terms", "array of numbers, added in order, not rounded themselves"},
};
constexpr Field accumulate_out[] = {{"sums", "the running sum after each term"}};

Json run_accumulate(const Json& fields) {
  const auto bits =
      static_cast<int>(integer(fields["mantissa_bits"], "mantissa_bits",
                               numerics::min_mantissa_bits, numerics::max_mantissa_bits));
  const std::vector<double> terms = numbers(fields["terms"], "terms");
  return {{"sums", answer(accept(numerics::accumulate(terms, bits)))}};
}

}  // namespace

const Operation accumulate = {"numerics.accumulate",
                              "a running sum, rounded to nearest even after every add",
                              accumulate_in, accumulate_out, run_accumulate};

}  // namespace loom::eval
