// The picture of `warp-divergence`: lanes down, issued instructions to the right, and below what
// the warp issues however many lanes take the branch.
#pragma once

#include "core/sm/divergence.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct DivergencePicture {
  const sm::BranchOptions& options;
  const sm::BranchRun& run;
  const std::array<int, memory::warp_lanes + 1>& issued;  // if 0, 1, … lanes take it
  int taking;
  using Drawing = struct WarpDivergenceDrawing;
  float picture(const Sheet& sheet) const;
};

// "then", "else", "jump over then, after else", …
std::string_view name(const sm::Stretch& stretch, const sm::BranchOptions& options);

}  // namespace loom::scenes
