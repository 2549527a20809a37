#include "core/cuda/run/format.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/bits.hpp"
#include "core/numerics/decimal.hpp"

namespace loom::cuda {
namespace {

constexpr int most_size = 1100;  // of width and precision: a double of 310 digits fits

struct Conversion {
  bool left = false, plus = false, space = false, alternate = false, zero = false;
  int width = 0, precision = -1;  // −1: none given
};

Conversion read(std::string_view text) {
  Conversion out;
  std::size_t at = 0;
  const auto number = [&] {
    int value = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      value = std::min(10 * value + (text[at] - '0'), most_size);
    return value;
  };
  for (; at < text.size() && std::string_view("-+ #0").find(text[at]) != text.npos; ++at) {
    out.left |= text[at] == '-';
    out.plus |= text[at] == '+';
    out.space |= text[at] == ' ';
    out.alternate |= text[at] == '#';
    out.zero |= text[at] == '0';
  }
  out.width = number();
  if (at < text.size() && text[at] == '.') {
    ++at;
    const bool none = at < text.size() && text[at] == '-';  // a precision below 0
    if (!none) out.precision = number();
  }
  return out;
}

// `before`: sign and prefix, which stand before zeros that fill the width.
std::string padded(const Conversion& how, const std::string& before, const std::string& digits,
                   bool zeros) {
  const auto size = before.size() + digits.size(), width = static_cast<std::size_t>(how.width);
  const std::string fill(width > size ? width - size : 0, !how.left && zeros ? '0' : ' ');
  if (how.left) return before + digits + fill;
  return zeros ? before + fill + digits : fill + before + digits;
}

std::string sign_of(const Conversion& how, bool minus) {
  return minus ? "-" : how.plus ? "+" : how.space ? " " : "";
}

void raise(std::string& text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
}

std::string in_base(std::uint64_t value, unsigned base) {
  std::string out;
  for (; value > 0; value /= base) out += "0123456789abcdef"[value % base];
  std::reverse(out.begin(), out.end());
  return out;
}

// At least two digits, with a sign.
std::string exponent_text(char letter, int exponent, std::size_t digits) {
  std::string size = std::to_string(std::abs(exponent));
  if (size.size() < digits) size.insert(0, digits - size.size(), '0');
  return std::string(1, letter) + (exponent < 0 ? "-" : "+") + size;
}

std::string with_point(std::string digits, bool always) {
  if (digits.size() > 1 || always) digits.insert(1, ".");
  return digits;
}

std::string scientific(double size, int decimals, bool point) {
  auto [digits, exponent] = numerics::significant_digits(size, decimals + 1);
  return with_point(std::move(digits), point) + exponent_text('e', exponent, 2);
}

std::string fixed(double size, int decimals, bool point) {
  return numerics::fixed_text(size, decimals) + (decimals == 0 && point ? "." : "");
}

// The shorter of both, without zeros at the end.
std::string general(double size, int count, bool alternate) {
  if (!alternate) return numerics::general_text(size, count);
  const int exponent = numerics::significant_digits(size, count).exponent;
  return exponent >= -4 && exponent < count ? fixed(size, count - 1 - exponent, true)
                                            : scientific(size, count - 1, true);
}

// 1.8p+1: hexadecimal digits behind the point, and a power of two.
std::string hexadecimal(double size, int precision, bool point) {
  constexpr int fraction_bits = 52, all_digits = fraction_bits / 4;
  const std::uint64_t bits = numerics::to_bits(size);
  std::uint64_t whole = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  int exponent = static_cast<int>(bits >> fraction_bits) - 1023;
  if (exponent == -1023)
    exponent = size == 0 ? 0 : -1022;
  else
    whole |= std::uint64_t{1} << fraction_bits;
  if (precision >= 0 && precision < all_digits) {
    const int cut = 4 * (all_digits - precision);
    const std::uint64_t unit = std::uint64_t{1} << cut, rest = whole & (unit - 1);
    whole -= rest;
    if (rest > unit / 2 || (rest == unit / 2 && (whole & unit) != 0)) whole += unit;
  }
  std::string digits = in_base(whole | std::uint64_t{1} << 60, 16).substr(2);  // 1.13 digits
  if (precision < 0)
    digits.erase(std::max<std::size_t>(1, digits.find_last_not_of('0') + 1));
  else
    digits.resize(static_cast<std::size_t>(precision) + 1, '0');
  return with_point(std::move(digits), point) + exponent_text('p', exponent, 1);
}

}  // namespace

std::string format_integer(std::string_view conversion, char letter, std::uint64_t bits) {
  const Conversion how = read(conversion);
  const bool minus = letter == 'd' && static_cast<std::int64_t>(bits) < 0;
  const unsigned base = letter == 'd' || letter == 'u' ? 10 : letter == 'o' ? 8 : 16;
  std::string digits = in_base(minus ? 0 - bits : bits, base);
  const auto least = static_cast<std::size_t>(how.precision < 0 ? 1 : how.precision);
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  if (base == 8 && how.alternate && !digits.starts_with('0')) digits.insert(0, "0");
  std::string before = letter == 'd' ? sign_of(how, minus) : "";
  if (base == 16 && how.alternate && bits != 0) before = "0x";
  std::string out =
      padded(how, std::move(before), std::move(digits), how.zero && how.precision < 0);
  if (letter == 'X') raise(out);
  return out;
}

std::string format_real(std::string_view conversion, char letter, double value) {
  const Conversion how = read(conversion);
  const char kind = static_cast<char>(letter | 32);
  const double size = std::fabs(value);
  const int decimals = how.precision < 0 ? 6 : how.precision;
  std::string before = sign_of(how, std::signbit(value)), digits;
  if (!std::isfinite(value)) {
    digits = std::isnan(value) ? "nan" : "inf";
  } else if (kind == 'a') {
    before += "0x";
    digits = hexadecimal(size, how.precision, how.alternate);
  } else if (kind == 'f') {
    digits = fixed(size, decimals, how.alternate);
  } else if (kind == 'e') {
    digits = scientific(size, decimals, how.alternate);
  } else {
    digits = general(size, std::max(1, decimals), how.alternate);
  }
  std::string out =
      padded(how, std::move(before), std::move(digits), how.zero && std::isfinite(value));
  if (letter != static_cast<char>(letter | 32)) raise(out);
  return out;
}

std::string format_text(std::string_view conversion, std::string_view text) {
  const Conversion how = read(conversion);
  if (how.precision >= 0) text = text.substr(0, static_cast<std::size_t>(how.precision));
  return padded(how, "", std::string(text), false);
}

}  // namespace loom::cuda
