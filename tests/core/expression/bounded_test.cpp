// Pairs counted by bounds: against one pair after the other.
#include "core/expression/bounded.hpp"

#include <string>

#include "core/random.hpp"
#include "tests/core/expression/random_text.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::expression::bounded) {

using namespace loom;
using namespace loom::expression;

namespace {

constexpr std::string_view variables[] = {"b", "h", "q", "k"};
constexpr int b = 3, h = 5;

std::optional<Bounded> made(const std::string& text, int count) {
  auto parsed = parse(text, variables);
  REQUIRE(parsed);
  return Bounded::make(Tree(*parsed, 2, 3), {b, h, 0, 0}, 2, 3, count);
}

// Pairs of a rectangle, one by one; each must have a value.
std::int64_t counted(const std::string& text, const Rectangle& where) {
  const auto parsed = parse(text, variables);
  std::int64_t sum = 0;
  for (int q = where.top; q < where.bottom; ++q)
    for (int k = where.left; k < where.right; ++k) {
      const std::int64_t values[] = {b, h, q, k};
      const auto value = parsed->at(values);
      REQUIRE(value);
      sum += *value != 0;
    }
  return sum;
}

Rectangle random_part(Random& random, int count) {
  const auto range = [&](int& begin, int& end) {
    begin = static_cast<int>(random.below(static_cast<unsigned>(count)));
    end = begin + 1 + static_cast<int>(random.below(static_cast<unsigned>(count - begin)));
  };
  Rectangle where;
  range(where.top, where.bottom);
  range(where.left, where.right);
  return where;
}

}  // namespace

TEST_CASE("bounded: random expressions, pair by pair") {
  Random random(43);
  int with_bounds = 0, some = 0;
  for (int i = 0; i < tries(6000); ++i) {
    const std::string text = test::random_text(random, 1 + static_cast<int>(random.below(5)));
    CAPTURE(text);
    const int count = 1 + static_cast<int>(random.below(20));
    auto bounded = made(text, count);
    if (!bounded) continue;
    ++with_bounds;
    const Rectangle where = random_part(random, count);
    const std::int64_t expected = counted(text, where);
    CHECK(bounded->count(where) == expected);
    CHECK(bounded->any(where) == (expected > 0));
    some += expected > 0 && expected < std::int64_t{where.rows()} * where.columns();
  }
  CHECK(with_bounds > tries(1500));
  CHECK(some > tries(80));
}

TEST_CASE("bounded: masks, in rectangles that are cut") {
  Random random(44);
  for (const char* text :
       {"q >= k", "q - k < 40 && k - q < 40", "q >= k && (q - k < 64 || k < 16)",
        "!((q^k)/64 & (q^k)/64-1)", "(q*79+(q^k)*47)%251<125", "q / 100 == k / 100",
        "q >= k && q - k < (64<<h)", "(q & 63) == (k & 63)", "k % 7 == -q % 7 + 6", "~q | -k",
        "min(q, k) * 3 > max(q, k) ? q % 2 : (k >> 3) % 2", "q * k - 12345", "b == 3", "0"}) {
    CAPTURE(text);
    auto bounded = made(text, 400);
    REQUIRE(bounded);
    for (int i = 0; i < tries(6); ++i) {
      const Rectangle where = random_part(random, 400);
      const std::int64_t expected = counted(text, where);
      CHECK(bounded->count(where) == expected);
      CHECK(bounded->any(where) == (expected > 0));
    }
  }
}

TEST_CASE("bounded: what may have no value, or leave 32 bits, is left to others") {
  for (const char* text : {"q / k", "q % (k - 3)", "k != 0 && q / k", "q << k", "q << (k - 20)",
                           "1 << 31", "3000000000", "q * 65536 * k", "(-2147483647 - 1) % (k - 9)",
                           "(-2147483647 - 1) / -1", "-(-2147483647 - 1)"}) {
    CAPTURE(text);
    CHECK_FALSE(made(text, 1000));
  }
  CHECK_FALSE(made("(-2147483647 - 1) % (0 - 1 - k)", 1));
  CHECK(made("q / (k + 1)", 1000));
  CHECK(made("1 << 30", 1000));
}

}  // TESTS_OF(core::expression::bounded)
