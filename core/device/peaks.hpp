// Peak rates of GPUs, for a roofline: operations a second by number format, and bytes a second from
// memory.
//
// Units: TFLOP/s (TOP/s for INT8) of dense products with FP32 (INT32) sums, without sparsity; GB/s
// (10⁹ bytes). FP32 is what the ordinary units do; the other formats are the tensor cores'. GeForce
// cards: the rate with FP32 sums. Where a number is in machine.hpp too, it is the same.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/device/sourced.hpp"

namespace loom::device {

// A format that memory holds and units multiply. `bytes` of one number; scales of blocks not
// counted.
struct UnitFormat {
  std::string_view id, name;
  double bytes;
};
inline constexpr std::array<UnitFormat, 7> unit_formats = {{{"fp32", "FP32", 4},
                                                            {"tf32", "TF32", 4},
                                                            {"fp16", "FP16", 2},
                                                            {"bf16", "BF16", 2},
                                                            {"fp8", "FP8", 1},
                                                            {"int8", "INT8", 1},
                                                            {"fp4", "FP4", 0.5}}};
const UnitFormat* find_unit_format(std::string_view id);  // nullptr: there is none

struct Peaks {
  std::string_view id, name;
  Sourced bandwidth;
  std::array<Sourced, unit_formats.size()>
      rates;  // in the order of unit_formats; unknown: no units

  const Sourced& rate(const UnitFormat& format) const {
    return rates[static_cast<size_t>(&format - unit_formats.data())];
  }
};

// FP16 and BF16 on Hopper: 132 SMs of 4096 operations a cycle at 1.83 GHz; the sources print 1,979
// with sparsity.
constexpr Sourced hopper_sixteen_bit(std::string_view source) { return derived(989.4, source); }

// Data-center GPUs oldest first, then GeForce.
std::span<const Peaks> all_peaks();

}  // namespace loom::device
