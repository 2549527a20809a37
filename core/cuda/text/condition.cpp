#include <optional>

#include "core/cuda/text/preprocess.hpp"

namespace loom::cuda {
namespace {

constexpr int deepest = 60;

// Recursive descent over the words of a line; the arithmetic is that of 64-bit integers.
class Condition {
 public:
  Condition(const Place& place, const std::vector<Token>& line) : place_(place), line_(line) {}

  Result<bool> run() {
    const std::int64_t value = choice();
    if (!error_ && at_ < line_.size()) fail("unexpected '%' in a condition", {line_[at_].text});
    if (error_) return *error_;
    return value != 0;
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

  std::int64_t choice() {
    if (++depth_ > deepest) fail("the condition is nested too deeply");
    const std::int64_t test = binary(0);
    std::int64_t value = test;
    if (take("?")) {
      const std::int64_t yes = choice();
      if (!take(":")) fail("expected ':' in a condition");
      const std::int64_t no = choice();
      value = test ? yes : no;
    }
    --depth_;
    return value;
  }

  std::int64_t binary(int level) {
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
    std::int64_t left = binary(level + 1);
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

  std::int64_t apply(std::string_view mark, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    if (mark == "||") return a || b;
    if (mark == "&&") return a && b;
    if (mark == "|") return a | b;
    if (mark == "^") return a ^ b;
    if (mark == "&") return a & b;
    if (mark == "==") return a == b;
    if (mark == "!=") return a != b;
    if (mark == "<") return a < b;
    if (mark == "<=") return a <= b;
    if (mark == ">") return a > b;
    if (mark == ">=") return a >= b;
    if (mark == "<<") return static_cast<std::int64_t>(x << (y & 63));
    if (mark == ">>") return a >> (y & 63);
    if (mark == "+") return static_cast<std::int64_t>(x + y);
    if (mark == "-") return static_cast<std::int64_t>(x - y);
    if (mark == "*") return static_cast<std::int64_t>(x * y);
    if (b == 0 || b == -1) return b == 0 ? 0 : mark == "/" ? static_cast<std::int64_t>(0 - x) : 0;
    return mark == "/" ? a / b : a % b;
  }

  std::int64_t unary() {
    if (++depth_ > deepest) fail("the condition is nested too deeply");
    std::int64_t value = 0;
    if (take("!"))
      value = !unary();
    else if (take("-"))
      value = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(unary()));
    else if (take("+"))
      value = unary();
    else if (take("~"))
      value = ~unary();
    else
      value = primary();
    --depth_;
    return value;
  }

  std::int64_t primary() {
    if (take("(")) {
      const std::int64_t value = choice();
      if (!take(")")) fail("expected ')' in a condition");
      return value;
    }
    if (at_ >= line_.size()) {
      fail("expected a value in a condition");
      return 0;
    }
    const Token& token = line_[at_];
    if (token.word == Word::name) {  // what no macro replaced is 0
      ++at_;
      if (take("("))
        while (at_ < line_.size() && !take(")")) ++at_;
      return token.text == "true";
    }
    if (token.word != Word::number && token.word != Word::character) {
      fail("expected a value in a condition, got '%'", {token.text});
      return 0;
    }
    const auto value = literal_of(token);
    if (!value || value->type == "float" || value->type == "double") {
      fail("expected an integer in a condition, got '%'", {token.text});
      return 0;
    }
    ++at_;
    return static_cast<std::int64_t>(value->bits);
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
