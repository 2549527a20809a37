#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>

#include "core/expression/expression.hpp"
#include "core/text/hex.hpp"
#include "core/text/nearest.hpp"
#include "core/text/utf8.hpp"
#include "core/warp.hpp"

namespace loom::expression {
namespace {

constexpr std::size_t most_shown = 24;  // of a word

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Integers that hold every index.
constexpr std::string_view type_words[] = {
    "int",     "unsigned", "signed",   "long",    "const",     "size_t",     "int32_t",
    "int64_t", "uint32_t", "uint64_t", "ssize_t", "ptrdiff_t", "std::size_t"};

}  // namespace

// One pass from left to right, with one function for each rule. A rule that fails sets `error_`,
// and parsing stops.
class Parser {
  // A variable's number is that of Expression::at().
  struct Name {
    std::string_view name;
    int variable;
  };
  static constexpr Name thread_names[] = {
      {"lane", 0}, {"tid", 2}, {"threadIdx.x", 2}, {"warp", 1}, {"warpSize", -1}};

 public:
  // Without variables and `no_value`: of a thread.
  Parser(std::string_view text, Piece piece, std::span<const std::string_view> variables,
         const NoValue* no_value)
      : whole_(text), text_(text.substr(0, piece.end)), no_value_(no_value), at_(piece.begin) {
    for (std::size_t i = 0; i < variables.size(); ++i)
      names_.push_back({variables[i], static_cast<int>(i)});
    if (variables.empty() && no_value == nullptr)
      names_.assign(std::begin(thread_names), std::end(thread_names));
  }

  Result<Expression> run() {
    if (whole_.size() > static_cast<std::size_t>(longest))
      return Error{"got " + std::to_string(whole_.size()) + " characters, expected at most " +
                   std::to_string(longest)};
    const bool good = choice();
    peek();
    if (good && at_ < text_.size()) unexpected("an operator");
    if (error_) return *error_;
    return std::move(made_);
  }

 private:
  using Op = Expression::Op;

  struct Operator {
    std::string_view text;
    Op op;
    int tightness;
  };
  // Of two operators that begin alike, the longer comes first.
  static constexpr Operator operators[] = {
      {"||", Op::logical_or, 1}, {"&&", Op::logical_and, 2}, {"|", Op::bit_or, 3},
      {"^", Op::bit_xor, 4},     {"&", Op::bit_and, 5},      {"==", Op::equal, 6},
      {"!=", Op::unequal, 6},    {"<<", Op::shift_left, 8},  {">>", Op::shift_right, 8},
      {"<=", Op::less_equal, 7}, {">=", Op::more_equal, 7},  {"<", Op::less, 7},
      {">", Op::more, 7},        {"+", Op::add, 9},          {"-", Op::subtract, 9},
      {"*", Op::multiply, 10},   {"/", Op::divide, 10},      {"%", Op::remainder, 10},
  };
  static constexpr int loosest = 1;

  bool choice();
  bool chain(int loosest_taken);
  bool operand();
  bool number();
  bool name();
  bool call(Op op, std::string_view name);
  bool inside(std::string_view closes);
  bool converted(std::string_view name);
  bool unknown(std::string_view found, int at);
  bool skip_type(char closes);
  bool deeper(bool (Parser::*rule)());

  // Skips blanks. '\0' is the end; a text may also contain that character, see unexpected().
  char peek() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
  }
  const Operator* peek_operator() {
    peek();
    for (const Operator& each : operators)
      if (text_.substr(at_).starts_with(each.text)) return &each;
    return nullptr;
  }
  // C reads "--" and "++" as one sign, which has no meaning here.
  bool doubled() {
    const char c = peek();
    return (c == '-' || c == '+') && text_.substr(at_ + 1).starts_with(c);
  }

  int column() const { return static_cast<int>(at_) + 1; }
  void add(Op op, int column, std::int64_t operand = 0) {
    made_.steps_.push_back({op, column, operand});
  }
  // Emits a step that skips what follows, until skip_to_here().
  std::size_t add_skip(Op op, int column) {
    add(op, column);
    return made_.steps_.size() - 1;
  }
  void skip_to_here(std::size_t step) {
    made_.steps_[step].operand = static_cast<std::int64_t>(made_.steps_.size() - step - 1);
  }

