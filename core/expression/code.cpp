#include "core/expression/code.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace loom::expression {
namespace {

struct Token {
  std::size_t begin = 0, end = 0;
  std::size_t partner = 0;  // of a bracket: the number of the other one
  bool word = false;        // a name, with what '.', '->' and '::' join to it
};

bool is_letter_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit_of_word(char c) { return c >= '0' && c <= '9'; }

template <std::size_t count>
bool one_of(std::string_view text, const std::string_view (&all)[count]) {
  return std::find(std::begin(all), std::end(all), text) != std::end(all);
}

constexpr std::string_view types[] = {
    "void",   "bool",     "char",   "short",  "int",     "long",    "float",    "double",
    "signed", "unsigned", "auto",   "size_t", "int64_t", "int32_t", "uint32_t", "uint64_t",
    "half",   "__half",   "float2", "float4", "int4",    "uint4",   "double2"};
constexpr std::string_view before_types[] = {
    "const",      "constexpr",  "static",     "extern",       "volatile",
    "__shared__", "inline",     "register",   "unsigned",     "signed",
    "long",       "__global__", "__device__", "__constant__", "__restrict__"};
// What such a variable holds is not the number that it is given.
constexpr std::string_view narrow_types[] = {
    "bool",   "char",          "short",   "float",   "double",  "half",
    "__half", "__nv_bfloat16", "int8_t",  "uint8_t", "int16_t", "uint16_t",
    "float2", "float4",        "double2", "int4",    "uint4"};
constexpr std::string_view controls[] = {"for", "if", "while", "switch"};
constexpr std::string_view no_types[] = {"return", "else", "do", "case", "goto", "delete", "new"};

// Where a token ends that begins with no letter: a number, a text in quotes, or a sign, of which
// those with '=' are one.
std::size_t end_of_sign(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '"' || c == '\'') {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2u : 1u;
    return std::min(end + 1, text.size());
  }
  if (is_digit_of_word(c)) {
    std::size_t end = at;
    while (end < text.size() && (is_digit_of_word(text[end]) || is_letter_of_word(text[end])))
      ++end;
    return end;
  }
  constexpr std::string_view before_equals = "=!<>+-*/%&|^";
  const bool pair =
      before_equals.find(c) != before_equals.npos && at + 1 < text.size() && text[at + 1] == '=';
  return at + (pair ? 2 : 1);
}

class CodeReader {
 public:
  explicit CodeReader(std::string_view text) : text_(text) {}

  Result<Code> run() {
    if (text_.size() > static_cast<std::size_t>(longest))
      return Error{"got " + std::to_string(text_.size()) + " characters, expected at most " +
                   std::to_string(longest)};
    split();
    if (!pair()) return *error_;
    statements(0, tokens_.size());
    if (error_) return *error_;
    return std::move(code_);
  }

 private:
  std::string_view of(std::size_t token) const {
    return token < tokens_.size()
               ? text_.substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin)
               : std::string_view();
  }
  bool is(std::size_t token, std::string_view what) const { return of(token) == what; }
  bool is_word(std::size_t token) const { return token < tokens_.size() && tokens_[token].word; }
  Piece piece(std::size_t first, std::size_t last) const {  // tokens first … last − 1
    const std::size_t begin = first < tokens_.size() ? tokens_[first].begin : text_.size();
    return {begin, first < last ? tokens_[last - 1].end : begin};
  }

  void split();
  bool skip_comment(std::size_t& at) const;
  std::size_t end_of_word(std::size_t at) const;
  bool pair();
  void statements(std::size_t first, std::size_t last);
  std::size_t statement(std::size_t first, std::size_t last);
  std::size_t behind(std::size_t first, std::size_t last) const;
  template <class Read>
  void within(std::size_t last, const Read& read);
  void branches(std::size_t first, std::size_t last);
  void loop(std::size_t first, std::size_t last);
  void simple(std::size_t first, std::size_t last);
  std::size_t declared(std::size_t first, std::size_t last) const;
  void declarators(std::size_t first, std::size_t last, bool declares, Piece narrow);
  void changes(std::size_t first, std::size_t last);
  bool joined(std::size_t first, std::string_view left, std::string_view right) const;
  void accesses(std::size_t first, std::size_t last);
  std::size_t next(std::size_t first, std::size_t last, std::string_view sign) const;

  std::string_view text_;
  std::vector<Token> tokens_;
  std::vector<Condition> conditions_;
  std::size_t until_ = std::string_view::npos;
  Code code_;
  std::optional<Error> error_;
};

