// The picture of `coalescing`: a warp's lanes above a strip of memory, an arrow from each lane to
// its bytes, and what has been fetched so far. Split from the scene so that each file stays
// readable.
#pragma once

#include "core/memory/access_pattern.hpp"
#include "core/memory/sectors.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct CoalescingPicture {
  memory::LaneIndices indices;       // elements
  memory::Request request;           // of all 32 lanes, in the order of its sectors: the timeline
  int width = 4;                     // bytes of an element
  std::int64_t base = 0;             // address of byte 0; 0: none was given
  std::optional<int> measured = {};  // sectors that an H200 counted for exactly this load
  int stride = 0, offset = 0;        // elements, if the pattern has a stride; 0: it has none

  std::int64_t byte(int lane) const { return std::int64_t{nth(indices, lane)} * width; }
  using Drawing = struct CoalescingDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
