#include "tools/loom/numbers/expression.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "core/text/nearest.hpp"
#include "web/scene/decimal.hpp"

namespace loom::numbers {
namespace {

constexpr size_t deepest = 32;

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  const size_t half = all.size() / 2;
  return all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
}
double sum(const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.); }

// Over all the numbers of its arguments; `of_one`: takes a single number.
struct Function {
  std::string_view name;
  bool of_one;
  double (*run)(const std::vector<double>& all);
};
constexpr Function functions[] = {
    {"min", false, [](const auto& all) { return *std::min_element(all.begin(), all.end()); }},
    {"max", false, [](const auto& all) { return *std::max_element(all.begin(), all.end()); }},
    {"sum", false, [](const auto& all) { return sum(all); }},
    {"count", false, [](const auto& all) { return static_cast<double>(all.size()); }},
    {"mean", false, [](const auto& all) { return sum(all) / static_cast<double>(all.size()); }},
    {"median", false, [](const auto& all) { return median(all); }},
    {"round", true, [](const auto& all) { return std::round(all[0]); }},
    {"floor", true, [](const auto& all) { return std::floor(all[0]); }},
    {"ceil", true, [](const auto& all) { return std::ceil(all[0]); }},
    {"abs", true, [](const auto& all) { return std::abs(all[0]); }},
    {"sqrt", true, [](const auto& all) { return std::sqrt(all[0]); }},
    {"log2", true, [](const auto& all) { return std::log2(all[0]); }},
    {"exp2", true, [](const auto& all) { return std::exp2(all[0]); }},
};

class Parser {
 public:
  Parser(std::string_view text, const Lookup& lookup) : text_(text), lookup_(lookup) {}

  Result<double> run() {
    const Value value = sum();
    if (!error_) skip_spaces();
    if (!error_ && at_ < text_.size()) fail("expected an operator between spaces, or the end");
    if (!error_) (void)single(value);
    if (!error_ && !std::isfinite(value.numbers[0])) fail("the result is no finite number");
    if (error_) return *error_;
    return value.numbers[0];
  }

 private:
  void fail(const std::string& message) {
    if (error_) return;
    const std::string rest(text_.substr(std::min(at_, text_.size())).substr(0, 24));
    error_ = Error{message + (rest.empty() ? ", at the end" : ", at '" + rest + "'")};
  }

  void skip_spaces() { at_ = std::min(text_.find_first_not_of(' ', at_), text_.size()); }
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  // '+' and the like, with a space on both sides.
  char operation(std::string_view choice) {
    const size_t at = text_.find_first_not_of(' ', at_);
    if (error_ || at == text_.npos || at == at_ || at + 1 >= text_.size()) return '\0';
    if (choice.find(text_[at]) == choice.npos || text_[at + 1] != ' ') return '\0';
    at_ = at + 2;
    return text_[at];
  }

  double single(const Value& value) {
    if (error_) return 0;
    if (!value.list) return value.numbers[0];
    error_ =
        Error{"a list of " + std::to_string(value.numbers.size()) +
              " numbers, expected one: min(…), max(…), sum(…), count(…), mean(…) or median(…)"};
    return 0;
  }
  static Value one(double number) { return {{number}, false}; }

  Value sum() {
    Value left = product();
    while (const char sign = operation("+-")) {
      const double right = single(product()), first = single(left);
      left = one(sign == '+' ? first + right : first - right);
    }
    return left;
  }

  Value product() {
    Value left = term();
    while (const char sign = operation("*/")) {
      const double right = single(term()), first = single(left);
      if (sign == '/' && right == 0) fail("a division by zero");
      left = one(sign == '*' ? first * right : first / right);
    }
    return left;
  }

  Value term() {
    skip_spaces();
    if (error_) return one(0);
    if (depth_ > deepest) fail("nested deeper than 32 levels");
    if (next() == '(') {
      ++at_;
      return closed();
    }
    return atom();
  }

  Value closed() {
    ++depth_;
    const Value inside = sum();
    --depth_;
    skip_spaces();
    if (!error_ && next() != ')') fail("expected ')'");
    ++at_;
    return error_ ? one(0) : inside;
  }

  // Where an origin ends: at a space, or at a ',' or ')' that no part of it follows.
  size_t end_of_atom() const {
    for (size_t at = at_; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == ' ' || c == '(' || c == ')') return at;
      if (c == ',' && (at + 1 == text_.size() || text_[at + 1] == ' ')) return at;
    }
    return text_.size();
  }

  Value atom() {
    const size_t end = end_of_atom();
    const std::string_view name = text_.substr(at_, end - at_);
    if (name.empty()) {
      fail("expected a number, an origin or '('");
      return one(0);
    }
    if (end < text_.size() && text_[end] == '(') return function(name, end);
    const double number = scene::decimal(name);
    if (std::isfinite(number)) {
      at_ = end;
      return one(number);
    }
    const Result<Value> found = lookup_(name);
    if (!found) {
      error_ = found.error();
      return one(0);
    }
    at_ = end;
    return *found;
  }

  Value function(std::string_view name, size_t end) {
    std::vector<std::string_view> names;
    const Function* found = nullptr;
    for (const Function& each : functions) {
      names.push_back(each.name);
      if (each.name == name) found = &each;
    }
    if (!found) {
      error_ = Error{"unknown function '" + std::string(name) + "'" + did_you_mean(name, names)};
      return one(0);
    }
    at_ = end + 1;
    std::vector<double> all = arguments();
    if (!error_ && (all.empty() || (found->of_one && all.size() != 1)))
      fail(std::string(name) + " takes " + (found->of_one ? "one number" : "numbers"));
    return one(error_ ? 0 : found->run(all));
  }

  std::vector<double> arguments() {
    std::vector<double> all;
    ++depth_;
    while (!error_) {
      const Value value = sum();
      if (!error_) all.insert(all.end(), value.numbers.begin(), value.numbers.end());
      skip_spaces();
      if (next() != ',') break;
      ++at_;
    }
    --depth_;
    if (!error_ && next() != ')') fail("expected ')'");
    ++at_;
    return all;
  }

  std::string_view text_;
  const Lookup& lookup_;
  size_t at_ = 0, depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<double> evaluate(std::string_view expression, const Lookup& lookup) {
  return Parser(expression, lookup).run();
}

}  // namespace loom::numbers
