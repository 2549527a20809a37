// The picture of `masks`: every pair of a query and a key, the keys to keep, how far back
// information reaches; and the same counts for every kind of mask.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/attention/mask.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int mask_kinds = 7, most_mask_tokens = 64;

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

  float picture(const Sheet& sheet) const;
};

std::string_view mask_id(int kind);
std::string_view mask_name(int kind);

}  // namespace loom::scenes
