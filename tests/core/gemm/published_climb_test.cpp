// What Modular printed of its climb agrees with itself: ratios and shares with speeds.
#include "core/gemm/published_climb.hpp"

#include <cmath>
#include <string>

#include "core/device/peaks.hpp"
#include "core/find.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::gemm::published_climb) {

using namespace loom;
using namespace loom::gemm::modular;

TEST_CASE("published climb: shares as they are printed, to their last digit") {
  for (int i = 0; i < steps; ++i) {
    CAPTURE(climb[i].name);
    const double printed = printed_shares[i], share = 100 * climb[i].tflops.value / library_tflops;
    if (printed == 0) continue;
    const double digit = printed == std::floor(printed) ? 1 : 0.1;
    CHECK(std::fabs(share - printed) < digit);
  }
}

TEST_CASE("published climb: factors as they are printed") {
  const auto of = [](int step) { return climb[step - 1].tflops.value; };
  CHECK(std::round(100 * (of(3) / of(2) - 1)) == doctest::Approx(87).epsilon(0.02));  // "87%"
  CHECK(of(2) / 28 == doctest::Approx(5.5).epsilon(0.01));  // the first, "a 28x improvement"
  CHECK(of(4) / 58 == doctest::Approx(5.1).epsilon(0.01));  // and "a 58x improvement over" it
  CHECK(of(7) - of(6) == 64);                               // "an additional 64 TFlops"
  CHECK(100 * (of(8) / of(7) - 1) > 15);                    // "another 15%"
}

TEST_CASE("published climb: speeds rise, dates do not fall, and the peak is the data sheet's") {
  for (int i = 1; i < steps; ++i) {
    CHECK(climb[i].tflops.value > climb[i - 1].tflops.value);
    CHECK(std::string(climb[i].date) >= std::string(climb[i - 1].date));
    CHECK(!climb[i].tflops.source.empty());
  }
  const device::Peaks& b200 = *find_by_id(device::all_peaks(), "b200");
  CHECK(b200.rates[3].value == peak_tflops);
  CHECK(device::unit_formats[3].id == "bf16");
}

}  // TESTS_OF(core::gemm::published_climb)
