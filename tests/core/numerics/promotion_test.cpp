// Promoted dot products: against dot() of every length, and a state that is made from another one
// against one that is made anew.
#include "core/numerics/promotion.hpp"

#include <cmath>
#include <utility>

#include "core/numerics/format.hpp"
#include "core/numerics/measured_dots.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::promotion) {

using namespace loom::numerics;

namespace {

constexpr int intervals[] = {0, 64, 256};

}  // namespace

TEST_CASE("promoted dots: sums and errors are those of dot()") {
  for (const TensorCore& unit : {hopper_e4m3, hopper_e5m2, hopper_bf16}) {
    const PromotedDots found = promoted_dots(unit, DotData::normal, 512, intervals, 32);
    REQUIRE(found.steps() == 16);
    double exact = 0;
    for (int steps = 1; steps <= 16; ++steps) {
      const auto count = static_cast<size_t>(32 * steps);
      for (size_t i = count - 32; i < count; ++i)
        exact += static_cast<double>(found.a[i]) * static_cast<double>(found.b[i]);
      CHECK(found.exact[static_cast<size_t>(steps) - 1] == exact);
      for (size_t n = 0; n < 3; ++n) {
        const double sum = static_cast<double>(dot(unit, std::span(found.a).first(count),
                                                   std::span(found.b).first(count), intervals[n]));
        CHECK(found.sum(n, steps) == sum);
        CHECK(std::fabs(found.error(n, steps)) ==
              doctest::Approx(std::fabs(sum - exact) / std::fabs(exact)));
        if (std::fabs(sum) < std::fabs(exact)) CHECK(found.error(n, steps) < 0);
        CHECK(found.last_instruction(n, steps).after ==
              static_cast<double>(
                  found.sums[n][static_cast<size_t>(found.instructions(steps)) - 1].running));
      }
    }
  }
}

TEST_CASE("promoted dots: numbers of 16 bits are those of E4M3; E5M2 has its own") {
  const auto numbers = [](const TensorCore& unit) {
    return promoted_dots(unit, DotData::normal, 256, intervals, 32).a;
  };
  CHECK(numbers(hopper_e4m3) == dot_data(DotData::normal, *find_format("e4m3"), 1000, 256));
  CHECK(numbers(hopper_fp16) == numbers(hopper_e4m3));
  CHECK(numbers(hopper_e5m2) == dot_data(DotData::normal, *find_format("e5m2"), 1000, 256));
}

TEST_CASE("promoted dots: what was there before changes nothing") {
  const struct {
    TensorCore unit;
    DotData data;
    int length;
  } cases[] = {{hopper_e4m3, DotData::positive, 512},
               {hopper_bf16, DotData::positive, 128},
               {hopper_bf16, DotData::positive, 1024},
               {hopper_e5m2, DotData::positive, 512},
               {hopper_e5m2, DotData::tenth, 256}};
  PromotedDots now;
  for (const auto& [unit, data, length] : cases) {
    now = promoted_dots(unit, data, length, intervals, 32, std::move(now));
    const PromotedDots anew = promoted_dots(unit, data, length, intervals, 32);
    CHECK(now.a == anew.a);
    CHECK(now.b == anew.b);
    CHECK(now.exact == anew.exact);
    CHECK(now.sum(1, now.steps()) == anew.sum(1, anew.steps()));
  }
}

TEST_CASE("promoted dots: where an H200 was asked, it computed the same") {
  const PromotedDots found = promoted_dots(hopper_e4m3, DotData::positive, 2048, intervals, 32);
  for (int steps = 1; steps <= found.steps(); steps *= 2)
    for (size_t n = 0; n < 3; ++n) {
      REQUIRE(found.measured(n, steps));
      CHECK(static_cast<double>(*found.measured(n, steps)) == found.sum(n, steps));
    }
  CHECK_FALSE(promoted_dots(hopper_e5m2, DotData::positive, 64, intervals, 32).measured(0, 2));
}

}  // TESTS_OF(core::numerics::promotion)
