// The machines that a model may run on: memory, its bandwidth, and the peak rate of the math units.
//
// Units: bytes, GB/s (10⁹ bytes), and TFLOP/s or TOP/s of dense products with 32-bit sums. Memory
// is sold in binary units: 24 GB in print are 24 GiB, some of which a driver keeps. Figures of GPUs
// that are also in gpu.hpp are the same there.
#pragma once

#include <span>
#include <string_view>

#include "core/device/sourced.hpp"

namespace loom::device {

struct Math {
  Sourced peak;
  std::string_view name;  // "FP8", "INT8": the faster one, floating-point where they are equal
};

struct Machine {
  std::string_view id, name;
  Sourced memory, bandwidth;
  Math sixteen, eight, four;  // bits of the factors; unknown: no such units, or no number
};

// By kind, then by memory.
std::span<const Machine> machines();

const Machine* find_machine(std::string_view id);  // nullptr when unknown

}  // namespace loom::device
