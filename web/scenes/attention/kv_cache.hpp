// The picture of `kv-cache`: the formula with one model's numbers in it, what fits into a GPU's
// memory beside the weights, and the same tokens in every model.
#pragma once

#include "core/models/cached.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct KvCache {
  struct Row {
    models::CachedModel model;
    attention::CacheCost cost;  // of the batch
    double weights = 0;         // bytes
    long long fit = 0;          // sequences beside the weights; 0 when these do not fit either
  };

  std::vector<Row> rows;
  size_t chosen = 0;
  const attention::CacheFormat* format = nullptr;
  long long tokens = 0;  // of one sequence
  int batch = 1, page = 1;
  std::string machine;
  double memory = 0;                // bytes
  std::optional<long long> engine;  // tokens that an engine's line says it has room for

  const Row& row() const { return rows[chosen]; }
  double one() const { return row().cost.bytes / batch; }  // bytes of a sequence
  double room(const Row& row) const { return memory - row.weights; }
  // The average at which one token of such a sequence takes.
  long long tokens_that_fit() const;
  using Drawing = struct KvCacheDrawing;
  float picture(const Sheet& sheet) const;
};

// "10 full × 2 × 16 × 128 × 2 B", of one token; "36 linear × 2.06 MiB of state", of a sequence.
std::string cache_formula(const attention::LayerKind& kind, const attention::CacheFormat& format);
std::string cache_size(double bytes);  // "68.6 KiB", "1.09 GiB"

}  // namespace loom::scenes
