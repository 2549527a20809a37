// The picture of `copy-pipeline`: tensor cores and buffers over time; below it the total for every
// number of stages, and whether the chosen number hides the copies.
#pragma once

#include "core/gemm/measured_pipeline.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_stages = gemm::most_measured_stages;

struct CopyPicture {
  gemm::CopyPipeline pipeline;
  std::array<int, most_stages + 1> totals{};         // cycles: synchronous, then 1, 2, … stages
  int hidden = 0;                                    // … with a buffer for every tile, and one
  const gemm::MeasuredPipeline* measured = nullptr;  // where an H200 ran exactly this loop

  bool synchronous() const { return pipeline.options.mode == gemm::CopyMode::synchronous; }
  int shown() const { return synchronous() ? 0 : pipeline.options.stages; }  // which of the totals
  int ahead() const { return synchronous() ? 0 : pipeline.options.stages - 1; }
  int issue() const { return synchronous() ? 0 : pipeline.options.issue; }
  // Cycles for a tile when the loop waits for no copy.
  int pace() const {
    const gemm::CopyPipelineOptions& o = pipeline.options;
    return o.interval > o.issue + o.compute ? o.interval : o.issue + o.compute;
  }
  using Drawing = struct CopyPipelineDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
