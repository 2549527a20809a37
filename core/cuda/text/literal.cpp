#include <algorithm>
#include <cmath>
#include <string>

#include "core/cuda/text/token.hpp"
#include "core/numerics/bits.hpp"
#include "core/numerics/decimal.hpp"
#include "core/text/hex.hpp"

namespace loom::cuda {
namespace {

// Beyond every base if it is none.
int digit_of(char c) {
  const int digit = hex_digit(c);
  return digit < 0 ? 99 : digit;
}

bool is_real(std::string_view text) {
  const bool hexadecimal = text.size() > 1 && (text[1] | 32) == 'x';
  for (char c : text)
    if (c == '.' || (c | 32) == (hexadecimal ? 'p' : 'e')) return true;
  return false;
}

// A number with a point or an exponent, rounded to both types.
struct Real {
  double value = 0;
  float single = 0;
};

// Digits with a point somewhere: their value is digits · base^−behind.
struct Digits {
  std::string all;
  long long behind = 0;
};

// Reads digits and an exponent with its letter. False: they are not all of the text.
bool take_apart(std::string_view text, int base, char letter, Digits& digits, long long& exponent) {
  std::size_t at = 0;
  bool point = false;
  for (; at < text.size(); ++at) {
    if (digit_of(text[at]) < base) {
      digits.all += text[at];
      digits.behind += point;
    } else if (text[at] == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  if (digits.all.empty()) return false;
  if (at == text.size()) return true;
  if ((text[at++] | 32) != letter) return false;
  const bool minus = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  if (at == text.size()) return false;
  for (; at < text.size(); ++at) {
    if (digit_of(text[at]) > 9) return false;
    exponent = std::min(10 * exponent + digit_of(text[at]), 1'000'000ll);
  }
  if (minus) exponent = -exponent;
  return true;
}

// Below 0, 0, above 0: how digits · 10^exponent compares with a positive double.
int compared(std::string_view digits, long long exponent, double with) {
  constexpr int enough = 200;  // a tie between two floats has fewer
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  const numerics::Significant other = numerics::significant_digits(with, enough);
  const long long first = exponent + static_cast<long long>(digits.size()) - 1;
  if (first != other.exponent) return first < other.exponent ? -1 : 1;
  std::string mine(digits);
  mine.resize(std::max<std::size_t>(mine.size(), enough), '0');
  return mine.compare(other.digits + std::string(mine.size() - enough, '0'));
}

// The nearest float. The double is near enough, except where it lies between two floats.
float single_of(std::string_view digits, long long exponent, double value) {
  const auto near = static_cast<float>(value);
  const float other = std::nextafter(near, static_cast<double>(near) < value ? INFINITY : 0.0f);
  const auto a = static_cast<double>(near), b = static_cast<double>(other);
  if (!std::isfinite(a) || !std::isfinite(b) || a == value || value - a != b - value) return near;
  const int order = compared(digits, exponent, value);
  return order == 0 ? near : order < 0 ? std::min(near, other) : std::max(near, other);
}

// 64 bits of the digits, of which the last one is set if any below it is.
Real hexadecimal(const Digits& digits, long long exponent) {
  std::uint64_t whole = 0;
  long long power = exponent - 4 * digits.behind;
  for (const char c : digits.all) {
    const auto digit = static_cast<std::uint64_t>(digit_of(c));
    if (whole >> 60 == 0) {
      whole = whole << 4 | digit;
      continue;
    }
    whole |= digit != 0;
    power += 4;
  }
  const int twos = static_cast<int>(std::clamp(power, -5000ll, 5000ll));
  return {std::ldexp(static_cast<double>(whole), twos),
          static_cast<float>(std::ldexp(static_cast<double>(static_cast<float>(whole)), twos))};
}

// No C library's strtod, which adds arithmetic of 128-bit floats to the program that a browser
// fetches.
Result<Literal> real_of(const Place& place, std::string text) {
  const bool hex = text.size() > 1 && (text[1] | 32) == 'x';
  const bool single =
      (text.back() | 32) == 'f' && (!hex || text.find_first_of("pP") != std::string::npos);
  if (single) text.pop_back();
  Digits digits;
  long long exponent = 0;
  if (!take_apart(std::string_view(text).substr(hex ? 2 : 0), hex ? 16 : 10, hex ? 'p' : 'e',
                  digits, exponent))
    return error_at(place, "'%' is no number, expected one such as 1.5f", {text});
  Real real;
  if (hex) {
    real = hexadecimal(digits, exponent);
  } else {
    exponent -= digits.behind;
    real.value = numerics::nearest_double(digits.all, exponent);
    real.single = single_of(digits.all, exponent, real.value);
  }
  if (single) return Literal{numerics::to_bits(real.single), "float"};
  return Literal{numerics::to_bits(real.value), "double"};
}

// The first type that holds the value, as C++ has it: decimal numbers without u are signed.
std::string_view type_for(std::uint64_t value, bool decimal, bool without_sign, int longs) {
  if (longs == 0 && !without_sign && value <= 0x7fffffff) return "int";
  if (longs == 0 && (without_sign || !decimal) && value <= 0xffffffff) return "unsigned int";
  const bool fits = value <= 0x7fffffffffffffff;
  if (longs == 2) return !without_sign && (fits || decimal) ? "long long" : "unsigned long long";
  return !without_sign && (fits || decimal) ? "long" : "unsigned long";
}

Result<Literal> integer_of(const Place& place, const std::string& text) {
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
      return error_at(place, "the number % needs more than 64 bits", {text});
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
  if (text.find('_') != std::string_view::npos)
    return error_at(place, "'%': literals of your own are not taken; call a function", {text});
  if (wrong)
    return error_at(place, "'%' is no number, expected digits and perhaps u, l, ll or f", {text});
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
      return error_at(token.place, "% has more than one character", {token.text});
    return Literal{static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), "char"};
  }
  std::string text;
  for (char c : token.text)
    if (c != '\'') text += c;
  return is_real(text) ? real_of(token.place, text) : integer_of(token.place, text);
}

Result<std::string> characters_of(const Token& token) {
  if (const std::size_t quote = token.text.find('"');
      quote > 0 && quote != std::string_view::npos && token.text[quote - 1] == 'R') {
    const std::size_t open = token.text.find('(');
    return std::string(token.text.substr(open + 1, token.text.size() - (open - quote) - open - 2));
  }
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
