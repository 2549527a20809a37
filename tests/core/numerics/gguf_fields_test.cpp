// Which bits belong to a weight, against the decoders of core/numerics/gguf.hpp, which do not know.
#include "core/numerics/gguf_fields.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "core/numerics/bits.hpp"
#include "core/numerics/gguf.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::gguf_fields) {

using namespace loom::numerics;
using Bytes = std::vector<std::uint8_t>;

namespace {

// Random bytes with ordinary halves for d and dmin: odd, so that every bit of a product shows.
Bytes random_block(const BlockLayout& layout, loom::Random& random) {
  Bytes block(static_cast<size_t>(layout.bytes));
  for (auto& byte : block) byte = static_cast<std::uint8_t>(random.below(256));
  for (const BlockField& field : layout.field)
    if (field.part == BlockPart::d || field.part == BlockPart::dmin) {
      block[static_cast<size_t>(field.first)] |= 1;
      block[static_cast<size_t>(field.first) + 1] = 0x2c;
    }
  return block;
}

std::vector<float> decoded(const BlockLayout& layout, const Bytes& block) {
  return *dequantize(*find_block_type(layout.id), block);
}

bool same(float a, float b) { return to_bits(a) == to_bits(b); }

}  // namespace

TEST_CASE("layouts are those of the decoders, and their fields fill the block") {
  for (const BlockLayout& layout : block_layouts()) {
    CAPTURE(layout.id);
    const BlockType* type = find_block_type(layout.id);
    REQUIRE(type);
    CHECK(find_block_layout(layout.id) == &layout);
    CHECK(layout.values == type->values);
    CHECK(layout.bytes == type->bytes);
    CHECK(layout.bits_per_value() == type->bits_per_value());
    int at = 0;
    for (const BlockField& field : layout.field) {
      if (field.bytes == 0) continue;
      CHECK(field.first == at);
      at += field.bytes;
    }
    CHECK(at == layout.bytes);
  }
  CHECK(find_block_layout("q4_1") == nullptr);
}

TEST_CASE("a weight put together from its bits is the decoder's, to the bit") {
  loom::Random random(11);
  for (const BlockLayout& layout : block_layouts())
    for (int round = 0; round < 20; ++round) {
      const Bytes block = random_block(layout, random);
      const std::vector<float> values = decoded(layout, block);
      for (int i = 0; i < layout.values; ++i)
        if (!same(weight_value(layout, weight_parts(layout, block.data(), i)),
                  values[static_cast<size_t>(i)]))
          FAIL_CHECK(layout.id << ", weight " << i);
    }
}

TEST_CASE("a bit that is not a weight's never changes it, and one that is changes its parts") {
  loom::Random random(12);
  for (const BlockLayout& layout : block_layouts()) {
    CAPTURE(layout.id);
    Bytes block = random_block(layout, random);
    const std::vector<float> before = decoded(layout, block);
    std::vector<std::set<int>> inside(static_cast<size_t>(layout.values));
    std::vector<WeightParts> parts;
    for (int i = 0; i < layout.values; ++i) {
      parts.push_back(weight_parts(layout, block.data(), i));
      for (const BlockBits& bits : weight_bits(layout, i))
        for (int bit = 0; bit < 8; ++bit)
          if (bits.mask >> bit & 1)
            // Each bit belongs to one part only.
            CHECK(inside[static_cast<size_t>(i)].insert(8 * bits.byte + bit).second);
    }
    std::set<int> used;
    for (int bit = 0; bit < 8 * layout.bytes; ++bit) {
      const auto flip = [&] { block[static_cast<size_t>(bit / 8)] ^= std::uint8_t(1 << bit % 8); };
      flip();
      const std::vector<float> after = decoded(layout, block);
      for (int i = 0; i < layout.values; ++i) {
        const auto at = static_cast<size_t>(i);
        if (!inside[at].contains(bit)) {
          if (!same(before[at], after[at])) FAIL_CHECK("weight " << i << " depends on bit " << bit);
          continue;
        }
        used.insert(bit);
        const WeightParts now = weight_parts(layout, block.data(), i), &old = parts[at];
        if (now.code == old.code && now.scale == old.scale && now.minimum == old.minimum &&
            same(now.d, old.d) && same(now.dmin, old.dmin))
          FAIL_CHECK("weight " << i << " does not depend on bit " << bit);
        // A code times scale 0, or a scale times code 0, is 0 whatever it is.
        const bool hidden = old.scale == layout.scale_zero || old.code == layout.code_zero ||
                            (layout.minimums && old.minimum == 0);
        if (same(before[at], after[at]) && !hidden)
          FAIL_CHECK("weight " << i << ", bit " << bit << ": same value");
      }
      flip();
    }
    CHECK(used.size() == static_cast<size_t>(8 * layout.bytes));  // every bit is somebody's
  }
}

TEST_CASE("a stored part is read back, and no other changes") {
  loom::Random random(13);
  for (const BlockLayout& layout : block_layouts())
    for (int weight = 0; weight < layout.values; weight += 7) {
      Bytes block = random_block(layout, random);
      const WeightParts before = weight_parts(layout, block.data(), weight);
      const int written = before.code ^ 1;
      store_part(layout, block.data(), weight, BlockPart::code, written);
      const WeightParts after = weight_parts(layout, block.data(), weight);
      CHECK(after.code == written);
      CHECK(after.scale == before.scale);
      CHECK(after.minimum == before.minimum);
      CHECK(same(after.d, before.d));
    }
}

TEST_CASE("the twelve bytes of Q4_K's and Q3_K's scales, part by part") {
  const BlockLayout &q4 = *find_block_layout("q4_k"), &q3 = *find_block_layout("q3_k");
  const int scales[] = {5, 63, 17, 40, 33, 12, 50, 1}, minimums[] = {0, 7, 62, 20, 45, 31, 9, 58};
  Bytes block(144);
  for (int g = 0; g < 8; ++g) {
    store_part(q4, block.data(), 32 * g, BlockPart::scale, scales[g]);
    store_part(q4, block.data(), 32 * g, BlockPart::minimum, minimums[g]);
  }
  CHECK(Bytes(block.begin() + 4, block.begin() + 16) ==
        Bytes{0x85, 0x3f, 0xd1, 0x28, 0x80, 0x47, 0x3e, 0xd4, 0xd1, 0xfc, 0x92, 0xa1});
  const int signed_scales[] = {-32, -17, 0, 31, 5, -1, 12, 30, -8, 7, -30, 1, 2, 19, -20, -5};
  Bytes block3(110);
  for (int g = 0; g < 16; ++g)
    store_part(q3, block3.data(), 16 * g, BlockPart::scale, signed_scales[g] + 32);
  CHECK(Bytes(block3.begin() + 96, block3.begin() + 108) ==
        Bytes{0x80, 0x7f, 0x20, 0x1f, 0x25, 0x3f, 0xcc, 0xbe, 0x98, 0xe4, 0x0a, 0x6f});
}

}  // TESTS_OF(core::numerics::gguf_fields)
