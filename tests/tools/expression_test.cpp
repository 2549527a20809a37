// Arithmetic over origins.
#include "tools/loom/numbers/expression.hpp"

#include <cmath>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(tools::expression) {

using namespace loom;
using namespace loom::numbers;

namespace {

Result<Value> look_up(std::string_view origin) {
  if (origin == "a") return Value{{6}, false};
  if (origin == "b-c.d/e*f?x=1,2") return Value{{4}, false};
  if (origin == "list") return Value{{3, 1, 2, 10}, true};
  return Error{"no " + std::string(origin)};
}
double number(std::string_view expression) {
  const auto found = evaluate(expression, look_up);
  return found ? *found : NAN;
}
std::string refused(std::string_view expression) {
  const auto found = evaluate(expression, look_up);
  return found ? "" : found.error().message;
}

}  // namespace

TEST_CASE("operators stand between spaces, and bind as usual") {
  CHECK(number("a") == 6);
  CHECK(number("b-c.d/e*f?x=1,2") == 4);
  CHECK(number("a + b-c.d/e*f?x=1,2 * 2") == 14);
  CHECK(number("(a + 4) * 2") == 20);
  CHECK(number("100 * (a - 3) / a") == 50);
  CHECK(number("10 - 3 - 2") == 5);
  CHECK(number("16 / 4 / 2") == 2);
  CHECK(number("1e9 / 1e6") == 1000);
}

TEST_CASE("functions take lists and numbers") {
  CHECK(number("min(list)") == 1);
  CHECK(number("max(list, 20, a)") == 20);
  CHECK(number("count(list)") == 4);
  CHECK(number("sum(list)") == 16);
  CHECK(number("mean(list)") == 4);
  CHECK(number("median(list)") == 2.5);
  CHECK(number("round(a / 4) + floor(2.9) + ceil(2.1) + abs(-3)") == 10);
  CHECK(number("log2(8) + exp2(3) + sqrt(16)") == 15);
}

TEST_CASE("what cannot be computed is refused with its place") {
  CHECK(refused("") == "expected a number, an origin or '(', at the end");
  CHECK(refused("a +b") == "expected an operator between spaces, or the end, at '+b'");
  CHECK(refused("a a") == "expected an operator between spaces, or the end, at 'a'");
  CHECK(refused("(a") == "expected ')', at the end");
  CHECK(refused("a / 0") == "a division by zero, at the end");
  CHECK(refused("unknown + 1") == "no unknown");
  CHECK(refused("mim(list)") == "unknown function 'mim'; did you mean 'min'?");
  CHECK(refused("list") ==
        "a list of 4 numbers, expected one: min(…), max(…), sum(…), count(…), mean(…) or "
        "median(…)");
  CHECK(refused("round(list)") == "round takes one number, at the end");
  CHECK(refused("log2(0)") == "the result is no finite number, at the end");
  CHECK(refused(std::string(1000, '(')) != "");
}

TEST_CASE("any text is computed or refused, never more") {
  Random random(5);
  constexpr std::string_view pieces[] = {"a", "list",    "3", "+",     "-",  "*",
                                         "/", "(",       ")", " ",     ", ", "min(",
                                         ";", "median(", ".", "1e400", "−2", "\xff"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto left = random.below(12); left > 0; --left)
      text += pieces[random.below(std::size(pieces))];
    CAPTURE(text);
    const auto found = evaluate(text, look_up);
    if (found)
      CHECK(std::isfinite(*found));
    else
      CHECK_FALSE(found.error().message.empty());
  }
}

}  // TESTS_OF(tools::expression)
