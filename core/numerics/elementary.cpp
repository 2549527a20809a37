#include "core/numerics/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>

namespace loom::numerics::elementary {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// A number of about 106 bits: the sum of two, the second below the last place of the first.
struct Two {
  double high = 0, low = 0;
};

Two sum(double a, double b) {
  const double high = a + b, back = high - a;
  return {high, (a - (high - back)) + (b - back)};
}
Two product(double a, double b) {  // Dekker's, which needs no fused multiplication
  const auto halves = [](double x) {
    const double big = x * 134217729, high = big - (big - x);  // 2^27 + 1
    return Two{high, x - high};
  };
  const Two x = halves(a), y = halves(b);
  const double high = a * b;
  return {high, ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low};
}
Two sum(Two a, Two b) {
  const Two high = sum(a.high, b.high);
  return sum(high.high, high.low + (a.low + b.low));
}
Two product(Two a, Two b) {
  const Two high = product(a.high, b.high);
  return sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}
Two quotient(Two a, Two b) {
  const double first = a.high / b.high;
  const Two back = product(first, b.high);
  const double rest = ((a.high - back.high) - back.low) + a.low - first * b.low;
  return sum(first, rest / b.high);
}

// ln 2; its first part has zeros at the end, so that its product with an exponent is exact.
constexpr double ln2 = 0x1.62e42fefa3p-1, ln2_rest = 0x1.3de6af278ece6p-42;
constexpr Two log2_e{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56},
    log10_e{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57},
    half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// e^r − 1 for |r| ≤ ln 2 / 2, by its series.
Two grown(Two r) {
  constexpr int terms = 14;
  double rest = 1;
  for (int n = terms; n > 2; --n) rest = 1 + rest * (r.high * (1.0 / n));
  return sum(r.high, r.low + r.high * r.high / 2 * rest);
}
// A number as k · ln 2 + r.
Two reduced(Two x, double& k) {
  k = std::nearbyint(x.high * log2_e.high);
  const Two r = sum(x.high - k * ln2, -k * ln2_rest);
  return sum(r.high, r.low + x.low);
}
// e^r · 2^k
double scaled(Two r, double k) {
  const Two part = grown(r);
  const Two whole = sum(1, part.high);
  return std::ldexp(whole.high + (whole.low + part.low), static_cast<int>(k));
}
double raised(Two x) {
  double k;
  const Two r = reduced(x, k);
  return scaled(r, k);
}
double within(double x, double most) { return std::fmin(std::fmax(x, -most), most); }

// The logarithm of a positive number without its exponent, by the series of atanh:
// x = 2^k · m, ln m = 2 atanh((m − 1) / (m + 1)).
Two log_of_fraction(Two x, int& k) {
  constexpr double root = 0.70710678118654752;
  double m = std::frexp(x.high, &k);
  if (m < root) m *= 2, --k;
  const double rest = std::ldexp(x.low, -k);
  Two below = sum(m, -1), above = sum(m, 1);
  below = sum(below.high, rest);
  above.low += rest;
  const Two s = quotient(below, above), square = product(s, s);
  constexpr int last = 27;
  double series = 0;
  for (int n = last; n > 3; n -= 2) series = series * square.high + 1.0 / n;
  const Two third{0x1.5555555555555p-2, 0x1.5555555555555p-56};
  const Two cubic = product(product(s, square), sum(third, product(square, {series, 0})));
  const Two half = sum(s, cubic);
  return {2 * half.high, 2 * half.low};
}
Two logarithm(Two x) {
  int k = 0;
  const Two part = log_of_fraction(x, k);
  return sum(sum(k * ln2, k * ln2_rest), part);
}
// Where the logarithm is none: NaN for NaN and below 0, infinite at the ends.
bool has_log(double x, double& out) {
  out = x == 0 ? -infinity : x > 0 ? infinity : NAN;
  return x > 0 && x < infinity;
}
double log_to(Two factor, double x) {
  double out;
  if (!has_log(x, out)) return out;
  int k = 0;
  const Two part = log_of_fraction({x, 0}, k);
  if (factor.high == log2_e.high) {
    const Two made = sum({static_cast<double>(k), 0}, product(part, factor));
    return made.high;
  }
  return product(sum(sum(k * ln2, k * ln2_rest), part), factor).high;
}

// 2/π, bit for bit behind 64 zeros.
constexpr std::uint64_t two_by_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

// 64 of these bits, from one on.
std::uint64_t bits_from(int first) {
  const auto word = static_cast<std::size_t>(first / 64);
  const int shift = first % 64;
  return shift == 0 ? two_by_pi[word]
                    : two_by_pi[word] << shift | two_by_pi[word + 1] >> (64 - shift);
}

// x − q · π/2, at most π/4 from 0. Of the product with 2/π whole turns need not be computed; 192
// bits of 2/π are enough for the double that is nearest to a multiple of π/2.
Two turned(double x, int& q) {
  q = 0;
  if (std::fabs(x) < 0.785) return {x, 0};
  __extension__ using Long = unsigned __int128;
  int exponent;
  const auto digits =
      static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(x), &exponent), 53));
  const int first = exponent - 53 + 62;  // bits before are multiples of 4 in the product
  const Long third = Long{digits} * bits_from(first + 128),
             second = Long{digits} * bits_from(first + 64) + (third >> 64);
  std::uint64_t top = digits * bits_from(first) + static_cast<std::uint64_t>(second >> 64);
  const auto next = static_cast<std::uint64_t>(second), last = static_cast<std::uint64_t>(third);
  q = static_cast<int>(top >> 62);
  top = top << 2 | next >> 62;
  const std::uint64_t rest = next << 2 | last >> 62;
  if (top >> 63 != 0) ++q;  // the nearest: the bits have a sign now
  const double high = std::ldexp(static_cast<double>(static_cast<std::int64_t>(top) >> 32), -32),
               middle = std::ldexp(static_cast<double>(top & 0xffffffff), -64),
               low = std::ldexp(static_cast<double>(rest), -128);
  const Two turns = sum(high, middle);
  Two r = product(sum(turns, {low, 0}), half_pi);
  if (x < 0) r = {-r.high, -r.low}, q = -q;
  return r;
}

