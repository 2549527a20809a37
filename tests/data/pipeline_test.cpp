// The copy pipeline against an H200: every walk that was measured, with 1 … 6 buffers.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/gemm/copy_pipeline.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::pipeline) {

using namespace loom;
using loom::test::Json;

namespace {

const Json& measured() {
  static const Json all = test::recorded("h200/pipeline.json");
  return all;
}

// Cycles from tile to tile when they are only copied, in the long run: what more tiles add.
int pace(const Json& source, int blocks, const Json& passes) {
  int tiles = 0, cycles = 0, found = 0;
  for (const Json& row : measured()["cases"])
    if (row["source"] == source && row["blocks"] == blocks && row["passes"] == passes) {
      const int sign = ++found == 1 ? -1 : 1, count = row["tiles"];
      tiles += sign * count;
      cycles += sign * count * row["interval_cycles"].get<int>();
    }
  REQUIRE(found == 2);
  return static_cast<int>(std::lround(static_cast<double>(cycles) / tiles));
}

// One block that copies from L2, where memory is not the limit, is limited by issuing.
int issue(const Json& row) { return pace("L2", 1, row["passes"]); }

gemm::CopyPipelineOptions options(const Json& row) {
  return {.tiles = row["tiles"],
          .latency = row["copy_cycles"],
          .interval = pace(row["source"], row["blocks"], row["passes"]),
          .compute = row["compute_cycles"],
          .issue = issue(row)};
}

struct Errors {
  double least = 1, most = -1, sum = 0;
  int count = 0;

  void add(double error) {
    least = std::min(least, error);
    most = std::max(most, error);
    sum += std::abs(error);
    ++count;
  }
  double mean() const { return sum / count; }
};

// Simulated / measured − 1, over the cases that `among` picks and the given numbers of stages.
template <class Among>
Errors errors(int fewest, int most, bool issuing, Among among) {
  Errors found;
  for (const Json& row : measured()["cases"]) {
    gemm::CopyPipelineOptions o = options(row);
    if (!among(row)) continue;
    if (!issuing) o.issue = 0;
    for (o.stages = fewest; o.stages <= most; ++o.stages) {
      const auto pipeline = gemm::run_copy_pipeline(o);
      REQUIRE(pipeline);
      const int cycles = row["cycles"][static_cast<size_t>(o.stages - 1)];
      found.add(static_cast<double>(pipeline->total) / cycles - 1);
    }
  }
  return found;
}

bool single_from_l2(const Json& row) { return row["source"] == "L2" && row["blocks"] == 1; }
bool single(const Json& row) { return row["blocks"] == 1; }
bool any(const Json&) { return true; }

}  // namespace

TEST_CASE("pipeline: one buffer, to three cycles in a thousand") {
  const Errors found = errors(1, 1, true, any);
  CHECK(found.count == 64);
  CHECK(found.least > -0.003);
  CHECK(found.most < 0.003);
}

TEST_CASE("pipeline: one block from L2, to three and a half percent; where two buffers wait, ten") {
  const Errors more = errors(3, 6, true, single_from_l2);
  CHECK(more.count == 64);
  CHECK(more.least > -0.035);
  CHECK(more.most < 0.03);
  CHECK(more.mean() < 0.015);
  const Errors two = errors(2, 2, true, single_from_l2);
  CHECK(two.least > -0.101);
  CHECK(two.most < 0.001);
  CHECK(two.mean() < 0.03);
}

TEST_CASE("pipeline: one block from any memory, or all blocks at once, to a sixth") {
  const Errors one = errors(2, 6, true, single);
  CHECK(one.least > -0.125);
  CHECK(one.most < 0.165);
  CHECK(one.mean() < 0.035);
  // With all at once, memory's queues make copies longer than the one copy that was timed.
  const Errors all = errors(2, 6, true, any);
  CHECK(all.count == 320);
  CHECK(all.least > -0.175);
  CHECK(all.most < 0.165);
  CHECK(all.mean() < 0.05);
}

TEST_CASE("pipeline: without the time of issuing it would be far too fast") {
  const Errors found = errors(3, 6, false, single_from_l2);
  CHECK(found.least < -0.3);
  CHECK(found.mean() > 0.15);
}

}  // TESTS_OF(data::pipeline)
