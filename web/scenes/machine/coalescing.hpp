// The picture of `coalescing`: a warp's lanes above a strip of memory, an arrow from each lane to
// its bytes, and what has been fetched so far. Split from the scene so that each file stays
// readable.
#pragma once

#include <optional>
#include <string>

#include "core/memory/access_pattern.hpp"
#include "core/memory/sectors.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct CoalescingPicture {
  const memory::LaneIndices& indices;  // elements, 0…pattern_elements − 1
  const memory::Request& request;      // of all 32 lanes, in the order of its sectors: the timeline
  int width;                           // bytes of an element
  std::optional<int> measured;         // sectors that an H200 counted for this very load

  float height(float width) const;
  void draw(scene::Painter& painter, const scene::View& view) const;
};

// Bytes that were used and wasted as a bar in a frame that holds `full` of them, and the key below
// it (20 px). Parts: bytes, waste.
void byte_bar(scene::Painter& painter, const scene::Rect& frame, int full, int used, int wasted);
// "0–7, 12": the lanes of a mask.
std::string lane_list(std::uint32_t lanes);
// "100%", "12.5%": whole where it is.
std::string whole_percent(double share);

}  // namespace loom::scenes
