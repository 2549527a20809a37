// Decoding on an H200: no kernel reads faster than its memory.
#include "core/attention/measured_decode.hpp"
#include "core/device/machine.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::decode) {

using namespace loom;
using namespace loom::attention;
using loom::test::Json;

namespace {

const h200::DecodeRun& run_of(int kv_heads, int context, int batch) {
  const h200::DecodeRun* run = h200::find_decode_run(kv_heads, context, batch);
  REQUIRE(run);
  return *run;
}

}  // namespace

// columns: kernel, heads, kv_heads, head_dim, context, batch, bytes, us, gb_per_s
TEST_CASE("decode: bytes and rates are the recorded ones, of every kernel") {
  const Json runs = test::recorded("h200/decode.json")["runs"];
  CHECK(runs.size() > 2 * std::size(h200::decode_runs));  // the tables have two of the kernels
  for (const Json& run : runs) {
    const h200::DecodeRun as{run[2], run[4], run[5], run[7], run[7]};
    CHECK(run[6] == as.bytes());
    CHECK(run[8].get<double>() == doctest::Approx(as.gb_per_s()).epsilon(0.002));
  }
}

TEST_CASE("decode: never above what the memory gives, near it where there is enough to read") {
  const double peak = device::find_machine("h200")->bandwidth.value;
  for (const h200::DecodeRun& run : h200::decode_runs) {
    CAPTURE(run.kv_heads);
    CAPTURE(run.context);
    CAPTURE(run.batch);
    CHECK(run.gb_per_s() < peak);
    if (run.bytes() > 5e8) CHECK(run.gb_per_s() > 0.87 * peak);
    // Below a megabyte a launch takes longer than the reading.
    if (run.bytes() < 2e6) CHECK(run.gb_per_s() < 0.1 * peak);
  }
}

TEST_CASE(
    "decode: a quarter of the heads is a quarter of the time, as long as memory is what counts") {
  const auto times = [](int few, int context, int batch) {
    return run_of(32, context, batch).fastest_us() / run_of(few, context, batch).fastest_us();
  };
  CHECK(times(8, 131072, 4) == doctest::Approx(4).epsilon(0.05));
  CHECK(times(4, 131072, 4) == doctest::Approx(8).epsilon(0.05));
  CHECK(times(1, 131072, 4) < 24);  // of 32: too little to read for the whole chip
  CHECK(times(8, 1024, 1) < 2);
}

}  // TESTS_OF(data::decode)
