#include "core/numerics/neighbors.hpp"

#include <cmath>
#include <map>

#include "tests/doctest.hpp"

using namespace loom::numerics;

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
