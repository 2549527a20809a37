// Bessel functions of order 0 and 1, without tables of coefficients. Of numbers up to 1 they err by
// less than 2 · 10^−15, of larger ones by as much of their size.
#pragma once

namespace loom::numerics::bessel {

double j0(double x);
double j1(double x);
double y0(double x);
double y1(double x);

}  // namespace loom::numerics::bessel
