// How many bytes a model takes, and how many it reads for each token.
//
// Weights are counted tensor by tensor, by the rules of the format:
//  - "bf16": every number.
//  - "fp8", "nvfp4", "mxfp4": the matrices of the layers; the token table, the output matrix, the
//    choice of experts and all vectors stay in BF16. MXFP4 packs only the experts of a model that
//    has them, as in gpt-oss (reference "gptoss-card"). One scale per tensor is not counted.
//  - the others are the files of llama.cpp (reference "llama-quantize", without an importance
//    matrix): a mix of block types that depends on the tensor and its layer. Rows that are no
//    multiple of 256 take a type with blocks of 32. Vectors and the choice of experts stay FP32.
//    Of layers with a state the matrices take the file's base type; where only some layers have
//    attention or experts, these count as if they were the first ones.
// Left out: activations, what the program itself needs, and the file's metadata.
#pragma once

#include <span>
#include <string_view>

#include "core/attention/cache.hpp"
#include "core/models/shape.hpp"

namespace loom::models {

// So many numbers in so many bytes, scales included.
struct Packing {
  short values, bytes;
  constexpr double bits() const { return 8. * bytes / values; }
  bool operator==(const Packing&) const = default;
};

struct WeightFormat {
  enum class Rule : unsigned char { plain, checkpoint, gguf };
  // Which tensors of a file of llama.cpp get more bits than the others.
  enum class Mix : unsigned char { none, q2_k, q3_k_m, q4_k_s, m };  // m: of Q4_K_M and Q5_K_M
  std::string_view id, name;
  Rule rule;
  Packing base;
  Mix mix = Mix::none;
};

// From many bits to few.
std::span<const WeightFormat> weight_formats();
const WeightFormat* find_weight_format(std::string_view id);  // nullptr when unknown

using attention::CacheFormat;

// For keys and values of every kind alike, including latents.
std::span<const CacheFormat> cache_formats();
const CacheFormat* find_cache_format(std::string_view id);  // nullptr when unknown

// Bytes.
Parts weights(const Shape& shape, const WeightFormat& format);

// What `batch` sequences of `context` tokens keep: a key and a value per layer, KV head and token.
// Layers with a window keep no more than that; a state stays as large as it is.
double cache_bytes(const Shape& shape, const CacheFormat& format, long long context, int batch);

// Weights that one step of `batch` sequences reads: all but the token table, and of the experts
// those that are chosen; of blocks that layers share, what each of these reads. For batch > 1 that
// is the number expected when each token chooses its own, all equally likely.
double read_bytes(const Shape& shape, const Parts& weights, int batch);

inline constexpr long long endless = 1ll << 40;  // tokens, where no number of them fills the memory

// The longest context with which weights and cache fit into `memory` bytes: 0 when none does.
long long longest_context(const Shape& shape, const Parts& weights, const CacheFormat& format,
                          int batch, double memory);

// The most tokens a second, for all sequences together, when every step reads those bytes from
// memory once, at so many GB/s, and nothing else takes time.
double tokens_per_second(double read, double cache, int batch, double gb_per_s);

}  // namespace loom::models
