// The picture of `sparse-attention`: which tokens an indexer chooses, what of the attention they
// have, and what both cost.
#pragma once

#include "core/attention/sparse.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int shortest_sparse_context = 1024, longest_sparse_context = 131072;

struct SparseAttentionRun {
  attention::SparseOptions options;
  attention::SparseRun run;
  int context = 0, budget = 0;  // tokens seen; chosen of them

  attention::SparseCost cost(int tokens) const {
    return attention::sparse_cost({}, {.k = budget}, tokens);
  }
  bool chosen(int token) const;
  using Drawing = struct SparseAttentionDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
