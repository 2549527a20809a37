#include <algorithm>
#include <array>
#include <optional>

#include "core/cuda/text/token.hpp"
#include "core/text/word_list.hpp"

namespace loom::cuda {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}
bool in_name(char c) { return starts_name(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// Longest first.
constexpr std::string_view marks[] = {
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "<=>", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "->", "::", "##",
    ".*",  "{",   "}",   "[",   "]",   "(",   ")",   ";",  ":",  ",",  ".",  "?",  "+",  "-",
    "*",   "/",   "%",   "&",   "|",   "^",   "~",   "!",  "=",  "<",  ">",  "#",  "@",  "\\"};

// Words that C++ takes for marks.
constexpr std::pair<std::string_view, std::string_view> other_marks[] = {
    {"and", "&&"},    {"or", "||"},    {"not", "!"},    {"not_eq", "!="},
    {"bitand", "&"},  {"bitor", "|"},  {"xor", "^"},    {"compl", "~"},
    {"and_eq", "&="}, {"or_eq", "|="}, {"xor_eq", "^="}};

class Reader {
 public:
  explicit Reader(std::string_view source) : source_(source) {}

  Result<std::vector<Token>> run() {
    if (source_.starts_with("\xEF\xBB\xBF")) at_ = line_start_ = 3;
    while (!error_ && skip_space()) {
      read();
      first_ = spaced_ = false;
      if (static_cast<int>(tokens_.size()) > most_tokens) fail("the source has too many words");
    }
    if (error_) return *error_;
    tokens_.push_back({Word::end, true, true, 0, "", here()});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  Place here() const { return {line_, static_cast<int>(at_ - line_start_) + 1}; }
  void fail(const char* pattern, const Parts& parts = {}) {
    error_ = error_at(here(), pattern, parts);
  }

  void next_line() {
    ++line_;
    line_start_ = at_;
  }

  // A backslash at the end of a line joins it with the next.
  bool skip_splice() {
    if (peek() != '\\') return false;
    std::size_t end = at_ + 1;
    while (end < source_.size() && is_space(source_[end])) ++end;
    if (end >= source_.size() || source_[end] != '\n') return false;
    at_ = end + 1;
    next_line();
    return true;
  }

  void skip_block_comment() {
    const Place place = here();
    for (at_ += 2; at_ < source_.size(); ++at_) {
      if (peek() == '*' && peek(1) == '/') {
        at_ += 2;
        return;
      }
      if (peek() == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
    }
    error_ = error_at(place, "this comment has no end, expected '*/'");
  }

  // False at the end of the text.
  bool skip_space() {
    while (at_ < source_.size() && !error_) {
      const char c = peek();
      if (c == '\n') {
        ++at_;
        next_line();
        first_ = true;
      } else if (is_space(c)) {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < source_.size() && peek() != '\n')
          if (!skip_splice()) ++at_;
      } else if (c == '/' && peek(1) == '*') {
        skip_block_comment();
      } else if (!skip_splice()) {
        return true;
      }
      spaced_ = true;
    }
    return false;
  }

  void add(Word word, std::size_t length) {
    tokens_.push_back({word, first_, spaced_, 0, source_.substr(at_, length), here()});
    at_ += length;
  }

  void read() {
    const char c = peek();
    if (starts_name(c)) return read_name();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return read_number();
    if (c == '"' || c == '\'') return read_quoted(c);
    for (std::string_view mark : marks)
      if (source_.substr(at_).starts_with(mark)) return add(Word::mark, mark.size());
    add(Word::other, 1);
  }

  void read_name() {
    std::size_t end = at_;
    while (end < source_.size() && in_name(source_[end])) ++end;
    add(Word::name, end - at_);
    const std::string_view name = tokens_.back().text;
    for (const auto& [word, mark] : other_marks)
      if (name == word) {
        tokens_.back().word = Word::mark;
        tokens_.back().text = mark;
      }
    if (peek() == '"' && is_one_of(name, "R LR u8R")) read_raw();
  }

  // A raw string: all its characters stand for themselves.
  void read_raw() {
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) return fail("a raw string without '('");
    const std::string end = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t found = source_.find(end, open);
    if (found == std::string_view::npos) return fail("a raw string without its end");
    at_ -= tokens_.back().text.size();
    first_ = tokens_.back().first;
    tokens_.pop_back();
    const std::size_t length = found + end.size() - at_;
    const std::string_view text = source_.substr(at_, length);
    add(Word::text, length);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') {
        ++line_;
        line_start_ = at_ - length + i + 1;
      }
  }

  // A preprocessing number: also what is none, which literal_of() refuses.
  void read_number() {
    std::size_t end = at_ + 1;
    while (end < source_.size()) {
      const char c = source_[end], before = source_[end - 1];
      const bool sign = (c == '+' || c == '-') &&
                        (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool hexadecimal = at_ + 1 < source_.size() && (source_[at_ + 1] | 32) == 'x';
      if (sign && hexadecimal && (before | 32) == 'e') break;
      const bool separator = c == '\'' && end + 1 < source_.size() && in_name(source_[end + 1]);
      if (!in_name(c) && c != '.' && !sign && !separator) break;
      ++end;
    }
    add(Word::number, end - at_);
  }

  // Without an end: the rest of the line is one word, which counts for nothing where #if skips it.
  void read_quoted(char quote) {
    std::size_t end = at_ + 1;
    int lines = 0;
    std::size_t start = line_start_;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n') {
      const bool escapes = source_[end] == '\\' && end + 1 < source_.size();
      end += escapes ? 2 : 1;
      if (escapes && source_[end - 1] == '\r' && end < source_.size() && source_[end] == '\n')
        ++end;
      if (!escapes || source_[end - 1] != '\n') continue;
      ++lines;  // a backslash at the end of a line
      start = end;
    }
    end = std::min(end, source_.size());
    const bool closed = end < source_.size() && source_[end] == quote;
    add(!closed ? Word::other : quote == '"' ? Word::text : Word::character, end + closed - at_);
    line_ += lines;
    line_start_ = start;
  }

  std::string_view source_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  bool first_ = true, spaced_ = false;
  std::vector<Token> tokens_;
  std::optional<Error> error_;
};

}  // namespace

Error error_at(const Place& place, const char* pattern, const Parts& parts) {
  const std::string text = message(pattern, parts);
  return {place.line == 0 ? text : message("%:%: %", {place.line, place.column, text})};
}

Result<std::vector<Token>> words_of(std::string_view source) {
  if (source.size() > longest_source)
    return error_at({1, 1}, "the source has % bytes, expected at most %",
                    {source.size(), longest_source});
  return Reader(source).run();
}

}  // namespace loom::cuda
