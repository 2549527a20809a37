// What an H200 measured agrees with the rules, and every reference that core names exists.
#include <set>

#include "core/device/gpu.hpp"
#include "core/sm/spill.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::measured) {

using namespace loom;
using loom::test::Json;

TEST_CASE("measured on an H200: L2 from every multiprocessor") {
  const Json latency = test::recorded("h200/latency.json");
  CHECK(static_cast<int>(latency["l2_by_sm"].size()) == device::find_gpu("h200")->sms);
}

TEST_CASE("measured on an H200: shared memory, just below what the clock allows") {
  const Json bandwidth = test::recorded("h200/bandwidth.json");
  // 32 banks of 4 bytes: the model behind the other GPUs' figures.
  const double per_clock = bandwidth["shared"]["bytes_per_clock_per_sm"];
  CHECK(per_clock <= 128);
  CHECK(per_clock > 0.99 * 128);
}

TEST_CASE("measured on an H200: what launch bounds spilled, and how near the model comes") {
  const Json spills = test::recorded("h200/spills.json");
  const device::Capability& hopper = *device::find_capability("9.0");
  const int wanted = spills["bounds"][0]["registers"], threads = spills["threads"];
  const double all_steps = spills["steps"];
  for (const Json& row : spills["bounds"]) {
    const int bound = row["min_blocks"], registers = row["registers"],
              local_bytes = row["local_bytes"];
    CAPTURE(bound);

    // Counts: the cap and the resident blocks are exactly the rules'.
    const auto model = sm::spill(hopper, {.threads = threads, .registers = wanted}, bound);
    REQUIRE(model);
    CHECK(registers <= model->cap);
    if (local_bytes > 0) CHECK(registers == model->cap);
    CHECK((local_bytes > 0) == (model->values > 0));
    CHECK(row["blocks"] ==
          sm::occupancy(hopper, {.threads = threads, .registers = registers})->blocks);
    CHECK(row["load_sectors"] == row["store_sectors"]);
    if (model->values == 0) continue;
    // Bytes: the model's error that spill.hpp states.
    const double ratio = double(local_bytes) / model->bytes_per_thread;
    CHECK(ratio >= 1.4);
    CHECK(ratio <= 1.75);
    // All of them move in every step of the loop, give or take a fifth.
    const double steps = row["load_sectors"].get<double>() / local_bytes;  // 32 lanes, 32 bytes
    CHECK(steps / all_steps > 0.8);
    CHECK(steps / all_steps < 1);
  }
}

// A padded tile makes up for most of the time by which the transpose is slower than a copy.
TEST_CASE("measured on an H200: bank conflicts cost a transpose more than all else") {
  const Json snippets = test::recorded("h200/snippets.json");
  const auto ms = [&](const char* name) {
    for (const Json& row : snippets["snippets"])
      if (row["name"] == name) return row["ms"].get<double>();
    FAIL("no snippet " << name);
    return 0.;
  };
  const double plain = ms("transpose");
  CHECK(plain - ms("padded transpose") > (plain - ms("coalesced copy")) / 2);
}

TEST_CASE("every reference that core names is in references.json") {
  std::set<std::string> known;
  for (const Json& entry : test::answered("../../references.json")) known.insert(entry["id"]);
  const auto check = [&](const device::Sourced& figure) {
    if (!figure.source.empty())
      CHECK_MESSAGE(known.count(std::string(figure.source)), figure.source);
  };
  for (const device::Gpu& gpu : device::gpus()) {
    check(gpu.l1_latency);
    for (const device::LevelNumbers& level : gpu.levels) {
      check(level.size);
      check(level.latency);
      check(level.bandwidth);
    }
  }
  for (const char* id : {"cuda-occupancy", "cuda-guide", "cccl"}) CHECK(known.count(id));
}

}  // TESTS_OF(data::measured)
