// Integers and small floats under scales of their own: one scale for a tensor, for each row, or for
// each group of consecutive numbers.
//
// Symmetric (absmax), integers of b bits: s = greatest size / (2^(b−1) − 1), q = x / s rounded to
//   nearest even and held to ±(2^(b−1) − 1); it decodes to s · q. One code stays unused.
// Zero point: low = min(0, least), high = max(0, greatest), s = (high − low) / (2^b − 1),
//   z = −low / s rounded, q = x / s rounded + z, held to 0…2^b − 1; it decodes to s · (q − z). Zero
//   stays exact.
// Floats: s = greatest size / the format's greatest number, the element x / s in that format.
// The scale is rounded to a format of its own before it is used. A group whose scale is zero
// decodes to zeros. Sources: Krishnamoorthi, "Quantizing deep convolutional networks for efficient
// inference", arXiv 1806.08342 (both integer schemes); NVIDIA, "FP8 formats for deep learning",
// arXiv 2209.05433 (floats under a scale).
#pragma once

#include <span>
#include <vector>

#include "core/numerics/format.hpp"

namespace loom::numerics {

struct GroupScheme {
  int bits = 8;                     // of an integer, 2…16
  const Format* element = nullptr;  // a float format instead of integers
  bool zero_point = false;          // integers only
  int group = 0;                    // consecutive numbers that share a scale; 0: a whole row
  const Format* scale = nullptr;    // what scales are rounded to; nullptr: FP32

  int element_bits() const { return element ? element->bits() : bits; }
  int scale_bits() const { return scale ? scale->bits() : 32; }
};

struct GroupQuantized {
  std::vector<double> scales;    // one per group
  std::vector<int> zero_points;  // one per group, where there are any
  std::vector<int> codes;        // one per number: the integer, or the float's code
  std::vector<double> values;    // what they decode to
};

// Finite numbers, row after row; `columns` is the length of a row, 0: all are one. Groups begin
// anew at each row, and its last may be short.
GroupQuantized quantize(const GroupScheme& scheme, std::span<const double> numbers,
                        int columns = 0);

// The values alone that signed integers without a zero point have, in place: a row is a group.
void round_groups(int bits, std::span<double> numbers, int columns);

// With scales and zero points; there is at least one number.
double bits_per_value(const GroupScheme& scheme, const GroupQuantized& quantized);

// Signal to quantization noise: 10 · log10(Σ x² / Σ (x − x̂)²), in dB; infinite without noise.
double sqnr_db(std::span<const double> numbers, std::span<const double> decoded);

}  // namespace loom::numerics
