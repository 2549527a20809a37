// Expressions a row at a time: against one value after the other.
#include "core/expression/sweep.hpp"

#include <string>

#include "core/random.hpp"
#include "tests/core/expression/random_text.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::expression::sweep) {

using namespace loom;
using namespace loom::expression;

namespace {

constexpr std::string_view variables[] = {"b", "h", "q", "k"};

Expression made(const std::string& text) {
  CAPTURE(text);
  auto parsed = parse(text, variables);
  REQUIRE(parsed);
  return *parsed;
}

// Each row until a number that has no value, with the message for that.
void check_rows(const std::string& text, int rows, int count) {
  CAPTURE(text);
  const Expression expression = made(text);
  Sweep sweep(expression, {3, 5, 0, 0}, 2, 3, count);
  std::vector<unsigned char> found(static_cast<size_t>(count));
  for (int q = 0; q < rows; ++q) {
    const auto refused = sweep.row(q, found);
    int wrong = 0;
    for (int k = 0; k < count; ++k) {
      const std::int64_t values[] = {3, 5, q, k};
      const auto value = expression.at(values);
      if (!value) {
        REQUIRE(refused);
        CHECK(refused->across == k);
        CHECK(refused->error.message == value.error().message);
        break;
      }
      if (refused && refused->across <= k) {
        CHECK(refused->across > k);
        break;
      }
      wrong += found[static_cast<size_t>(k)] != (*value != 0);
    }
    CHECK(wrong == 0);
  }
}

}  // namespace

TEST_CASE("sweep: random expressions, row by row and one by one") {
  Random random(41);
  for (int i = 0; i < tries(6000); ++i)
    check_rows(test::random_text(random, 1 + static_cast<int>(random.below(5))), 9, 11);
}

TEST_CASE("sweep: rows longer than a piece") {
  for (const char* text :
       {"q >= k", "q / 100 == k / 100 || k < 4", "k % 7 < 3 && q - k < 500", "k > 2000 ? q : k - q",
        "10 / (k - 1500) >= q", "k < 1500 || 10 / (q - 3) >= 0", "!(q < 2 || k < 3)",
        "-(q < 2 && k < 3) + (q < 1 || k > 9)", "(q > 1 && k > 1) + (q > 2 && k > 2)"})
    check_rows(text, 5, 2500);
}

TEST_CASE("sweep: what is not needed may have no value") {
  check_rows("q < 5 || 1 / (q - k) >= 0", 5, 8);
  check_rows("k != q && 1 / (q - k) > 0", 9, 9);
  check_rows("k == 3 ? 0 : 12 / (k - 3)", 3, 9);
  check_rows("1 / (k - 3)", 3, 9);
  check_rows("q == 2 && 1 / (k - 3)", 4, 9);
}

TEST_CASE("sweep: names of one's own") {
  CHECK(parse("lane", variables).error().message ==
        "column 1: unknown name 'lane', expected a number, '(' or one of b, h, q, k, min, max");
  CHECK(
      parse("q > kk", variables).error().message ==
      "column 5: unknown name 'kk', expected a number, '(' or one of b, h, q, k, min, max; did you "
      "mean 'k'?");
  CHECK(parse("q >", variables).error().message ==
        "column 4: expected a number, '(' or one of b, h, q, k, min, max, got the end");
  CHECK_FALSE(parse("q"));  // of a thread there is no q
}

}  // TESTS_OF(core::expression::sweep)
