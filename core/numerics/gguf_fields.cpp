#include "core/numerics/gguf_fields.hpp"

#include <bit>

#include "core/find.hpp"
#include "core/numerics/format.hpp"

namespace loom::numerics {
namespace {

using enum BlockPart;

constexpr BlockLayout layout_table[] = {
    {"q4_0",
     "Q4_0",
     32,
     18,
     32,
     4,
     8,
     0,
     0,
     false,
     {{"d", 0, 2, d}, {"qs", 2, 16, code}},
     {{2, 16, 4, 2}},
     {}},
    {"q8_0",
     "Q8_0",
     32,
     34,
     32,
     8,
     0,
     0,
     0,
     false,
     {{"d", 0, 2, d}, {"qs", 2, 32, code}},
     {{2, 32, 8, 1}},
     {}},
    {"q2_k",
     "Q2_K",
     256,
     84,
     16,
     2,
     0,
     4,
     0,
     true,
     {{"scales", 0, 16, scale}, {"qs", 16, 64, code}, {"d", 80, 2, d}, {"dmin", 82, 2, dmin}},
     {{16, 32, 2, 4}},
     {{0, 16, 4, 1}}},
    {"q3_k",
     "Q3_K",
     256,
     110,
     16,
     3,
     4,
     6,
     32,
     false,
     {{"hmask", 0, 32, code}, {"qs", 32, 64, code}, {"scales", 96, 12, scale}, {"d", 108, 2, d}},
     {{0, 32, 1, 8, 0, 2}, {32, 32, 2, 4}},
     {{104, 4, 2, 4, 0, 4}, {96, 8, 4, 2}}},
    {"q4_k",
     "Q4_K",
     256,
     144,
     32,
     4,
     0,
     6,
     0,
     true,
     {{"d", 0, 2, d}, {"dmin", 2, 2, dmin}, {"scales", 4, 12, scale}, {"qs", 16, 128, code}},
     {{16, 32, 4, 2}},
     {}},
    {"q5_k",
     "Q5_K",
     256,
     176,
     32,
     5,
     0,
     6,
     0,
     true,
     {{"d", 0, 2, d},
      {"dmin", 2, 2, dmin},
      {"scales", 4, 12, scale},
      {"qh", 16, 32, code},
      {"qs", 48, 128, code}},
     {{16, 32, 1, 8, 0, 4}, {48, 32, 4, 2}},
     {}},
    {"q6_k",
     "Q6_K",
     256,
     210,
     16,
     6,
     32,
     8,
     0,
     false,
     {{"ql", 0, 128, code}, {"qh", 128, 64, code}, {"scales", 192, 16, scale}, {"d", 208, 2, d}},
     {{128, 32, 2, 4, 0, 4}, {0, 64, 4, 2}},
     {{192, 16, 8, 1}}},
};

struct Collector {
  WeightBits found;

  void add(int byte, int mask, int to, BlockPart part) {
    found.bits[found.count++] = {byte, static_cast<std::uint8_t>(mask), to, part};
  }

  // Number n of a packing.
  void add(const Packing& p, int n, BlockPart part) {
    if (p.bits == 0) return;
    const int high = n % (p.run * p.per_byte) / p.run;
    add(p.first + n % p.run + p.run * (n / (p.run * p.per_byte)),
        ((1 << p.bits) - 1) << (p.shift + p.bits * high), p.to, part);
  }

  // Q4_K and Q5_K: six bits each for eight groups, in twelve bytes. The first four groups' scales
  // stand in bytes 0 to 3 and their minimums in 4 to 7; of the others the low four bits share bytes
  // 8 to 11, and the high two fill what the first left free.
  void add_six(int n, BlockPart part) {
    constexpr int scales = 4;  // where they begin
    const int second = part == minimum ? 4 : 0;
    if (n < 4) return add(scales + n + second, 0x3f, 0, part);
    add(scales + n - 4 + second, 0xc0, 4, part);
    add(scales + n + 4, second ? 0xf0 : 0x0f, 0, part);
  }
};

// The bits of `mask` that a byte has, moved down.
int taken(int byte, int mask) { return (byte & mask) >> std::countr_zero(unsigned(mask)); }

}  // namespace

float from_half(int code) {
  return static_cast<float>(decode(*find_format("fp16"), static_cast<std::uint32_t>(code)));
}

std::span<const BlockLayout> block_layouts() { return layout_table; }

const BlockLayout* find_block_layout(std::string_view id) {
  return find_by_id<BlockLayout>(layout_table, id);
}

WeightBits weight_bits(const BlockLayout& layout, int weight) {
  Collector collector;
  const int group = weight / layout.group;
  for (const Packing& packing : layout.code) collector.add(packing, weight, code);
  if (layout.scale_bits == 6 && layout.minimums) {
    collector.add_six(group, scale);
    collector.add_six(group, minimum);
  } else {
    for (const Packing& packing : layout.scale) collector.add(packing, group, scale);
    if (layout.minimums) collector.add(group, 0xf0, 0, minimum);  // Q2_K
  }
  for (BlockPart part : {d, dmin})
    for (const BlockField& field : layout.field)
      if (field.bytes > 0 && field.part == part)
        for (int byte : {1, 0}) collector.add(field.first + byte, 0xff, 8 * byte, part);
  return collector.found;
}

WeightParts weight_parts(const BlockLayout& layout, const std::uint8_t* block, int weight) {
  int parts[block_parts] = {};
  for (const BlockBits& bits : weight_bits(layout, weight))
    parts[int(bits.part)] |= taken(block[bits.byte], bits.mask) << bits.to;
  if (layout.code_bits == 8) parts[int(code)] = static_cast<std::int8_t>(parts[int(code)]);
  if (layout.scale_bits == 8) parts[int(scale)] = static_cast<std::int8_t>(parts[int(scale)]);
  if (layout.scale_bits == 0) parts[int(scale)] = 1;
  return {parts[int(code)], parts[int(scale)], parts[int(minimum)], from_half(parts[int(d)]),
          from_half(parts[int(dmin)])};
}

// Each product is rounded to float32 on its own.
float weight_value(const BlockLayout& layout, const WeightParts& parts) {
  const float step = parts.d * static_cast<float>(parts.scale - layout.scale_zero);
  const float product = step * static_cast<float>(parts.code - layout.code_zero);
  const float least = parts.dmin * static_cast<float>(parts.minimum);
  return layout.minimums ? product - least : product;
}

void store_part(const BlockLayout& layout, std::uint8_t* block, int weight, BlockPart part,
                int value) {
  for (const BlockBits& bits : weight_bits(layout, weight)) {
    if (bits.part != part) continue;
    const int moved = value >> bits.to << std::countr_zero(unsigned(bits.mask));
    block[bits.byte] =
        static_cast<std::uint8_t>((block[bits.byte] & ~bits.mask) | (moved & bits.mask));
  }
}

}  // namespace loom::numerics
