// A matrix product for NVIDIA's B200, written in Mojo and published step by step by its authors at
// Modular: C = A·B with BF16 operands and N = 4,096. Their measurements, not ours
// (core/recorded/published/modular_climb.json).
#pragma once

#include <string_view>

#include "core/device/sourced.hpp"

namespace loom::gemm::modular {

struct Step {
  std::string_view name;
  device::Sourced tflops;
  std::string_view date;  // of the part that prints it
};

// climb, of that many steps, each with matrices of n × n. The first is printed as 5 and as 1/28 of
// the second; the seventh as seventh_gain more than the sixth and as 85% of the library.
// library_tflops, peak_tflops: as part 1 prints them.
// printed_shares: what the parts print of shares of the library, in percent; 0: nothing.
#include "core/recorded/modular.inc"  // IWYU pragma: export

}  // namespace loom::gemm::modular
