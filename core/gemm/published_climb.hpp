// A matrix product for NVIDIA's B200, written in Mojo and published step by step by its authors at
// Modular: C = A·B with BF16 operands and N = 4,096. Their measurements, not ours.
#pragma once

#include <string_view>

#include "core/device/figure.hpp"

namespace loom::gemm::modular {

inline constexpr int n = 4096;
// Both as part 1 prints them.
inline constexpr double library_tflops = 1763, peak_tflops = 2250;

struct Step {
  std::string_view name;
  device::Figure tflops;
  std::string_view date;  // of the part that prints it
};

// The first is printed as 5 and as 1/28 of the second; the seventh as so much more than the sixth
// and as 85% of the library.
inline constexpr double seventh_gain = 64;
inline constexpr int steps = 8;
inline constexpr Step climb[steps] = {
    {"naive", device::published(5, "modular-bw1"), "2025-08-28"},
    {"TMA, tensor cores", device::published(155.0, "modular-bw2"), "2025-09-05"},
    {"swizzle", device::published(288.3, "modular-bw2"), "2025-09-05"},
    {"stores by TMA", device::published(293.6, "modular-bw2"), "2025-09-05"},
    {"two SMs, multicast", device::published(360.2, "modular-bw3"), "2025-09-12"},
    {"warp specialized", device::published(1429, "modular-bw3"), "2025-09-12"},
    {"output in turns", device::derived(1429 + seventh_gain, "modular-bw3"), "2025-09-12"},
    {"persistent", device::published(1772, "modular-bw4"), "2025-09-19"},
};

// What the parts print of shares of the library, in percent; 0: nothing.
inline constexpr double printed_shares[steps] = {0.3, 8.7, 16.4, 0, 20, 81, 85, 100.6};

}  // namespace loom::gemm::modular
