#include "web/scene/decimal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/numerics/decimal.hpp"
#include "core/text/hex.hpp"

namespace loom::scene {
namespace {

double hexadecimal(std::string_view digits) {
  constexpr size_t most = 16;
  if (digits.empty() || digits.size() > most) return NAN;
  double value = 0;
  for (char c : digits) {
    const int digit = hex_digit(c);
    if (digit < 0) return NAN;
    value = value * 16 + digit;
  }
  return value;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const size_t first = text.find_first_not_of(space);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(space) - first + 1);
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// The part after the "e" of a number.
std::optional<long long> exponent(std::string_view text) {
  constexpr long long most = 1'000'000'000'000;  // far beyond the exponent of any text that fits
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (!all_digits(text)) return std::nullopt;
  long long value = 0;
  for (char c : text) value = std::min(most, value * 10 + (c - '0'));
  return negative ? -value : value;
}

// No spaces around it and no fraction.
double plain(std::string_view text) {
  if (text.starts_with(minus_sign)) {
    const std::string_view size = text.substr(minus_sign.size());
    const bool twice =
        size.starts_with('-') || size.starts_with('+') || size.starts_with(minus_sign);
    return twice ? NAN : -plain(size);
  }
  if (text.starts_with("-0x") || text.starts_with("-0X")) return -hexadecimal(text.substr(3));
  if (text.starts_with("0x") || text.starts_with("0X")) return hexadecimal(text.substr(2));
  return decimal(text);
}

}  // namespace

double decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const size_t e = text.find_first_of("eE"), behind = std::min(e, text.size());
  std::string digits(text.substr(0, behind));
  const size_t point = digits.find('.');
  if (point != digits.npos) digits.erase(point, 1);
  if (!all_digits(digits)) return NAN;
  const std::optional<long long> power = e == text.npos ? 0 : exponent(text.substr(e + 1));
  if (!power) return NAN;
  const size_t decimals = point == std::string::npos ? 0 : digits.size() - point;
  const double size = numerics::nearest_double(digits, *power - static_cast<long long>(decimals));
  return negative ? -size : size;
}

double number(std::string_view text) {
  const size_t slash = text.find('/');
  if (slash == text.npos) return plain(trimmed(text));
  const double below = plain(trimmed(text.substr(slash + 1)));
  return below == 0 ? NAN : plain(trimmed(text.substr(0, slash))) / below;
}

}  // namespace loom::scene
