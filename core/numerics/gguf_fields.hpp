// Where in a GGUF block the bits of one weight are: the blocks of core/numerics/gguf.hpp as data,
// for the types q4_0, q8_0, q2_k, q3_k, q4_k, q5_k and q6_k.
//
//   weight = d · (scale − scale_zero) · (code − code_zero) − dmin · minimum
//
// A type without scales has scale 1; one without minimums, minimum 0. Codes and scales of a whole
// byte are signed. Source: ggml, src/ggml-common.h and src/ggml-quants.c.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace loom::numerics {

enum class BlockPart { code, scale, minimum, d, dmin };
inline constexpr int block_parts = 5;

// Bytes that belong together, as ggml names them.
struct BlockField {
  std::string_view name;
  int first, bytes;
  BlockPart part;  // Q2_K's and Q4_K's scales hold the minimums too
};

// `bits` of each of many numbers. Byte: first + n mod run + run · (n / (run · per_byte)); within
// it, the first `run` numbers have the lowest bits (from `shift`), the next the ones above.
struct Packing {
  int first, run, bits, per_byte;
  int shift = 0;  // of the first numbers, in the byte
  int to = 0;     // of these bits, in the number
};

struct BlockLayout {
  std::string_view id, name;  // "q4_k", "Q4_K"
  int values, bytes;          // of one block
  int group;                  // weights that share a scale
  int code_bits, code_zero, scale_bits, scale_zero;
  bool minimums;        // with dmin and a minimum per group
  BlockField field[5];  // in the order of the bytes; the rest have no bytes
  Packing code[2];      // no bits: not there
  Packing scale[2];     // of a group's number; none for Q4_K and Q5_K, which have their own way

  double bits_per_value() const { return 8.0 * bytes / values; }
  int groups() const { return values / group; }
};

std::span<const BlockLayout> block_layouts();
const BlockLayout* find_block_layout(std::string_view id);  // nullptr: there is none

// Bits of one byte: those of `mask` are bits `to`, `to` + 1, … of the part.
struct BlockBits {
  int byte = 0;
  std::uint8_t mask = 0;
  int to = 0;
  BlockPart part = BlockPart::code;
};

// Everything on which the value of one weight depends. Parts in order, each with its highest bits
// first.
struct WeightBits {
  BlockBits bits[10];
  int count = 0;

  const BlockBits* begin() const { return bits; }
  const BlockBits* end() const { return bits + count; }
};
WeightBits weight_bits(const BlockLayout& layout, int weight);

// The value of an FP16 code.
float from_half(int code);

struct WeightParts {
  int code = 0, scale = 1, minimum = 0;  // as stored, or as a signed byte says
  float d = 0, dmin = 0;
};
WeightParts weight_parts(const BlockLayout& layout, const std::uint8_t* block, int weight);

// The value that they make, equal to the decoder's to the bit.
float weight_value(const BlockLayout& layout, const WeightParts& parts);

// Writes a part of a weight: its low bits into the bits that hold it. d and dmin as FP16 codes.
void store_part(const BlockLayout& layout, std::uint8_t* block, int weight, BlockPart part,
                int value);

}  // namespace loom::numerics
