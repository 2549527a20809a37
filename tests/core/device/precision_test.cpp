// The ladder of formats against the roofline, and against what halving is said to buy.
#include "core/device/precision.hpp"

#include <string>

#include "core/device/roofline.hpp"
#include "core/find.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::device::precision) {

using namespace loom;
using namespace loom::device;

namespace {

const Peaks& gpu(std::string_view id) { return *find_by_id(all_peaks(), id); }

std::string names(std::string_view id) {
  std::string all;
  for (const Rung& rung : precision_ladder(gpu(id), 4096))
    all += (all.empty() ? "" : " ") + std::string(rung.precision->name);
  return all;
}

}  // namespace

TEST_CASE("precision: which formats a GPU multiplies") {
  CHECK(names("v100") == "FP32 FP16");
  CHECK(names("a100") == "FP32 TF32 FP16 BF16 INT8");
  CHECK(names("h200") == "FP32 TF32 FP16 BF16 INT8 FP8");
  CHECK(names("b200") == "FP32 TF32 FP16 BF16 INT8 FP8 FP6 FP4");
  CHECK(names("rtx5090") == "FP32 TF32 FP16 BF16 INT8 FP8 FP4");
}

TEST_CASE("precision: ridge and reach are the roofline's") {
  for (const Peaks& each : all_peaks())
    for (int n : {1, 64, 500, 844, 4096, 1 << 20})
      for (const Rung& rung : precision_ladder(each, n)) {
        CAPTURE(each.name);
        CAPTURE(rung.precision->name);
        CAPTURE(n);
        const UnitFormat* format = find_by_id<UnitFormat>(unit_formats, rung.precision->id);
        if (!format) continue;  // FP6
        CHECK(rung.bytes() == format->bytes);
        const auto roof = roofline(each, *format, matmul(n, n, n), 0);
        REQUIRE(roof);
        CHECK(rung.ridge == doctest::Approx(roof->ridge));
        CHECK(rung.reached == doctest::Approx(roof->tflops()));
        if (n != 844) CHECK(rung.memory == (roof->bound == Bound::memory));
      }
}

TEST_CASE("precision: half the bits, twice the rate, and the same use of every number") {
  const auto ladder = precision_ladder(gpu("b200"), 4096);
  const auto rung = [&](std::string_view id) {
    for (const Rung& each : ladder)
      if (each.precision->id == id) return each;
    return Rung{};
  };
  for (const auto& [wide, half] : {std::pair("tf32", "bf16"), {"bf16", "fp8"}, {"fp8", "fp4"}}) {
    CHECK(rung(half).rate.value == 2 * rung(wide).rate.value);
    CHECK(rung(half).bytes() * 2 == rung(wide).bytes());
    CHECK(rung(half).reuse() == rung(wide).reuse());
    CHECK(rung(half).precision->in_register == 2 * rung(wide).precision->in_register);
  }
  // FP6 saves bytes, and nothing else.
  CHECK(rung("fp6").rate.value == rung("fp8").rate.value);
  CHECK(rung("fp6").reuse() == 0.75 * rung("fp8").reuse());
  CHECK(rung("fp6").precision->in_register == 4);
  CHECK(rung("fp4").higher == doctest::Approx(10000));
  CHECK(rung("bf16").higher == doctest::Approx(2500));
  CHECK(rung("fp32").higher == 0);
}

}  // TESTS_OF(core::device::precision)
