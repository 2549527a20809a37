#include "core/layout/reader.hpp"

#include <charconv>

#include "core/text/utf8.hpp"

namespace loom::layout {
void Reader::fail(std::size_t at, const std::string& message) {
  if (failed()) return;
  const std::size_t place = utf8::count(text_.substr(0, at)) + 1;
  error_ = Error{"character " + std::to_string(place) + ": " + message};
}

std::size_t Reader::at() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n'))
    ++at_;
  return at_;
}

bool Reader::take(std::string_view token) {
  if (failed() || !text_.substr(at()).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

std::string_view Reader::name() {
  take("cute::");
  std::size_t end = at();
  while (end < text_.size() && in_name(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

std::int64_t Reader::digits(std::int64_t most) {
  const std::size_t start = at();
  const bool negative = take("-");
  if (at_ >= text_.size() || !is_digit(text_[at_])) {
    expected("a whole number");
    return 1;
  }
  std::int64_t value = 0;
  const char* const last = text_.data() + text_.size();
  const auto [end, status] = std::from_chars(text_.data() + at_, last, value);
  if (status != std::errc() || value > most) {
    expected(start, "a whole number of at most " + std::to_string(most) + " in size");
    return 1;
  }
  at_ = static_cast<std::size_t>(end - text_.data());
  return negative ? -value : value;
}

std::string Reader::found(std::size_t at) const {
  if (at >= text_.size()) return "the end";
  constexpr std::size_t longest = 16;
  std::size_t length = 1;
  const auto more = [&](char c) { return in_name(text_[at]) ? in_name(c) : utf8::continues(c); };
  while (length < longest && at + length < text_.size() && more(text_[at + length])) ++length;
  return "'" + std::string(text_.substr(at, length)) + "'";
}

}  // namespace loom::layout
