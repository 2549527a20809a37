#include "core/sm/spill.hpp"

#include <algorithm>

#include "tests/doctest.hpp"

TESTS_OF(core::sm::spill) {

using namespace loom;
using namespace loom::sm;

namespace {

const device::Capability& cc(std::string_view name) { return *device::find_capability(name); }

}  // namespace

TEST_CASE("spill: nothing without a bound, or below it") {
  for (int registers : {16, 64, 255}) {
    const auto free = spill(cc("9.0"), {.threads = 256, .registers = registers}, 0);
    REQUIRE(free);
    CHECK(free->cap == 255);
    CHECK(free->values == 0);
    CHECK(free->local_per_sm == 0);
    CHECK(free->occupancy.blocks ==
          occupancy(cc("9.0"), {.threads = 256, .registers = registers})->blocks);
  }
  CHECK(spill(cc("9.0"), {.threads = 256, .registers = 80}, 3)->values == 0);
}

TEST_CASE("spill: what is above the cap, counted thread by thread") {
  // Three blocks of 256 threads leave 80 registers each: 20 of 100 go to local memory.
  const auto found =
      spill(cc("9.0"), {.threads = 256, .registers = 100, .dynamic_shared = 32768}, 3);
  REQUIRE(found);
  CHECK(found->cap == 80);
  CHECK(found->values == 20);
  CHECK(found->bytes_per_thread == 80);
  CHECK(found->traffic_per_warp == 20 * 2 * 128);  // a store and a load, a line of 128 bytes each
  CHECK(found->occupancy.blocks == 3);
  CHECK(found->local_per_sm == 3 * 256 * 80);
  CHECK(found->carveout == 100 * 1024);  // 3 · 33 KiB
  CHECK(found->l1 == 156 * 1024);
}

TEST_CASE(
    "spill: a bound keeps its promise as far as registers go, and never gives more than asked") {
  for (const device::Capability& capability : device::capabilities())
    for (int threads = 32; threads <= 1024; threads += 96)
      for (int blocks = 1; blocks <= capability.warps_per_sm() / ((threads + 31) / 32); ++blocks) {
        if (blocks > capability.blocks_per_sm) break;
        for (int registers : {24, 63, 128, 255, 400}) {
          const auto found =
              spill(capability, {.threads = threads, .registers = registers}, blocks);
          REQUIRE(found);
          CHECK(found->occupancy.blocks >= blocks);
          CHECK(found->values == std::max(0, registers - found->cap));
          CHECK(found->l1 + found->carveout == capability.pool_kib * 1024);
        }
      }
}

TEST_CASE("spill: what cannot be promised is refused") {
  CHECK(spill(cc("9.0"), {.threads = 256}, 9).error().message ==
        "min_blocks: got 9, expected 1 to 8, what an SM holds of 256 threads");
  CHECK(spill(cc("9.0"), {.threads = 256}, -1).error().message ==
        "min_blocks: got -1, expected 1 to 8, what an SM holds of 256 threads");
  CHECK(spill(cc("9.0"), {.threads = 0}, 0).error().message ==
        "threads: got 0, expected 1 or more");
  CHECK(spill(cc("9.0"), {.registers = 4097}, 0).error().message ==
        "registers: got 4097, expected at most 4096");
}

TEST_CASE("spill: carve-outs") {
  CHECK(carveout(cc("9.0"), 0) == 0);
  CHECK(carveout(cc("9.0"), 1) == 8 * 1024);
  CHECK(carveout(cc("9.0"), 8 * 1024) == 8 * 1024);
  CHECK(carveout(cc("9.0"), 8 * 1024 + 1) == 16 * 1024);
  CHECK(carveout(cc("9.0"), 228 * 1024) == 228 * 1024);
  CHECK(carveout(cc("7.5"), 0) == 32 * 1024);
  CHECK(carveout(cc("7.5"), 1 << 20) == 64 * 1024);
}

}  // TESTS_OF(core::sm::spill)
