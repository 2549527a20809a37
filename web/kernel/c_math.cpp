// In the program for the browser these take the place of the C library's functions, whose tables
// would be downloaded with it.
#ifdef __EMSCRIPTEN__

#include "core/numerics/bessel.hpp"
#include "core/numerics/elementary.hpp"

namespace bessel = loom::numerics::bessel;
namespace elementary = loom::numerics::elementary;

extern "C" {

double j0(double x) { return bessel::j0(x); }
double j1(double x) { return bessel::j1(x); }
double y0(double x) { return bessel::y0(x); }
double y1(double x) { return bessel::y1(x); }
double exp(double x) { return elementary::exp(x); }
double exp2(double x) { return elementary::exp2(x); }
double expm1(double x) { return elementary::expm1(x); }
double log(double x) { return elementary::log(x); }
double log2(double x) { return elementary::log2(x); }
double log10(double x) { return elementary::log10(x); }
double log1p(double x) { return elementary::log1p(x); }
double pow(double x, double y) { return elementary::pow(x, y); }
double sin(double x) { return elementary::sin(x); }
double cos(double x) { return elementary::cos(x); }
double tan(double x) { return elementary::tan(x); }

}  // extern "C"

#endif
