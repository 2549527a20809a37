// The picture of `mbarrier-ring`: the buffers with their barriers as they are now, and below them
// who did what when.
#pragma once

#include "core/async/ring.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_buffers = 5;

struct MbarrierRing {
  async::Ring ring;

  const async::RingOptions& options() const { return ring.options; }
  int steps() const { return static_cast<int>(ring.events.size()); }
  // The event of a step; for step 0, the new barriers.
  const async::RingEvent& event(int step) const { return nth(ring.events, step - 1); }
  const std::vector<async::RingStage>& stages(int step) const {
    return step > 0 ? event(step).stages : ring.fresh;
  }
  // The end of the chart: where the ring is stuck, with room for the waiting.
  int end() const { return ring.total + (ring.stuck ? ring.total / 4 + 60 : 0); }
  using Drawing = struct MbarrierRingDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
