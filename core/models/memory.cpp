#include "core/models/memory.hpp"

#include "core/find.hpp"
#include "core/models/cached.hpp"

namespace loom::models {
namespace {

using Rule = WeightFormat::Rule;
using Mix = WeightFormat::Mix;

constexpr Packing number = {1, 1};  // to count parameters instead of bytes
constexpr Packing f32 = {1, 4}, sixteen = {1, 2}, eight = {1, 1};
constexpr Packing q4_0 = {32, 18}, q5_0 = {32, 22}, q5_1 = {32, 24}, q8_0 = {32, 34};
constexpr Packing q2_k = {256, 84}, q3_k = {256, 110}, q4_k = {256, 144}, q5_k = {256, 176},
                  q6_k = {256, 210}, tq2_0 = {256, 66};
constexpr Packing mxfp4 = {32, 17}, nvfp4 = {16, 9};

constexpr WeightFormat formats[] = {
    {"bf16", "BF16", Rule::plain, sixteen},
    {"q8_0", "Q8_0", Rule::gguf, q8_0},
    {"fp8", "FP8", Rule::checkpoint, eight},
    {"q6_k", "Q6_K", Rule::gguf, q6_k},
    {"q5_k_m", "Q5_K_M", Rule::gguf, q5_k, Mix::m},
    {"q4_k_m", "Q4_K_M", Rule::gguf, q4_k, Mix::m},
    {"q4_k_s", "Q4_K_S", Rule::gguf, q4_k, Mix::q4_k_s},
    {"q4_0", "Q4_0", Rule::gguf, q4_0},
    {"nvfp4", "NVFP4", Rule::checkpoint, nvfp4},
    {"mxfp4", "MXFP4", Rule::checkpoint, mxfp4},
    {"q3_k_m", "Q3_K_M", Rule::gguf, q3_k, Mix::q3_k_m},
    {"q2_k", "Q2_K", Rule::gguf, q2_k, Mix::q2_k},
    {"tq2_0", "TQ2_0", Rule::gguf, tq2_0},
};

constexpr CacheFormat cached_as(std::string_view id, std::string_view name, Packing packing) {
  const attention::Packed packed{packing.values, static_cast<double>(packing.bytes)};
  return {id, name, packed, packed, packed};
}

constexpr CacheFormat caches[] = {cached_as("fp16", "FP16", sixteen),
                                  cached_as("q8_0", "Q8_0", q8_0), cached_as("fp8", "FP8", eight),
                                  cached_as("q4_0", "Q4_0", q4_0)};

enum class Tensor { embedding, head, q, k, v, o, gate_up, down, state, router, vector };

// The layers whose attn_v and ffn_down get more bits in a file of kind "M".
bool more_bits(int layer, int layers) {
  return layer < layers / 8 || layer >= 7 * layers / 8 || (layer - layers / 8) % 3 == 2;
}

// The entries say which `layer`, of all that have such a tensor.
struct Place {
  int layer = 0, layers = 0;
};

Packing mixed(const Shape& shape, const WeightFormat& format, Tensor tensor, Place place) {
  const Mix mix = format.mix;
  const int layer = place.layer;
  const bool eight_experts = shape.experts == 8, more = more_bits(layer, place.layers);
  Packing chosen = format.base;
  switch (tensor) {
    case Tensor::head:
      return chosen == q8_0 || shape.width % chosen.values != 0 ? q8_0 : q6_k;
    case Tensor::embedding:
      return chosen == tq2_0 ? q4_k : chosen;
    case Tensor::k:
      return eight_experts ? q8_0 : chosen;
    case Tensor::v:
      if (mix == Mix::m && more) chosen = q6_k;
      if (mix == Mix::q4_k_s && layer < 4) chosen = q5_k;
      if (mix == Mix::q3_k_m) chosen = layer < 2 ? q5_k : q4_k;
      if (mix == Mix::q2_k) chosen = shape.heads >= 4 * shape.kv_heads ? q4_k : q3_k;
      // Of the 70B model, where eight heads share these weights.
      if (shape.layers == 80 && (chosen == q3_k || chosen == q4_k)) chosen = q5_k;
      return eight_experts ? q8_0 : chosen;
    case Tensor::o:
      if (mix != Mix::none && eight_experts && chosen != q5_k) return q5_k;
      if (mix == Mix::q2_k) return q3_k;
      return mix == Mix::q3_k_m ? q4_k : chosen;
    case Tensor::down:
      if (mix == Mix::m && more) return q6_k;
      if (mix == Mix::q4_k_s && layer < place.layers / 8) return q5_k;
      if (mix == Mix::q3_k_m) return layer < place.layers / 16 ? q5_k : q4_k;
      return mix == Mix::q2_k ? q3_k : chosen;
    default:
      return chosen;
  }
}

// For rows that blocks of 256 do not fill.
Packing fallback(Packing wanted, int columns) {
  if (columns % wanted.values == 0) return wanted;
  return wanted == q6_k ? q8_0 : wanted == q5_k ? q5_1 : wanted == q4_k ? q5_0 : q4_0;
}

Packing packing(const Shape& shape, const WeightFormat& format, Tensor tensor, Place place,
                int columns) {
  const bool small = tensor == Tensor::router || tensor == Tensor::vector;
  if (format.rule == Rule::gguf)
    return small ? f32 : fallback(mixed(shape, format, tensor, place), columns);
  if (format.rule == Rule::plain) return format.base;
  const bool expert = tensor == Tensor::gate_up || tensor == Tensor::down;
  const bool packed = tensor != Tensor::embedding && tensor != Tensor::head && !small &&
                      (expert || shape.experts == 0 || format.base != mxfp4);
  return packed ? format.base : sixteen;
}

class Counting {
 public:
  Counting(const Shape& shape, const WeightFormat& format) : s_(shape), format_(format) {}

