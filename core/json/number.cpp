#include "core/json/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/numerics/bits.hpp"
#include "core/numerics/decimal.hpp"

namespace loom::json {
namespace {

// f · 2^e with 64 bits.
struct Wide {
  std::uint64_t f;
  int e;
};

// The upper 64 bits of the product, rounded: off by less than one.
Wide times(Wide a, Wide b) {
  constexpr std::uint64_t low = 0xffffffff;
  const std::uint64_t a1 = a.f >> 32, a0 = a.f & low, b1 = b.f >> 32, b0 = b.f & low;
  const std::uint64_t mid1 = a1 * b0, mid0 = a0 * b1;
  const std::uint64_t carry =
      (a0 * b0 >> 32) + (mid1 & low) + (mid0 & low) + (std::uint64_t{1} << 31);
  return {a1 * b1 + (mid1 >> 32) + (mid0 >> 32) + (carry >> 32), a.e + b.e + 64};
}

Wide normalized(Wide a) {
  const int zeros = std::countl_zero(a.f);
  return {a.f << zeros, a.e - zeros};
}

// The powers of ten, each rounded from 128 bits.
class Powers {
 public:
  static constexpr int most = 400;

  Powers() {
    Exact up{std::uint64_t{1} << 63, 0, -127}, down = up;
    for (int i = 0; i <= most; ++i) {
      at(i) = up.rounded();
      at(-i) = down.rounded();
      up.times_ten();
      down.over_ten();
    }
  }
  Wide operator[](int power) const { return all_[static_cast<std::size_t>(power + most)]; }

 private:
  // (high · 2^64 + low) · 2^e, the highest bit set.
  struct Exact {
    std::uint64_t high, low;
    int e;

    Wide rounded() const {
      if (low >> 63 == 0) return {high, e + 64};
      return high + 1 == 0 ? Wide{std::uint64_t{1} << 63, e + 65} : Wide{high + 1, e + 64};
    }

    // 10 is 1.25 · 2^3.
    void times_ten() {
      const std::uint64_t quarter = high << 62 | low >> 2, before = low, above = high;
      low += quarter;
      high += (high >> 2) + (low < before);
      e += 3;
      if (high >= above) return;
      low = low >> 1 | high << 63;
      high = high >> 1 | std::uint64_t{1} << 63;
      ++e;
    }

    void over_ten() {
      std::uint64_t rest = 0;
      const auto divided = [&](std::uint64_t part) {
        std::uint64_t out = 0;
        for (const std::uint64_t half : {part >> 32, part & 0xffffffff}) {
          rest = rest << 32 | half;
          out = out << 32 | rest / 10;
          rest %= 10;
        }
        return out;
      };
      high = divided(high);
      low = divided(low);
      const int zeros = std::countl_zero(high);  // 3 or 4: their bits come from the rest
      high = high << zeros | low >> (64 - zeros);
      low = low << zeros | (rest << zeros) / 10;
      e -= zeros;
    }
  };

