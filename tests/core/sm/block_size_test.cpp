// Blocks of other sizes: the rules against hand-worked cases, and laws that hold for all work.
#include "core/sm/block_size.hpp"

#include "core/device/measured_h200.hpp"
#include "core/sm/measured_block_sizes.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::sm::block_size) {

using namespace loom;
using sm::BlockSize;
using sm::BlockWork;
using sm::SizeBound;

TEST_CASE("block size: by hand") {
  // 132 SMs, 1.98 GHz. 2,904 blocks of 448 threads with 96 registers: one on an SM at a time, 14
  // warps, so that two of the four quarters have 4 and two have 3. 22 blocks on each SM.
  const BlockWork math = {.registers = 96, .threads = 448 * 2904, .instructions = 990};
  const BlockSize size = *sm::block_size(math, 448, false);
  CHECK(size.blocks == 2904);
  CHECK(size.occupancy.blocks == 1);
  CHECK(size.occupancy.warps == 14);
  CHECK(size.arithmetic * 1e6 == doctest::Approx(22 * 4 * 990 / 1.98e3));
  CHECK(size.bound == SizeBound::arithmetic);
  // 512 threads: 16 warps, four for each quarter, and one block in 32 less.
  CHECK(sm::block_size(math, 512, false)->arithmetic * 1e6 ==
        doctest::Approx(20 * 4 * 990 / 1.98e3));
  // 1,024 need 98,304 registers; an SM has 65,536.
  CHECK(sm::block_size(math, 1024, false)->bound == SizeBound::cannot_start);
  CHECK(sm::block_size(math, 1024, false)->seconds == 0);

  // One block: it waits once for HBM, once for L2.
  const BlockSize one = *sm::block_size({.registers = 16, .blocks = 1}, 32, false);
  CHECK(one.bound == SizeBound::waiting);
  CHECK(one.seconds * 1e6 ==
        doctest::Approx((device::h200::dram_cycles + device::h200::l2_cycles) / 1.98e3));
  // A block more than all SMs together hold at a time takes longer, a bit more than a round.
  const BlockWork full = {.registers = 16, .blocks = 132 * 32};
  const BlockWork more = {.registers = 16, .blocks = 132 * 32 + 1};
  CHECK(sm::block_size(full, 32, false)->seconds == one.seconds);
  CHECK(sm::block_size(more, 32, false)->seconds * 1e6 ==
        doctest::Approx(one.seconds * 1e6 * 33 / 32));
}

TEST_CASE("block size: refuses no work, and what occupancy refuses") {
  CHECK_FALSE(sm::block_size({.registers = 16}, 32, false));
  CHECK_FALSE(sm::block_size({.registers = 16, .blocks = 1}, 0, false));
}

TEST_CASE("block size: more bytes, instructions or blocks never take less time") {
  for (int threads = 32; threads <= 1024; threads += 32)
    for (const bool starts : {false, true})
      for (const BlockWork& work :
           {BlockWork{.registers = 32, .threads = 1 << 20, .bytes = 1e8, .instructions = 100},
            BlockWork{.registers = 64, .static_shared = 4096, .blocks = 5000, .bytes = 1e9}}) {
        const double seconds = sm::block_size(work, threads, starts)->seconds;
        for (const int change : {0, 1, 2, 3}) {
          BlockWork larger = work;
          if (change == 0) larger.bytes *= 2;
          if (change == 1) larger.instructions += 1000;
          if (change == 2) (work.blocks > 0 ? larger.blocks : larger.threads) *= 2;
          CHECK(sm::block_size(larger, threads, starts || change == 3)->seconds >= seconds);
        }
      }
}

}  // TESTS_OF(core::sm::block_size)
