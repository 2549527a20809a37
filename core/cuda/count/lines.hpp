// The counts of a kernel's instructions, gathered for each line of its source.
#pragma once

#include <vector>

#include "core/cuda/code.hpp"
#include "core/cuda/count/traffic.hpp"

namespace loom::cuda {

struct LineCounts {
  int line = 0;
  std::int64_t executed =
      0;  // by warps: the most of the line's instructions, summed over the calls of its function
  double lanes = 0;            // active on average, in that instruction
  std::int64_t divergent = 0;  // times that the lanes of a warp parted here
  Traffic traffic;
};

// Of one instruction.
struct Tally {
  std::int64_t executed = 0, lanes = 0;  // by warps; by lanes in all
  std::int64_t divergent = 0;
  Traffic traffic;
};

// One tally for each instruction. Ascending by line; only lines that were executed.
std::vector<LineCounts> by_line(const Code& code, const std::vector<Tally>& tallies);

// The sums; `lanes` on average. Line 0.
LineCounts total(const std::vector<LineCounts>& lines);

}  // namespace loom::cuda
