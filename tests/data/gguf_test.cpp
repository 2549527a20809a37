// Quantized blocks: every value as ggml's reference decodes it, to the bit.
#include "core/numerics/gguf.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "core/numerics/bits.hpp"
#include "core/numerics/gguf_quantize.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::gguf) {

using namespace loom;
using loom::test::Json;
using loom::test::word;

TEST_CASE("GGUF blocks: the values of ggml's reference, to the bit") {
  const Json file = test::answered("gguf/blocks.json");
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

namespace {

std::vector<std::uint8_t> bytes_of(const std::string& hex) {
  std::vector<std::uint8_t> bytes;
  for (size_t i = 0; i < hex.size() / 2; ++i)
    bytes.push_back(static_cast<std::uint8_t>(word(hex, i, 2)));
  return bytes;
}

}  // namespace

TEST_CASE(
    "our quantizers beside ggml's: Q4_0 and Q8_0 to the byte, K types with a little more error") {
  const Json file = test::answered("gguf/blocks.json")["quantized"];
  const std::string hex = file["numbers"];
  std::vector<float> numbers;
  for (size_t i = 0; i < hex.size() / 8; ++i)
    numbers.push_back(numerics::float_from_bits(word(hex, i, 8)));
  REQUIRE(numbers.size() == 512);
  // RMS error, ours over the reference's, at most.
  const struct {
    std::string id, name;
    double most;
  } rows[] = {{"q4_0", "q4_0", 1},    {"q8_0", "q8_0", 1},    {"q2_k", "q2_K", 1.08},
              {"q3_k", "q3_K", 1.03}, {"q4_k", "q4_K", 1.11}, {"q5_k", "q5_K", 1.06},
              {"q6_k", "q6_K", 1.09}};
  for (const auto& row : rows) {
    CAPTURE(row.id);
    const numerics::BlockType& type = *numerics::find_block_type(row.id);
    const auto ours = numerics::quantize(*numerics::find_block_layout(row.id), numbers);
    const auto theirs = bytes_of(file[row.name]);
    REQUIRE(ours.size() == theirs.size());
    if (row.most == 1) CHECK(ours == theirs);
    const auto error = [&](const std::vector<std::uint8_t>& bytes) {
      const std::vector<float> values = *numerics::dequantize(type, bytes);
      double sum = 0;
      for (size_t k = 0; k < values.size(); ++k)
        sum += std::pow(static_cast<double>(values[k]) - static_cast<double>(numbers[k]), 2);
      return std::sqrt(sum / static_cast<double>(values.size()));
    };
    const double ratio = error(ours) / error(theirs);
    CHECK(ratio <= row.most);
    CHECK(ratio >= 1);
  }
}

}  // TESTS_OF(data::gguf)
