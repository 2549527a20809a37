// The 32 lanes of a warp at the top of a picture, and what a hand takes them by.
#pragma once

#include <string>

#include "core/memory/access_pattern.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// In two staggered rows where the pitch is too small for one, so that they keep their order and a
// line falls straight down from each between two others.
struct WarpLanes {
  float left = 0, pitch = 0;  // of lane 0's column, and of all of them

  // Lane 0's box begins at `from`, lane 31's ends at `to`.
  static WarpLanes between(float from, float to) {
    const float size = to - from < 640 ? 18.f : 20.f, pitch = (to - from - size) / 31;
    return {from + (size - pitch) / 2, pitch};
  }

  static constexpr float top = 20;
  bool staggered() const { return pitch < 20; }
  float size() const { return staggered() ? 18.f : 20.f; }
  float bottom() const { return top + (staggered() ? 2 * size() + 3 : size()); }
  float x(int lane) const { return left + pitch * (static_cast<float>(lane) + 0.5f); }
  scene::Rect box(int lane) const {
    const float row = staggered() ? static_cast<float>(lane % 2) : 0.f;
    return {x(lane) - size() / 2, top + row * (size() + 3), size(), size()};
  }
  // `current` is what changes now; the rest of `served` is done; the others wait.
  void draw(scene::Painter& painter, std::uint32_t served, std::uint32_t current) const;
};

// The text of a `numbers` parameter, and back. Refuses what is not whole; the message names `key`.
std::string index_list(const memory::LaneIndices& indices);
Result<memory::LaneIndices> lane_indices(const scene::Values& values, std::string_view key);

}  // namespace loom::scenes
