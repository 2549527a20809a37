// Occupancy against worked examples, against placing blocks one by one, and its properties.
// tests/data/occupancy_test.cpp compares it with recorded answers of CUDA.
#include "core/sm/occupancy.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::sm::occupancy) {

using namespace loom;
using namespace loom::sm;
using device::Capability;

namespace {

const Capability& cc(std::string_view name) {
  const Capability* found = device::find_capability(name);
  if (!found) FAIL("no capability " << name);
  return *found;
}

Occupancy on(std::string_view capability, int threads, int registers, int dynamic = 0) {
  const auto result = occupancy(
      cc(capability), {.threads = threads, .registers = registers, .dynamic_shared = dynamic});
  if (!result) FAIL(result.error().message);
  return *result;
}

// "registers+blocks"
std::string limiters(const Occupancy& occupancy) {
  std::string all;
  for (int i = 0; i < limiter_count; ++i)
    if (occupancy.limited_by(static_cast<Limiter>(i)))
      all += (all.empty() ? "" : "+") + std::string(name(static_cast<Limiter>(i)));
  return all;
}

// Puts blocks on an SM that has enough of everything but one thing, until one finds no room,
// counting in other units than the simulator: register units of 256 in four files of 64, each
// filled as a stack of warps; the launch check apart. `enough` blocks end it.
constexpr int enough = 40;

int place(const Capability& capability, const Kernel& kernel, Limiter only) {
  const int warps = (kernel.threads + 31) / 32, units = (kernel.registers + 7) / 8;
  int rows = 0;  // a launch needs this many warps in one of the files
  for (int w = 0; w < warps; w += 4) ++rows;
  const int bytes = kernel.static_shared + kernel.dynamic_shared;
  const int most = kernel.dynamic_limit.value_or(INT_MAX);
  switch (only) {
    case Limiter::warps:
      if (kernel.threads > 1024) return 0;
      break;
    case Limiter::registers:
      if (rows * units > 64 || kernel.registers > 255) return 0;
      break;
    case Limiter::shared_memory:
      if (bytes > capability.shared_per_block || kernel.dynamic_shared > most) return 0;
      break;
    default:
      break;
  }
  int taken = bytes + capability.shared_reserved;
  while (taken % capability.shared_unit != 0) ++taken;
  int files[4] = {64, 64, 64, 64}, slots = capability.threads_per_sm / 32;
  int shared = capability.shared_per_sm, barriers = capability.barriers_per_sm;
  for (int block = 0; block < enough; ++block) {
    for (int warp = 0; only == Limiter::registers && warp < warps; ++warp) {
      int* file = std::find_if(files, files + 4, [&](int left) { return left >= units; });
      if (file == files + 4) return block;
      *file -= units;
    }
    if (only == Limiter::warps && (slots -= warps) < 0) return block;
    if (only == Limiter::shared_memory && (shared -= taken) < 0) return block;
    if (only == Limiter::blocks && block == capability.blocks_per_sm) return block;
    if (only == Limiter::barriers && capability.barriers_per_sm > 0 &&
        (barriers -= kernel.barriers) < 0)
      return block;
  }
  return enough;
}

void compare_with_placing(const Capability& capability, const Kernel& kernel) {
  const auto found = occupancy(capability, kernel);
  REQUIRE(found);
  int least = enough;
  std::array<int, limiter_count> alone = {};
  for (int i = 0; i < limiter_count; ++i)
    least = std::min(
        least, alone[static_cast<size_t>(i)] = place(capability, kernel, static_cast<Limiter>(i)));
  bool agree = found->blocks == least && found->warps == least * ((kernel.threads + 31) / 32);
  for (int i = 0; i < limiter_count; ++i) {
    const auto limiter = static_cast<Limiter>(i);
    agree = agree && std::min(found->allows(limiter), enough) == alone[static_cast<size_t>(i)] &&
            found->limited_by(limiter) == (alone[static_cast<size_t>(i)] == least);
  }
  if (!agree)
    FAIL_CHECK(capability.name << ", " << kernel.threads << " threads, " << kernel.registers
                               << " registers, " << kernel.static_shared << " + "
                               << kernel.dynamic_shared << " bytes, " << kernel.barriers
                               << " barriers: " << found->blocks << ", placed " << least);
}

}  // namespace

