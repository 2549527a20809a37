#include "core/kernels/flash_passes.hpp"

#include <algorithm>

namespace loom::kernels {

Result<FlashIo> flash_io(const FlashIoOptions& options, const FlashPasses& passes) {
  FlashIo sum;
  for (const bool backward : {false, true}) {
    if (!(backward ? passes.backward : passes.forward)) continue;
    const Result<FlashIo> one = backward ? flash_backward_io(options) : flash_io(options);
    if (!one) return one.error();
    sum.reads += one->reads;
    sum.writes += one->writes;
    sum.blocks += one->blocks;
    sum.extra = std::max(sum.extra, one->extra);
  }
  return sum;
}

std::int64_t least_io(std::int64_t n, std::int64_t d, const FlashPasses& passes) {
  return (passes.forward ? least_io(n, d, false) : 0) +
         (passes.backward ? least_io(n, d, true) : 0);
}

std::vector<FlashMoment> flash_moments(const FlashIoOptions& options, const FlashPasses& passes,
                                       int most) {
  std::vector<FlashMoment> moments = {{}};
  FlashIoOptions o = options;
  for (const bool backward : {false, true}) {
    if (!(backward ? passes.backward : passes.forward)) continue;
    const FlashPasses one = {!backward, backward};
    const std::int64_t before = moments.back().elements, count = flash_outer(o, backward),
                       stride = (count - 1) / most + 1;
    for (std::int64_t outer = stride; outer < count + stride; outer += stride) {
      o.outer = std::min(outer, count);
      moments.push_back({backward, o.outer, before + flash_io(o, one)->total()});
    }
  }
  return moments;
}

std::vector<FlashSpan> flash_met(const FlashIoOptions& options, bool rows_first,
                                 const FlashSpan& outer) {
  std::vector<FlashSpan> all, together;
  for (std::int64_t index = outer.begin; index < outer.end; ++index)
    for (const FlashSpan& span : flash_met(options, rows_first, index)) all.push_back(span);
  std::sort(all.begin(), all.end(),
            [](const FlashSpan& a, const FlashSpan& b) { return a.begin < b.begin; });
  for (const FlashSpan& span : all)
    if (together.empty() || together.back().end < span.begin)
      together.push_back(span);
    else
      together.back().end = std::max(together.back().end, span.end);
  return together;
}

double loop_bound(FlashLoop loop, double n, double d, double on_chip, double share) {
  if (loop == FlashLoop::standard) return standard_bound(n, d);
  return share < 1 ? sparse_flash_bound(n, d, on_chip, share) : flash_bound(n, d, on_chip);
}

}  // namespace loom::kernels
