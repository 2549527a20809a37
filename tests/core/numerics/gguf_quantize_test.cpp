#include "core/numerics/gguf_quantize.hpp"

#include <cmath>
#include <vector>

#include "core/numerics/gguf.hpp"
#include "core/numerics/group_scale.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::numerics::gguf_quantize) {

using namespace loom::numerics;

namespace {

std::vector<float> bell(size_t count) {
  loom::Random random(21);
  std::vector<float> numbers;
  while (numbers.size() < count) numbers.push_back(static_cast<float>(random.normal()));
  return numbers;
}

std::vector<float> through(const BlockLayout& layout, const std::vector<float>& numbers) {
  return *dequantize(*find_block_type(layout.id), quantize(layout, numbers));
}

}  // namespace

TEST_CASE("our K quantizers come within 1 dB of ggml's searches on a bell curve") {
  // Figures of the reference quantizers for 65,536 normal samples.
  const struct {
    const char* id;
    double reference, below;
  } rows[] = {{"q4_0", 21.3, 0.2}, {"q8_0", 45.4, 0.2}, {"q2_k", 10.6, 1},  {"q3_k", 16.4, 0.4},
              {"q4_k", 22.9, 0.9}, {"q5_k", 28.8, 0.6}, {"q6_k", 35.0, 0.6}};
  const std::vector<float> numbers = bell(65536);
  for (const auto& row : rows) {
    CAPTURE(row.id);
    const std::vector<float> found = through(*find_block_layout(row.id), numbers);
    const double db = sqnr_db(std::vector<double>(numbers.begin(), numbers.end()),
                              std::vector<double>(found.begin(), found.end()));
    CHECK(db < row.reference + 0.3);
    CHECK(db > row.reference - row.below);
  }
}

TEST_CASE("quantized blocks: whole ones, of numbers at an edge too") {
  for (const BlockLayout& layout : block_layouts()) {
    CAPTURE(layout.id);
    CHECK(quantize(layout, {}).empty());
    const std::vector<float> one = {1};
    CHECK(quantize(layout, one).size() == static_cast<size_t>(layout.bytes));
    // Zeros stay zeros.
    for (float value : through(layout, std::vector<float>(256))) CHECK(value == 0);
    // All of one size and sign: no type is more than a level of its coarsest grid away.
    for (float same : {1.f, -1.f, 1e-3f, -300.f, 60000.f}) {
      const std::vector<float> found = through(layout, std::vector<float>(256, same));
      for (float value : found) CHECK(std::fabs(value - same) <= 0.04f * std::fabs(same));
    }
    // A number far below what FP16 can hold as a scale becomes zero, not nonsense.
    // Subnormal numbers, whose scales have no finite inverse, too.
    for (float small : {1e-30f, 0x1p-130f, 0x1p-149f}) {
      std::vector<float> numbers(256, small);
      numbers[7] = 0;
      for (float value : through(layout, numbers)) CHECK(value == 0);
    }
  }
}

TEST_CASE("both decoders read what the quantizer wrote alike") {
  const std::vector<float> numbers = bell(512);
  for (const BlockLayout& layout : block_layouts())
    CHECK(dequantize(layout, quantize(layout, numbers)) == through(layout, numbers));
}

}  // TESTS_OF(core::numerics::gguf_quantize)
