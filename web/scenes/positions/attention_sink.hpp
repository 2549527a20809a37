// The picture of `attention-sink`: where a token's attention goes with a full cache and with a
// window, and how loud its output becomes.
#pragma once

#include "core/attention/sink.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int sink_kinds = 3;
inline constexpr Choice sink_choices[sink_kinds] = {
    {"none", "None"}, {"first", "First tokens"}, {"learned", "A learned logit"}};

struct AttentionSinkRun {
  attention::SinkOptions options;
  std::array<attention::SinkRun, sink_kinds> runs;  // in the order of SinkOptions::Kind

  size_t kind() const { return static_cast<size_t>(options.kind); }
  const attention::SinkRow& row(int token) const { return nth(runs[kind()].rows, token); }
  // Whether the cache still has a token when `token` looks.
  bool kept(int token, int of) const { return nth(row(token).kept.weights, of) > 0; }
  using Drawing = struct AttentionSinkDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
