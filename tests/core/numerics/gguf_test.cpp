#include "core/numerics/gguf.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::gguf) {

using namespace loom::numerics;
using Bytes = std::vector<std::uint8_t>;

namespace {

std::vector<float> decoded(const char* id, const Bytes& bytes) {
  const auto values = dequantize(*find_block_type(id), bytes);
  REQUIRE(values);
  return *values;
}

constexpr std::uint8_t one[] = {0x00, 0x3c};  // 1 as FP16, low byte first

void put_one(Bytes& block, size_t at) { std::copy(one, one + 2, &block[at]); }

}  // namespace

TEST_CASE("block types have the sizes of the GGUF specification") {
  const double bits[] = {4.5, 5, 5.5, 6, 8.5, 2.625, 3.4375, 4.5, 5.5, 6.5625};
  REQUIRE(block_types().size() == std::size(bits));
  for (size_t i = 0; i < std::size(bits); ++i) {
    CHECK(block_types()[i].bits_per_value() == bits[i]);
    CHECK(find_block_type(block_types()[i].id) == &block_types()[i]);
  }
  CHECK(find_block_type("q4_2") == nullptr);
}

TEST_CASE("legacy blocks, by hand") {
  Bytes q4(18, 0x98);  // low halves 8, high halves 9
  put_one(q4, 0);
  for (int i = 0; i < 32; ++i)
    CHECK(decoded("q4_0", q4)[static_cast<size_t>(i)] == (i < 16 ? 0 : 1));
  Bytes q8(34, 0xff);
  put_one(q8, 0);
  for (float value : decoded("q8_0", q8)) CHECK(value == -1);
  Bytes q5(22, 0);
  put_one(q5, 0);
  q5[2] = 1;     // the fifth bit of weight 0
  q5[5] = 0x80;  // of weight 31
  q5[6] = 0x21;  // 1 for weight 0, 2 for weight 16
  const std::vector<float> values = decoded("q5_0", q5);
  CHECK(values[0] == 1);
  CHECK(values[1] == -16);
  CHECK(values[16] == -14);
  CHECK(values[31] == 0);
}

TEST_CASE("the six-bit scales of Q4_K and Q3_K unpack from their twelve bytes") {
  // Every weight is 1 and d is 1, so a value is its scale, less its minimum.
  Bytes q4(144, 0x11);
  put_one(q4, 0);
  q4[2] = q4[3] = 0;
  const std::uint8_t packed[] = {0x85, 0x3f, 0xd1, 0x28, 0x80, 0x47,
                                 0x3e, 0xd4, 0xd1, 0xfc, 0x92, 0xa1};
  std::copy(std::begin(packed), std::end(packed), &q4[4]);
  const int scales[] = {5, 63, 17, 40, 33, 12, 50, 1}, minimums[] = {0, 7, 62, 20, 45, 31, 9, 58};
  for (size_t i = 0; i < 256; ++i)
    CHECK(decoded("q4_k", q4)[i] == static_cast<float>(scales[i / 32]));
  put_one(q4, 2);
  for (size_t i = 0; i < 256; ++i)
    CHECK(decoded("q4_k", q4)[i] == static_cast<float>(scales[i / 32] - minimums[i / 32]));

  Bytes q3(110, 0x55);  // two-bit fields of 1
  std::fill_n(q3.begin(), 32, 0xff);
  put_one(q3, 108);
  const std::uint8_t packed3[] = {0x80, 0x7f, 0x20, 0x1f, 0x25, 0x3f,
                                  0xcc, 0xbe, 0x98, 0xe4, 0x0a, 0x6f};
  std::copy(std::begin(packed3), std::end(packed3), &q3[96]);
  const int scales3[] = {-32, -17, 0, 31, 5, -1, 12, 30, -8, 7, -30, 1, 2, 19, -20, -5};
  for (size_t i = 0; i < 256; ++i)
    CHECK(decoded("q3_k", q3)[i] == static_cast<float>(scales3[i / 16]));
}

TEST_CASE("each bit of a block's weights belongs to exactly one of them") {
  for (const BlockType& type : block_types()) {
    CAPTURE(type.id);
    // Scales as they fall, weights at random; flipping one bit behind the scales changes one value
    // at most.
    loom::Random random(5);
    Bytes block(static_cast<size_t>(type.bytes));
    for (auto& byte : block) byte = static_cast<std::uint8_t>(random.below(256));
    const std::string_view id = type.id;
    const size_t first = id == "q2_k"                                   ? 16
                         : id == "q4_0" || id == "q8_0" || id == "q5_0" ? 2
                         : id[3] == '1'                                 ? 4
                         : id == "q4_k" || id == "q5_k"                 ? 16
                                                                        : 0;
    const size_t last = id == "q2_k" ? 80 : id == "q3_k" ? 96 : id == "q6_k" ? 192 : block.size();
    if (id == "q2_k" || id == "q3_k" || id == "q6_k")
      put_one(block, block.size() - (id == "q2_k" ? 4 : 2));
    else
      put_one(block, 0);
    const std::vector<float> before = decoded(type.id.data(), block);
    for (size_t bit = 8 * first; bit < 8 * last; ++bit) {
      block[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
      const std::vector<float> after = decoded(type.id.data(), block);
      int changed = 0;
      for (size_t i = 0; i < after.size(); ++i)
        changed += !(after[i] == before[i] || (std::isnan(after[i]) && std::isnan(before[i])));
      REQUIRE(changed <= 1);
      block[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    }
  }
}

TEST_CASE("an incomplete block is refused") {
  const auto refused = dequantize(*find_block_type("q4_0"), Bytes(19));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "19 bytes are no whole blocks of q4_0, which have 18");
  CHECK(dequantize(*find_block_type("q4_k"), Bytes())->empty());
  CHECK(dequantize(*find_block_type("q8_0"), Bytes(68))->size() == 64);
}

}  // TESTS_OF(core::numerics::gguf)
