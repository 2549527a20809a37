// The picture of `flash-io`: the loop over blocks, what it transfers beside the other loops, and
// how that grows with the tokens.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/kernels/flash_passes.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr Choice flash_loop_choices[] = {
    {"standard", "Standard"}, {"fa1", "FlashAttention-1"}, {"fa2", "FlashAttention-2"}};
inline constexpr int flash_loops = 3, flash_least_tokens = 64, flash_most_tokens = 65536;
inline constexpr int flash_points = 41;           // of a curve: four to each doubling
constexpr std::int64_t flash_tokens(int point) {  // 64, 80, 96, 112, 128 …
  return std::int64_t{4 + point % 4} << (4 + point / 4);
}

struct FlashIoState {
  kernels::FlashIoOptions options;  // of the chosen loop
  kernels::FlashPasses passes;
  bool from_memory = false;  // the sizes of blocks follow from it
  double memory = 0;         // elements on chip: it, or a block of Q, O, K and V
  bool clipped = false;      // fewer tokens than chosen: see most_masked_tokens
  double element = 2;        // bytes of an element, in all heads
  std::array<kernels::FlashIo, flash_loops> all = {};  // elements of one head
  // Bytes, 0 where they were not counted; the last curve: least.
  std::array<std::array<double, flash_points>, flash_loops + 1> curves = {};
  double least = 0;                                  // bytes
  std::vector<kernels::FlashMoment> moments = {{}};  // after each step of the timeline

  int chosen() const { return static_cast<int>(options.loop); }
  bool standard() const { return options.loop == kernels::FlashLoop::standard; }
  double bytes(std::int64_t elements) const { return static_cast<double>(elements) * element; }
  double total(int loop) const { return bytes(nth(all, loop).total()); }
  double moved(int step) const { return bytes(nth(moments, std::max(0, step)).elements); }
  // Bytes, without its constant.
  double bound(int loop, double tokens) const {
    return element * kernels::loop_bound(static_cast<kernels::FlashLoop>(loop), tokens,
                                         static_cast<double>(options.d), memory, share());
  }
  double bound(int loop) const { return bound(loop, static_cast<double>(options.n)); }
  // Of all pairs of a block of queries and one of keys, those that are computed.
  double share() const {
    return static_cast<double>(all.back().blocks) /
           static_cast<double>(options.rows() * options.columns() * passes.count());
  }

  using Drawing = struct FlashIoDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
