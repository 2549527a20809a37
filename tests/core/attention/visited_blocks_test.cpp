// Remembered blocks are those that are counted anew.
#include "core/attention/visited_blocks.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::attention::visited_blocks) {

using namespace loom::attention;

TEST_CASE("visited blocks: whatever was asked before, the answer is the mask's own") {
  VisitedBlocks blocks;
  for (int round = 0; round < 3; ++round)
    for (const char* text : {"q >= k", "q >= k", "q - k < 40 && k - q < 40", "k < 16"})
      for (const BlockShape shape : {BlockShape{16, 16}, BlockShape{16, 32}, BlockShape{64, 16}})
        for (int n = 16; n < 16 + 40 * 5; n += 5) {  // more than it remembers
          CAPTURE(n);
          const auto found = blocks.find(text, n, shape);
          const auto expected = visited_blocks(*ExpressionMask::parse(text), n, shape);
          REQUIRE(found);
          CHECK(*found == *expected);
          CHECK(*blocks.find(text, n, shape) == *expected);
        }
}

TEST_CASE("visited blocks: each pair is looked at where no bounds of the mask are known") {
  // With a number that 32 bits cannot hold there are none.
  const auto visited =
      visited_blocks(*ExpressionMask::parse("q + k == 11 || q > 4000000000"), 10, {4, 3});
  REQUIRE(visited);
  // Rows 0…3, 4…7, 8…9; columns 0…2, 3…5, 6…8, 9: pairs (2, 9) … (9, 2).
  const bool expected[] = {false, false, true, true, false, true,
                           true,  false, true, true, false, false};
  REQUIRE(visited->size() == 12);
  for (size_t i = 0; i < 12; ++i) CHECK((*visited)[i] == expected[i]);
}

TEST_CASE("visited blocks: what is refused is not remembered") {
  VisitedBlocks blocks;
  CHECK_FALSE(blocks.find("q >", 64, {16, 16}));
  CHECK(blocks.find("q / (k - 7)", 64, {16, 16}).error().message ==
        visited_blocks(*ExpressionMask::parse("q / (k - 7)"), 64, {16, 16}).error().message);
  CHECK(blocks.find("q / (k - 7)", 7, {16, 16}));
  CHECK_FALSE(blocks.find("q / (k - 7)", 64, {16, 16}));
}

}  // TESTS_OF(core::attention::visited_blocks)