  Parts run() {
    const int attentions = s_.blocks > 0 ? s_.blocks : s_.attending(),
              parts = s_.blocks > 0 ? s_.blocks : s_.layers - s_.no_ffn;
    for (int i = 0; i < attentions; ++i) attention({i, attentions});
    for (int i = 0; i < parts; ++i) feed_forward({i, parts});
    if (s_.blocks > 0) blocks();
    states();
    parts_.rest += vectors(s_.width + s_.others);
    parts_.head = bytes(Tensor::head, {}, s_.width, s_.vocab);
    if (!s_.tied) parts_.embedding = bytes(Tensor::embedding, {}, s_.width, s_.vocab);
    return parts_;
  }

 private:
  long long bytes(Tensor tensor, Place place, int columns, long long rows) const {
    const Packing found = packing(s_, format_, tensor, place, columns);
    return rows * columns / found.values * found.bytes;
  }
  long long vectors(long long numbers) const { return bytes(Tensor::vector, {}, 1, numbers); }

  long long latents(Place at) const {
    const int from = s_.query_rank > 0 ? s_.query_rank : s_.width;
    const long long compressed =
        s_.query_rank > 0 ? bytes(Tensor::q, at, s_.width, s_.query_rank) : 0;
    return compressed + bytes(Tensor::q, at, from, s_.heads * s_.head) +
           bytes(Tensor::k, at, s_.width, s_.latent + s_.rotary) +
           bytes(Tensor::v, at, s_.latent, s_.heads * (s_.head - s_.rotary + s_.value)) +
           bytes(Tensor::o, at, s_.heads * s_.value, s_.width);
  }

  void attention(Place at) {
    const int queries = s_.heads * s_.head, keys = s_.kv_heads * s_.head;
    const int from = s_.blocks > 0 ? 2 * s_.width : s_.width;
    parts_.attention +=
        s_.latent > 0 ? latents(at)
                      : bytes(Tensor::q, at, from, s_.gated_out ? 2 * queries : queries) +
                            bytes(Tensor::k, at, from, keys) + bytes(Tensor::v, at, from, keys) +
                            bytes(Tensor::o, at, queries, s_.width);
    int small = from + (s_.head_norms ? 2 * s_.head : 0) + s_.query_rank + s_.latent;
    if (s_.biases) small += queries + 2 * keys + s_.width + s_.heads;
    parts_.rest += vectors(small);
  }

