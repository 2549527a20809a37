#include "core/models/cached.hpp"

#include <vector>

#include "core/find.hpp"

namespace loom::models {
using attention::LayerKind;

LayerKinds layer_kinds(const Shape& shape) {
  LayerKinds kinds;
  const int attending = shape.attending();
  size_t count = 0;
  const auto add = [&](std::string_view name, int layers, int window) {
    if (layers > 0)
      kinds[count++] = {.name = name,
                        .layers = layers,
                        .kv_heads = shape.kv_heads,
                        .head = shape.head,
                        .window = window};
  };
  if (shape.latent > 0 && attending > 0) {
    kinds[count++] = {.name = "latent",
                      .layers = attending,
                      .latent = shape.latent,
                      .rotary = shape.rotary,
                      .extra_bytes = shape.extra_bytes};
  } else {
    add("full", attending - shape.windowed, 0);
    add("window", shape.windowed, shape.window);
  }
  if (shape.states > 0)
    kinds[count] = {.name = shape.recurrent.linear ? "linear" : "Mamba",
                    .layers = shape.states,
                    .state = shape.recurrent.state()};
  return kinds;
}

CachedModel cached_of(const Shape& shape) {
  return {.id = shape.id,
          .name = shape.name,
          .heads = shape.heads,
          .kinds = layer_kinds(shape),
          .parameters = parameters(shape).total(),
          .trained = shape.trained,
          .source = shape.source,
          .unpacked = (shape.head + shape.value) / 2};
}

std::span<const CachedModel> cached_models() {
  static const std::vector<CachedModel> found = [] {
    std::vector<CachedModel> out;
    for (const Shape& shape : all_shapes()) out.push_back(cached_of(shape));
    return out;
  }();
  return found;
}

const CachedModel* find_cached_model(std::string_view id) {
  return find_by_id(cached_models(), id);
}

CachedModel with_own_heads(const CachedModel& model) {
  CachedModel out = model;
  for (LayerKind& kind : out.kinds) {
    if (kind.state > 0) continue;
    if (kind.is_latent())
      kind = {.name = "full",
              .layers = kind.layers,
              .head = model.unpacked,
              .extra_bytes = kind.extra_bytes};
    kind.kv_heads = model.heads;
  }
  return out;
}

CachedModel with_one_head(const CachedModel& model) {
  CachedModel out = model;
  for (LayerKind& kind : out.kinds)
    if (!kind.is_latent() && kind.state == 0) kind.kv_heads = 1;
  return out;
}

}  // namespace loom::models
