#include "core/numerics/gguf.hpp"

#include <string>

#include "core/find.hpp"
#include "core/numerics/format.hpp"

namespace loom::numerics {
namespace {

using Byte = std::uint8_t;

float half(const Byte* at) {
  static const Format& fp16 = *find_format("fp16");
  return static_cast<float>(decode(fp16, static_cast<std::uint32_t>(at[0] | at[1] << 8)));
}

// Field `index` of fields of `bits` bits, lowest first.
int field(int byte, int index, int bits) { return byte >> (index * bits) & ((1 << bits) - 1); }

// --- Blocks of 32: one scale, perhaps one minimum

// Weights 0 to 15 are in the low halves of 16 bytes, 16 to 31 in the high ones.
int nibble(const Byte* packed, int i) { return field(packed[i % 16], i / 16, 4); }

// The fifth bit of weight i.
int fifth(const Byte* bits, int i) { return field(bits[i / 8], i % 8, 1) << 4; }

void q4_0(const Byte* b, float* y) {
  const float d = half(b);
  for (int i = 0; i < 32; ++i) y[i] = d * static_cast<float>(nibble(b + 2, i) - 8);
}

void q4_1(const Byte* b, float* y) {
  const float d = half(b), m = half(b + 2);
  for (int i = 0; i < 32; ++i) y[i] = d * static_cast<float>(nibble(b + 4, i)) + m;
}

void q5_0(const Byte* b, float* y) {
  const float d = half(b);
  for (int i = 0; i < 32; ++i)
    y[i] = d * static_cast<float>((nibble(b + 6, i) | fifth(b + 2, i)) - 16);
}

void q5_1(const Byte* b, float* y) {
  const float d = half(b), m = half(b + 2);
  for (int i = 0; i < 32; ++i)
    y[i] = d * static_cast<float>(nibble(b + 8, i) | fifth(b + 4, i)) + m;
}

void q8_0(const Byte* b, float* y) {
  const float d = half(b);
  for (int i = 0; i < 32; ++i) y[i] = d * static_cast<float>(static_cast<std::int8_t>(b[2 + i]));
}

// --- Super-blocks of 256: scales of scales

// The low bits of weight i where two-bit fields of 32 bytes hold 128 weights.
int two_bits(const Byte* packed, int i) {
  return field(packed[32 * (i / 128) + i % 32], i % 128 / 32, 2);
}

void q2_k(const Byte* b, float* y) {
  const float d = half(b + 80), dmin = half(b + 82);
  for (int i = 0; i < 256; ++i) {
    const Byte scale = b[i / 16];
    y[i] = d * static_cast<float>(scale & 15) * static_cast<float>(two_bits(b + 16, i)) -
           dmin * static_cast<float>(scale >> 4);
  }
}

// Six bits for each of 16 scales, less 32: four in bytes 0 to 7, two in bytes 8 to 11.
int q3_scale(const Byte* packed, int k) {
  return (field(packed[k % 8], k / 8, 4) | field(packed[8 + k % 4], k / 4, 2) << 4) - 32;
}

void q3_k(const Byte* b, float* y) {
  const float d = half(b + 108);
  for (int i = 0; i < 256; ++i) {
    const int high = field(b[i % 32], i / 32, 1);  // set: nothing is taken away
    const int q = two_bits(b + 32, i) - (high != 0 ? 0 : 4);
    y[i] = d * static_cast<float>(q3_scale(b + 96, i / 16)) * static_cast<float>(q);
  }
}

struct ScaleAndMinimum {
  int scale, minimum;
};

// Six bits each for eight blocks of 32. The first four stand in bytes 0 to 3 and 4 to 7; of the
// others the low four bits share bytes 8 to 11, and the high two fill what the first left free.
ScaleAndMinimum q4_scales(const Byte* packed, int j) {
  if (j < 4) return {packed[j] & 63, packed[j + 4] & 63};
  return {field(packed[j + 4], 0, 4) | packed[j - 4] >> 6 << 4,
          field(packed[j + 4], 1, 4) | packed[j] >> 6 << 4};
}

// Q4_K and Q5_K: `nibbles` has four bits of each weight, `fifths` (or nullptr) one.
void q4_or_q5_k(const Byte* b, const Byte* nibbles, const Byte* fifths, float* y) {
  const float d = half(b), dmin = half(b + 2);
  for (int i = 0; i < 256; ++i) {
    const int j = i / 32;
    const ScaleAndMinimum s = q4_scales(b + 4, j);
    const int high = fifths ? field(fifths[i % 32], j, 1) << 4 : 0;
    const int q = field(nibbles[32 * (i / 64) + i % 32], j % 2, 4) | high;
    y[i] = d * static_cast<float>(s.scale) * static_cast<float>(q) -
           dmin * static_cast<float>(s.minimum);
  }
}

void q4_k(const Byte* b, float* y) { q4_or_q5_k(b, b + 16, nullptr, y); }
void q5_k(const Byte* b, float* y) { q4_or_q5_k(b, b + 48, b + 16, y); }

void q6_k(const Byte* b, float* y) {
  const Byte *low = b, *high = b + 128, *scales = b + 192;
  const float d = half(b + 208);
  for (int i = 0; i < 256; ++i) {
    const int half_block = i / 128, run = i % 128 / 32, lane = i % 32;
    const int q = field(low[64 * half_block + 32 * (run % 2) + lane], run / 2, 4) |
                  field(high[32 * half_block + lane], run, 2) << 4;
    const auto scale = static_cast<std::int8_t>(scales[i / 16]);
    y[i] = d * static_cast<float>(scale) * static_cast<float>(q - 32);
  }
}

constexpr BlockType type_table[] = {
    {"q4_0", 32, 18, q4_0},   {"q4_1", 32, 20, q4_1},   {"q5_0", 32, 22, q5_0},
    {"q5_1", 32, 24, q5_1},   {"q8_0", 32, 34, q8_0},   {"q2_k", 256, 84, q2_k},
    {"q3_k", 256, 110, q3_k}, {"q4_k", 256, 144, q4_k}, {"q5_k", 256, 176, q5_k},
    {"q6_k", 256, 210, q6_k},
};

}  // namespace

std::span<const BlockType> block_types() { return type_table; }

const BlockType* find_block_type(std::string_view id) {
  return find_by_id<BlockType>(type_table, id);
}

Result<std::vector<float>> dequantize(const BlockType& type, std::span<const std::uint8_t> bytes) {
  const auto size = static_cast<size_t>(type.bytes);
  if (bytes.size() % size != 0)
    return Error{std::to_string(bytes.size()) + " bytes are no whole blocks of " +
                 std::string(type.id) + ", which have " + std::to_string(size)};
  const size_t blocks = bytes.size() / size;
  std::vector<float> values(blocks * static_cast<size_t>(type.values));
  for (size_t i = 0; i < blocks; ++i)
    type.decode(&bytes[i * size], &values[i * static_cast<size_t>(type.values)]);
  return values;
}

}  // namespace loom::numerics