// A comment, or a line that begins with '#'.
bool CodeReader::skip_comment(std::size_t& at) const {
  const std::string_view rest = text_.substr(at);
  const bool line = rest.starts_with("//") || rest.starts_with("#");
  if (!line && !rest.starts_with("/*")) return false;
  const std::size_t end = line ? rest.find('\n') : rest.find("*/", 2);
  at = end == rest.npos ? text_.size() : at + end + (line ? 1 : 2);
  return true;
}

std::size_t CodeReader::end_of_word(std::size_t at) const {
  const auto letter = [&](std::size_t i) {
    return i < text_.size() && is_letter_of_word(text_[i]);
  };
  while (true) {
    while (letter(at) || (at < text_.size() && is_digit_of_word(text_[at]))) ++at;
    const std::string_view rest = text_.substr(at);
    const std::size_t joint = rest.starts_with(".")                              ? 1
                              : rest.starts_with("->") || rest.starts_with("::") ? 2
                                                                                 : 0;
    if (joint == 0 || !letter(at + joint)) return at;
    at += joint;
  }
}

void CodeReader::split() {
  for (std::size_t at = 0; at < text_.size();) {
    if (std::string_view(" \t\r\n").find(text_[at]) != std::string_view::npos) {
      ++at;
    } else if (!skip_comment(at)) {
      const bool word = is_letter_of_word(text_[at]);
      const std::size_t end = word ? end_of_word(at) : end_of_sign(text_, at);
      tokens_.push_back({at, end, 0, word});
      at = end;
    }
  }
}

// Braces of a kernel may be missing: people paste parts of it.
bool CodeReader::pair() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const char c = of(i)[0];
    if (c == '(' || c == '[') open.push_back(i);
    if (c != ')' && c != ']') continue;
    const char wanted = c == ')' ? '(' : '[';
    const std::string column = "column " + std::to_string(tokens_[i].begin + 1);
    if (open.empty() || of(open.back())[0] != wanted) {
      error_ = Error{column + ": the '" + c + "' closes nothing"};
      return false;
    }
    tokens_[i].partner = open.back();
    tokens_[open.back()].partner = i;
    open.pop_back();
  }
  if (open.empty()) return true;
  const bool square = of(open.back())[0] == '[';
  error_ = Error{"column " + std::to_string(text_.size() + 1) + ": expected the '" +
                 (square ? ']' : ')') + "' of the '" + (square ? '[' : '(') + "' in column " +
                 std::to_string(tokens_[open.back()].begin + 1) + ", got the end"};
  return false;
}

// The first `sign` that is in no brackets; `last` if there is none.
std::size_t CodeReader::next(std::size_t first, std::size_t last, std::string_view sign) const {
  while (first < last && !is(first, sign))
    first = is(first, "(") || is(first, "[") ? tokens_[first].partner + 1 : first + 1;
  return std::min(first, last);
}

void CodeReader::statements(std::size_t first, std::size_t last) {
  while (first < last) first = statement(first, last);
}

// The token behind a statement or a pair of braces.
std::size_t CodeReader::behind(std::size_t first, std::size_t last) const {
  if (first >= last) return last;
  if (is(first, "{")) {
    std::size_t after = first + 1;
    for (int depth = 1; depth > 0 && after < last; ++after)
      depth += is(after, "{") ? 1 : is(after, "}") ? -1 : 0;
    return after;
  }
  if (one_of(of(first), controls) && is(first + 1, "(")) {
    const std::size_t body = behind(tokens_[first + 1].partner + 1, last);
    return is(first, "if") && is(body, "else") ? behind(body + 1, last) : body;
  }
  if (is(first, "do")) return behind(first + 1, last);
  const std::size_t end = std::min(next(first, last, ";"), next(first, last, "}"));
  return std::min(is(end, ";") ? end + 1 : std::max(end, first + 1), last);
}

