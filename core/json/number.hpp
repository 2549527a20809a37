// Doubles and their decimal digits, fast: what core/numerics/decimal does exactly for a few numbers
// takes too long for an array of them.
//
// Source: Florian Loitsch, "Printing floating-point numbers quickly and accurately with integers"
// (PLDI 2010), the algorithm Grisu2; William Clinger, "How to read floating point numbers
// accurately" (PLDI 1990), for the way back with 64 bits.
#pragma once

#include <string>
#include <string_view>

namespace loom::json {

// A finite double in decimal notation with a point or an exponent: "-0.0", "0.1", "3e-45". It reads
// back as the same double, nearly always with the fewest digits possible.
std::string decimal(double value);

// The double nearest to digits · 10^exponent, a tie to the even one; infinite beyond the range.
// `digits` are 0 to 9.
double nearest(std::string_view digits, long long exponent);

}  // namespace loom::json
