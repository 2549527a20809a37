// The picture of `paged-cache`: a memory for keys and values, given out in pages or in reserved
// stretches, token by token.
#pragma once

#include <algorithm>
#include <vector>

#include "core/attention/serving.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_cache_requests = 8, most_cache_slots = 128, cache_columns = 16;

struct PagedCacheRun {
  using Policy = attention::ServingOptions::Policy;

  // A server before its first step, and after each.
  struct Server {
    std::vector<attention::Serving> after;
    const attention::Serving& at(int step) const {
      return after[std::min(static_cast<size_t>(step), after.size() - 1)];
    }
    int length() const { return static_cast<int>(after.size()) - 1; }  // steps until all are done
  };

  Policy policy{};
  int page = 0, slots = 0;
  std::vector<attention::Request> asked;
  Server paged, contiguous;

  bool is_paged() const { return policy == Policy::paged; }
  const Server& now() const { return is_paged() ? paged : contiguous; }
  const Server& rival() const { return is_paged() ? contiguous : paged; }

  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
