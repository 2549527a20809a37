#include "core/models/recurrent.hpp"

namespace loom::models {

RecurrentWeights recurrent_weights(const Recurrent& layer, int width) {
  const long long inner = layer.inner(), channels = layer.channels(), heads = layer.heads;
  const long long convolution = channels * layer.kernel, both = 2ll * (inner + layer.keys());
  // Queries, keys, values and a gate, and of each head a step and a decay.
  if (layer.linear)
    return {{{both + 2 * heads, width}, {width, layer.inner()}, {0, 1}, {0, 1}},
            convolution + 2 * heads + layer.head};
  // The input and a gate, B and C, and of each head a step.
  if (heads > 0)
    return {{{both + heads, width}, {width, layer.inner()}, {0, 1}, {0, 1}},
            convolution + channels + 3 * heads + inner};
  const int chosen = layer.rank + 2 * layer.size;  // a step, B and C follow from the input
  return {{{both, width}, {width, layer.inner()}, {chosen, layer.inner()}, {inner, layer.rank}},
          convolution + channels + inner * layer.size + 2 * inner + chosen};
}

}  // namespace loom::models
