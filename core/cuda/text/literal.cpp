#include <charconv>
#include <cstdlib>
#include <string>

#include "core/cuda/text/token.hpp"
#include "core/numerics/bits.hpp"

namespace loom::cuda {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 32);
  return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

bool is_real(std::string_view text) {
  const bool hexadecimal = text.size() > 1 && (text[1] | 32) == 'x';
  for (char c : text)
    if (c == '.' || (c | 32) == (hexadecimal ? 'p' : 'e')) return true;
  return false;
}

Result<Literal> real_of(Place place, std::string text) {
  const bool hexadecimal = text.size() > 1 && (text[1] | 32) == 'x';
  const bool single =
      (text.back() | 32) == 'f' && (!hexadecimal || text.find_first_of("pP") != std::string::npos);
  if (single) text.pop_back();
  // strtod and not from_chars: Emscripten's library lacks it for floats. The locale is always C's
  // here.
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const float rounded = std::strtof(text.c_str(), nullptr);
  if (end != text.c_str() + text.size())
    return error_at(place, "'" + text + "' is no number, expected one such as 1.5f");
  if (single) return Literal{numerics::to_bits(rounded), "float"};
  return Literal{numerics::to_bits(value), "double"};
}

// The first type that holds the value, as C++ has it: decimal numbers without u are signed.
std::string_view type_for(std::uint64_t value, bool decimal, bool without_sign, int longs) {
  if (longs == 0 && !without_sign && value <= 0x7fffffff) return "int";
  if (longs == 0 && (without_sign || !decimal) && value <= 0xffffffff) return "unsigned int";
  const bool fits = value <= 0x7fffffffffffffff;
  if (longs == 2) return !without_sign && (fits || decimal) ? "long long" : "unsigned long long";
  return !without_sign && (fits || decimal) ? "long" : "unsigned long";
}

Result<Literal> integer_of(Place place, const std::string& text) {
  int base = 10;
  std::size_t at = 0;
  if (text.size() > 1 && text[0] == '0') {
    const char mark = static_cast<char>(text[1] | 32);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    at = base == 8 ? 1 : 2;
  }
  std::uint64_t value = 0;
  const std::size_t start = at;
  for (; at < text.size() && digit_of(text[at]) < base; ++at) {
    const auto digit = static_cast<std::uint64_t>(digit_of(text[at]));
    if (value > (~0ull - digit) / static_cast<std::uint64_t>(base))
      return error_at(place, "the number " + text + " needs more than 64 bits");
    value = value * static_cast<std::uint64_t>(base) + digit;
  }
  bool without_sign = false, wrong = at == start && base != 8;
  int longs = 0;
  for (; at < text.size(); ++at) {
    const char c = static_cast<char>(text[at] | 32);
    if (c == 'u' && !without_sign)
      without_sign = true;
    else if (c == 'l' && longs < 2)
      ++longs;
    else if (c == 'z' && longs == 0)
      longs = 1;
    else
      wrong = true;
  }
  if (wrong)
    return error_at(place,
                    "'" + text + "' is no number, expected digits and perhaps u, l, ll or f");
  return Literal{value, type_for(value, base == 10, without_sign, longs)};
}

// One character from text[at], which moves on.
std::uint32_t character_at(std::string_view text, std::size_t& at) {
  const char c = text[at++];
  if (c != '\\' || at >= text.size()) return static_cast<unsigned char>(c);
  const char name = text[at++];
  constexpr std::string_view names = "ntr0abfv";
  if (name == 'x' || (name >= '0' && name <= '7')) {
    const int base = name == 'x' ? 16 : 8, most = name == 'x' ? 2 : 3;
    std::uint32_t value = name == 'x' ? 0u : static_cast<std::uint32_t>(name - '0');
    for (int i = name == 'x' ? 0 : 1; i < most && at < text.size() && digit_of(text[at]) < base;
         ++i)
      value = value * static_cast<std::uint32_t>(base) +
              static_cast<std::uint32_t>(digit_of(text[at++]));
    return value & 0xff;
  }
  const std::size_t found = names.find(name);
  return static_cast<unsigned char>(
      found == std::string_view::npos ? name : std::string_view("\n\t\r\0\a\b\f\v", 8)[found]);
}

}  // namespace

Result<Literal> literal_of(const Token& token) {
  if (token.word == Word::character) {
    const std::string_view inner = token.text.substr(1, token.text.size() - 2);
    std::size_t at = 0;
    if (inner.empty()) return error_at(token.place, "'' has no character, expected one");
    const auto value = static_cast<std::int8_t>(character_at(inner, at));
    if (at != inner.size())
      return error_at(token.place, std::string(token.text) + " has more than one character");
    return Literal{static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), "char"};
  }
  std::string text;
  for (char c : token.text)
    if (c != '\'') text += c;
  return is_real(text) ? real_of(token.place, text) : integer_of(token.place, text);
}

Result<std::string> characters_of(const Token& token) {
  if (token.text.size() < 2 || token.text[0] != '"')
    return error_at(token.place, "expected a string in double quotes");
  const std::string_view inner = token.text.substr(1, token.text.size() - 2);
  std::string made;
  for (std::size_t at = 0; at < inner.size();) {
    std::size_t next = at + 1;  // a backslash at the end of a line joins it with the next
    while (inner[at] == '\\' && next < inner.size() && inner[next] == '\r') ++next;
    if (inner[at] == '\\' && next < inner.size() && inner[next] == '\n')
      at = next + 1;
    else
      made += static_cast<char>(character_at(inner, at));
  }
  return made;
}

}  // namespace loom::cuda