TEST_CASE("occupancy: worked examples") {
  struct Row {
    const char* capability;
    int threads, registers, dynamic, blocks;
    double share;
    const char* limiters;
  };
  constexpr int kib = 1024;
  const Row rows[] = {
      {"8.0", 256, 33, 0, 6, 0.75, "registers"},
      {"8.0", 256, 32, 0, 8, 1, "warps+registers"},
      {"8.6", 128, 32, 24 * kib, 4, 16. / 48, "shared_memory"},
      {"8.6", 128, 32, 24 * kib + 1, 3, 12. / 48, "shared_memory"},
      {"9.0", 384, 168, 0, 1, 12. / 64, "registers"},
      {"9.0", 128, 128, 113 * kib, 2, 8. / 64, "shared_memory"},
      {"9.0", 128, 128, 113 * kib + 1, 1, 4. / 64, "shared_memory"},
      {"7.5", 256, 64, 0, 4, 1, "warps+registers"},
      {"8.9", 1024, 40, 0, 1, 32. / 48, "warps+registers"},
      {"8.9", 768, 40, 0, 2, 1, "warps+registers"},
      {"12.0", 128, 72, 8 * kib, 7, 28. / 48, "registers"},
      {"9.0", 32, 16, 0, 32, 0.5, "blocks"},
      {"9.0", 288, 176, 0, 0, 0, "registers"},  // 9 warps count as 12 at the launch
      {"9.0", 288, 168, 0, 1, 9. / 64, "registers"},
      {"9.0", 32, 144, 0, 12, 12. / 64, "registers"},  // 3 warps in each partition, not 14 in all
      {"9.0", 1024, 16, 227 * kib, 1, 0.5, "shared_memory"},
      {"9.0", 1024, 16, 227 * kib + 1, 0, 0, "shared_memory"},
      {"7.0", 64, 32, 96 * kib, 1, 2. / 64, "shared_memory"},
      {"7.0", 64, 32, 96 * kib + 1, 0, 0, "shared_memory"},
      {"9.0", 1025, 16, 0, 0, 0, "warps"},
      {"9.0", 32, 256, 0, 0, 0, "registers"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.capability);
    CAPTURE(row.threads);
    CAPTURE(row.registers);
    const Occupancy got = on(row.capability, row.threads, row.registers, row.dynamic);
    CHECK(got.blocks == row.blocks);
    CHECK(got.share == doctest::Approx(row.share));
    CHECK(limiters(got) == row.limiters);
  }
}

TEST_CASE("occupancy: what a block takes") {
  const Occupancy got = on("9.0", 300, 33, 1000);
  CHECK(got.warps_per_block == 10);
  CHECK(got.registers_per_warp == 1280);
  CHECK(got.shared_per_block == 2048);  // 1000 + 1024, rounded up to 128
  CHECK(got.allows(Limiter::warps) == 6);
  CHECK(got.allows(Limiter::registers) == 4);
  CHECK(got.allows(Limiter::shared_memory) == 114);
  CHECK(got.allows(Limiter::blocks) == 32);
  CHECK(got.allows(Limiter::barriers) == unlimited);
  CHECK(on("8.0", 32, 32).shared_per_block == 1024);  // an empty kernel still holds 1 KiB
  CHECK(on("7.5", 32, 32).allows(Limiter::shared_memory) == unlimited);
  CHECK(on("7.5", 32, 0).allows(Limiter::registers) == unlimited);
}

TEST_CASE("occupancy: what a block needs, as often as blocks are allowed, the SM has") {
  for (const Capability& capability : device::capabilities())
    for (int threads : {32, 128, 256, 1024})
      for (int shared : {1, 5000, 40000}) {
        const Kernel kernel{.threads = threads, .registers = 64, .static_shared = shared};
        const Result<Occupancy> got = occupancy(capability, kernel);
        REQUIRE(got);
        for (Limiter limiter : {Limiter::warps, Limiter::shared_memory, Limiter::blocks}) {
          const Share share = share_of_block(capability, kernel, *got, limiter);
          CHECK(share.available / share.needed == got->allows(limiter));
        }
        // Registers are handed out in sub-partitions, so whole blocks may leave some unused.
        const Share share = share_of_block(capability, kernel, *got, Limiter::registers);
        CHECK(share.available / share.needed >= got->allows(Limiter::registers));
        CHECK(share.needed >= 64 * threads);
      }
}

TEST_CASE("occupancy: placing blocks one by one gives as many") {
  for (const Capability& capability : device::capabilities())
    for (int threads :
         {1, 31, 32, 33, 64, 96, 128, 160, 224, 256, 288, 384, 512, 513, 768, 1000, 1024})
      for (int registers = 1; registers <= 255; registers += 1 + registers % 7)
        for (int dynamic : {0, 1, 3000, 8192, 16384, 33333, 50000, 65536, 100000, 166912, 232448})
          compare_with_placing(
              capability, {.threads = threads, .registers = registers, .dynamic_shared = dynamic});
}

