// Expressions: against a tree that is evaluated while it is written down, in 128 bits, and by hand
// where C has its corners. tests/data/expression_test.cpp compares with a C compiler.
#include "core/expression/expression.hpp"

#include <optional>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::expression::expression) {

using namespace loom;
using expression::parse;

namespace {

__extension__ typedef __int128 Wide;

std::string value(const std::string& text, int lane = 0, int warp = 0) {
  const auto parsed = parse(text);
  if (!parsed) return parsed.error().message;
  const auto found = parsed->at({lane, warp});
  return found ? std::to_string(*found) : found.error().message;
}

std::string refused(const std::string& text) {
  const auto parsed = parse(text);
  return parsed ? "" : parsed.error().message;
}

// A random expression with all its parentheses, and its value; nothing where C has none.
struct Made {
  std::string text;
  std::optional<std::int64_t> value;
};

std::optional<std::int64_t> fit(Wide value) {
  if (value != static_cast<std::int64_t>(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> compute(const std::string& sign, std::int64_t a, std::int64_t b) {
  const Wide wide = a;
  if (sign == "+") return fit(wide + b);
  if (sign == "-") return fit(wide - b);
  if (sign == "*") return fit(wide * b);
  if (sign == "/") return b == 0 ? std::nullopt : fit(wide / b);
  if (sign == "%") return b == 0 || !fit(wide / b) ? std::nullopt : fit(wide % b);
  if (sign == "<<") return b < 0 || b > 63 ? std::nullopt : fit(wide * (Wide{1} << b));
  if (sign == ">>") {
    if (b < 0 || b > 63) return std::nullopt;
    const Wide power = Wide{1} << b;
    return fit((wide - ((wide % power) + power) % power) / power);
  }
  if (sign == "&") return a & b;
  if (sign == "|") return a | b;
  if (sign == "^") return a ^ b;
  if (sign == "<") return a < b;
  if (sign == "<=") return a <= b;
  if (sign == ">") return a > b;
  if (sign == ">=") return a >= b;
  if (sign == "==") return a == b;
  return a != b;
}

Made leaf(int lane, int warp, Random& random) {
  switch (random.below(6)) {
    case 0:
      return {"lane", lane};
    case 1:
      return {"warp", warp};
    case 2:
      return {random.below(2) == 0 ? "tid" : "threadIdx.x", 32 * warp + lane};
    case 3: {
      const auto number = static_cast<std::int64_t>(random.next() >> (1 + random.below(63)));
      return {std::to_string(number), number};
    }
    default: {
      const std::int64_t number = random.below(65);
      return {std::to_string(number), number};
    }
  }
}

Made make(int depth, int lane, int warp, Random& random) {
  if (depth == 0 || random.below(8) == 0) return leaf(lane, warp, random);
  const auto part = [&] { return make(depth - 1, lane, warp, random); };
  const Made a = part();
  switch (random.below(12)) {
    case 0: {
      const char sign = "-~!+"[random.below(4)];
      Made made{std::string(1, sign) + "(" + a.text + ")", a.value};
      if (!a.value) return made;
      if (sign == '-') made.value = fit(-Wide{*a.value});
      if (sign == '~') made.value = -1 - *a.value;
      if (sign == '!') made.value = *a.value == 0;
      return made;
    }
    case 1: {
      const Made b = part(), c = part();
      return {"(" + a.text + ") ? (" + b.text + ") : (" + c.text + ")", !a.value ? std::nullopt
                                                                        : *a.value != 0 ? b.value
                                                                                        : c.value};
    }
    case 2: {
      const Made b = part();
      const bool least = random.below(2) == 0;
      Made made{std::string(least ? "min(" : "max(") + a.text + ", " + b.text + ")", std::nullopt};
      if (a.value && b.value) made.value = (*a.value < *b.value) == least ? a.value : b.value;
      return made;
    }
    case 3: {
      const Made b = part();
      const bool all = random.below(2) == 0;
      Made made{"(" + a.text + (all ? ") && (" : ") || (") + b.text + ")", std::nullopt};
      if (a.value && (*a.value != 0) != all)
        made.value = !all;
      else if (a.value && b.value)
        made.value = *b.value != 0;
      return made;
    }
    default: {
      constexpr const char* signs[] = {"+", "-", "*", "/",  "%", "<<", ">>", "&",
                                       "|", "^", "<", "<=", ">", ">=", "==", "!="};
      const std::string sign = signs[random.below(16)];
      const Made b = part();
      Made made{"(" + a.text + ") " + sign + " (" + b.text + ")", std::nullopt};
      if (a.value && b.value) made.value = compute(sign, *a.value, *b.value);
      return made;
    }
  }
}

}  // namespace

TEST_CASE("expression: names, numbers and precedence") {
  CHECK(value("lane", 5) == "5");
  CHECK(value("warp", 5, 3) == "3");
  CHECK(value("tid", 5, 3) == "101");
  CHECK(value("threadIdx.x", 5, 3) == "101");
  CHECK(value("threadIdx.x / warpSize", 5, 3) == "3");
  CHECK(value("0x1F + 0Xff + 0") == "286");
  CHECK(value("9223372036854775807") == "9223372036854775807");
  CHECK(value("0x7fffffffffffffff") == "9223372036854775807");
  CHECK(value("-9223372036854775807 - 1") == "-9223372036854775808");
  CHECK(value(" \t\n lane%8*32\r\n+ lane/8 ", 13) == "161");
  CHECK(value("1 + 2 * 3") == "7");
  CHECK(value("10 - 4 - 3") == "3");
  CHECK(value("100 / 7 / 2 % 4 * 3") == "9");
  CHECK(value("1 << 2 + 3") == "32");
  CHECK(value("7 & 3 == 3") == "1");
  CHECK(value("8 ^ 1 | 6 & 4") == "13");
  CHECK(value("1 < 2 == 2 > 1") == "1");
  CHECK(value("0 || 1 && 0") == "0");
  CHECK(value("1 | 0 && 0") == "0");
  CHECK(value("-lane % 3", 7) == "-1");
  CHECK(value("-7 / 2") == "-3");
  CHECK(value("7 % -4") == "3");
  CHECK(value("-7 >> 1") == "-4");
  CHECK(value("-3 << 2") == "-12");
  CHECK(value("~lane & 3", 1) == "2");
  CHECK(value("!!lane - !lane", 4) == "1");
  CHECK(value("- -1 + + +2 - ~-1") == "3");
  CHECK(value("lane < 16 ? lane : lane < 24 ? 100 : 200", 20) == "100");
  CHECK(value("lane < 16 ? lane < 8 ? 1 : 2 : 3", 9) == "2");
  CHECK(value("1 ? 2 : 0 + 5") == "2");
  CHECK(value("0 || 0 ? 1 : 2") == "2");
  CHECK(value("min(lane, 7) + max(3, -lane)", 9) == "10");
  CHECK(value("max(min(1, 2), min(3, 4) ? 5 : 6)") == "5");
}

TEST_CASE("expression: casts and suffixes change nothing") {
  CHECK(value("(int)lane * 4u", 5) == "20");
  CHECK(value("( unsigned long long ) -lane + 0x10UL", 5) == "11");
  CHECK(value("static_cast<const std::size_t>(lane + 1) * 2", 5) == "12");
  CHECK(value("int(lane) + (lane)", 5) == "10");
  CHECK(refused("(int)") ==
        "column 6: expected a number, '(' or one of lane, tid, threadIdx.x, "
        "warp, warpSize, min, max, got the end");
  CHECK(refused("static_cast<int>lane") == "column 17: expected '(' behind the cast, got 'lane'");
  CHECK(refused("int(lane") ==
        "column 9: expected an operator or the ')' of the cast, got the end");
}

TEST_CASE("expression: what is not needed is not computed") {
  CHECK(value("lane == 0 || 8 / lane > 1") == "1");
  CHECK(value("lane != 0 && 8 / lane > 1") == "0");
  CHECK(value("lane == 0 ? 7 : 8 / lane") == "7");
  CHECK(value("2 && 3") == "1");
  CHECK(value("0 && 1 / 0 || 5") == "1");
  CHECK(value("lane != 1 && 8 / lane > 1") == "column 16: a division by zero, in lane 0");
}

TEST_CASE("expression: values that do not exist, with their place") {
  CHECK(value("32 / (lane - 3)", 3) == "column 4: a division by zero, in lane 3");
  CHECK(value("lane % (lane - 3)", 3) == "column 6: a remainder by zero, in lane 3");
  CHECK(value("1 << lane + 40", 24) == "column 3: a shift by 64, expected 0 to 63, in lane 24");
  CHECK(value("1 >> -1") == "column 3: a shift by -1, expected 0 to 63, in lane 0");
  CHECK(value("1 << 63") == "column 3: overflow, 1 << 63 does not fit into 64 bits, in lane 0");
  CHECK(value("-1 << 63") == "-9223372036854775808");
  CHECK(value("0 << 63") == "0");
  CHECK(value("9223372036854775807 + lane", 1) ==
        "column 21: overflow, 9223372036854775807 + 1 does not fit into 64 bits, in lane 1");
  CHECK(value("9223372036854775807 + lane") == "9223372036854775807");
  const std::string least = "(-9223372036854775807 - 1)";
  CHECK(value("-" + least) ==
        "column 1: overflow, -(-9223372036854775808) does not fit into 64 bits, in lane 0");
  CHECK(value(least + " / -1").starts_with("column 28: overflow"));
  CHECK(value(least + " % -1").starts_with("column 28: overflow"));
  CHECK(value(least + " - 1").starts_with("column 28: overflow"));
  CHECK(value("4294967296 * 4294967296").starts_with("column 12: overflow"));
}

TEST_CASE("expression: what cannot be read, where it is, and what was expected") {
  const std::string operand =
      "expected a number, '(' or one of lane, tid, threadIdx.x, warp, warpSize, min, max";
  CHECK(refused("") == "column 1: " + operand + ", got the end");
  CHECK(refused("  ") == "column 3: " + operand + ", got the end");
  CHECK(refused("lane +") == "column 7: " + operand + ", got the end");
  CHECK(refused("lane * )") == "column 8: " + operand + ", got ')'");
  CHECK(refused("lane × 2") == "column 6: expected an operator, got '×'");
  CHECK(refused("lane 2") == "column 6: expected an operator, got '2'");
  CHECK(refused("lane mod 2") == "column 6: expected an operator, got 'mod'");
  CHECK(refused("lane * 2)") == "column 9: expected an operator, got ')'");
  CHECK(refused("(lane * 2") ==
        "column 10: expected an operator or the ')' of the '(' in column 1, got the end");
  CHECK(refused("lane ? 2") ==
        "column 9: expected an operator or the ':' of the '?' in column 6, got the end");
  CHECK(refused("lane = 2") == "column 6: expected an operator, got '='; to compare, write '=='");
  CHECK(refused("lane * 0.5") == "column 9: expected an operator, got '.'; numbers are whole");
  CHECK(refused("lnae * 2") ==
        "column 1: unknown name 'lnae', " + operand + "; did you mean 'lane'?");
  CHECK(refused("2 * threadIdx.y") ==
        "column 5: unknown name 'threadIdx.y', " + operand + "; did you mean 'threadIdx.x'?");
  CHECK(refused("blockIdx.x") == "column 1: unknown name 'blockIdx.x', " + operand);
  CHECK(refused("Lane") == "column 1: unknown name 'Lane', " + operand + "; did you mean 'lane'?");
  CHECK(refused("a234567890123456789012345") ==
        "column 1: unknown name 'a23456789012345678901234…', " + operand);
  CHECK(refused("min lane") == "column 5: expected '(' behind 'min', got 'lane'");
  CHECK(refused("min(1)") ==
        "column 6: expected an operator or ',' and a second argument of 'min', got ')'");
  CHECK(refused("max(1, 2, 3)") == "column 9: expected an operator or the ')' of 'max', got ','");
  CHECK(refused("lane++") == "column 5: expected an operator, got '++'");
  CHECK(refused("1 - --lane") == "column 5: " + operand + ", got '--'");
  CHECK(refused("4x * lane") == "column 2: got 'x' right behind a number, expected an operator");
  CHECK(refused("0x") == "column 3: expected hexadecimal digits, got the end");
  CHECK(refused("0xg") == "column 3: expected hexadecimal digits, got 'g'");
  CHECK(refused("1 + 010").starts_with("column 5: a number that begins with 0 is octal in C"));
  CHECK(refused("9223372036854775808") == "column 1: the number does not fit into 64 bits");
  CHECK(refused("0x8000000000000000") == "column 1: the number does not fit into 64 bits");
  CHECK(refused(std::string("lane\0", 5)) ==
        "column 5: expected an operator, got a control character");
  CHECK(refused("lane, 2") == "column 5: expected an operator, got ','");
  CHECK(refused("lane[2]") == "column 5: expected an operator, got '['");
}

TEST_CASE("expression: limits") {
  const auto nested = [](int depth) {
    const auto count = static_cast<size_t>(depth);
    return std::string(count, '(') + "lane" + std::string(count, ')');
  };
  CHECK(value(nested(63), 3) == "3");
  CHECK(refused(nested(64)) == "column 65: more than 64 operands within one another");
  CHECK(value(std::string(63, '~') + "0") == "-1");
  CHECK(refused(std::string(300, '!') + "0").ends_with("more than 64 operands within one another"));
  std::string chain = "1", choices = "2";
  for (int i = 0; i < 499; ++i) chain += "+1";
  CHECK(value(chain) == "500");
  chain += "+1";
  CHECK(value(chain + " ") == "got 1002 characters, expected at most 1000");
  for (int i = 0; i < 200; ++i) choices = "0?1:" + choices;
  CHECK(refused(choices).ends_with("more than 64 operands within one another"));
}

TEST_CASE("expression: random trees") {
  Random random(12);
  int found = 0, none = 0;
  for (int round = 0; round < 20'000; ++round) {
    const int lane = static_cast<int>(random.below(32)), warp = static_cast<int>(random.below(4));
    const Made made = make(1 + static_cast<int>(random.below(4)), lane, warp, random);
    if (made.text.size() > static_cast<size_t>(expression::longest)) continue;
    const auto parsed = parse(made.text);
    REQUIRE_MESSAGE(parsed, made.text);
    const auto result = parsed->at({lane, warp});
    CHECK_MESSAGE(bool(result) == made.value.has_value(), made.text);
    if (result && made.value) CHECK_MESSAGE(*result == *made.value, made.text);
    ++(result ? found : none);
  }
  CHECK(found > 10'000);
  CHECK(none > 1'000);
}

}  // TESTS_OF(core::expression::expression)
