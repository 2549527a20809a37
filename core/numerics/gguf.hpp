// Blocks of quantized weights as GGUF files store them: bytes in, values out.
//
// Every type packs a fixed number of weights with the scales they share into a fixed number of
// bytes. Multi-byte fields are little-endian; d, m and dmin are FP16. Products and sums are rounded
// to float32 one by one, as the reference implementation rounds them (ggml, src/ggml-quants.c).
// tests/data/gguf/ has blocks that it decoded.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::numerics {

struct BlockType {
  std::string_view id;  // "q4_k"
  int values, bytes;    // of one block
  double bits_per_value() const { return 8.0 * bytes / values; }
  void (*decode)(const std::uint8_t* block, float* values);
};

// q4_0, q4_1, q5_0, q5_1, q8_0, q2_k, q3_k, q4_k, q5_k, q6_k.
std::span<const BlockType> block_types();

// nullptr: there is none of that id.
const BlockType* find_block_type(std::string_view id);

// The weights of blocks that follow one another. Refused: a last block that is not complete.
Result<std::vector<float>> dequantize(const BlockType& type, std::span<const std::uint8_t> bytes);

}  // namespace loom::numerics