// 1 − z/(n(n+1)) · (1 − z/((n+2)(n+3)) · …
double alternating(double z, int n) {
  double out = 1;
  for (int i = n + 14; i >= n; i -= 2) out = 1 - out * (z / (i * (i + 1)));
  return out;
}
Two sine(Two r) {
  const double z = r.high * r.high;
  return sum(r.high, r.low * (1 - z / 2) - r.high * (z / 6) * alternating(z, 4));
}
Two cosine(Two r) {
  const double z = r.high * r.high;
  const Two square = product(r.high, r.high);
  const Two most = sum(1, -square.high / 2);
  return sum(most.high,
             most.low - square.low / 2 - r.high * r.low + z * z / 24 * alternating(z, 5));
}
// Of x + quarters · π/2.
Two sine(double x, int quarters) {
  int q;
  const Two r = turned(x, q);
  q += quarters;
  const Two out = (q & 1) != 0 ? cosine(r) : sine(r);
  return (q & 2) != 0 ? Two{-out.high, -out.low} : out;
}

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return x;
  return raised({within(x, 800), 0});
}

double exp2(double x) {
  if (std::isnan(x)) return x;
  const double size = within(x, 1200), k = std::nearbyint(size);
  return scaled(product(Two{size - k, 0}, sum(ln2, ln2_rest)), k);
}

double expm1(double x) {
  if (std::isnan(x) || x == 0) return x;
  double k;
  const Two r = reduced({within(x, 800), 0}, k);
  if (k > 60) return scaled(r, k);
  const Two part = grown(r);
  const double unit = std::ldexp(1, static_cast<int>(k));
  return sum(sum(unit, -1), {unit * part.high, unit * part.low}).high;
}

double log(double x) {
  double out;
  return has_log(x, out) ? logarithm({x, 0}).high : out;
}
double log2(double x) { return log_to(log2_e, x); }
double log10(double x) { return log_to(log10_e, x); }
double log1p(double x) {
  double out;
  if (x == 0 || !has_log(1 + x, out)) return x == 0 ? x : out;
  return logarithm(sum(1, x)).high;
}

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (std::isnan(x) || std::isnan(y)) return x + y;
  const double size = std::fabs(x);
  const bool whole = std::trunc(y) == y, odd = whole && std::fmod(y, 2) != 0;
  const double sign = odd && std::signbit(x) ? -1 : 1;
  if (size == 1 && std::isinf(y)) return 1;
  if (std::isinf(y)) return (size > 1) == (y > 0) ? infinity : 0;
  if (size == 0 || std::isinf(size)) return sign * ((size == 0) == (y < 0) ? infinity : 0);
  if (x < 0 && !whole) return NAN;
  const Two power = logarithm({size, 0});
  if (std::fabs(power.high * y) > 800) return sign * (power.high * y > 0 ? infinity : 0);
  return sign * raised(product(power, {y, 0}));
}

double sin(double x) {
  if (!std::isfinite(x)) return NAN;
  return x == 0 ? x : sine(x, 0).high;
}
double cos(double x) { return std::isfinite(x) ? sine(x, 1).high : NAN; }
double tan(double x) {
  if (!std::isfinite(x)) return NAN;
  return x == 0 ? x : quotient(sine(x, 0), sine(x, 1)).high;
}

}  // namespace loom::numerics::elementary
