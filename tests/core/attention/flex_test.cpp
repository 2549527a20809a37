// What a score_mod makes of a score, and the bytes of a block mask as PyTorch's tensors have them.
#include "core/attention/flex.hpp"

#include <cmath>
#include <initializer_list>

#include "tests/doctest.hpp"

TESTS_OF(core::attention::flex) {

using namespace loom::attention;

TEST_CASE("flex: score_mods") {
  for (const double score : {-40.0, -3.0, 0.0, 12.5, 40.0})
    for (const int q : {0, 5, 700})
      for (const int k : {0, 5, 300, 701}) {
        const double far = std::abs(q - k);
        CHECK(modified(ScoreMod::none, score, q, k, 3) == score);
        CHECK(modified(ScoreMod::alibi, score, q, k, 0) == score - far / 2);
        CHECK(modified(ScoreMod::alibi, score, q, k, 7) == score - far / 256);
        CHECK(modified(ScoreMod::alibi, score, q, k, 9) == score - far / 4);
        CHECK(modified(ScoreMod::soft_cap, score, q, k, 0) ==
              doctest::Approx(30 * std::tanh(score / 30)));
        CHECK(modified(ScoreMod::relative, score, q, k, 0) ==
              doctest::Approx(score - 2 * std::log2(1 + far)));
      }
  for (int i = 0; i <= 1000; ++i) CHECK(std::abs(example_score(i / 1000.0)) <= 40);
}

TEST_CASE("flex: a block mask's eight tensors") {
  // kv_num_blocks [rows], kv_indices [rows, columns], the same for full blocks, and transposed.
  const auto tensors = [](int rows, int columns) {
    int numbers = 0;
    for (int full = 0; full < 2; ++full) {
      for (int row = 0; row < rows; ++row) numbers += 1 + columns;
      for (int column = 0; column < columns; ++column) numbers += 1 + rows;
    }
    return 4 * numbers;
  };
  CHECK(block_mask_bytes(8, 8) == tensors(8, 8));
  CHECK(block_mask_bytes(8, 8) == 1152);
  CHECK(block_mask_bytes(3, 5) == tensors(3, 5));
  CHECK(block_mask_bytes(64, 64) == tensors(64, 64));
}

}  // TESTS_OF(core::attention::flex)