// What stands in braces, a branch or a loop: its names and conditions end with it.
template <class Read>
void CodeReader::within(std::size_t last, const Read& read) {
  const std::size_t until = until_, conditions = conditions_.size();
  until_ = last > 0 ? tokens_[last - 1].end : 0;
  read();
  until_ = until;
  conditions_.resize(conditions);
}

// One statement, or a brace; returns the token behind it.
std::size_t CodeReader::statement(std::size_t first, std::size_t last) {
  if (is(first, ";") || is(first, "}") || is(first, "else") || is(first, "do")) return first + 1;
  const std::size_t after = behind(first, last);
  if (one_of(of(first), controls) && !is(first + 1, "(") && !error_)
    error_ = Error{"column " + std::to_string(tokens_[first].end + 1) + ": expected '(' behind '" +
                   std::string(of(first)) + "'"};
  if (is(first, "{")) {
    within(after, [&] { statements(first + 1, after); });
    return after;
  }
  if (one_of(of(first), controls) && is(first + 1, "(")) {
    if (is(first, "if"))
      branches(first, last);
    else
      within(after, [&] { loop(first, after); });
    return after;
  }
  const std::size_t end = std::min(next(first, last, ";"), next(first, last, "}"));
  const std::size_t brace = next(first, end, "{");
  simple(first, brace);
  return std::max(brace, first + 1);
}

void CodeReader::branches(std::size_t first, std::size_t last) {
  const std::size_t begin = first + 2, end = tokens_[first + 1].partner;
  const std::size_t after = behind(end + 1, last);
  const Piece condition = piece(begin, end);
  accesses(begin, end);
  const auto branch = [&](std::size_t from, std::size_t to, bool holds) {
    within(to, [&] {
      conditions_.push_back({condition, holds});
      statements(from, to);
    });
    constexpr std::string_view jumps[] = {"return", "continue", "break", "goto"};
    for (std::size_t i = from; i < to; ++i)
      if (one_of(of(i), jumps)) return true;
    return false;
  };
  bool leaves = branch(end + 1, after, true);
  if (leaves) conditions_.push_back({condition, false});
  if (after >= last || !is(after, "else")) return;
  const std::size_t otherwise = behind(after + 1, last);
  leaves = branch(after + 1, otherwise, false);
  if (leaves) conditions_.push_back({condition, true});
}

// A loop in its first round, or a switch.
void CodeReader::loop(std::size_t first, std::size_t last) {
  const std::size_t begin = first + 2, end = tokens_[first + 1].partner;
  std::size_t from = begin, to = end;
  if (is(first, "for")) {
    from = std::min(next(begin, end, ";") + 1, end);
    to = next(from, end, ";");
    statements(begin, from);
  }
  accesses(from, to);
  if (from < to && !is(first, "switch")) conditions_.push_back({piece(from, to), true});
  statements(end + 1, last);
  const std::size_t changed = code_.definitions.size();
  if (to < end) accesses(to, end);
  for (std::size_t i = changed; i < code_.definitions.size(); ++i)
    code_.definitions[i].from = last > 0 ? tokens_[last - 1].end - 1 : 0;
}

void CodeReader::simple(std::size_t first, std::size_t last) {
  if (const std::size_t names = declared(first, last); names < last) {
    Piece narrow;
    for (std::size_t i = first; i < names; ++i)
      if (one_of(of(i), narrow_types) || is(i, "&")) narrow = piece(i, i + 1);
    if (next(first, names, "*") < names) narrow = {};  // a pointer holds all of an address
    return declarators(names, last, true, narrow);
  }
  if (is_word(first) && is(first + 1, "=") && first + 1 < last)
    return declarators(first, last, false, {});
  const std::size_t before = code_.accesses.size(), defined = code_.definitions.size();
  accesses(first, last);
  const bool all = first == 0 && last + (is(last, ";") ? 1 : 0) == tokens_.size();
  if (all && before == code_.accesses.size() && defined == code_.definitions.size())
    code_.value = piece(first, last);
}

