// Training's passes over attention together: what flash_io() and flash_backward_io() count, summed,
// step by step, and as bounds. Elements of one head.
#pragma once

#include <vector>

#include "core/kernels/flash_io.hpp"

namespace loom::kernels {

struct FlashPasses {
  bool forward = true, backward = false;
  int count() const { return forward + backward; }
};

// Both passes' elements and blocks; `extra` is the larger one's. Refused: as by flash_io().
Result<FlashIo> flash_io(const FlashIoOptions& options, const FlashPasses& passes);
std::int64_t least_io(std::int64_t n, std::int64_t d, const FlashPasses& passes);

// What was moved after so many iterations of a pass's outer loop, or of its kernels: nothing at
// first, then at most `most` moments of each pass, equally far apart. Options that flash_io()
// takes.
struct FlashMoment {
  bool backward = false;
  std::int64_t outer = 0;
  std::int64_t elements = 0;  // so far, with the pass before
};
std::vector<FlashMoment> flash_moments(const FlashIoOptions& options, const FlashPasses& passes,
                                       int most);

// The blocks that any of `outer` is combined with: see flash_met().
std::vector<FlashSpan> flash_met(const FlashIoOptions& options, bool rows_first,
                                 const FlashSpan& outer);

// The bound of a loop. `share`: of the blocks, those that a mask leaves; 1 is no mask.
double loop_bound(FlashLoop loop, double n, double d, double on_chip, double share);

}  // namespace loom::kernels
