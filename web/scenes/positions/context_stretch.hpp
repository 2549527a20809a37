// The picture of `context-stretch`: how long every rotary pair takes for a turn, before and after
// a model is made to read further.
#pragma once

#include "core/attention/rope.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int stretch_dim = 128, stretch_pairs = stretch_dim / 2;

struct ContextStretchRun {
  attention::RopeScaling scaling;
  double theta = 0, length = 0;  // tokens to read
  double most = 1;               // what the slowest pairs are divided by
  attention::Rope before, after;
  int chosen = 0;

  double was(int pair) const { return nth(before.frequencies, pair); }
  double is(int pair) const { return nth(after.frequencies, pair); }
  double division(int pair) const { return was(pair) / is(pair); }
  // Turns within the tokens trained on, and within those to read.
  double trained(int pair) const { return attention::turns(was(pair), scaling.original); }
  double turned(int pair) const { return attention::turns(is(pair), length); }
  // Whether the pair reaches angles that it never had in training, because it made no whole turn
  // there.
  bool unseen(int pair) const {
    return trained(pair) < 1 && turned(pair) > trained(pair) * (1 + 1e-9);
  }
  int count_unseen() const {
    int count = 0;
    for (int pair = 0; pair < stretch_pairs; ++pair) count += unseen(pair);
    return count;
  }
  bool has_ramp() const {
    return scaling.kind == attention::RopeScaling::Kind::yarn ||
           scaling.kind == attention::RopeScaling::Kind::llama3;
  }
  // On scores.
  double temperature() const { return after.attention_factor * after.attention_factor; }
  using Drawing = struct ContextStretchDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
