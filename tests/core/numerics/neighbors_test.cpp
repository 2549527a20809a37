#include "core/numerics/neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::neighbors) {

using namespace loom;
using namespace loom::numerics;

namespace {

const char* const small_formats[] = {"fp16", "bf16", "e4m3", "e5m2",
                                     "e3m2", "e2m3", "e2m1", "tf32"};

// Every finite number of a format, in order, its zero once.
std::vector<double> numbers_of(const Format& format) {
  std::vector<double> all;
  for (std::uint32_t code = 0; code < format.codes(); ++code)
    if (const double value = decode(format, code); std::isfinite(value)) all.push_back(value);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace

TEST_CASE("neighbors are those of the sorted list of all numbers") {
  for (const Format& format : formats()) {
    if (format.bits() > 16) continue;
    CAPTURE(format.id);
    std::map<double, std::uint32_t> sorted;  // the first code of each number: +0
    for (std::uint32_t code = 0; code < format.codes(); ++code)
      if (const double value = decode(format, code); !std::isnan(value))
        sorted.emplace(value, code);
    for (std::uint32_t code = 0; code < format.codes(); ++code) {
      const auto above = next_above(format, code), below = next_below(format, code);
      const double value = decode(format, code);
      if (std::isnan(value)) {
        REQUIRE_FALSE(above.has_value());
        REQUIRE_FALSE(below.has_value());
        continue;
      }
      const auto here = sorted.find(value), next = std::next(here);
      REQUIRE(above.has_value() == (next != sorted.end()));
      if (above) REQUIRE(*above == next->second);
      REQUIRE(below.has_value() == (here != sorted.begin()));
      if (below) REQUIRE(*below == std::prev(here)->second);
    }
  }
}

TEST_CASE("neighbors at the ends and around zero") {
  const Format& fp32 = *find_format("fp32");
  CHECK(next_above(fp32, 0x7f7fffff) == 0x7f800000u);
  CHECK_FALSE(next_above(fp32, 0x7f800000));
  CHECK(next_above(fp32, 0xff800000) == 0xff7fffffu);
  CHECK(next_below(fp32, 0) == 0x80000001u);
  CHECK(next_above(fp32, 0x80000000) == 1u);
  CHECK(next_above(fp32, 0x80000001) == 0u);
  CHECK_FALSE(next_below(*find_format("ue4m3"), 0));
  CHECK_FALSE(next_below(*find_format("e8m0"), 0));
  CHECK(next_below(*find_format("e8m0"), 1) == 0u);
}

TEST_CASE("neighbors are the numbers on either side") {
  Random random(4);
  for (const char* id : small_formats) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const std::vector<double> all = numbers_of(format);
    const auto check = [&](double x) {
      CAPTURE(x);
      const Neighbors found = neighbors(format, x);
      // In size: of a negative number the mirror image.
      const double size = std::fabs(x), sign = std::signbit(x) ? -1 : 1;
      const auto above = std::upper_bound(all.begin(), all.end(), size);
      REQUIRE(found.below == sign * *std::prev(above));
      if (above == all.end()) {
        REQUIRE(found.above == sign * HUGE_VAL);
        REQUIRE(found.share(x) == 0);
      } else {
        REQUIRE(found.above == sign * *above);
        REQUIRE(found.gap() == *above - *std::prev(above));
        REQUIRE(found.share(x) ==
                doctest::Approx((size - *std::prev(above)) / (*above - *std::prev(above))));
        REQUIRE(decode(format, found.above_code) == found.above);
      }
    };
    for (size_t i = all.size() / 2; i + 1 < all.size(); i += 1 + all.size() / 500) {
      check(all[i]);
      check((all[i] + all[i + 1]) / 2);
    }
    for (int i = 0; i < 500; ++i)
      check(std::ldexp(random.unit() - 0.5, static_cast<int>(random.below(300)) - 150));
    check(all.back());
    check(2 * all.back());
  }
}

TEST_CASE("codes from a number on, and so how many lie in an interval") {
  Random random(5);
  for (const char* id : {"fp16", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}) {
    CAPTURE(id);
    const Format& format = *find_format(id);
    const std::vector<double> all = numbers_of(format);
    for (int i = 0; i < 300; ++i) {
      double low = std::ldexp(random.unit(), static_cast<int>(random.below(40)) - 20),
             high = std::ldexp(random.unit(), static_cast<int>(random.below(40)) - 20);
      if (i % 3 == 0) low = std::exp2(std::floor(std::log2(low))), high = 2 * low;
      if (low > high) std::swap(low, high);
      const auto count = std::count_if(all.begin(), all.end(),
                                       [&](double value) { return value >= low && value < high; });
      REQUIRE(first_code_from(format, high) - first_code_from(format, low) == count);
    }
    CHECK(first_code_from(format, 0) == 0);
    CHECK(first_code_from(format, all.back()) == format.max_code());
    CHECK(first_code_from(format, all.back() * 1.01) == format.max_code() + 1);
    Binades binades;
    binades.include(format);
    int most = 0;
    std::ptrdiff_t together = 0;
    for (int exponent = binades.low; exponent < binades.high; ++exponent) {
      const auto count = std::count_if(all.begin(), all.end(), [&](double value) {
        return value > 0 && std::ilogb(value) == exponent;
      });
      REQUIRE(numbers_in_binade(format, exponent) == count);
      most = std::max(most, static_cast<int>(count));
      together += count;
    }
    CHECK(numbers_in_binade(format, binades.low) == 0);
    CHECK(numbers_in_binade(format, binades.high - 1) > 0);
    CHECK(together ==
          std::count_if(all.begin(), all.end(), [](double value) { return value > 0; }));
    CHECK(most == 1 << binades.most_bits);
  }
}

}  // TESTS_OF(core::numerics::neighbors)