  long long feed_forward_of(Place at, int ffn) const {
    return bytes(Tensor::gate_up, at, s_.width, s_.ungated ? ffn : 2 * ffn) +
           bytes(Tensor::down, at, ffn, s_.width);
  }

  void feed_forward(Place at) {
    const bool dense = at.layer < s_.dense;
    const int experts = s_.experts > 0 ? s_.experts : 1;
    const long long always = dense               ? feed_forward_of(at, s_.dense_ffn)
                             : s_.shared_ffn > 0 ? feed_forward_of(at, s_.shared_ffn)
                                                 : s_.shared * feed_forward_of(at, s_.ffn);
    parts_.always += always;
    parts_.feed_forward += always + (dense ? 0 : experts * feed_forward_of(at, s_.ffn));
    parts_.rest += vectors(s_.width);
    if (s_.biases) {
      parts_.feed_forward += bytes(Tensor::vector, at, 2 * s_.ffn + s_.width, experts);
      parts_.rest += vectors(s_.experts);
    }
    if (!dense) parts_.rest += bytes(Tensor::router, at, s_.width, s_.experts);
  }

  // Each layer that uses a shared block has a matrix behind it, and adapters of its own.
  void blocks() {
    const int layers = s_.attending();
    if (layers > s_.blocks)
      parts_.again = (parts_.attention + parts_.feed_forward) / s_.blocks * (layers - s_.blocks);
    parts_.attention += layers * (bytes(Tensor::state, {}, s_.width, s_.width) +
                                  3 * bytes(Tensor::state, {}, s_.attention_rank, 4ll * s_.width) +
                                  bytes(Tensor::state, {}, s_.ffn_rank, s_.width + 2ll * s_.ffn));
  }

  void states() {
    const RecurrentWeights weights = recurrent_weights(s_.recurrent, s_.width);
    for (const RecurrentWeights::Matrix& each : weights.matrices)
      parts_.attention += s_.states * bytes(Tensor::state, {}, each.columns, each.rows);
    parts_.rest += s_.states * vectors(weights.vectors + s_.width);
  }

  const Shape& s_;
  const WeightFormat& format_;
  Parts parts_;
};

Parts counted(const Shape& shape, const WeightFormat& format) {
  return Counting(shape, format).run();
}

}  // namespace

std::span<const WeightFormat> weight_formats() { return formats; }

const WeightFormat* find_weight_format(std::string_view id) {
  return find_by_id<WeightFormat>(formats, id);
}

std::span<const CacheFormat> cache_formats() { return caches; }

const CacheFormat* find_cache_format(std::string_view id) {
  return find_by_id<CacheFormat>(caches, id);
}

Parts parameters(const Shape& shape) { return counted(shape, {"", "", Rule::plain, number}); }

Parts weights(const Shape& shape, const WeightFormat& format) { return counted(shape, format); }

double cache_bytes(const Shape& shape, const CacheFormat& format, long long context, int batch) {
  return attention::cache_cost(layer_kinds(shape), format, context, batch)->bytes;
}

double read_bytes(const Shape& shape, const Parts& weights, int batch) {
  double share = 1;
  if (shape.experts > 0) {
    double idle = 1;
    for (int i = 0; i < batch; ++i)
      idle *= static_cast<double>(shape.experts - shape.active) / shape.experts;
    share -= idle;
  }
  return static_cast<double>(weights.attention + weights.head + weights.rest + weights.always +
                             weights.again) +
         share * static_cast<double>(weights.feed_forward - weights.always);
}

long long longest_context(const Shape& shape, const Parts& weights, const CacheFormat& format,
                          int batch, double memory) {
  const double room = memory - static_cast<double>(weights.total());
  long long low = 0, high = endless;  // low fits, unless nothing does; what is above high does not
  while (low < high) {
    const long long middle = high - (high - low) / 2;
    if (cache_bytes(shape, format, middle, batch) <= room)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

double tokens_per_second(double read, double cache, int batch, double gb_per_s) {
  return batch * gb_per_s * 1e9 / (read + cache);
}

}  // namespace loom::models