  bool fail(int column, const std::string& what) {
    error_ = Error{"column " + std::to_string(column) + ": " + what};
    return false;
  }
  bool unexpected(std::string_view wanted);
  std::string expected_operand() const {
    if (no_value_ != nullptr) return "a number, a name or '('";
    std::string all = "a number, '(' or one of ";
    for (const Name& each : names_) all += std::string(each.name) + ", ";
    return all + "min, max";
  }

  std::string_view whole_, text_;  // text_ ends with the piece
  const NoValue* no_value_;
  std::vector<Name> names_;
  std::size_t at_;
  int depth_ = 0;
  Expression made_;
  std::optional<Error> error_;
};

// What stands here instead of the expected, with a hint for common mistakes.
bool Parser::unexpected(std::string_view wanted) {
  peek();
  const std::string expected = "expected " + std::string(wanted);
  if (at_ == text_.size())
    return fail(column(), expected + ", got " +
                              (at_ == whole_.size() ? "the end" : quoted(whole_.substr(at_, 1))));
  if (doubled()) return fail(column(), expected + ", got " + quoted(text_.substr(at_, 2)));
  const auto goes_on = [&](char c) {  // letters of one word, bytes of one character
    return is_letter(text_[at_]) ? is_letter(c) || is_digit(c) : utf8::continues(c);
  };
  std::size_t end = at_ + 1;
  while (end < text_.size() && end < at_ + most_shown && goes_on(text_[end])) ++end;
  std::string found = quoted(text_.substr(at_, end - at_));
  if (const char c = text_[at_]; c >= 0 && c < ' ') found = "a control character";
  if (text_[at_] == '=') found += "; to compare, write '=='";
  if (text_[at_] == '.') found += "; numbers are whole";
  if (text_[at_] == '*') found += "; write p[i] for *(p + i)";
  return fail(column(), expected + ", got " + found);
}

bool Parser::deeper(bool (Parser::*rule)()) {
  if (depth_ == deepest)
    return fail(column(), "more than " + std::to_string(deepest) + " operands within one another");
  ++depth_;
  const bool good = (this->*rule)();
  --depth_;
  return good;
}

// The code of the two results is consecutive; one of them is skipped.
bool Parser::choice() {
  if (!chain(loosest)) return false;
  if (peek() != '?') return true;
  const int at = column();
  ++at_;
  const std::size_t unless = add_skip(Op::skip_unless, at);
  if (!deeper(&Parser::choice)) return false;
  if (!take(':'))
    return unexpected("an operator or the ':' of the '?' in column " + std::to_string(at));
  const std::size_t skip = add_skip(Op::skip, at);
  skip_to_here(unless);
  if (!deeper(&Parser::choice)) return false;
  skip_to_here(skip);
  return true;
}

// Precedence climbing: operands between operators that bind at least so tightly.
bool Parser::chain(int loosest_taken) {
  if (!deeper(&Parser::operand)) return false;
  while (const Operator* found = peek_operator()) {
    if (found->tightness < loosest_taken) return true;
    if (doubled()) return unexpected("an operator");
    const int at = column();
    at_ += found->text.size();
    const bool lazy = found->op == Op::logical_or || found->op == Op::logical_and;
    const std::size_t step = lazy ? add_skip(found->op, at) : 0;
    if (!chain(found->tightness + 1)) return false;
    add(lazy ? Op::truth : found->op, at);
    if (lazy) skip_to_here(step);
  }
  return true;
}

bool Parser::operand() {
  const char c = peek();
  const int at = column();
  if (is_digit(c)) return number();
  if (is_letter(c)) return name();
  if (c == '(') {
    ++at_;
    if (skip_type(')')) return deeper(&Parser::operand);
    return inside("the ')' of the '(' in column " + std::to_string(at));
  }
  constexpr std::string_view signs = "-~!+";
  if (c == '\0' || signs.find(c) == signs.npos || doubled()) return unexpected(expected_operand());
  ++at_;
  if (!deeper(&Parser::operand)) return false;
  if (c != '+') add(c == '-' ? Op::negate : c == '~' ? Op::complement : Op::invert, at);
  return true;
}

// Behind a '('.
bool Parser::inside(std::string_view closes) {
  return choice() && (take(')') || unexpected("an operator or " + std::string(closes)));
}

