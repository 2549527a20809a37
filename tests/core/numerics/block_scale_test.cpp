#include "core/numerics/block_scale.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "core/numerics/format.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::block_scale) {

using namespace loom::numerics;

namespace {

const BlockScheme& scheme(const char* id) { return *find_block_scheme(id); }

// The greatest number of a block, as it comes back.
double top(const char* id, float number, ScaleRule rule = ScaleRule::floor,
           std::optional<double> tensor_scale = {}) {
  const std::vector<float> block = {number};
  return quantize(scheme(id), block, rule, tensor_scale).values[0];
}

std::vector<float> random_numbers(loom::Random& random, int count) {
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(
        std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(24)) - 12)));
  return numbers;
}

// Sums of twelve uniform numbers: bell-shaped, variance 1.
std::vector<float> bell(int count) {
  loom::Random random(11);
  std::vector<float> numbers;
  for (int i = 0; i < count; ++i) {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.unit();
    numbers.push_back(static_cast<float>(sum));
  }
  return numbers;
}

// Another way to the same: every code of an element tried, every power of two tried.
double nearest_element(const BlockScheme& s, double scaled) {
  double best = 0, least = std::numeric_limits<double>::infinity();
  bool best_is_even = true;
  for (int code = 0; code < (1 << s.element_bits); ++code) {
    if (s.element.empty() && code == 0x80) continue;
    const double value = decode_element(s, static_cast<std::uint8_t>(code)),
                 distance = std::fabs(value - scaled);
    const bool even = code % 2 == 0;
    if (!std::isfinite(value) || distance > least || (distance == least && (best_is_even || !even)))
      continue;
    best = value;
    least = distance;
    best_is_even = even;
  }
  return best;
}

double brute_scale(const BlockScheme& s, double most, ScaleRule rule) {
  double top = 0;
  for (int code = 0; code < (1 << s.element_bits); ++code) {
    const double value = decode_element(s, static_cast<std::uint8_t>(code));
    if (std::isfinite(value) && (!s.element.empty() || code < 0x80)) top = std::max(top, value);
  }
  double power = 0x1p-127;  // floor: the greatest that keeps most / X at or above the format's
                            // greatest power of two
  double emax = 0x1p-10;
  while (emax * 2 <= top) emax *= 2;
  while (power < 0x1p127 && most / (power * 2) >= emax) power *= 2;
  if (rule == ScaleRule::round_up && most / power > top && power < 0x1p127) power *= 2;
  return power;
}

}  // namespace

TEST_CASE("block schemes: bits per value") {
  const std::pair<const char*, double> bits[] = {
      {"mxfp4", 4.25},      {"mxfp6_e2m3", 6.25}, {"mxfp6_e3m2", 6.25}, {"mxfp8_e4m3", 8.25},
      {"mxfp8_e5m2", 8.25}, {"mxint8", 8.25},     {"nvfp4", 4.5}};
  CHECK(block_schemes().size() == std::size(bits));
  for (const auto& row : bits) CHECK(scheme(row.first).bits_per_value() == row.second);
  CHECK(find_block_scheme("mxfp5") == nullptr);
}

TEST_CASE("the greatest number under three rules") {
  const double alone = 1;  // NVFP4's block scale without a tensor scale
  CHECK(top("mxfp4", 7) == 6);
  CHECK(top("mxfp4", 3.5) == 3);
  CHECK(top("mxfp4", 3) == 3);
  CHECK(top("mxfp4", 7, ScaleRule::round_up) == 8);  // 3.5 is a tie and goes to 4
  CHECK(top("mxfp4", 3.5, ScaleRule::round_up) == 4);
  CHECK(top("mxfp4", 3, ScaleRule::round_up) == 3);
  CHECK(top("nvfp4", 7, ScaleRule::floor, alone) == 6.75);
  CHECK(top("nvfp4", 3.5, ScaleRule::floor, alone) == 3.375);
  CHECK(top("nvfp4", 3, ScaleRule::floor, alone) == 3);
  CHECK(top("mxint8", 1.99f) == 1.984375);
}

