// The picture of `mask-mod`: which blocks a mask leaves, what that saves, and what a score_mod
// makes of one row of scores.
#pragma once

#include "core/attention/flex.hpp"
#include "core/attention/mask_expression.hpp"
#include "core/device/roofline.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_mod_tokens = 2048;
// What the times are for.
inline constexpr int mod_heads = 32, mod_width = 128, mod_sequences = 4;

struct MaskModState {
  std::string text;  // of the mask
  attention::MaskedPairs found;
  attention::ScoreMod score = attention::ScoreMod::none;
  int tokens = 1, block = 1, b = 0, h = 0, q = 0;
  std::vector<std::uint8_t> seen = {};  // whether the chosen query sees each key
  device::Roof all, blocks, pairs;      // computing everything, whole blocks, only what is allowed

  int side() const { return found.columns; }
  long long count(int kind) const {  // by BlockKind
    return kind == 0 ? found.blocks.skipped : kind == 1 ? found.blocks.partial : found.blocks.full;
  }
  long long cells() const { return 1ll * side() * side(); }
  long long computed() const { return found.blocks.full + found.blocks.partial; }
  std::int64_t bytes() const { return attention::block_mask_bytes(side(), side()); }
  double saved() const { return all.seconds / blocks.seconds; }
  using Drawing = struct MaskModDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
