// A linear layer over the batch on an H200: no run is faster than the model allows.
#include "core/gemm/linear_layer.hpp"
#include "core/gemm/measured_roofline.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::roofline) {

using namespace loom;
using loom::test::Json;

TEST_CASE("roofline: rates are those that times give") {
  const Json recorded = test::recorded("h200/roofline.json");
  const double products = recorded["inputs"].get<double>() * recorded["outputs"].get<double>();
  for (const Json& run : recorded["runs"])
    CHECK(run["us"].get<double>() * run["tflops"].get<double>() ==
          doctest::Approx(2e-6 * run["batch"].get<double>() * products).epsilon(0.001));
}

TEST_CASE("roofline: a bound that an H200 keeps, and comes near") {
  const device::Machine& h200 = *device::find_machine("h200");
  const gemm::Linear layer = {gemm::h200::roofline_inputs, gemm::h200::roofline_outputs};
  for (int i = 0; i < gemm::h200::roofline_runs; ++i)
    for (const bool fp8 : {false, true}) {
      const gemm::Scheme& scheme = *gemm::find_scheme(fp8 ? "w8a8" : "w16a16");
      const double bound = gemm::linear_cost(h200, layer, scheme, 1 << i).flop_per_second() / 1e12,
                   found = (fp8 ? gemm::h200::fp8_layer : gemm::h200::bf16_layer)[i];
      CAPTURE(scheme.name);
      CAPTURE(i);
      CHECK(found < bound);
      CHECK(found > 0.55 * bound);
    }
  // In the ranges that the model tells apart: as long for one token as for 64, and twice as long
  // for twice as many.
  CHECK(gemm::h200::bf16_layer[6] / gemm::h200::bf16_layer[0] == doctest::Approx(64).epsilon(0.05));
  CHECK(gemm::h200::bf16_layer[12] / gemm::h200::bf16_layer[9] == doctest::Approx(1).epsilon(0.05));
  CHECK(gemm::h200::fp8_layer[6] / gemm::h200::bf16_layer[6] > 1.6);
  CHECK(gemm::h200::fp8_layer[9] / gemm::h200::bf16_layer[9] > 1.6);
}

}  // TESTS_OF(data::roofline)
