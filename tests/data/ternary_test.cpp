// TQ1_0 and TQ2_0: blocks that ggml's reference packed, byte for byte, and what it reads in random
// bytes.
#include "core/numerics/ternary.hpp"

#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::ternary) {

using namespace loom;
using namespace loom::numerics;
using loom::test::Json;
using loom::test::word;

namespace {

using Trits = std::array<int, ternary_block>;

template <class Block>
Block bytes_of(const std::string& hex) {
  Block block{};
  REQUIRE(hex.size() == 2 * block.size());
  for (size_t i = 0; i < block.size(); ++i) block[i] = static_cast<std::uint8_t>(word(hex, i, 2));
  return block;
}

Trits trits_of(const std::string& digits) {
  Trits trits{};
  REQUIRE(digits.size() == trits.size());
  for (size_t i = 0; i < trits.size(); ++i) trits[i] = digits[i] - '1';
  return trits;
}

template <class Block>
void compare(const char* name, Block (*pack)(std::span<const int, ternary_block>, std::uint16_t),
             Trits (*unpack)(const Block&)) {
  const Json recorded = test::answered("gguf/ternary.json")["types"][name];
  CAPTURE(name);
  CHECK(recorded["bytes"] == sizeof(Block));
  CHECK(recorded["packed"].size() == 8);
  for (const Json& row : recorded["packed"]) {
    const Trits trits = trits_of(row[0]);
    const auto block = bytes_of<Block>(row[1]);
    CHECK(pack(trits, 0x3a00) == block);  // 0.75
    CHECK(unpack(block) == trits);
  }
  CHECK(recorded["unpacked"].size() == 6);
  for (const Json& row : recorded["unpacked"])
    CHECK(unpack(bytes_of<Block>(row[0])) == trits_of(row[1]));
}

}  // namespace

TEST_CASE("ternary blocks: ggml's reference, byte for byte") {
  compare<Tq1Block>("tq1_0", pack_tq1_0, unpack_tq1_0);
  compare<Tq2Block>("tq2_0", pack_tq2_0, unpack_tq2_0);
}

}  // TESTS_OF(data::ternary)
