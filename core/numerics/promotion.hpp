// A dot product on a tensor core whose sum moves to a float32 register after every so many
// elements, with several of these intervals at once: the sums after every `step` elements, their
// errors, and what an H200 computed.
//
// The numbers are those of dot_data(), row 0 and column 0. Operands of 16 bits multiply the numbers
// that E4M3 can hold, as on the H200.
#pragma once

#include <span>
#include <vector>

#include "core/numerics/dot_data.hpp"
#include "core/numerics/tensor_core.hpp"

namespace loom::numerics {

struct PromotedDots {
  TensorCore unit = hopper_e4m3;
  DotData data = DotData::positive;
  std::vector<int> intervals;  // elements; 0: never
  int step = 32;               // elements, a multiple of the unit's products
  std::vector<float> a, b;
  std::vector<double> exact;                  // after each step
  std::vector<std::vector<PartialSum>> sums;  // by interval, after each instruction

  int steps() const { return static_cast<int>(exact.size()); }
  int instructions(int steps) const { return steps * (step / unit.products); }
  // After so many steps, at least one, with the n-th interval.
  const PartialSum& state(std::size_t n, int steps) const;
  double sum(std::size_t n, int steps) const {
    return static_cast<double>(state(n, steps).value());
  }
  double error(std::size_t n, int steps) const;  // relative; below zero: too small
  // What an H200 computed for a power of two of elements; nullptr: not recorded.
  const float* measured(std::size_t n, int steps) const;
  Instruction last_instruction(std::size_t n, int steps) const;
};

// Of the first `length` numbers. Those of `before` are used again where they are the same.
PromotedDots promoted_dots(const TensorCore& unit, DotData data, int length,
                           std::span<const int> intervals, int step, PromotedDots before = {});

}  // namespace loom::numerics
