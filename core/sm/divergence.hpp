// One warp at a branch, instruction by instruction: which instructions are issued, and for which
// lanes.
//
// The rules, all of them:
//   1. An instruction is issued for the whole warp, and executed by the lanes of its mask; it takes
//      the warp's issue slot however few these are.
//   2. A branch is two instructions of all lanes: BSSY names the place where they meet again, BRA
//      sends those that take it to `then` and leaves the others at `otherwise`.
//   3. A side that no lane takes is not issued. Each side ends with BSYNC, which waits for the
//   lanes
//      of the other; before that, `otherwise` jumps over `then` with one BRA, if it has any
//      instructions at all.
//   4. Predicated code has no branch: every instruction of both sides is issued, and executed by
//   the
//      lanes whose predicate allows it.
// Which of two sides goes first is not documented, and changes no count; here `then` does.
//
// Source: machine code of CUDA 13.0 for compute capability 9.0. The counts are, to the instruction,
// those of an H200's counters for warp instructions and lane instructions; predicated code is as
// "best-practices" describes it, and was not counted (core/recorded/h200/divergence.json).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/memory/sectors.hpp"
#include "core/result.hpp"

namespace loom::sm {

inline constexpr int max_side = 1000;  // instructions

// The first so many lanes.
constexpr std::uint32_t first_lanes(int count) {
  return count >= memory::warp_lanes ? ~0u : (1u << count) - 1;
}

// The same number of lanes, spread as evenly as possible: 16 are every second one.
constexpr std::uint32_t spread_lanes(int count) {
  std::uint32_t lanes = 0;
  for (int i = 0; i < memory::warp_lanes; ++i)
    if ((i + 1) * count / memory::warp_lanes > i * count / memory::warp_lanes) lanes |= 1u << i;
  return lanes;
}

struct BranchOptions {
  int then = 8, otherwise = 8;             // instructions: 1…max_side, 0…max_side
  std::uint32_t taking = first_lanes(16);  // lane i takes the branch where bit i is set
  bool predicated = false;
};

enum class BranchPart : std::uint8_t { part, then, otherwise, leave, meet };

// Instructions in a row with one mask.
struct Stretch {
  BranchPart part;
  std::uint32_t lanes;
  int instructions;
};

struct BranchRun {
  std::vector<Stretch> stretches;  // in order of time
  int warp_instructions = 0;       // issued
  int lane_instructions = 0;       // executed, summed over lanes
  double utilization = 0;          // lane_instructions / (32 · warp_instructions)
};

// Refused: a side outside its range.
Result<BranchRun> run_branch(const BranchOptions& options);

// Cycles of a warp that is alone, by the clock before and behind the branch, where each instruction
// of a side needs the result of the one before it: 4 for each that is issued, and what an H200 took
// beyond that. Where all lanes agree that is 35 for `then`, 40 for `otherwise` and its jump, 49 to
// jump over `then` alone. Where they do not, it depends on whether those that jump (to `then`;
// where there is no `otherwise`, over it) are at least as many as the others: 58 if so, else 59;
// without `otherwise` 51 and 68. Exact for all 165 measured branches but those with two sides of
// 256, 8 KB of machine code, which took up to 17 cycles in 2,124 more. Nothing of predicated code.
inline constexpr int dependent_cycles = 4;
std::optional<int> branch_cycles(const BranchOptions& options);

}  // namespace loom::sm
