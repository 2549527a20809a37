// The numbers that the tests of all scenes read in sentences.
#include "tests/web/scenes/numbers.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scenes::numbers) {

using loom::scenes::Numbers;
using loom::scenes::numbers;

TEST_CASE("numbers of a sentence: as pages write them, in its order") {
  CHECK(numbers("Bank 0 delivers word 64; 29 words wait.") == Numbers{0, 64, 29});
  CHECK(numbers("It takes 16,384 × 4,096 numbers, 1,0 and 99.9% of 1.5.") ==
        Numbers{16384, 4096, 1, 0, 99.9, 1.5});
  CHECK(numbers("−1.633 becomes −1.644.") == Numbers{-1.633, -1.644});
  CHECK(numbers("From 3.4 × 10³⁸ to 1.5 × 10⁻⁵, 4 × 1024.") == Numbers{3.4e38, 1.5e-5, 4, 1024});
  CHECK(numbers("lanes 0–15 (7)") == Numbers{0, 15, 7});
  CHECK(numbers("2⁻⁶ · 0.125, −2⁸ · 1.") == Numbers{0.015625, 0.125, -256, 1});
}

TEST_CASE("numbers of a sentence: a name has none") {
  CHECK(numbers("The H200 holds Q4_K of an 8B in e4m3, 0x7F.").empty());
  CHECK(numbers("qs[73] and No numbers.") == Numbers{73});
  CHECK(numbers("").empty());
}

}  // TESTS_OF(web::scenes::numbers)
