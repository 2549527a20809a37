// Block sizes of three kernels on an H200: as many resident blocks, and never faster than the
// model.
#include "core/sm/block_size.hpp"
#include "core/sm/measured_block_sizes.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::block_sizes) {

using namespace loom;
using loom::test::Json;
using sm::h200::sized_kernels;

TEST_CASE("block sizes: resident blocks and refusals are those of the CUDA runtime") {
  const Json recorded = test::recorded("h200/block_sizes.json");
  int cases = 0;
  for (size_t kernel = 0; kernel < std::size(sized_kernels); ++kernel)
    for (const Json& run : recorded["kernels"][kernel]["blocks"]) {
      CAPTURE(run.dump());
      const sm::BlockSize size =
          *sm::block_size(sized_kernels[kernel].work, run["threads"].get<int>(), false);
      CHECK(size.occupancy.blocks == run["resident"].get<int>());
      CHECK((size.bound == sm::SizeBound::cannot_start) == run.contains("error"));
      ++cases;
    }
  CHECK(cases == 38);
}

TEST_CASE("block sizes: no launch is faster than the model, with or without starts") {
  const Json recorded = test::recorded("h200/block_sizes.json");
  for (size_t kernel = 0; kernel < std::size(sized_kernels); ++kernel)
    for (const Json& run : recorded["kernels"][kernel]["blocks"]) {
      if (run.contains("error")) continue;
      CAPTURE(run.dump());
      for (const bool starts : {false, true}) {
        const double seconds =
            sm::block_size(sized_kernels[kernel].work, run["threads"].get<int>(), starts)->seconds;
        // The start of a block is from the first of these times, so that one is met.
        CHECK(run["us"].get<double>() >= seconds * 1e6 * (1 - 1e-9));
      }
    }
}

TEST_CASE("block sizes: what the model predicts beyond the time that it was fitted to") {
  const auto model = [](size_t kernel, int threads) {
    return sm::block_size(sized_kernels[kernel].work, threads, true)->seconds * 1e6;
  };
  // Sums in small blocks: the start of a block, from 32 threads, predicts those of up to 160.
  for (const int threads : {64, 96, 128, 160})
    CHECK(sized_kernels[0].run(threads)->us == doctest::Approx(model(0, threads)).epsilon(0.04));
  // Of the kernel that computes, the slowest size is the one whose warps do not divide by four.
  for (const sm::h200::SizeRun& run : sized_kernels[2].runs) {
    if (run.us == 0) continue;
    CHECK(run.us <= sized_kernels[2].run(448)->us);
    CHECK(model(2, run.threads) <= model(2, 448));
    CHECK(model(2, run.threads) > 0.8 * run.us);
  }
}

}  // TESTS_OF(data::block_sizes)
