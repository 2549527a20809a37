// A loop over tiles that copies into shared memory and multiplies: how much of the copying is
// hidden behind the math, by the rules of cp.async groups.
//
// What the simulated block does, all its threads in step, is a short program:
//   load i      a plain load of tile i and the store to shared memory: the block waits for the data
//   copy i      cp.async of tile i into its buffer, i mod stages: the block issues it and goes on
//   commit      closes the group of all copies since the last commit; a group may be empty
//   wait n      until at most the n newest groups are not complete, then a barrier
//   multiply i  the tensor cores work on tile i; the block waits for them
// synchronous:     load i, multiply i, for every tile: one buffer.
// cp.async, S = 1: copy i, commit, wait 0, multiply i.
// cp.async, S > 1: S − 1 times copy, commit; then for every tile i: wait S − 2, copy i + S − 1,
//                  commit, multiply i. Where no tile is left the copy is missing and the commit is
//                  not, so that `wait` keeps counting right. The barrier after `wait` also says
//                  that all warps are done with tile i − 1, whose buffer the copy overwrites.
// Times: `copy` keeps the block busy for `issue` cycles. Memory accepts a tile every `interval`
// cycles, in order, and delivers it `latency` cycles after it accepted it; a copy that comes early
// waits in a queue, not the block. A group is complete when its copies and those of all groups
// before it have arrived. `multiply` takes `compute` cycles; everything else takes none.
//
// What follows, and the tests hold the simulator to, with l, g, I, C for latency, interval, issue,
// compute and S stages: in the long run a tile takes max(I + C, g, l/(S − 1)) cycles, so that
// 1 + ⌈l / max(I + C, g)⌉ stages hide the latency; S = 1 takes max(max(I, l) + C, g) a tile.
// Sources: PTX ISA, cp.async, cp.async.commit_group, cp.async.wait_group; NVIDIA CUTLASS,
// multistage mainloop. An H200 agrees to a few percent where one block copies from L2, tests/data
// says how far it is elsewhere: there `issue` is what a tile takes that is only copied, 173 cycles
// of the load/store pipe for 16 KB, because math that reads shared memory stands behind the copies
// in it.
#pragma once

#include <vector>

#include "core/result.hpp"

namespace loom::gemm {

inline constexpr int max_stages = 64, max_pipeline_tiles = 4096, max_pipeline_cycles = 100'000;

enum class CopyMode { synchronous, cp_async };

struct CopyPipelineOptions {
  CopyMode mode = CopyMode::cp_async;
  int stages = 2;      // buffers, 1…max_stages; one is used by synchronous copies
  int tiles = 8;       // 1…max_pipeline_tiles
  int latency = 400;   // cycles from accepted to arrived, 1…max_pipeline_cycles
  int interval = 100;  // cycles from one accepted tile to the next, 1…max_pipeline_cycles
  int compute = 150;   // cycles per tile, 1…max_pipeline_cycles
  int issue = 0;       // cycles that a copy keeps the block busy, 0…max_pipeline_cycles
};

struct Instruction {
  enum class Kind { load, copy, commit, wait, multiply };
  Kind kind;
  int operand;  // load, copy, multiply: the tile; wait: how many groups may be under way
};

// Cycles from the start of the loop.
struct TileTimes {
  int buffer = 0;
  int asked = 0;   // when the block came to the copy; before copy_start if it queued
  int issued = 0;  // when the block went on: asked + issue, or for a plain load its end
  int copy_start = 0, copy_end = 0;
  int math_start = 0, math_end = 0;
};

struct CopyPipeline {
  CopyPipelineOptions options;
  std::vector<TileTimes> tiles;
  int total = 0;  // cycles
  int busy = 0;   // cycles of math: tiles·compute
  int fill = 0;   // before the first math
  int drain = 0;  // after the last copy has arrived
  double share() const { return static_cast<double>(busy) / total; }  // of time that is math
};

std::vector<Instruction> pipeline_program(const CopyPipelineOptions& options);

// Refused: an option outside its range.
Result<CopyPipeline> run_copy_pipeline(const CopyPipelineOptions& options);

// 1 + ⌈l / max(I + C, g)⌉.
int stages_to_hide(const CopyPipelineOptions& options);

}  // namespace loom::gemm