TEST_CASE("the exponent is taken from the number's bits, not from a rounded logarithm") {
  const std::vector<float> block = {7.9999995f};
  CHECK(quantize(scheme("mxfp4"), block).scales[0] == 127);
  const std::vector<float> most = {std::numeric_limits<float>::max()};
  CHECK(quantize(scheme("mxfp4"), most).scales[0] == 252);
  const std::vector<float> least = {std::numeric_limits<float>::denorm_min()};
  CHECK(quantize(scheme("mxfp4"), least).scales[0] == 0);
  CHECK(quantize(scheme("mxfp4"), least).codes[0] == 0);  // 2^−149 / 2^−127
}

TEST_CASE("NVFP4: a worked example") {
  std::vector<float> numbers(32, 0.f);
  numbers[0] = 6;
  numbers[16] = 1;
  const BlockQuantized q = quantize(scheme("nvfp4"), numbers);
  CHECK(q.tensor_scale == static_cast<double>(static_cast<float>(6.0 / 2688)));
  CHECK(q.scales == std::vector<std::uint8_t>{0x7e, 0x69});  // 448 and 72
  CHECK(q.codes[16] == 7);                                   // 6.22 is cut to 6
  CHECK(q.values[16] == doctest::Approx(27.0 / 28));
  CHECK(quantize(scheme("mxfp4"), numbers).values[0] == 6);
  const std::vector<float> ones = {1};
  CHECK(quantize(scheme("mxfp4"), ones).values[0] == 1);
}

TEST_CASE("NVFP4: the tensor scale is a float32, and 1 where there is nothing to divide") {
  CHECK(tensor_scale_for(2688) == 1);
  CHECK(tensor_scale_for(6) == static_cast<double>(1 / 448.f));
  CHECK(tensor_scale_for(0) == 1);
  CHECK(tensor_scale_for(0x1p-149) == 1);  // too small for a float32
}

TEST_CASE("NVFP4: a block too small for its scale is zeros, of either sign") {
  std::vector<float> numbers(32, 0.f);
  numbers[0] = 6;
  numbers[16] = -1e-6f;  // a scale below half of 2^−9
  const BlockQuantized q = quantize(scheme("nvfp4"), numbers);
  CHECK(q.scales[1] == 0);
  CHECK(q.codes[16] == 0x8);
  CHECK(q.values[16] == 0);
}

TEST_CASE("zeros, signs, and what is not finite") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> numbers(64, 0.f);
  numbers[1] = -0.f;
  numbers[33] = std::nanf("");
  numbers[50] = 3;
  for (const BlockScheme& s : block_schemes()) {
    CAPTURE(s.id);
    const BlockQuantized q = quantize(s, numbers);
    CHECK(q.scales[0] == 0);
    CHECK(q.codes[0] == 0);
    CHECK(q.values[0] == 0);
    CHECK(q.values[1] == 0);
    CHECK(std::signbit(q.values[1]) == !s.element.empty());  // an integer has no −0
    const size_t bad = static_cast<size_t>(32 / s.block);
    CHECK(q.scales[bad] == (s.tensor_scale ? 0x7f : 0xff));
    CHECK(std::isnan(q.values[50]) == !s.tensor_scale);  // of NVFP4 the block after
    CHECK(std::isnan(q.values[33]));
  }
  const std::vector<float> endless = {infinity, 1};
  CHECK(quantize(scheme("mxfp8_e4m3"), endless).scales[0] == 0xff);
  CHECK(quantize(scheme("nvfp4"), std::vector<float>(16, 0.f)).tensor_scale == 1);
  CHECK(quantize(scheme("mxfp4"), std::vector<float>()).codes.empty());
  CHECK(quantize(scheme("mxfp4"), std::vector<float>(33, 1.f)).scales.size() == 2);
}

