#include "core/numerics/tensor_core.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/numerics/accumulate.hpp"
#include "core/numerics/convert.hpp"
#include "core/numerics/measured_dots.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::tensor_core) {

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

// The three rules of the header, word for word, without optimization.
float by_the_rules(const TensorCore& unit, float start, const std::vector<float>& a,
                   const std::vector<float>& b) {
  const auto cut = [](double value, int exponent) {
    return std::ldexp(std::trunc(std::ldexp(value, -exponent)), exponent);
  };
  const int least = 1 - find_format(unit.operand)->bias;
  int greatest = -10000;
  if (start != 0) greatest = std::max(std::ilogb(start), -126);
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != 0 && b[i] != 0)
      greatest =
          std::max(greatest, std::max(std::ilogb(a[i]), least) + std::max(std::ilogb(b[i]), least));
  if (greatest == -10000) return 0;
  const int last = greatest - unit.alignment_bits;
  double sum = cut(static_cast<double>(start), last);
  for (size_t i = 0; i < a.size(); ++i)
    sum += cut(static_cast<double>(a[i]) * static_cast<double>(b[i]), last);
  if (sum == 0) return 0;
  return static_cast<float>(cut(sum, std::max(std::ilogb(sum), -126) - unit.result_bits));
}

}  // namespace

TEST_CASE("every rule, for operands and starts of all sizes") {
  loom::Random random(4);
  for (const TensorCore& unit : {hopper_e4m3, hopper_e5m2, hopper_fp16, hopper_bf16}) {
    const Format& format = *find_format(unit.operand);
    CHECK(unit.least_exponent == 1 - format.bias);
    // BF16 as far as the sum of products stays a float32.
    const bool wide = format.exponent_bits == 8;
    for (int round = 0; round < 4000; ++round) {
      std::vector<float> a, b;
      for (int i = 0; i < unit.products; ++i)
        for (std::vector<float>* operand : {&a, &b}) {
          std::uint32_t code = random.below(format.max_code() + 1);
          if (round % 3 == 0) code = random.below(2u << format.mantissa_bits);  // around subnormal
          if (wide) code = code % (180u << format.mantissa_bits);
          if (random.below(8) == 0) code = 0;
          const auto value = static_cast<float>(decode(format, code));
          operand->push_back(random.below(2) == 0 ? value : -value);
        }
      const auto start = static_cast<float>(std::ldexp(
          random.unit() * 4 - 2, static_cast<int>(random.below(round % 2 == 0 ? 250 : 40)) - 140));
      REQUIRE(multiply_add(unit, round % 5 == 0 ? 0 : start, a, b) ==
              by_the_rules(unit, round % 5 == 0 ? 0 : start, a, b));
    }
  }
}

TEST_CASE("partial sums: instruction after instruction, moved every so often") {
  loom::Random random(6);
  for (const TensorCore& unit : {hopper_e4m3, hopper_fp16}) {
    const std::vector<float> a = random_operands(random, unit.operand.data(), 500),
                             b = random_operands(random, unit.operand.data(), 500);
    const int intervals[] = {0, 32, 64, 160};
    const auto sums = partial_sums(unit, a, b, intervals);
    REQUIRE(sums.size() == 4);
    for (size_t n = 0; n < 4; ++n) {
      float promoted = 0, running = 0;
      size_t instruction = 0;
      for (int k = 0; k < 500; k += unit.products, ++instruction) {
        if (n > 0 && k > 0 && k % intervals[n] == 0) promoted += running, running = 0;
        const auto from = static_cast<size_t>(k),
                   count = std::min<size_t>(static_cast<size_t>(unit.products), 500 - from);
        running = multiply_add(unit, running, std::span(a).subspan(from, count),
                               std::span(b).subspan(from, count));
        CHECK(sums[n][instruction].promoted == promoted);
        CHECK(sums[n][instruction].running == running);
      }
      CHECK(sums[n].size() == instruction);
      CHECK(dot(unit, a, b, intervals[n]) == promoted + running);
    }
  }
  CHECK(dot(hopper_e4m3, {}, {}, 0) == 0);
}

TEST_CASE("an instruction of a dot product: what it starts with, and what it loses") {
  loom::Random random(12);
  for (const TensorCore& unit : {hopper_e4m3, hopper_bf16})
    for (const int interval : {0, 64}) {
      const std::vector<float> a = random_operands(random, unit.operand.data(), 250),
                               b = random_operands(random, unit.operand.data(), 250);
      const auto sums = partial_sums(unit, a, b, std::span(&interval, 1))[0];
      float running = 0;
      for (size_t i = 0, k = 0; k < 250; ++i, k += static_cast<size_t>(unit.products)) {
        const size_t count = std::min<size_t>(static_cast<size_t>(unit.products), 250 - k);
        if (interval > 0 && k % static_cast<size_t>(interval) == 0) running = 0;
        const Instruction now = instruction_of(unit, a, b, interval, sums, i);
        CHECK(now.before == static_cast<double>(running));
        double exact = now.before;
        for (size_t j = k; j < k + count; ++j)
          exact += static_cast<double>(a[j]) * static_cast<double>(b[j]);
        running = multiply_add(unit, running, std::span(a).subspan(k, count),
                               std::span(b).subspan(k, count));
        CHECK(now.after == static_cast<double>(running));
        CHECK(now.sum.exact == doctest::Approx(exact));
        CHECK(now.lost() == now.sum.exact - now.after);
        CHECK(now.cut == now.sum.greatest - unit.alignment_bits);
      }
    }
}

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