// Words of a type and `closes` behind them, or nothing.
bool Parser::skip_type(char closes) {
  const std::size_t begin = at_;
  for (int words = 0;; ++words) {
    if (words > 0 && take(closes)) return true;
    peek();
    std::size_t end = at_;
    while (end < text_.size() &&
           (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == ':'))
      ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (std::find(std::begin(type_words), std::end(type_words), word) == std::end(type_words))
      break;
    at_ = end;
  }
  at_ = begin;
  return false;
}

bool Parser::number() {
  const int at = column();
  const std::string_view rest = text_.substr(at_);
  const bool hex = rest.starts_with("0x") || rest.starts_with("0X");
  const int base = hex ? 16 : 10;
  if (hex) at_ += 2;
  const std::size_t first = at_;
  std::int64_t value = 0;
  for (; at_ < text_.size(); ++at_) {
    const int digit = hex_digit(text_[at_]);
    if (digit < 0 || digit >= base) break;
    if (__builtin_mul_overflow(value, base, &value) || __builtin_add_overflow(value, digit, &value))
      return fail(at, "the number does not fit into 64 bits");
  }
  if (at_ == first) return unexpected("hexadecimal digits");
  if (!hex && text_[first] == '0' && at_ > first + 1)
    return fail(
        at, "a number that begins with 0 is octal in C; expected decimal digits without it, or 0x");
  while (at_ < text_.size() && std::string_view("uUlL").find(text_[at_]) != text_.npos) ++at_;
  if (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_])))
    return fail(column(), "got " + quoted(text_.substr(at_, 1)) +
                              " right behind a number, expected an operator");
  add(Op::number, at, value);
  return true;
}

bool Parser::name() {
  const int at = column();
  std::size_t end = at_;
  while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
    ++end;
  const std::string_view found = text_.substr(at_, end - at_);
  at_ = end;
  if (found == "min" || found == "max") return call(found == "min" ? Op::min : Op::max, found);
  for (const Name& each : names_) {
    if (found == each.name) {
      const bool variable = each.variable >= 0;
      add(variable ? Op::variable : Op::number, at, variable ? each.variable : warp_lanes);
      return true;
    }
  }
  return converted(found) || (!error_ && unknown(found, at));
}

// A cast with a name in front: static_cast<int>(lane), int(lane).
bool Parser::converted(std::string_view name) {
  const std::size_t begin = at_;
  const bool cast = name == "static_cast";
  if (cast ? !(take('<') && skip_type('>')) : (at_ -= name.size(), !skip_type('('))) {
    at_ = begin;
    return false;
  }
  if (cast && !take('(')) return unexpected("'(' behind the cast");
  return inside("the ')' of the cast");
}

bool Parser::unknown(std::string_view found, int at) {
  if (no_value_ != nullptr) return fail(at, (*no_value_)(found, peek() == '('));
  std::vector<std::string_view> all;
  for (const Name& each : names_) all.push_back(each.name);
  all.insert(all.end(), {"min", "max"});
  const bool cut = found.size() > most_shown;
  return fail(at, "unknown name '" + std::string(found.substr(0, most_shown)) + (cut ? "…" : "") +
                      "', expected " + expected_operand() + did_you_mean(found, all));
}

bool Parser::call(Op op, std::string_view name) {
  const int at = column() - static_cast<int>(name.size());
  if (!take('(')) return unexpected("'(' behind " + quoted(name));
  if (!choice()) return false;
  if (!take(',')) return unexpected("an operator or ',' and a second argument of " + quoted(name));
  if (!choice()) return false;
  if (!take(')')) return unexpected("an operator or the ')' of " + quoted(name));
  add(op, at);
  return true;
}

Result<Expression> parse(std::string_view text) {
  return Parser(text, {0, text.size()}, {}, nullptr).run();
}

Result<Expression> parse(std::string_view text, std::span<const std::string_view> variables) {
  return Parser(text, {0, text.size()}, variables, nullptr).run();
}

Result<Expression> parse(std::string_view text, Piece piece,
                         std::span<const std::string_view> variables, const NoValue& no_value) {
  return Parser(text, piece, variables, &no_value).run();
}

}  // namespace loom::expression
