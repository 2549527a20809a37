#include "core/scaling/trained_model.hpp"

#include <algorithm>

namespace loom::scaling {
namespace {

using models::Shape;

// Bytes of a token in attention: what tensor parallelism cuts by heads.
double heads_bytes(const Shape& s) {
  const double queries = 1.0 * s.heads * s.head;
  if (s.latent > 0) return 2 * (2 * queries + 2.0 * s.heads * s.value);
  return 2 * ((s.gated_out ? 3 : 2) * queries + 2.0 * s.kv_heads * s.head);
}

// … and in the feed-forward parts, the mean of all layers.
double ffn_bytes(const Shape& s) {
  const double each = s.ungated ? 4 : 6, with = s.layers - s.dense;
  if (s.experts == 0) return each * s.ffn;
  const double shared = s.shared_ffn > 0 ? s.shared_ffn : 1.0 * s.shared * s.ffn;
  const double experts = s.active * (each * s.ffn + 4.0 * s.width);
  return (s.dense * each * s.dense_ffn + with * (each * shared + experts)) / s.layers;
}

// Numbers that a causal attention works on for each token, as wide as if all tokens before it were
// seen.
double attention_width(const Shape& s, int sequence) {
  const double wide = s.latent > 0 ? s.heads * (s.head + s.value) / 2. : 1.0 * s.heads * s.head;
  const double seen = s.windowed > 0 ? std::min(1., 2. * s.window / sequence) : 1;
  return wide * (s.layers - s.windowed * (1 - seen)) / s.layers;
}

}  // namespace

Result<StepOptions> trained(const Shape& s, int sequence) {
  if (s.no_attention > 0 || s.no_ffn > 0 || s.states > 0 || s.blocks > 0)
    return Error{"expected attention and a feed-forward part in every layer, as in Llama 3.1 8B"};
  const models::Parts parts = models::parameters(s);
  const double all = static_cast<double>(parts.total());
  StepOptions o;
  TrainingOptions& m = o.model;
  m.parameters = all;
  m.layers = s.layers;
  m.hidden = s.width;
  m.heads = s.heads;
  m.sequence = sequence;
  m.first_stage = static_cast<double>(parts.embedding);
  m.last_stage = static_cast<double>(parts.head);
  m.whole = 8.0 * s.width + 2.0 * (s.latent + s.query_rank + (s.latent > 0 ? s.rotary : 0));
  m.cut = heads_bytes(s) + ffn_bytes(s);
  o.used = all;
  if (s.experts > 0) {
    m.expert_parameters = static_cast<double>(parts.feed_forward - parts.always);
    o.routing = {.count = s.experts, .active = s.active, .layers = s.layers - s.dense};
    o.used -= m.expert_parameters * (1 - 1.0 * s.active / s.experts);
  }
  if (s.id == "deepseek-v3") {
    o.routing.nodes = 4;
    o.routing.bytes_out = 1;
  }
  o.attention = attention_width(s, sequence);
  o.keys_values = s.latent > 0 ? s.latent + s.rotary : 2.0 * s.kv_heads * s.head;
  return o;
}

}  // namespace loom::scaling