TEST_CASE("occupancy: placing random blocks, at the edges too, finds the same limiters") {
  Random random(21);
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<unsigned>(bound)));
  };
  int none = 0, ties = 0, barriers = 0;
  for (const Capability& capability : device::capabilities())
    for (int round = 0; round < 4000; ++round) {
      Kernel kernel{.threads = 1 + below(1060), .registers = below(260)};
      if (below(2) == 0) kernel.threads = 32 * (1 + below(32));
      if (below(2) == 0) kernel.registers = 8 * below(33);
      // On, just below and just above a unit, of what n blocks share.
      const int share = capability.shared_per_sm / (1 + below(33)), unit = capability.shared_unit;
      int bytes = share / unit * unit - capability.shared_reserved + below(3) - 1;
      if (below(3) == 0) bytes = below(capability.shared_per_block + 2000);
      if (below(3) == 0) bytes = 0;
      kernel.static_shared = std::min(below(3) == 0 ? below(48 * 1024) : 0, std::max(bytes, 0));
      kernel.dynamic_shared = std::max(bytes, 0) - kernel.static_shared;
      if (below(4) == 0) kernel.dynamic_limit = 48 * 1024 - kernel.static_shared;  // not opted in
      kernel.barriers = below(2) == 0 ? below(17) : 0;
      compare_with_placing(capability, kernel);
      const Occupancy found = *occupancy(capability, kernel);
      none += found.blocks == 0;
      ties += limiters(found).find('+') != std::string::npos;
      barriers += found.limited_by(Limiter::barriers);
    }
  CHECK(none > 1000);
  CHECK(ties > 1000);
  CHECK(barriers > 500);
}

TEST_CASE("occupancy: every edge of shared memory") {
  for (const Capability& capability : device::capabilities())
    for (int n = 1; n <= capability.blocks_per_sm; ++n) {
      // The most that n blocks may take, by counting down units.
      int taken = capability.shared_per_sm;
      while (taken % capability.shared_unit != 0 || taken * n > capability.shared_per_sm) --taken;
      const int bytes = std::min(taken - capability.shared_reserved, capability.shared_per_block);
      CAPTURE(capability.name);
      CAPTURE(n);
      CHECK(on(capability.name, 32, 32, bytes).allows(Limiter::shared_memory) >= n);
      CHECK(on(capability.name, 32, 32, bytes + 1).allows(Limiter::shared_memory) < n);
    }
}

TEST_CASE("occupancy: never more blocks for more of anything") {
  for (const Capability& capability : device::capabilities())
    for (int threads = 1; threads < 1024; threads += 29)
      for (int registers = 1; registers < 255; registers += 7) {
        const Occupancy here = on(capability.name, threads, registers, 9000);
        CHECK(here.blocks >= std::max({on(capability.name, threads + 1, registers, 9000).blocks,
                                       on(capability.name, threads, registers + 1, 9000).blocks,
                                       on(capability.name, threads, registers, 9001).blocks}));
        CHECK(here.warps <= capability.warps_per_sm());
        CHECK(here.share == static_cast<double>(here.warps) / capability.warps_per_sm());
        CHECK(limiters(here) != "");
      }
}

TEST_CASE("occupancy: opting in, static memory, barriers") {
  const auto blocks = [](std::string_view name, const Kernel& kernel) {
    const auto result = occupancy(cc(name), kernel);
    REQUIRE(result);
    return result->blocks;
  };
  constexpr int kib = 1024;
  // Without opting in a block has 48 KiB in all, static and dynamic.
  Kernel kernel{
      .threads = 32, .registers = 32, .dynamic_shared = 48 * kib, .dynamic_limit = 48 * kib};
  CHECK(blocks("7.0", kernel) == 2);
  CHECK(blocks("9.0", kernel) == 4);
  kernel.dynamic_shared += 1;
  CHECK(blocks("7.0", kernel) == 0);
  CHECK(blocks("9.0", kernel) == 0);
  kernel.dynamic_limit.reset();
  CHECK(blocks("9.0", kernel) == 4);
  // Static and dynamic bytes count alike.
  for (int bytes : {0, 1, 1024, 5000, 40000})
    CHECK(blocks("8.6", {.threads = 32, .static_shared = bytes, .dynamic_shared = 9000}) ==
          blocks("8.6", {.threads = 32, .dynamic_shared = bytes + 9000}));
  // A kernel that may use all 16 barriers.
  CHECK(blocks("9.0", {.threads = 32, .registers = 32, .barriers = 16}) == 4);
  CHECK(blocks("12.0", {.threads = 32, .registers = 32, .barriers = 16}) == 1);
  CHECK(blocks("8.0", {.threads = 32, .registers = 32, .barriers = 16}) == 32);
}

