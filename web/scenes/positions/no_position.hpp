// The picture of `no-position`: equal attention to all tokens, what it says of a token's place, and
// how far a number format can represent that.
#pragma once

#include "core/attention/position.hpp"
#include "core/numerics/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int signal_formats = 5, signal_around = 8, longest_signal = 4096;
inline constexpr Choice signal_choices[signal_formats] = {{"tf32", "TF32"},
                                                          {"fp16", "FP16"},
                                                          {"bf16", "BF16"},
                                                          {"e4m3", "FP8 E4M3"},
                                                          {"e5m2", "FP8 E5M2"}};

struct NoPositionRun {
  int tokens = 0, n = 0;
  attention::Masks masks;
  std::vector<double> signal;  // that each token reads
  std::vector<int> seen;       // keys that it sees
  const numerics::Format* format = nullptr;
  std::size_t chosen = 0;                      // among the choices
  long long first_confused[signal_formats]{};  // of each

  bool sees(int query, int key) const {
    return attention::allows(masks, {tokens, tokens}, query, key);
  }
  bool counts() const { return masks.first.kind != attention::Mask::Kind::full; }
  bool in_window(int token) const {
    return masks.first.kind != attention::Mask::Kind::causal_window || token <= masks.first.window;
  }
  // What a token at any position reads; without a mask, what each of all tokens reads.
  int share(int token) const { return counts() ? token : tokens; }
  double exact(int token) const { return in_window(token) ? 1. / share(token) : 0; }
  double held(int token) const {
    return in_window(token) ? attention::held_signal(*format, share(token)) : 0;
  }
  // Where the picture of the staircase begins and ends: around n, or all tokens if there is no
  // mask.
  int from() const { return counts() && n > signal_around ? n - signal_around : 1; }
  int to() const { return counts() ? from() + 2 * signal_around : tokens; }
  using Drawing = struct NoPositionDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