TEST_CASE("a sum beyond float32 is infinite, and stays so") {
  const std::vector<float> huge(32, 0x1p127f), ones(32, 1.f), minus(32, -0x1p100f);
  CHECK(multiply_add(hopper_bf16, 0, std::span(huge).first(16), std::span(huge).first(16)) ==
        HUGE_VALF);
  CHECK(multiply_add(hopper_bf16, -HUGE_VALF, std::span(huge).first(1), std::span(ones).first(1)) ==
        -HUGE_VALF);
  std::vector<float> down = minus;
  std::fill(down.begin(), down.begin() + 16, 0x1p127f);
  CHECK(dot(hopper_bf16, down, huge, 0) == HUGE_VALF);
  CHECK(dot(hopper_bf16, huge, ones, 16) == HUGE_VALF);
}

TEST_CASE("a product far below float32's smallest is cut whole") {
  const float tiny[] = {0x1p-126f};
  CHECK(multiply_add(hopper_bf16, 0, tiny, tiny) == 0);
  const float one[] = {1.f};
  CHECK(multiply_add(hopper_bf16, 0x1p-149f, tiny, tiny) == 0x1p-149f);
  CHECK(multiply_add(hopper_bf16, 0, tiny, one) == 0x1p-126f);
}

TEST_CASE("4,096 times 0.1: narrow sums fall behind, promoted ones do not") {
  const Format& e4m3 = *find_format("e4m3");
  const auto tenth = static_cast<float>(decode(e4m3, encode(e4m3, 0.1, Overflow::saturate)));
  const std::vector<float> tenths(4096, tenth), ones(4096, 1.f);
  CHECK(dot(hopper_e4m3, tenths, ones, 0) == 394);
  CHECK(dot(hopper_e4m3, tenths, ones, 128) == 416);
  // Cut after each single term: exact up to 128, then whole steps of 1/64 and 1/32.
  float sum = 0;
  for (int i = 0; i < 4096; ++i)
    sum = multiply_add(hopper_e4m3, sum, std::span(tenths).first(1), std::span(ones).first(1));
  CHECK(sum == 393.84375);
  // Rounded to nearest after each: FP16 and BF16 get stuck.
  const std::vector<double> terms(tenths.begin(), tenths.end());
  CHECK(accumulate(terms, 10)->back() == 256);
  CHECK(accumulate(terms, 7)->back() == 32);
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

TEST_CASE("what an instruction adds, and the product that loses most") {
  // 2⁴ is the greatest; with 13 bits behind it, what lies below 2⁻⁹ is cut.
  const std::vector<float> a = {4, 0.25f, 0.015625f, 0.5f}, b = {4, 0.25f, 0.029296875f, -1};
  const InstructionSum sum = instruction_sum(hopper_e4m3, 2, a, b);
  CHECK(sum.greatest == 4);
  CHECK(sum.exact == 2 + 16 + 0.0625 + 0.015625 * 0.029296875 - 0.5);
  CHECK(sum.shown == 0.015625 * 0.029296875);
  CHECK(sum.lost == sum.shown);
  // Nothing lies below the cut: the largest product.
  const InstructionSum whole =
      instruction_sum(hopper_e4m3, 2, std::vector<float>{1, -3}, std::vector<float>{1, 1});
  CHECK(whole.shown == -3);
  CHECK(whole.lost == 0);
  CHECK(whole.exact == 0);
}

TEST_CASE("exact dots: every so many products, by hand") {
  const std::vector<float> a = {1, 2, 3, 0.5f, 4}, b = {2, -1, 0.25f, 0.5f, 1};
  CHECK(exact_dots(a, b, 1) == std::vector<double>{2, 0, 0.75, 1, 5});
  CHECK(exact_dots(a, b, 2) == std::vector<double>{0, 1});
  CHECK(exact_dots(a, b, 6).empty());
}

TEST_CASE("digits on both sides of a cut") {
  const CutDigits found = cut_digits(-5.375, 4, -1, -4);
  CHECK(found.kept == "  101.0");
  CHECK(found.lost == "110");
  CHECK(cut_digits(0.25, 1, -3, -3).kept == " 0.010");
  CHECK(cut_digits(48, 5, 4, 3).kept == "11");
  CHECK(cut_digits(48, 5, 4, 3).lost == "0");
  CHECK(cut_digits(0, 2, 1, 1).kept == "  ");
}

TEST_CASE("measured sums: the first elements of a recorded dot product") {
  const DotData data = DotData::positive;
  const MeasuredDot* never = measured_dot("e4m3", data, 0);
  const MeasuredDot* often = measured_dot("e4m3", data, 128);
  REQUIRE(never);
  REQUIRE(often);
  CHECK(*measured_sum("e4m3", data, 0, 32) == never->sums[0]);
  CHECK(*measured_sum("e4m3", data, 0, 16384) == never->sums[9]);
  CHECK(*measured_sum("e4m3", data, 128, 128) == never->sums[2]);  // nothing is promoted yet
  CHECK(*measured_sum("e4m3", data, 128, 256) == often->sums[3]);
  CHECK_FALSE(measured_sum("none", data, 0, 32));
}

}  // TESTS_OF(core::numerics::tensor_core)