TEST_CASE("MX: the same as trying every scale and every element") {
  loom::Random random(3);
  for (const BlockScheme& s : block_schemes()) {
    if (s.tensor_scale) continue;
    CAPTURE(s.id);
    for (ScaleRule rule : {ScaleRule::floor, ScaleRule::round_up})
      for (int round = 0; round < 30; ++round) {
        const std::vector<float> numbers = random_numbers(random, 32);
        const BlockQuantized q = quantize(s, numbers, rule);
        double most = 0;
        for (float number : numbers) most = std::max(most, std::fabs(static_cast<double>(number)));
        const double scale = brute_scale(s, most, rule);
        REQUIRE(decode(*find_format("e8m0"), q.scales[0]) == scale);
        for (size_t i = 0; i < numbers.size(); ++i)
          REQUIRE(q.values[i] ==
                  scale * nearest_element(s, static_cast<double>(numbers[i]) / scale));
      }
  }
}

TEST_CASE("NVFP4: the same as trying every scale and every element") {
  loom::Random random(8);
  const BlockScheme& s = scheme("nvfp4");
  for (int round = 0; round < 40; ++round) {
    const std::vector<float> numbers = random_numbers(random, 64);
    const BlockQuantized q = quantize(s, numbers);
    double most = 0;
    for (float number : numbers) most = std::max(most, std::fabs(static_cast<double>(number)));
    const double t = static_cast<double>(static_cast<float>(most / 2688));
    REQUIRE(q.tensor_scale == t);
    for (size_t block = 0; block < 4; ++block) {
      double in_block = 0;
      for (size_t i = 16 * block; i < 16 * block + 16; ++i)
        in_block = std::max(in_block, std::fabs(static_cast<double>(numbers[i])));
      std::uint8_t best = 0;  // the nearest positive E4M3 to the wanted scale
      double least = std::numeric_limits<double>::infinity();
      for (std::uint8_t code = 0; code < 0x7f; ++code) {
        const double distance = std::fabs(decode(*find_format("e4m3"), code) - in_block / 6 / t);
        if (distance > least || (distance == least && code % 2 == 1)) continue;
        best = code;
        least = distance;
      }
      REQUIRE(q.scales[block] == best);
      const double scale = decode(*find_format("e4m3"), best) * t;
      for (size_t i = 16 * block; i < 16 * block + 16; ++i)
        REQUIRE(
            q.values[i] ==
            (best == 0 ? 0 : scale * nearest_element(s, static_cast<double>(numbers[i]) / scale)));
    }
  }
}

TEST_CASE("noise of bell-shaped numbers, in dB, as published measurements have it") {
  const std::vector<float> numbers = bell(65536);
  const std::pair<const char*, double> expected[] = {
      {"mxfp4", 18.7},      {"nvfp4", 20.5},      {"mxfp6_e3m2", 25.4}, {"mxfp6_e2m3", 30.9},
      {"mxfp8_e4m3", 30.6}, {"mxfp8_e5m2", 25.4}, {"mxint8", 41.6}};
  for (const auto& row : expected) {
    CAPTURE(row.first);
    const BlockQuantized q = quantize(scheme(row.first), numbers);
    double signal = 0, noise = 0;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto exact = static_cast<double>(numbers[i]);
      signal += exact * exact;
      noise += (q.values[i] - exact) * (q.values[i] - exact);
    }
    CHECK(10 * std::log10(signal / noise) == doctest::Approx(row.second).epsilon(0.015));
  }
}

TEST_CASE("block schemes: what a scale's code means, and the greatest element") {
  const auto scheme = [](const char* id) -> const BlockScheme& { return *find_block_scheme(id); };
  CHECK(decode_scale(scheme("mxfp4"), 127, 1) == 1);
  CHECK(decode_scale(scheme("mxint8"), 0, 1) == 0x1p-127);
  CHECK(decode_scale(scheme("nvfp4"), 0x69, 0x1p-9) == 72 * 0x1p-9);
  const double greatest[] = {6, 7.5, 28, 448, 57344, 127.0 / 64, 6};
  size_t i = 0;
  for (const BlockScheme& each : block_schemes()) CHECK(greatest_element(each) == greatest[i++]);
}

}  // TESTS_OF(core::numerics::block_scale)
