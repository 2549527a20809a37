// Quantized blocks: every value as ggml's reference decodes it, to the bit.
#include "core/numerics/gguf.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "core/numerics/bits.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

using namespace loom;
using loom::test::Json;
using loom::test::word;

TEST_CASE("GGUF blocks: the values of ggml's reference, to the bit") {
  const Json file = test::recorded("gguf/blocks.json");
  size_t types = 0, compared = 0;
  for (const auto& [name, recorded] : file["types"].items()) {
    std::string id = name;
    std::transform(id.begin(), id.end(), id.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    const numerics::BlockType* type = numerics::find_block_type(id);
    REQUIRE_MESSAGE(type, id);
    ++types;
    CHECK(recorded["values"] == type->values);
    CHECK(recorded["bytes"] == type->bytes);
    for (const Json& row : recorded["blocks"]) {
      const std::string hex = row[1], values = row[2];
      std::vector<std::uint8_t> bytes;
      for (size_t i = 0; i < hex.size() / 2; ++i)
        bytes.push_back(static_cast<std::uint8_t>(word(hex, i, 2)));
      const auto decoded = numerics::dequantize(*type, bytes);
      REQUIRE(decoded);
      REQUIRE(values.size() == 8 * decoded->size());
      for (size_t i = 0; i < decoded->size(); ++i, ++compared)
        if (numerics::to_bits((*decoded)[i]) != word(values, i, 8))
          FAIL_CHECK(id << " " << row[0] << ", value " << i << ": " << (*decoded)[i]);
    }
  }
  CHECK(types == numerics::block_types().size());
  CHECK(compared == 22560);
}