// Where the names of a declaration begin; `last` if it is none.
std::size_t CodeReader::declared(std::size_t first, std::size_t last) const {
  std::size_t at = first;
  bool known = false;
  for (; at < last && (one_of(of(at), before_types) || is(at, "alignas")); ++at) {
    known = true;
    if (is(at, "alignas") && is(at + 1, "(")) at = tokens_[at + 1].partner;
  }
  if (!is_word(at) || one_of(of(at), no_types)) return last;
  if (one_of(of(at), types)) known = true;
  // After 'unsigned' alone stands the name.
  const bool name_follows = known && !one_of(of(at), types) && !is_word(at + 1) && !is(at + 1, "*");
  std::size_t name = name_follows ? at : at + 1;
  if (is(name, "<")) name = next(name, last, ">") + 1;
  bool pointer = false;
  for (; is(name, "*") || is(name, "&") || one_of(of(name), before_types); ++name) pointer = true;
  if (name >= last || !is_word(name) || (pointer && !known && !is(name + 1, "="))) return last;
  constexpr std::string_view behind_names[] = {"=", "[", ",", "(", ";", ""};
  return name + 1 == last || one_of(of(name + 1), behind_names) ? name : last;
}

// "i = …, a[32][33], b": what is declared, and what is assigned.
void CodeReader::declarators(std::size_t first, std::size_t last, bool declares, Piece narrow) {
  while (first < last) {
    const std::size_t end = next(first, last, ",");
    while (is(first, "*") || is(first, "&")) ++first;
    std::size_t at = first + 1;
    Array array{of(first), {}};
    for (; at < end && is(at, "["); at = tokens_[at].partner + 1)
      array.lengths.push_back(piece(at + 1, tokens_[at].partner));
    if (!array.lengths.empty()) code_.arrays.push_back(std::move(array));
    if (at < end && is(at, "=")) {
      accesses(at + 1, end);
      const Piece value = piece(at + 1, end);
      if (is_word(first))
        code_.definitions.push_back(
            {of(first), value, value.begin, until_, declares, narrow.of(text_)});
      if (narrow.of(text_) == "&" && is_word(at + 1))  // another name for it
        code_.definitions.push_back(
            {of(at + 1), value, value.begin, until_, false, piece(first - 1, end).of(text_)});
    }
    first = end + 1;
  }
}

// Two signs without a blank between them.
bool CodeReader::joined(std::size_t first, std::string_view left, std::string_view right) const {
  return is(first, left) && is(first + 1, right) && tokens_[first].end == tokens_[first + 1].begin;
}

// Names that change otherwise than by a statement 'name = value;'.
void CodeReader::changes(std::size_t first, std::size_t last) {
  constexpr std::string_view assigning[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "="};
  for (std::size_t i = first; i < last; ++i) {
    if (!is_word(i)) continue;
    const auto twice = [&](std::size_t at) { return joined(at, "+", "+") || joined(at, "-", "-"); };
    const bool shifted = joined(i + 1, "<", "<=") || joined(i + 1, ">", ">=");
    std::size_t from = i, to = i + 1;
    if (one_of(of(i + 1), assigning) || shifted)
      to = last;
    else if (twice(i + 1))
      to = i + 3;
    else if (i >= first + 2 && twice(i - 2) && tokens_[i - 1].end == tokens_[i].begin)
      from = i - 2;
    else if (i > first && is(i - 1, "&") && !is(i + 1, "[") &&
             (i == first + 1 || is(i - 2, "(") || is(i - 2, ",") || is(i - 2, "=")))
      from = i - 1;
    else
      continue;
    const Piece change = piece(from, std::min(to, last));
    code_.definitions.push_back({of(i), change, change.begin, until_, false, change.of(text_)});
  }
}

void CodeReader::accesses(std::size_t first, std::size_t last) {
  changes(first, last);
  for (std::size_t i = first; i + 1 < last; ++i) {
    if (!is_word(i) || !is(i + 1, "[") || one_of(of(i), no_types)) continue;
    Access access{of(i), {}, {}, conditions_};
    std::size_t at = i + 1;
    for (; at < last && is(at, "["); at = tokens_[at].partner + 1)
      access.indices.push_back(piece(at + 1, tokens_[at].partner));
    access.place = piece(i, at);
    code_.accesses.push_back(std::move(access));
  }
}

}  // namespace

Result<Code> read_code(std::string_view text) { return CodeReader(text).run(); }

}  // namespace loom::expression
