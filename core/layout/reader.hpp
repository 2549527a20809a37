// A text that is read from left to right, with errors that point at a character.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace loom::layout {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool in_name(char c) {
  return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

template <std::size_t N>
constexpr bool among(std::string_view name, const std::string_view (&names)[N]) {
  for (std::string_view each : names)
    if (each == name) return true;
  return false;
}

// The first error is kept; after it nothing more is read.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

  // Points at a place of the text.
  void fail(std::size_t at, const std::string& message);
  // And says what stands there.
  void expected(std::size_t at, const std::string& what) {
    fail(at, "expected " + what + ", got " + found(at));
  }
  void expected(const std::string& what) { expected(at(), what); }

  // The position of the next character that is not blank.
  std::size_t at();
  char peek() { return at() < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view token);
  void want(std::string_view token, const std::string& what) {
    if (!take(token)) expected(what);
  }
  void end() {
    if (at() < text_.size()) expected("the end");
  }

  // The next name, without a leading cute::; it is not consumed.
  std::string_view name();
  // Whether the next name is one of these; if so, it is consumed.
  template <std::size_t N>
  bool take_name(const std::string_view (&names)[N]) {
    const std::string_view next = name();
    return !next.empty() && among(next, names) && take(next);
  }

  // With an absolute value of at most `most`.
  std::int64_t digits(std::int64_t most);

  std::string_view text() const { return text_; }

 private:
  std::string found(std::size_t at) const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace loom::layout
