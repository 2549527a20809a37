// The decision table against kernels whose limit is known by how they were made, with the counters
// that recordings have; those that they lack are 0.
#include "core/device/kernel_limit.hpp"

#include "core/device/gpu.hpp"
#include "core/device/measured_profile.hpp"
#include "core/sm/block_size.hpp"
#include "core/sm/measured_block_sizes.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::kernel_limit) {

using namespace loom;
using namespace loom::device;
using loom::test::Json;

namespace {

const Json& row_of(const Json& rows, const char* key, const std::string& value) {
  for (const Json& row : rows)
    if (row[key] == value) return row;
  FAIL("no row with " << key << " " << value);
  return rows;
}

KernelLimit limit(const KernelCounters& counters) { return kernel_limit(counters)->limit; }

// Percent of the data sheet's bandwidth.
double of_hbm(double bytes, double seconds) {
  return 100 * bytes / seconds / (find_gpu("h200")->at(Level::dram).bandwidth.value * 1e9);
}

// A program of snippets.json, with the blocks of its launch and how many all SMs hold.
KernelCounters snippet(const char* name, double blocks, double held) {
  const Json recorded = test::recorded("h200/snippets.json");
  const Json& row = row_of(recorded["snippets"], "name", name);
  const double seconds = row["ms"].get<double>() / 1e3;
  return {
      .seconds = seconds,
      .waves = blocks / held,
      .percent = {of_hbm(row["hbm_read"].get<double>() + row["hbm_write"].get<double>(), seconds)}};
}

}  // namespace

TEST_CASE("kernel limit: copies of more bytes a thread go from latency to memory") {
  // A 4-byte load in each thread; a 16-byte one; and 256 blocks of four warps on the whole chip.
  const KernelCounters single = snippet("coalesced copy", 1 << 18, 132 * 8),
                       vectors = snippet("vector copy", 1 << 16, 132 * 8),
                       few = snippet("one load in flight", 256, 132 * 16);
  CHECK(limit(single) == KernelLimit::latency);
  CHECK(limit(vectors) == KernelLimit::dram);
  CHECK(limit(few) == KernelLimit::launch);
  CHECK(kernel_limit(few)->rule == LimitRule::small_grid);
}

TEST_CASE("kernel limit: loops that use one unit are limited by it") {
  const Json bandwidth = test::recorded("h200/bandwidth.json");
  // A read of 8 GiB; reads of shared memory, which gives 128 bytes a cycle to each SM.
  const double read = bandwidth["dram"]["gb_per_s"].get<double>() * 1e9;
  CHECK(limit({.seconds = 8.0 * (1 << 30) / read, .waves = 1, .percent = {of_hbm(read, 1)}}) ==
        KernelLimit::dram);
  KernelCounters shared = {.seconds = 5e-3, .waves = 0.5, .stall = Stall::short_scoreboard};
  shared.percent[2] = 100 * bandwidth["shared"]["bytes_per_clock_per_sm"].get<double>() / 128;
  CHECK(limit(shared) == KernelLimit::shared);
  KernelCounters cached = {.seconds = 5e-3, .waves = 0.5, .stall = Stall::long_scoreboard};
  cached.percent[2] = 100 * bandwidth["l1"]["bytes_per_clock_per_sm"].get<double>() / 128;
  CHECK(limit(cached) == KernelLimit::l1);
  // Multiply-adds: the share of the issue slots that they alone take. And the schedulers' own loop.
  const sm::h200::SizedKernel& sums = sm::h200::sized_kernels[2];
  KernelCounters math = {.seconds = sums.run(128)->us / 1e6, .waves = 12};
  math.percent[3] = 100 * sums.work.instructions * (sums.work.threads / 32.0) /
                    (132 * 4 * math.seconds * sm::h200::block_clock_mhz * 1e6);
  CHECK(limit(math) == KernelLimit::issue);
  const Json warps = test::recorded("h200/warps.json");
  math.percent[3] = 100 * warps["issue"]["four_sub_partitions"].get<double>() / 4;
  CHECK(limit(math) == KernelLimit::issue);
}

TEST_CASE("kernel limit: products on tensor cores are limited by them") {
  const Json recorded = test::recorded("h200/gemm_climb_hopper.json");
  int products = 0;
  for (const Json& rung : recorded["rungs"]) {
    if (!rung.contains("tensor_percent")) continue;
    CAPTURE(rung["rung"].dump());
    const double seconds = rung["ms"][2].get<double>() / 1e3;
    KernelCounters counters = {.seconds = seconds,
                               .waves = 1,
                               .percent = {of_hbm(rung["hbm_bytes"].get<double>(), seconds)}};
    counters.percent[4] = rung["tensor_percent"].get<double>();
    CHECK(limit(counters) == KernelLimit::tensor);
    // Warps that copy and multiply in turn leave the cores idle.
    const bool waits = rung["rung"] == "tensor cores" || rung["rung"] == "fine-grained scales";
    CHECK((kernel_limit(counters)->rule == LimitRule::busiest) == waits);
    ++products;
  }
  CHECK(products == 13);
}

TEST_CASE("kernel limit: copies of few bytes end before the next launch could begin") {
  const Json recorded = test::recorded("h200/copies.json");
  int shorter = 0;
  for (const Json& row : recorded["copies"]) {
    const double seconds = row["us"].get<double>() / 1e6;
    const KernelCounters counters = {
        .seconds = seconds,
        .waves = 1,
        .percent = {std::min(100., of_hbm(row["bytes"].get<double>(), seconds))}};
    if (limit(counters) != KernelLimit::launch) continue;
    CHECK(row["bytes"].get<double>() <= (1 << 21));
    ++shorter;
  }
  CHECK(shorter >= 5);
}

TEST_CASE("kernel limit: the profiled kernel gets the verdict that Nsight Compute gave it") {
  const auto number = [](std::string_view text) { return std::stod(std::string(text)); };
  const KernelCounters counters = {
      .seconds = number(h200::profiled_us) / 1e6,
      .waves = number(h200::profiled_waves),
      .percent = {number(h200::profiled_dram), number(h200::profiled_l2), number(h200::profiled_l1),
                  number(h200::profiled_issue)},
      .stall = Stall::drain};
  const LimitVerdict verdict = *kernel_limit(counters);
  // In h200/details.csv, from which these counters are generated, its rule SOLBottleneck says: over
  // 80%, "Start by analyzing L2".
  CHECK(verdict.rule == LimitRule::saturated);
  CHECK(verdict.limit == KernelLimit::l2);
}

}  // TESTS_OF(data::kernel_limit)
