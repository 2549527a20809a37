#include "core/expression/code_tokens.hpp"

#include <algorithm>
#include <string>

namespace loom::expression {
namespace {

bool is_letter_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit_of_word(char c) { return c >= '0' && c <= '9'; }

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

}  // namespace

Result<CodeTokens> CodeTokens::of_text(std::string_view text) {
  if (text.size() > static_cast<std::size_t>(longest))
    return Error{"got " + std::to_string(text.size()) + " characters, expected at most " +
                 std::to_string(longest)};
  CodeTokens tokens(text);
  tokens.split();
  if (std::string why = tokens.unpaired(); !why.empty()) return Error{std::move(why)};
  return tokens;
}

std::string_view CodeTokens::of(std::size_t token) const {
  return token < size() ? text_.substr(all_[token].begin, all_[token].end - all_[token].begin)
                        : std::string_view();
}

Piece CodeTokens::piece(std::size_t first, std::size_t last) const {
  const std::size_t begin = first < size() ? all_[first].begin : text_.size();
  return {begin, first < last ? all_[last - 1].end : begin};
}

std::size_t CodeTokens::next(std::size_t first, std::size_t last, std::string_view sign) const {
  while (first < last && of(first) != sign)
    first = of(first) == "(" || of(first) == "[" ? all_[first].partner + 1 : first + 1;
  return std::min(first, last);
}

// A comment, or a line that begins with '#'.
bool CodeTokens::skip_comment(std::size_t& at) const {
  const std::string_view rest = text_.substr(at);
  const bool line = rest.starts_with("//") || rest.starts_with("#");
  if (!line && !rest.starts_with("/*")) return false;
  const std::size_t end = line ? rest.find('\n') : rest.find("*/", 2);
  at = end == rest.npos ? text_.size() : at + end + (line ? 1 : 2);
  return true;
}

std::size_t CodeTokens::end_of_word(std::size_t at) const {
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

void CodeTokens::split() {
  for (std::size_t at = 0; at < text_.size();) {
    if (std::string_view(" \t\r\n").find(text_[at]) != std::string_view::npos) {
      ++at;
    } else if (!skip_comment(at)) {
      const bool word = is_letter_of_word(text_[at]);
      const std::size_t end = word ? end_of_word(at) : end_of_sign(text_, at);
      all_.push_back({at, end, 0, word});
      at = end;
    }
  }
}

// Which bracket has no partner; "": all have one.
std::string CodeTokens::unpaired() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const char c = of(i)[0];
    if (c == '(' || c == '[') open.push_back(i);
    if (c != ')' && c != ']') continue;
    const char wanted = c == ')' ? '(' : '[';
    const std::string column = "column " + std::to_string(all_[i].begin + 1);
    if (open.empty() || of(open.back())[0] != wanted) {
      return column + ": the '" + c + "' closes nothing";
    }
    all_[i].partner = open.back();
    all_[open.back()].partner = i;
    open.pop_back();
  }
  if (open.empty()) return "";
  const bool square = of(open.back())[0] == '[';
  return "column " + std::to_string(text_.size() + 1) + ": expected the '" + (square ? ']' : ')') +
         "' of the '" + (square ? '[' : '(') + "' in column " +
         std::to_string(all_[open.back()].begin + 1) + ", got the end";
}

}  // namespace loom::expression
