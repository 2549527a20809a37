// The picture of `ring-attention`: the causal triangle with what each step computes of it, what
// each GPU has to do in each step, and whether keys and values arrive in time.
#pragma once

#include <array>
#include <string>

#include "core/scaling/ring_attention.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct RingPicture {
  scaling::RingOrder order = scaling::RingOrder::zigzag;
  int gpus = 8, tokens = 0, sharing = 1;
  bool network = false;
  std::array<scaling::RingAttention, 2> both;  // in the order of RingOrder
  double overlap = 0;                          // fewest tokens per GPU that hide the transfer

  const scaling::RingAttention& now() const { return nth(both, order); }
  bool zigzag() const { return order == scaling::RingOrder::zigzag; }
  int pieces() const { return zigzag() ? 2 * gpus : gpus; }
  int owner(int piece) const {  // the GPU that has it
    return piece < gpus ? piece : 2 * gpus - 1 - piece;
  }
  int own() const { return tokens / gpus; }
  bool in_time() const { return own() >= overlap; }
  // Work in percent of what each GPU would have if all had the same.
  double share(std::int64_t pairs) const {
    return 100. * static_cast<double>(pairs) * gpus / static_cast<double>(now().total);
  }
  double busiest(int step) const;  // in percent, as above
  double until(int step) const;    // when so many steps are done, in percent
  float picture(const Sheet& sheet) const;
};

std::string_view ring_name(int order), ring_value(int order);

}  // namespace loom::scenes
