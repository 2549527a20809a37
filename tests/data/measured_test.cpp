// What scenes show as measured is what was recorded, and every reference that core names exists.
#include <algorithm>
#include <set>

#include "core/device/gpu.hpp"
#include "core/device/measured_h200.hpp"
#include "core/sm/spill.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::measured) {

using namespace loom;
using loom::test::Json;

namespace {

double cycles(const Json& latency, const std::string& tier, long long bytes) {
  for (const Json& row : latency["tiers"])
    if (row["tier"] == tier && row["bytes"] == bytes) return row["cycles"];
  FAIL("no latency of " << tier << ", " << bytes << " bytes");
  return 0;
}

}  // namespace

TEST_CASE("measured on an H200: latencies") {
  const Json latency = test::recorded("h200/latency.json");
  CHECK(device::h200::register_cycles == cycles(latency, "register (dependent FFMA)", 0));
  CHECK(device::h200::shared_cycles == cycles(latency, "shared", 8192));
  CHECK(device::h200::l1_cycles == cycles(latency, "L1", 16384));
  CHECK(device::h200::l2_cycles == cycles(latency, "L2", 1 << 20));
  CHECK(device::h200::dram_cycles == cycles(latency, "HBM", 256 << 20));
  const std::vector<double> by_sm = latency["l2_by_sm"];
  CHECK(device::h200::l2_nearest_cycles == *std::min_element(by_sm.begin(), by_sm.end()));
  CHECK(device::h200::l2_farthest_cycles == *std::max_element(by_sm.begin(), by_sm.end()));
  CHECK(static_cast<int>(by_sm.size()) == device::find_gpu("h200")->sms);
}

TEST_CASE("measured on an H200: bandwidths, below what the clock allows") {
  const Json bandwidth = test::recorded("h200/bandwidth.json");
  CHECK(device::h200::shared_gb_per_s == bandwidth["shared"]["gb_per_s"]);
  CHECK(device::h200::l2_gb_per_s == bandwidth["l2"]["gb_per_s"]);
  CHECK(device::h200::dram_gb_per_s == bandwidth["dram"]["gb_per_s"]);
  // 32 banks of 4 bytes: the model that the other GPUs' figures stand on.
  const double per_clock = bandwidth["shared"]["bytes_per_clock_per_sm"];
  CHECK(per_clock <= 128);
  CHECK(per_clock > 0.99 * 128);
}

TEST_CASE("measured on an H200: what launch bounds spilled, and how near the model comes") {
  const Json spills = test::recorded("h200/spills.json");
  CHECK(device::h200::spill_values == spills["values"]);
  CHECK(device::h200::spill_threads == spills["threads"]);
  REQUIRE(spills["bounds"].size() == std::size(device::h200::spill_runs));
  const device::Capability& hopper = *device::find_capability("9.0");
  const int wanted = device::h200::spill_runs[0].registers, threads = spills["threads"];
  const double all_steps = spills["steps"];
  int bound = 0;
  for (const Json& row : spills["bounds"]) {
    const device::h200::SpillRun& run = device::h200::spill_runs[bound++];
    CAPTURE(bound);
    CHECK(row["min_blocks"] == bound);
    CHECK(run.registers == row["registers"]);
    CHECK(run.local_bytes == row["local_bytes"]);
    CHECK(run.blocks == row["blocks"]);
    CHECK(run.ms == row["ms"]);

    // Counts: the cap and the resident blocks are exactly the rules'.
    const auto model = sm::spill(hopper, {.threads = threads, .registers = wanted}, bound);
    REQUIRE(model);
    CHECK(run.registers <= model->cap);
    if (run.local_bytes > 0) CHECK(run.registers == model->cap);
    CHECK((run.local_bytes > 0) == (model->values > 0));
    CHECK(run.blocks ==
          sm::occupancy(hopper, {.threads = threads, .registers = run.registers})->blocks);
    CHECK(row["load_sectors"] == row["store_sectors"]);
    if (model->values == 0) continue;
    // Bytes: the model's error that spill.hpp states.
    const double ratio = double(run.local_bytes) / model->bytes_per_thread;
    CHECK(ratio >= 1.4);
    CHECK(ratio <= 1.75);
    // All of them move in every step of the loop, give or take a fifth.
    const double steps = row["load_sectors"].get<double>() / run.local_bytes;  // 32 lanes, 32 bytes
    CHECK(steps / all_steps > 0.8);
    CHECK(steps / all_steps < 1);
  }
}

TEST_CASE("every reference that core names is in references.json") {
  std::set<std::string> known;
  for (const Json& entry : test::answered("../../references.json")) known.insert(entry["id"]);
  const auto check = [&](const device::Figure& figure) {
    if (!figure.source.empty())
      CHECK_MESSAGE(known.count(std::string(figure.source)), figure.source);
  };
  for (const device::Gpu& gpu : device::gpus()) {
    check(gpu.l1_latency);
    for (const device::LevelFigures& level : gpu.levels) {
      check(level.size);
      check(level.latency);
      check(level.bandwidth);
    }
  }
  for (const char* id : {"cuda-occupancy", "cuda-guide", "cccl"}) CHECK(known.count(id));
}

}  // TESTS_OF(data::measured)