TEST_CASE("occupancy: input that means nothing is refused") {
  const auto message = [](const Kernel& kernel) {
    const auto result = occupancy(cc("9.0"), kernel);
    REQUIRE_FALSE(result);
    return result.error().message;
  };
  CHECK(message({.threads = 0}) == "threads: got 0, expected 1 or more");
  CHECK(message({.registers = -1}) == "registers: got -1, expected 0 or more");
  CHECK(message({.static_shared = -4}) == "static_shared: got -4, expected 0 or more");
  CHECK(message({.dynamic_shared = -4}) == "dynamic_shared: got -4, expected 0 or more");
  CHECK(message({.dynamic_limit = -1}) == "dynamic_limit: got -1, expected 0 or more");
  CHECK(message({.barriers = -1}) == "barriers: got -1, expected 0 or more");
  CHECK(message({.static_shared = INT_MAX, .dynamic_shared = 1}) ==
        "shared memory: expected at most 2147479551 bytes in all");
  // The largest numbers overflow nothing.
  CHECK(on("9.0", INT_MAX, INT_MAX, INT_MAX - 4096).blocks == 0);
  CHECK(
      occupancy(cc("9.0"), {.static_shared = 1000, .dynamic_limit = INT_MAX, .barriers = INT_MAX}));
}

TEST_CASE("occupancy: launch bounds leave the most registers that still fit") {
  struct Row {
    int threads, blocks, cap;
  };
  for (const Row& row :
       {Row{256, 2, 128}, {256, 3, 80}, {1024, 1, 64}, {128, 4, 128}, {128, 1, 255}})
    CHECK(*register_cap(cc("9.0"), row.threads, row.blocks) == row.cap);
  for (const Capability& capability : device::capabilities())
    for (int threads = 1; threads <= 1024; threads += 13) {
      const int per_block = (threads + 31) / 32;
      const int most = std::min(capability.blocks_per_sm, capability.warps_per_sm() / per_block);
      for (int blocks = 1; blocks <= most; ++blocks) {
        int last = 255;
        while (on(capability.name, threads, last).allows(Limiter::registers) < blocks) --last;
        const auto cap = register_cap(capability, threads, blocks);
        REQUIRE(cap);
        CHECK(*cap == last);
      }
      CHECK_FALSE(register_cap(capability, threads, most + 1));
    }
  CHECK(register_cap(cc("9.0"), 256, 9).error().message ==
        "min_blocks: got 9, expected 1 to 8, what an SM holds of 256 threads");
  CHECK(register_cap(cc("9.0"), 256, 0).error().message ==
        "min_blocks: got 0, expected 1 to 8, what an SM holds of 256 threads");
  CHECK(register_cap(cc("9.0"), 0, 1).error().message == "threads: got 0, expected 1 to 1024");
  CHECK(register_cap(cc("9.0"), 1025, 1).error().message ==
        "threads: got 1025, expected 1 to 1024");
}

TEST_CASE("occupancy: plateaus tile the register counts") {
  for (const Capability& capability : device::capabilities())
    for (int threads : {32, 100, 256, 288, 1024}) {
      const auto all = plateaus(capability, {.threads = threads, .dynamic_shared = 20000}, 16);
      REQUIRE(all);
      int next = 16, blocks = INT_MAX;
      for (const Plateau& plateau : *all) {
        CHECK(plateau.first == next);
        CHECK(plateau.occupancy.blocks < blocks);
        for (int registers : {plateau.first, plateau.last})
          CHECK(on(capability.name, threads, registers, 20000).blocks == plateau.occupancy.blocks);
        for (int registers = plateau.first; registers <= plateau.last; ++registers)
          CHECK(&plateau_at(*all, registers) == &plateau);
        next = plateau.last + 1;
        blocks = plateau.occupancy.blocks;
      }
      CHECK(next == 256);
    }
  CHECK_FALSE(plateaus(cc("9.0"), {.threads = 0}, 16));
}

TEST_CASE("occupancy: warps of a partition") {
  CHECK(warps_per_partition(32) == 16);
  CHECK(warps_per_partition(33) == 12);
  CHECK(warps_per_partition(144) == 3);
  CHECK(warps_per_partition(255) == 2);
}

}  // TESTS_OF(core::sm::occupancy)
