// The picture of `ring-attention`: the causal triangle with what each step computes of it, what
// each GPU has to do in each step, and whether keys and values arrive in time.
#pragma once

#include "core/scaling/ring_attention.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct RingPicture {
  scaling::RingOrder order = scaling::RingOrder::zigzag;
  int gpus = 8, tokens = 0, sharing = 1;
  bool network = false;
  std::array<scaling::RingAttention, 2> both;  // in the order of RingOrder
  std::array<scaling::RingSchedule, 2> schedules;
  double overlap = 0;  // fewest tokens per GPU that hide the transfer

  const scaling::RingAttention& now() const { return scene::nth(both, order); }
  const scaling::RingSchedule& schedule() const { return scene::nth(schedules, order); }
  int own() const { return tokens / gpus; }
  // Work in percent of what each GPU would have if all had the same.
  double share(double pairs) const {
    return 100. * pairs * gpus / static_cast<double>(now().total);
  }
  double until(int step) const;  // when so many steps are done, in percent, as above
  using Drawing = struct RingAttentionDrawing;
  float picture(const Sheet& sheet) const;
};

std::string ring_time(double percent);
std::string_view ring_name(int order), ring_value(int order);

}  // namespace loom::scenes
