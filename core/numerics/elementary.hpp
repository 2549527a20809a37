// The exponential, the logarithm, powers and trigonometric functions, without tables: a C library
// for WebAssembly has 10 KB of these, which the reader would download. Each errs by less than one
// unit in the last place of its result, as CUDA documents it for its own; checked against long
// double in tests/core/numerics/elementary_test.cpp.
#pragma once

namespace loom::numerics::elementary {

double exp(double x);
double exp2(double x);
double expm1(double x);
double log(double x);
double log2(double x);
double log10(double x);
double log1p(double x);
double pow(double x, double y);
double sin(double x);
double cos(double x);
double tan(double x);

}  // namespace loom::numerics::elementary