  Wide& at(int power) { return all_[static_cast<std::size_t>(power + most)]; }
  std::array<Wide, 2 * most + 1> all_;
};

const Powers& powers() {
  static const auto* only = new Powers;
  return *only;
}

constexpr int fraction_bits = 52, least_exponent = -1074;

Wide taken_apart(double value) {
  const std::uint64_t bits = numerics::to_bits(value);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  const int exponent = static_cast<int>(bits >> fraction_bits & 0x7ff);
  if (exponent == 0) return {fraction, least_exponent};
  return {fraction | std::uint64_t{1} << fraction_bits, least_exponent + exponent - 1};
}

struct Digits {
  std::string digits;
  int exponent = 0;  // of the last one
};

// Takes the digits of `high` as far as all numbers in the last `width` below it allow, and then as
// near to the number that lies `distance` below it as possible. All in units of 2^high.e, with a
// whole part from 1 to 255.
Digits shortest_digits(Wide high, std::uint64_t width, std::uint64_t distance) {
  const int shift = -high.e;
  const std::uint64_t one = std::uint64_t{1} << shift;
  std::uint64_t whole = high.f >> shift, rest = high.f & (one - 1);
  Digits out;
  const auto nearer = [&](std::uint64_t left, std::uint64_t unit) {
    while (left < distance && width - left >= unit &&
           (left + unit < distance || distance - left > left + unit - distance)) {
      --out.digits.back();
      left += unit;
    }
  };
  std::uint64_t unit = whole >= 100 ? 100 : whole >= 10 ? 10 : 1;
  for (int left = unit == 100 ? 2 : unit == 10; left >= 0; --left, unit /= 10) {
    out.digits += static_cast<char>('0' + whole / unit);
    whole %= unit;
    if (const std::uint64_t below = (whole << shift) + rest; below <= width) {
      out.exponent = left;
      nearer(below, unit << shift);
      return out;
    }
  }
  do {
    rest *= 10, width *= 10, distance *= 10;
    out.digits += static_cast<char>('0' + (rest >> shift));
    rest &= one - 1;
    --out.exponent;
  } while (rest > width);
  nearer(rest, one);
  return out;
}

// Of a positive number.
Digits shortest_digits(double value) {
  const Wide number = taken_apart(value);
  const bool narrow = number.f == std::uint64_t{1} << fraction_bits && number.e > least_exponent;
  // All numbers between these round to it.
  const Wide above = normalized({2 * number.f + 1, number.e - 1});
  const Wide below =
      narrow ? Wide{4 * number.f - 1, number.e - 2} : Wide{2 * number.f - 1, number.e - 1};
  const auto aligned = [&](Wide a) { return Wide{a.f << (a.e - above.e), above.e}; };
  // So that the product's exponent is from −60 to −57.
  int power = static_cast<int>(std::ceil((-60 - above.e - 64) * 0.30102999566398120));
  while (above.e + powers()[power].e + 64 < -60) ++power;
  const Wide scale = powers()[power];
  Wide high = times(above, scale);
  // The products are off by less than one.
  const std::uint64_t low = times(aligned(below), scale).f + 1;
  --high.f;
  Digits out = shortest_digits(high, high.f - low, high.f - times(aligned(number), scale).f);
  out.exponent -= power;
  return out;
}

}  // namespace

std::string decimal(double value) {
  const std::string sign = std::signbit(value) ? "-" : "";
  if (value == 0) return sign + "0.0";
  if (std::fabs(value) < 1e15 && value == std::floor(value))
    return std::to_string(static_cast<long long>(value)) + ".0";
  auto [digits, exponent] = shortest_digits(std::fabs(value));
  const int size = static_cast<int>(digits.size()), point = size + exponent;
  constexpr int least = -4, most = 16;  // the point may stand so far away
  if (point > 0 && point <= most) {
    if (exponent >= 0)
      return sign + digits + std::string(static_cast<std::size_t>(exponent), '0') + ".0";
    return sign + digits.insert(static_cast<std::size_t>(point), ".");
  }
  if (point <= 0 && point > least)
    return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (size > 1) digits.insert(1, ".");
  return sign + digits + (point > 0 ? "e+" : "e") + std::to_string(point - 1);
}

double nearest(std::string_view digits, long long exponent) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  constexpr std::size_t most_digits = 19, few_digits = 15;
  if (digits.size() > few_digits && digits.size() <= most_digits && std::llabs(exponent) < 300) {
    Wide whole{0, 0};
    for (const char digit : digits)
      whole.f = 10 * whole.f + static_cast<std::uint64_t>(digit - '0');
    const Wide product = normalized(times(normalized(whole), powers()[static_cast<int>(exponent)]));
    // 53 bits of the 64 are kept. The product is off by less than 4: where the others are that near
    // to a tie, only all digits decide.
    constexpr int cut = 64 - 53;
    constexpr std::uint64_t tie = 1 << (cut - 1), doubt = 8;
    const std::uint64_t others = product.f & (2 * tie - 1);
    const bool clear = others + doubt < tie || others > tie + doubt;
    if (clear && product.e > -1022 - 52 && product.e < 950)
      return std::ldexp(static_cast<double>((product.f >> cut) + (others > tie)), product.e + cut);
  }
  return numerics::nearest_double(digits, exponent);
}

}  // namespace loom::json
