#include <optional>

#include "core/cuda/text/preprocess.hpp"

namespace loom::cuda {
namespace {

constexpr int deepest = 60;

struct Number {
  std::uint64_t bits = 0;
  bool without_sign = false;
};

// Recursive descent over the words of a line; the arithmetic is that of intmax_t and uintmax_t.
class Condition {
 public:
  Condition(const Place& place, const std::vector<Token>& line) : place_(place), line_(line) {}

  Result<bool> run() {
    const Number value = choice();
    if (!error_ && at_ < line_.size()) fail("unexpected '%' in a condition", {line_[at_].text});
    if (error_) return *error_;
    return value.bits != 0;
  }

 private:
  bool take(std::string_view mark) {
    if (at_ >= line_.size() || line_[at_].text != mark) return false;
    ++at_;
    return true;
  }

  void fail(const char* pattern, const Parts& parts = {}) {
    if (!error_) error_ = error_at(at_ < line_.size() ? line_[at_].place : place_, pattern, parts);
    at_ = line_.size();
  }

  Number choice() {
    if (++depth_ > deepest) fail("the condition is nested too deeply");
    Number value = binary(0);
    if (take("?")) {
      const Number yes = choice();
      if (!take(":")) fail("expected ':' in a condition");
      const Number no = choice();
      value = {value.bits ? yes.bits : no.bits, yes.without_sign || no.without_sign};
    }
    --depth_;
    return value;
  }

  Number binary(int level) {
    static constexpr std::string_view levels[][4] = {{"||"},
                                                     {"&&"},
                                                     {"|"},
                                                     {"^"},
                                                     {"&"},
                                                     {"==", "!="},
                                                     {"<", "<=", ">", ">="},
                                                     {"<<", ">>"},
                                                     {"+", "-"},
                                                     {"*", "/", "%"}};
    if (level == 10) return unary();
    Number left = binary(level + 1);
    while (at_ < line_.size()) {
      std::string_view found;
      for (std::string_view mark : levels[level])
        if (!mark.empty() && line_[at_].text == mark) found = mark;
      if (found.empty()) break;
      ++at_;
      left = apply(found, left, binary(level + 1));
    }
    return left;
  }

  static Number apply(std::string_view mark, const Number& left, const Number& right) {
    const std::uint64_t x = left.bits, y = right.bits;
    const auto a = static_cast<std::int64_t>(x), b = static_cast<std::int64_t>(y);
    const bool plain = left.without_sign || right.without_sign;
    const bool less = plain ? x < y : a < b, more = plain ? x > y : a > b;
    if (mark == "||") return {x || y};
    if (mark == "&&") return {x && y};
    if (mark == "|") return {x | y, plain};
    if (mark == "^") return {x ^ y, plain};
    if (mark == "&") return {x & y, plain};
    if (mark == "==") return {x == y};
    if (mark == "!=") return {x != y};
    if (mark == "<") return {less};
    if (mark == "<=") return {!more};
    if (mark == ">") return {more};
    if (mark == ">=") return {!less};
    if (mark == "<<") return {x << (y & 63), left.without_sign};
    if (mark == ">>")
      return {left.without_sign ? x >> (y & 63) : static_cast<std::uint64_t>(a >> (y & 63)),
              left.without_sign};
    if (mark == "+") return {x + y, plain};
    if (mark == "-") return {x - y, plain};
    if (mark == "*") return {x * y, plain};
    const bool over = mark == "/";
    if (y == 0) return {0, plain};
    if (plain) return {over ? x / y : x % y, plain};
    if (b == -1) return {over ? 0 - x : 0};
    return {static_cast<std::uint64_t>(over ? a / b : a % b)};
  }

  Number unary() {
    if (++depth_ > deepest) fail("the condition is nested too deeply");
    Number value;
    if (take("!"))
      value = {unary().bits == 0};
    else if (take("-"))
      value = apply("-", {}, unary());
    else if (take("+"))
      value = unary();
    else if (take("~"))
      value = apply("-", apply("-", {}, unary()), {1});
    else
      value = primary();
    --depth_;
    return value;
  }

  Number primary() {
    if (take("(")) {
      const Number value = choice();
      if (!take(")")) fail("expected ')' in a condition");
      return value;
    }
    if (at_ >= line_.size()) {
      fail("expected a value in a condition");
      return {};
    }
    const Token& token = line_[at_];
    if (token.word == Word::name) {  // what no macro replaced is 0
      ++at_;
      if (take("("))
        while (at_ < line_.size() && !take(")")) ++at_;
      return {token.text == "true"};
    }
    if (token.word != Word::number && token.word != Word::character) {
      fail("expected a value in a condition, got '%'", {token.text});
      return {};
    }
    const auto value = literal_of(token);
    if (!value || value->type == "float" || value->type == "double") {
      fail("expected an integer in a condition, got '%'", {token.text});
      return {};
    }
    ++at_;
    const bool marked =
        token.word == Word::number && token.text.find_first_of("uU") != std::string_view::npos;
    return {value->bits, marked || (token.word == Word::number && value->bits >> 63)};
  }

  Place place_;
  const std::vector<Token>& line_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<bool> condition_of(const Place& place, const std::vector<Token>& line) {
  return Condition(place, line).run();
}

}  // namespace loom::cuda
