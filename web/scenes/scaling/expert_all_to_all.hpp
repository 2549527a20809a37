// The picture of `expert-all-to-all`: who sends how many tokens to whom, how long the busiest wires
// take, and how much each GPU has to compute.
#pragma once

#include "core/scaling/all_to_all.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// Tokens of a GPU: so many are drawn, and each stands for as many alike.
inline constexpr int drawn_tokens = 32, alike_tokens = 128;

struct ExpertPicture {
  scaling::ExpertOptions options;
  scaling::ExpertTraffic traffic;
  // The same routing with each way of sending between nodes: seconds.
  double handed_on = 0, directly = 0;

  int gpus() const { return options.nodes * options.gpus_per_node; }
  using Drawing = struct ExpertAllToAllDrawing;
  float picture(const Sheet& sheet) const;
};

inline constexpr std::string_view wire_names[] = {"NVLink, out", "NVLink, in", "network, out",
                                                  "network, in"};

}  // namespace loom::scenes
