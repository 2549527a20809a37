#include "core/json/scanner.hpp"

#include <algorithm>

#include "core/text/clipped.hpp"
#include "core/text/utf8.hpp"

namespace loom::json {
namespace {

constexpr int deepest = 64;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

bool ends_word(char c) {
  return is_control(c) || std::string_view(" ,:{}[]\"").find(c) != std::string_view::npos;
}

bool take_digits(std::string_view& text) {
  const std::size_t size = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(size);
  return size > 0;
}

bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') return false;
  if (!take_digits(text)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

}  // namespace

Scanner::Scanner(std::string_view text) : text_(text) {
  constexpr std::string_view byte_order_mark = "\uFEFF";
  if (text.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  skip();
}

void Scanner::skip() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

bool Scanner::fail(std::size_t at, std::string what) {
  if (!mistake_) mistake_ = Mistake{at, std::move(what)};
  at_ = text_.size();
  return false;
}

bool Scanner::expected(std::size_t at, const std::string& what) {
  constexpr std::size_t longest_shown = 20;
  if (at < text_.size() && is_control(text_[at]))
    return fail(at, "expected " + what + ", got a control character");
  std::size_t end = std::min(at + 1, text_.size());
  while (end < text_.size() && !ends_word(text_[end])) ++end;
  const std::string found = clipped(text_.substr(at, end - at), longest_shown);
  return fail(at, "expected " + what + ", got " + (found.empty() ? "the end" : "'" + found + "'"));
}

bool Scanner::open(char bracket) {
  if (next() != bracket) return expected(at_, std::string("'") + bracket + "'");
  if (depth_ == deepest)
    return expected(at_, "brackets at most " + std::to_string(deepest) + " deep");
  ++depth_;
  ++at_;
  skip();
  if (next() != (bracket == '[' ? ']' : '}')) return true;
  --depth_;
  ++at_;
  return false;
}

bool Scanner::another(char closing) {
  skip();
  const char found = next();
  if (found != ',' && found != closing)
    return expected(at_, std::string("',' or '") + closing + "' behind a value");
  ++at_;
  if (found == closing) {
    --depth_;
    return false;
  }
  skip();
  return true;
}

std::string_view Scanner::key() {
  if (next() != '"') expected(at_, "a key in quotes");
  const std::string_view found = text();
  skip();
  if (next() == ':')
    ++at_;
  else
    expected(at_, "':' behind a key");
  skip();
  return found;
}

std::string_view Scanner::text() {
  const std::size_t begin = at_ + 1;
  ++at_;
  while (next() != '"')
    if (!character()) return {};
  return text_.substr(begin, at_++ - begin);
}

// Of a text.
bool Scanner::character() {
  if (next() == '\\') return escape();
  if (at_ >= text_.size() || is_control(next()))
    return expected(std::min(at_, text_.size()), "the quotes that end a text");
  const std::size_t length = utf8::sequence(text_, at_);
  if (length == 0) return expected(at_, "a character in UTF-8");
  at_ += length;
  return true;
}

bool Scanner::escape() {
  const std::size_t begin = at_++;
  const char letter = next();
  const std::string_view digits = text_.substr(std::min(at_ + 1, text_.size()), 4);
  if (std::string_view("\"\\/bfnrt").find(letter) != text_.npos) {
    ++at_;
    return true;
  }
  if (letter == 'u' && digits.size() == 4 &&
      digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos) {
    at_ += 1 + digits.size();
    return true;
  }
  return expected(begin, "an escape of JSON's: \\n, \\\", \\\\, \\u0041 and the like");
}

std::string_view Scanner::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
  const std::string_view found = text_.substr(begin, at_ - begin);
  if (found == "true" || found == "false" || found == "null" || is_number(found)) return found;
  expected(begin, "a value: a number, a text in quotes, true, false, null, a list or {…}");
  return {};
}

std::string_view Scanner::value() {
  const std::size_t begin = at_;
  if (next() == '{')
    for (bool more = open('{'); more; more = another('}')) {
      key();
      value();
    }
  else if (next() == '[')
    for (bool more = open('['); more; more = another(']')) value();
  else if (next() == '"')
    text();
  else
    word();
  return text_.substr(begin, at_ - begin);
}

void Scanner::end(std::string_view what) {
  skip();
  if (at_ < text_.size()) expected(at_, "nothing behind " + std::string(what));
}

}  // namespace loom::json
