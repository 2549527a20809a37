// A linear layer on a roofline: the time to move its bytes and the time for its math, for a batch
// of tokens and a choice of formats.
//
// Y = X·W with X of batch × inputs, W of inputs × outputs: 2 · batch · inputs · outputs floating-
// point operations; W and X are read from memory once, Y is written once, with 16 bits a number.
// Moving and math overlap: the longer one is the time (reference "roofline"). Numbers of 4 bits
// take 4.5, as in NVFP4: 16 of them share a scale of 8 bits. Other scales, and unpacking, take
// nothing here. Times are in seconds.
#pragma once

#include <span>
#include <string_view>

#include "core/device/machine.hpp"

namespace loom::gemm {

struct Scheme {
  std::string_view id, name;  // "w4a16", "W4A16": bits of weights and activations
  int weight_bits, activation_bits;

  // Both factors are converted to the longer one's format.
  constexpr int math_bits() const {
    return weight_bits > activation_bits ? weight_bits : activation_bits;
  }
};

// W16A16, W4A16, W8A8, W4A4.
std::span<const Scheme> schemes();
const Scheme* find_scheme(std::string_view id);  // nullptr when unknown

struct Linear {
  int inputs, outputs;
};

// The format in which a machine multiplies for a scheme: the scheme's own or, if the machine has no
// units for that, the next longer one.
const device::Math& math(const device::Machine& machine, const Scheme& scheme);

struct LinearCost {
  double flop = 0;
  double weight_bytes = 0, input_bytes = 0, output_bytes = 0;
  double memory = 0, math = 0;  // seconds

  double bytes() const { return weight_bytes + input_bytes + output_bytes; }
  double time() const { return memory > math ? memory : math; }
  double flop_per_second() const { return flop / time(); }
  bool bound_by_math() const { return math > memory; }
};

// batch ≥ 1. The machine has a bandwidth and units for 16 bits.
LinearCost linear_cost(const device::Machine& machine, const Linear& layer, const Scheme& scheme,
                       int batch);

// The batch, not rounded, at which moving and math take equally long. 0: there is none, because the
// activations alone take longer to move than the math.
double ridge_batch(const device::Machine& machine, const Linear& layer, const Scheme& scheme);

}  // namespace loom::gemm
