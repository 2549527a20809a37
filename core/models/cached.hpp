// What public models keep for every token and sequence: their layers, by kind. The parameter counts
// say what weights take beside the cache.
//
// Sources: the models' own configuration files, and reference `source`; parameters are those of all
// tensors of the text model, which a test counts again from the configuration.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/attention/cache.hpp"
#include "core/models/shape.hpp"

namespace loom::models {

// The kinds of layers that keep something. The kinds that a model has come first; the others have
// no layers.
using LayerKinds = std::array<attention::LayerKind, 3>;
LayerKinds layer_kinds(const Shape& shape);

struct CachedModel {
  std::string_view id, name;
  int heads = 0;  // of queries
  LayerKinds kinds = {};
  long long parameters = 0;
  int trained = 0;  // longest context that it was trained for, tokens
  std::string_view source = {};
  int unpacked = (192 + 128) / 2;  // half of what a head's key and value have once out of a latent

  constexpr std::span<const attention::LayerKind> layer_kinds() const {
    return {kinds.data(), kinds[2].layers > 0 ? 3u : kinds[1].layers > 0 ? 2u : 1u};
  }
};

// What a transformer of this shape keeps.
CachedModel cached_of(const Shape& shape);

// All of all_shapes().
std::span<const CachedModel> cached_models();

const CachedModel* find_cached_model(std::string_view id);  // nullptr when unknown

// The same model if every query head had keys and values of its own, or all of them shared one KV
// head; a state stays. A latent unpacks to what it stands for, of every head a key of 192 numbers
// and a value of 128 (reference "deepseek-v2"); as one shared head it stays what it is.
CachedModel with_own_heads(const CachedModel& model);
CachedModel with_one_head(const CachedModel& model);

// Of all parameters, at so many bits each.
constexpr double weight_bytes(const CachedModel& model, int bits) {
  return static_cast<double>(model.parameters) * bits / 8;
}

}  // namespace loom::models
