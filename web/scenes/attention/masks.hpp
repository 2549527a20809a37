// The picture of `masks`: every pair of a query and a key, the keys to keep, how far back
// information reaches; and the same counts for every kind of mask.
#pragma once

#include "core/attention/mask.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr Choice mask_choices[] = {{"full", "Full"},           {"causal", "Causal"},
                                          {"window", "Window"},       {"sinks", "Sinks, window"},
                                          {"documents", "Documents"}, {"prefix", "Prefix"},
                                          {"blocks", "Block-sparse"}};
inline constexpr int mask_kinds = std::size(mask_choices), most_mask_tokens = 64;

struct MasksState {
  struct Row {
    attention::Masks masks;
    long long pairs = 0;
    std::vector<attention::Range> kept, reached;
    long long kept_count() const { return attention::count(kept); }
    long long reach() const { return attention::count(reached); }
  };

  std::array<Row, mask_kinds> rows;  // of the kinds that can be chosen
  int chosen = 0, tokens = 1, layers = 1, query = 0;
  bool joined = false;

  attention::Extent extent() const { return {tokens, tokens}; }
  const Row& row() const { return nth(rows, chosen); }
  long long all() const { return 1ll * tokens * tokens; }
  double share(const Row& of) const {
    return static_cast<double>(of.pairs) / static_cast<double>(all());
  }
  using Drawing = struct MasksDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
