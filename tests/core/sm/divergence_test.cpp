// A warp at a branch against an interpreter that walks machine code lane by lane, and against
// closed forms.
#include "core/sm/divergence.hpp"

#include <bit>
#include <random>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(core::sm::divergence) {

using namespace loom::sm;

namespace {

BranchRun run(const BranchOptions& options) {
  auto result = run_branch(options);
  REQUIRE(result);
  return *result;
}

// Code as it lies in memory, and a program counter for each lane: a group of lanes goes on until it
// parts or has to wait, then the next.
struct Interpreter {
  enum Op { plain, split, jump, sync };
  struct Instruction {
    Op op;
    size_t target = 0;
  };
  int warp_instructions = 0, lane_instructions = 0;

  explicit Interpreter(const BranchOptions& o) {
    // BSSY, BRA; the other side and its way out; then; BSYNC.
    std::vector<Instruction> code = {{plain}, {split}};
    const bool leaves = o.otherwise > 0;
    code.resize(code.size() + static_cast<size_t>(o.otherwise), {plain});
    if (leaves) code.push_back({jump});
    const size_t then = code.size();
    code.resize(code.size() + static_cast<size_t>(o.then), {plain});
    const size_t end = code.size();
    code.push_back({sync});
    if (leaves) code[then - 1].target = end;

    std::vector<size_t> at(32, 0), all;
    for (size_t lane = 0; lane < 32; ++lane) all.push_back(lane);
    for (std::vector<std::vector<size_t>> groups = {all}; !groups.empty();) {
      std::vector<size_t>& group = groups.back();
      const size_t here = at[group.front()];
      const Instruction& next = code[here];
      ++warp_instructions;
      lane_instructions += static_cast<int>(group.size());
      std::vector<size_t> taking, others;
      for (const size_t lane : group) {
        const bool takes = o.taking >> lane & 1;
        if (next.op == split) (takes ? taking : others).push_back(lane);
        at[lane] = next.op == jump    ? next.target
                   : next.op != split ? here + 1
                   : takes            ? then
                   : leaves           ? here + 1
                                      : end;
      }
      if (next.op != split && next.op != sync) continue;
      groups.pop_back();
      for (const std::vector<size_t>& side : {taking, others})
        if (!side.empty()) groups.push_back(side);
    }
  }
};

}  // namespace

TEST_CASE("divergence: the counts are those of an interpreter, lane by lane") {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    BranchOptions options{.then = static_cast<int>(random() % 40) + 1,
                          .otherwise = static_cast<int>(random() % 40),
                          .taking = static_cast<std::uint32_t>(random())};
    if (i % 5 == 0) options.taking = first_lanes(static_cast<int>(random() % 33));
    if (i % 7 == 0) options.otherwise = 0;
    CAPTURE(options.then);
    CAPTURE(options.otherwise);
    CAPTURE(options.taking);
    const BranchRun found = run(options);
    const Interpreter expected(options);
    CHECK(found.warp_instructions == expected.warp_instructions);
    CHECK(found.lane_instructions == expected.lane_instructions);
  }
}

TEST_CASE("divergence: the stretches add up, and no lane is on both sides") {
  for (int lanes = 0; lanes <= 32; ++lanes)
    for (const bool predicated : {false, true})
      for (const int otherwise : {0, 1, 8}) {
        const BranchRun found = run({5, otherwise, first_lanes(lanes), predicated});
        int issued = 0, executed = 0, of_a_side = 0;
        for (const Stretch& stretch : found.stretches) {
          CHECK(stretch.instructions > 0);
          issued += stretch.instructions;
          executed += stretch.instructions * std::popcount(stretch.lanes);
          if (stretch.part == BranchPart::then || stretch.part == BranchPart::otherwise)
            of_a_side += stretch.instructions * std::popcount(stretch.lanes);
        }
        CHECK(issued == found.warp_instructions);
        CHECK(executed == found.lane_instructions);
        CHECK(of_a_side == 5 * lanes + otherwise * (32 - lanes));
        CHECK(found.utilization == doctest::Approx(executed / (32. * issued)));
      }
}

TEST_CASE("divergence: one lane costs as much as thirty-one, and which lane does not matter") {
  for (const int otherwise : {0, 3, 8}) {
    const int both = run({8, otherwise, 1}).warp_instructions;
    CHECK(both == 8 + otherwise + (otherwise > 0 ? 5 : 4));
    for (int lanes = 1; lanes < 32; ++lanes)
      CHECK(run({8, otherwise, first_lanes(lanes)}).warp_instructions == both);
    CHECK(run({8, otherwise, 0x80000000}).warp_instructions == both);
    CHECK(run({8, otherwise, 0x55555555}).warp_instructions == both);
  }
  CHECK(run({8, 8, first_lanes(32)}).warp_instructions == 11);
  CHECK(run({8, 8, 0}).warp_instructions == 12);
}

TEST_CASE("divergence: predicated code is as long whatever the lanes want") {
  for (int lanes = 0; lanes <= 32; ++lanes) {
    const BranchRun found = run({6, 4, first_lanes(lanes), true});
    CHECK(found.warp_instructions == 10);
    CHECK(found.lane_instructions == 6 * lanes + 4 * (32 - lanes));
    CHECK_FALSE(branch_cycles({6, 4, first_lanes(lanes), true}));
  }
}

TEST_CASE("divergence: what is refused") {
  CHECK(run_branch({0, 8}).error().message == "then: got 0, expected 1 to 1000");
  CHECK(run_branch({8, -1}).error().message == "otherwise: got -1, expected 0 to 1000");
  CHECK_FALSE(run_branch({1001, 8}));
  CHECK_FALSE(branch_cycles({0, 8}));
}

TEST_CASE("divergence: masks") {
  CHECK(first_lanes(0) == 0);
  CHECK(first_lanes(1) == 1);
  CHECK(first_lanes(32) == 0xffffffff);
  CHECK(spread_lanes(16) == 0xaaaaaaaa);
  CHECK(spread_lanes(8) == 0x88888888);
  for (int count = 0; count <= 32; ++count) {
    CHECK(std::popcount(first_lanes(count)) == count);
    CHECK(std::popcount(spread_lanes(count)) == count);
  }
}

}  // TESTS_OF(core::sm::divergence)
