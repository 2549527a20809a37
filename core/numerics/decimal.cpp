#include "core/numerics/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/logarithm.hpp"

namespace loom::numerics {
namespace {

// A whole number of any size.
class Natural {
 public:
  explicit Natural(std::uint64_t value)
      : parts_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {
    trim();
  }

  void times(std::uint32_t factor, std::uint32_t plus = 0) {
    std::uint64_t carry = plus;
    for (std::uint32_t& part : parts_) {
      carry += std::uint64_t{part} * factor;
      part = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry > 0) parts_.push_back(static_cast<std::uint32_t>(carry));
  }

  // Rounded down, and the remainder.
  std::uint32_t over(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (size_t i = parts_.size(); i-- > 0;) {
      rest = rest << 32 | parts_[i];
      parts_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    trim();
    return static_cast<std::uint32_t>(rest);
  }

  // Times 2^power or 10^power, rounded down; true if something was cut off.
  bool scale(std::uint32_t base, int power) {
    const int most = base == 2 ? 31 : 9;  // at a time
    bool rest = false;
    while (power != 0) {
      const int now = std::min(std::abs(power), most);
      std::uint32_t factor = 1;
      for (int i = 0; i < now; ++i) factor *= base;
      if (power > 0)
        times(factor);
      else
        rest |= over(factor) > 0;
      power += power > 0 ? -now : now;
    }
    return rest;
  }

  int bits() const {
    return parts_.empty() ? 0
                          : static_cast<int>(32 * parts_.size()) - std::countl_zero(parts_.back());
  }
  // Of a number below 2^64.
  std::uint64_t small() const {
    std::uint64_t value = 0;
    for (size_t i = parts_.size(); i-- > 0;) value = value << 32 | parts_[i];
    return value;
  }

  // Half of it, rounded to even if it is a tie: if there is a `rest`, it is no tie.
  void halve(bool rest) {
    const bool odd = over(2) > 0;
    if (odd && (rest || (!parts_.empty() && parts_[0] % 2 == 1))) times(1, 1);
  }

  std::string digits() && {
    std::string text;
    do text += static_cast<char>('0' + over(10));
    while (!parts_.empty());
    std::reverse(text.begin(), text.end());
    return text;
  }

 private:
  void trim() {
    while (!parts_.empty() && parts_.back() == 0) parts_.pop_back();
  }

  std::vector<std::uint32_t> parts_;  // the lowest 32 bits first
};

// whole · 2^twos · 10^tens, rounded to a whole number, a tie to the even one; nothing where the
// fraction that this is does not fit into 63 bits above and 63 below.
std::optional<std::uint64_t> scaled_in_64_bits(std::uint64_t whole, int twos, int tens) {
  constexpr int most_bits = 63, most_tens = 18;
  if (std::abs(tens) > most_tens) return std::nullopt;
  const auto bits = [](std::uint64_t value) { return static_cast<int>(std::bit_width(value)); };
  std::uint64_t power = 1;
  for (int i = 0; i < std::abs(tens); ++i) power *= 10;
  const std::uint64_t below = tens < 0 ? power : 1;
  if (tens > 0) {
    if (bits(whole) + bits(power) > most_bits) return std::nullopt;
    whole *= power;
  }
  if (bits(whole) + std::max(0, twos) > most_bits || bits(below) + std::max(0, -twos) > most_bits)
    return std::nullopt;
  const std::uint64_t over = whole << std::max(0, twos), under = below << std::max(0, -twos),
                      rounded = over / under, rest = over % under;
  return rounded + (2 * rest > under || (2 * rest == under && rounded % 2 == 1));
}

// |value| · 10^decimals, rounded to a whole number, a tie to the even one. Twice as much at first,
// for the half that decides; what multiplies comes before what divides.
std::string scaled_digits(double value, int decimals) {
  constexpr int precision = 53;
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  const auto whole = static_cast<std::uint64_t>(std::ldexp(fraction, precision));
  const int zeros = whole > 0 ? std::countr_zero(whole) : 0;
  if (const auto small = scaled_in_64_bits(whole >> zeros, exponent - precision + zeros, decimals))
    return std::to_string(static_cast<long long>(*small));
  Natural number(whole);
  const int twos = exponent - precision + 1;
  bool rest = false;
  if (twos > 0) number.scale(2, twos);
  rest |= number.scale(10, decimals);
  if (twos < 0) rest |= number.scale(2, twos);
  number.halve(rest);
  return std::move(number).digits();
}

// A point before the last `decimals` of the digits, and zeros before where there are too few.
std::string with_point(std::string digits, int decimals) {
  const auto behind = static_cast<size_t>(decimals);
  if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
  return decimals > 0 ? digits.insert(digits.size() - behind, ".") : digits;
}

std::string not_finite(double value) { return value > 0 ? "inf" : value < 0 ? "-inf" : "nan"; }

}  // namespace

std::string fixed_text(double value, int decimals) {
  if (!std::isfinite(value)) return not_finite(value);
  std::string digits = scaled_digits(value, decimals);
  const bool minus = value < 0 && digits != "0";
  return (minus ? "-" : "") + with_point(std::move(digits), decimals);
}

std::string general_text(double value, int count) {
  if (!std::isfinite(value)) return not_finite(value);
  auto [digits, exponent] = significant_digits(value, count);
  digits.erase(std::max<size_t>(1, digits.find_last_not_of('0') + 1));
  const auto kept = static_cast<int>(digits.size());
  std::string text = value < 0 ? "-" : "";
  if (exponent >= -4 && exponent < count) {
    digits.append(static_cast<size_t>(std::max(0, exponent + 1 - kept)), '0');
    return text + with_point(std::move(digits), std::max(0, kept - 1 - exponent));
  }
  const int size = std::abs(exponent);
  return text + with_point(std::move(digits), kept - 1) + (exponent < 0 ? "e-" : "e+") +
         (size < 10 ? "0" : "") + std::to_string(size);
}

Significant significant_digits(double value, int count) {
  if (value == 0) return {std::string(static_cast<size_t>(count), '0'), 0};
  const auto wanted = static_cast<size_t>(count);
  int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
  while (true) {  // the logarithm is rounded, and the digits may round up to one more
    std::string digits = scaled_digits(value, count - 1 - exponent);
    if (digits.size() == wanted) return {std::move(digits), exponent};
    exponent += digits.size() > wanted ? 1 : -1;
  }
}

double nearest_double(std::string_view digits, long long exponent) {
  constexpr int precision = 53, least = -1074;  // bits; exponent of the smallest double
  constexpr size_t enough = 800;                // no tie between two doubles has more digits
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  const auto size = static_cast<long long>(digits.size());
  if (size == 0 || exponent < -400 - size) return 0;
  if (exponent > 400 - size) return INFINITY;
  // A whole number and a power of ten that are doubles: one operation rounds once.
  if (size <= 15 && exponent >= -22 && exponent <= 22) {
    double whole = 0;
    for (char digit : digits) whole = 10 * whole + (digit - '0');
    const double power = power_of(10, std::abs(static_cast<int>(exponent)));
    return exponent < 0 ? whole / power : whole * power;
  }
  Natural number(0);
  for (size_t i = 0; i < std::min(digits.size(), enough); ++i)
    number.times(10, static_cast<std::uint32_t>(digits[i] - '0'));
  bool rest = false;
  if (digits.size() > enough) {
    rest = digits.find_first_not_of('0', enough) != digits.npos;
    exponent += size - static_cast<long long>(enough);
  }
  // More bits than a double has are left where this divides: 10 takes less than four.
  const int tens = static_cast<int>(exponent), added = std::max(0, 64 - 4 * tens - number.bits());
  number.scale(2, added);
  rest |= number.scale(10, tens);
  const int kept = std::min(precision, number.bits() - added - least);
  if (kept < 0) return 0;
  const int dropped = number.bits() - kept;
  rest |= number.scale(2, 1 - dropped);
  number.halve(rest);
  return std::ldexp(static_cast<double>(number.small()), dropped - added);
}

}  // namespace loom::numerics
