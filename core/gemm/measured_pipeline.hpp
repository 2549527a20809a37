// Loops with cp.async that an H200 ran, in the terms of the simulator
// (core/recorded/h200/pipeline.json).
#pragma once

#include <array>

#include "core/gemm/copy_pipeline.hpp"

namespace loom::gemm {

inline constexpr int most_measured_stages = 6;

struct MeasuredPipeline {
  const char* source;  // "L2", "HBM"
  int blocks;          // one, or one on each multiprocessor
  int tiles;           // of 16 KB
  // Cycles: a copy from its first instruction to its arrival; between tiles that are copied and not
  // computed on, in the long run, from this source and for one block from L2; the math of a tile.
  int latency, interval, issue, compute;
  std::array<int, most_measured_stages> cycles;  // of the whole walk with 1, 2, … stages

  bool same(const CopyPipelineOptions& o) const {
    return o.tiles == tiles && o.latency == latency && o.interval == interval && o.issue == issue &&
           o.compute == compute;
  }
};

// measured_pipelines: those that the figure's presets show.
#include "core/recorded/pipeline.inc"  // IWYU pragma: export

}  // namespace loom::gemm
