#include "core/numerics/gradient_range.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "core/numerics/convert.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::gradient_range) {

using namespace loom;
using namespace loom::numerics;

namespace {

constexpr const char* ids[] = {"fp32", "tf32", "fp16", "bf16", "e4m3",
                               "e5m2", "e3m2", "e2m3", "e2m1"};

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.unit())) *
         std::cos(2 * std::numbers::pi * random.unit());
}

}  // namespace

TEST_CASE("thresholds of the fact table") {
  const auto at = [](const char* id) { return thresholds(*find_format(id)); };
  CHECK(at("fp16").zero == 0x1p-25);
  CHECK(at("fp16").overflow == 65520);
  CHECK(at("e4m3").zero == 0x1p-10);
  CHECK(at("e4m3").overflow == 464);
  CHECK(at("e5m2").zero == 0x1p-17);
  CHECK(at("e5m2").overflow == 61440);
  CHECK(at("bf16").zero == 0x1p-134);
  CHECK(at("e3m2").zero == 0x1p-5);
  CHECK(at("e2m1").zero == 0.25);
  CHECK(at("e2m1").normal == 0.75);
  CHECK(at("e2m1").overflow == 7);
}

TEST_CASE("thresholds are where encode() changes its mind") {
  for (const char* id : ids) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const Thresholds at = thresholds(format);
    const auto code = [&](double value) { return encode(format, value, Overflow::ieee); };
    const double above = std::numeric_limits<double>::infinity();
    CHECK(code(at.zero) == 0);
    CHECK(code(std::nextafter(at.zero, above)) == 1);
    const std::uint32_t first_normal = 1u << format.mantissa_bits;
    CHECK(code(at.normal) == first_normal);
    CHECK(code(std::nextafter(at.normal, 0.)) == first_normal - 1);
    if (!format.has_nan()) continue;
    CHECK(code(std::nextafter(at.overflow, 0.)) == format.max_code());
    CHECK(code(std::nextafter(at.overflow, above)) > format.max_code());
    CHECK((code(at.overflow) > format.max_code()) == (format.max_code() % 2 == 1));
  }
}

TEST_CASE("shares agree with encoding random gradients") {
  constexpr int samples = 40'000;
  for (const char* id : ids)
    for (const Gradients& gradients :
         {Gradients{-23, 4, 0}, Gradients{-23, 4, 10}, Gradients{-3, 2, 4}, Gradients{-9, 8, 20}}) {
      CAPTURE(id);
      CAPTURE(gradients.median);
      const Format& format = *find_format(id);
      const double too_large = thresholds(format).overflow;
      Random random(5);
      int zero = 0, subnormal = 0, overflow = 0;
      for (int i = 0; i < samples; ++i) {
        const double value =
            std::exp2(gradients.median + gradients.scale + gradients.spread * normal(random));
        const std::uint32_t code = encode(format, value, Overflow::ieee);
        if (code == 0)
          ++zero;
        else if (format.has_nan() ? code > format.max_code() : value > too_large)
          ++overflow;
        else if (code >> format.mantissa_bits == 0)
          ++subnormal;
      }
      const RangeShares shares = range_shares(format, gradients);
      CHECK(shares.zero + shares.subnormal + shares.normal + shares.overflow ==
            doctest::Approx(1).epsilon(1e-12));
      // Five standard deviations of a share of one half.
      constexpr double near = 0.0125;
      CHECK(std::fabs(shares.zero - zero / double(samples)) < near);
      CHECK(std::fabs(shares.subnormal - subnormal / double(samples)) < near);
      CHECK(std::fabs(shares.overflow - overflow / double(samples)) < near);
    }
}

TEST_CASE("shares of the normal distribution's table; scaling is the same as a larger median") {
  const Format& fp16 = *find_format("fp16");
  // Φ(−1/2), Φ(−1), Φ(−2) to ten digits.
  CHECK(range_shares(fp16, {-23, 4, 0}).zero == doctest::Approx(0.3085375387).epsilon(1e-9));
  CHECK(range_shares(fp16, {-23, 2, 0}).zero == doctest::Approx(0.1586552539).epsilon(1e-9));
  CHECK(range_shares(fp16, {-23, 2, 2}).zero == doctest::Approx(0.0227501319).epsilon(1e-9));
  CHECK(share_between({0, 1, 0}, -1, 1) == doctest::Approx(0.6826894921).epsilon(1e-9));
  // Far out, where differences of numbers near 1 would have no digits left.
  CHECK(share_between({0, 1, 0}, 9, 10) == doctest::Approx(1.1285e-19).epsilon(1e-3));
  CHECK(share_between({0, 1, 0}, -10, -9) == doctest::Approx(1.1285e-19).epsilon(1e-3));
  for (int scale = 0; scale < 30; ++scale)
    CHECK(range_shares(fp16, {-23, 4, double(scale)}).zero ==
          doctest::Approx(range_shares(fp16, {-23.0 + scale, 4, 0}).zero));
}

TEST_CASE("the best scale loses least, and no smaller one does as well") {
  const Format& fp16 = *find_format("fp16");
  const auto lost = [&](int scale) {
    const RangeShares shares = range_shares(fp16, {-23, 4, double(scale)});
    return shares.zero + shares.overflow;
  };
  const int best = best_scale(fp16, {-23, 4, 0}, 30, 0.001);
  for (int scale = 0; scale <= 30; ++scale) CHECK(lost(best) <= lost(scale) + 0.001);
  CHECK(lost(best - 1) > 0.001);
  CHECK(best_scale(fp16, {-23, 4, 12}, 30, 0.001) == best);  // whatever the scale is now
  CHECK(best_scale(*find_format("bf16"), {-23, 4, 0}, 30, 0.001) == 0);
}

}  // TESTS_OF(core::numerics::gradient_range)
