// What halving the bits of a number gains on a GPU: the same product in one format after another.
//
// Rates are dense, as in peaks.hpp. What a square product of N × N could reach is the smaller of
// the peak and of what memory can feed: 2N³ operations on 3N² numbers, each moved once, results in
// the same format as operands; scales of blocks are not counted.
#pragma once

#include <vector>

#include "core/device/peaks.hpp"

namespace loom::device {

struct Precision {
  std::string_view id, name;
  double bits;                  // of a number in memory
  int in_register;              // numbers in 32 bits, in the form in which units take them
  std::string_view multiplied;  // as this of unit_formats: FP6 in units of 8 bits
};

// FP32 first, by falling bits; formats of as many bits stand together.
std::span<const Precision> precisions();

struct Rung {
  const Precision* precision;
  Sourced rate;         // TFLOP/s
  double higher = 0;    // of the same GPU with more power, where that is printed; else 0
  double ridge = 0;     // FLOPs a byte: rate / bandwidth
  double reached = 0;   // TFLOP/s of the product
  bool memory = false;  // memory holds it back

  double bytes() const { return precision->bits / 8; }
  // How many operations must use a number before arithmetic is the limit.
  double reuse() const { return ridge * bytes(); }
};

// The formats for which the GPU has units. n: 1 to 2²⁰.
std::vector<Rung> precision_ladder(const Peaks& gpu, int n);

// A B200 of 1,200 W, as half of a GB200: the ratio of every tensor-core rate to that of a B200 of
// 1,000 W. Source: reference "lockwood-b200", with NVIDIA's brief; "blackwell-ultra" has its FP4.
inline constexpr double gb200_factor = 2500. / 2250;

}  // namespace loom::device
