// The picture of `paged-cache`: a memory for keys and values, given out in pages or in reserved
// stretches, token by token.
#pragma once

#include "core/attention/serving.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_cache_requests = 8, most_cache_slots = 128, cache_columns = 16;

struct PagedCacheRun {
  using Policy = attention::ServingOptions::Policy;

  Policy policy{};
  int page = 0, slots = 0;
  std::vector<attention::Request> asked;
  attention::Served paged, contiguous;

  bool is_paged() const { return policy == Policy::paged; }
  const attention::Served& now() const { return is_paged() ? paged : contiguous; }
  const attention::Served& rival() const { return is_paged() ? contiguous : paged; }
  using Drawing = struct PagedCacheDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
