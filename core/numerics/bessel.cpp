#include "core/numerics/bessel.hpp"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace loom::numerics::bessel {
namespace {

constexpr double pi = std::numbers::pi;

// Of orders 0 and 1.
struct Both {
  double j[2], y[2];
};

// Miller's recurrence from a high order down, normed by J0 + 2 J2 + 2 J4 + … = 1; Neumann's series
// of the J for the Y (Abramowitz and Stegun 9.1.46, 9.1.88).
Both by_recurrence(double x) {
  constexpr double large = 1e200;
  double after = 0, here = 1e-300, norm = 0, even = 0, odd = 0;
  Both out{};
  for (int n = static_cast<int>(x) + 40; n >= 0; --n) {
    const double before = 2 * (n + 1) / x * here - after;
    after = here;
    here = before;
    if (std::fabs(here) > large)
      for (double* each : {&here, &after, &norm, &even, &odd}) *each /= large;
    const int k = n / 2;
    const double signed_one = k % 2 == 0 ? here : -here;
    if (n % 2 == 0) norm += n == 0 ? here : 2 * here;
    if (n > 1 && n % 2 == 0) even += signed_one / k;
    if (n > 1 && n % 2 == 1) odd += signed_one * n / (k * (k + 1.0));
    if (n < 2) out.j[n] = here;
  }
  for (double* each : {&out.j[0], &out.j[1], &even, &odd}) *each /= norm;
  const double logarithm = std::log(x / 2) + std::numbers::egamma;
  out.y[0] = 2 / pi * (logarithm * out.j[0] - 2 * even);
  out.y[1] = 2 / pi * ((logarithm - 1) * out.j[1] - odd - out.j[0] / x);
  return out;
}

// Hankel's asymptotic series, to its smallest term.
Both by_series(double x) {
  Both out{};
  const double root = 1 / std::sqrt(pi * x), sine = std::sin(x), cosine = std::cos(x);
  for (int order = 0; order < 2; ++order) {
    double term = 1, p = 1, q = 0;
    for (int k = 1; k < 60; ++k) {
      const double odd = 2 * k - 1, next = term * (4 * order - odd * odd) / (k * 8 * x);
      if (std::fabs(next) >= std::fabs(term)) break;
      term = next;
      (k % 2 == 1 ? q : p) += (k + 1) / 2 % 2 == (k % 2 == 1 ? 1 : 0) ? term : -term;
    }
    // √2 times cosine and sine of x − π/4 − order · π/2
    const double c = order == 0 ? cosine + sine : sine - cosine,
                 s = order == 0 ? sine - cosine : -(sine + cosine);
    out.j[order] = root * (p * c - q * s);
    out.y[order] = root * (p * s + q * c);
  }
  return out;
}

Both both(double x) {
  if (x < 1e-8)  // the first terms
    return {{1, x / 2}, {2 / pi * (std::log(x / 2) + std::numbers::egamma), -2 / pi / x}};
  return x < 25 ? by_recurrence(x) : by_series(x);
}

double first_kind(double x, int order) {
  if (std::isnan(x)) return x;
  if (std::isinf(x)) return 0;
  const double out = both(std::fabs(x)).j[order];
  return order == 1 && std::signbit(x) ? -out : out;
}
double second_kind(double x, int order) {
  if (std::isnan(x) || x < 0) return NAN;
  if (x == 0) return -HUGE_VAL;
  return std::isinf(x) ? 0 : both(x).y[order];
}

}  // namespace

double j0(double x) { return first_kind(x, 0); }
double j1(double x) { return first_kind(x, 1); }
double y0(double x) { return second_kind(x, 0); }
double y1(double x) { return second_kind(x, 1); }

}  // namespace loom::numerics::bessel
