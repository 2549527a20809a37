#include "core/numerics/tensor_core.hpp"

#include <cmath>
#include <vector>

#include "core/numerics/accumulate.hpp"
#include "core/numerics/convert.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

using namespace loom::numerics;

namespace {

std::vector<float> random_operands(loom::Random& random, const char* id, int count) {
  const Format& format = *find_format(id);
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(
        decode(format, encode(format, random.unit() * 2 - 1, Overflow::saturate))));
  return numbers;
}

}  // namespace

TEST_CASE("a sum that fits is exact, one that does not loses its tail") {
  const std::vector<float> ones(32, 1.f), zeros(32, 0.f);
  CHECK(multiply_add(hopper_e4m3, 0, ones, ones) == 32);
  CHECK(multiply_add(hopper_e4m3, 0, zeros, ones) == 0);
  CHECK(multiply_add(hopper_e4m3, 8191, std::vector<float>{1}, std::vector<float>{1}) == 8192);
  CHECK(multiply_add(hopper_e4m3, 16384, std::vector<float>{1}, std::vector<float>{1}) == 16384);
  // A start alone loses what the register cannot hold.
  CHECK(multiply_add(hopper_e4m3, 1 + 0x1p-14f, zeros, zeros) == 1);
  CHECK(multiply_add(hopper_bf16, 1 + 0x1p-23f, zeros, zeros) == 1 + 0x1p-23f);
  // The greatest cancel, and yet what lies below them is gone.
  CHECK(multiply_add(hopper_e4m3, 0, std::vector<float>{256, -256, 0x1p-6f},
                     std::vector<float>{256, 256, 1}) == 0);
}

TEST_CASE("4,096 times 0.1: narrow sums fall behind, promoted ones do not") {
  const Format& e4m3 = *find_format("e4m3");
  const auto tenth = static_cast<float>(decode(e4m3, encode(e4m3, 0.1, Overflow::saturate)));
  const std::vector<float> tenths(4096, tenth), ones(4096, 1.f);
  CHECK(dot(hopper_e4m3, tenths, ones, 0) == 394);
  CHECK(dot(hopper_e4m3, tenths, ones, 128) == 416);
}

TEST_CASE("laws: order in an instruction, signs, powers of two, and never too large") {
  loom::Random random(2);
  for (const TensorCore& unit : {hopper_e4m3, hopper_e5m2, hopper_fp16, hopper_bf16})
    for (int round = 0; round < 300; ++round) {
      std::vector<float> a = random_operands(random, unit.operand.data(), unit.products),
                         b = random_operands(random, unit.operand.data(), unit.products);
      const auto start = static_cast<float>(random.unit() * 8 - 4);
      const float sum = multiply_add(unit, start, a, b);
      // What is cut is at most a unit of the last place per term, and one of the result.
      ExactSum exact;
      exact.add(static_cast<double>(start));
      double most = std::fabs(static_cast<double>(start));
      for (size_t i = 0; i < a.size(); ++i) {
        const double product = static_cast<double>(a[i]) * static_cast<double>(b[i]);
        exact.add(product);
        most = std::max(most, std::fabs(product));
      }
      const double bound = (unit.products + 1) * std::ldexp(most, 1 - unit.alignment_bits) +
                           std::ldexp(std::fabs(exact.value()), -unit.result_bits);
      REQUIRE(std::fabs(static_cast<double>(sum) - exact.value()) <= bound);

      std::swap(a.front(), a.back());
      std::swap(b.front(), b.back());
      REQUIRE(multiply_add(unit, start, a, b) == sum);
      for (float& number : a) number = -number;
      REQUIRE(multiply_add(unit, -start, a, b) == -sum);
    }
}
