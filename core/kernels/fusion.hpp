// A chain of elementwise operations: the bytes that they move through memory separately, and as one
// kernel.
//
// Each operation reads the result of the one before, perhaps further tensors of the same size (such
// as bias and residual), and writes one tensor. Separately, every result goes to memory and comes
// back; fused, only the first input, the further tensors and the last result move. Which further
// tensor is which does not matter here, because each is read once either way.
//
//   time of a kernel = launch + bytes / bandwidth
//
// where the bandwidth is that of L2 if everything a kernel touches fits in there, and it is given.
// Source: bytes counted, as in Williams, Waterman and Patterson's roofline (reference "roofline").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

struct FusionOptions {
  std::int64_t elements = 0;   // of each tensor
  int width = 2;               // bytes of an element
  std::span<const int> extra;  // of each operation: further tensors that it reads
  double bandwidth = 1;        // of memory, bytes a second
  double launch = 0;           // seconds that a kernel takes besides
  double l2_bytes = 0;         // what fits there is as fast as L2; 0: nothing does
  double l2_bandwidth = 1;     // bytes a second
};

struct FusionCost {
  double bytes = 0;
  std::int64_t launches = 0, tensors = 0;  // tensors: read and written, each time counted
  double seconds = 0;
};

struct Fusion {
  FusionCost unfused, fused;
  std::vector<double> bytes;  // unfused, of each operation
};

inline constexpr int most_fused_operations = 1000;
inline constexpr int most_extra_tensors = 64;

// Refused: no operations or more than 1000; elements outside 1…2^53; width outside 1…16; extra
// outside 0…64; bandwidths that are not above 0 or above 1e18; launch outside 0…1e6 seconds; times
// beyond double precision.
Result<Fusion> fusion(const FusionOptions& options);

}  // namespace loom::kernels
