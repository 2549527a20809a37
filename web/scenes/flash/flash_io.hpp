// The picture of `flash-io`: the loop over blocks, what it transfers beside the other loops, and
// how that grows with the tokens.
#pragma once

#include <array>
#include <vector>

#include "core/kernels/flash_io.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int flash_loops = 3, flash_least_tokens = 64, flash_most_tokens = 65536;
inline constexpr int flash_points = 41;           // of a curve: four to each doubling
constexpr std::int64_t flash_tokens(int point) {  // 64, 80, 96, 112, 128 …
  return std::int64_t{4 + point % 4} << (4 + point / 4);
}

struct FlashIoState {
  using Io = kernels::FlashIo;

  kernels::FlashIoOptions options;  // of the chosen loop
  bool forward = true, backward = false;
  double element = 2;                    // bytes of an element, in all heads
  std::array<Io, flash_loops> all = {};  // elements of one head
  std::array<std::array<double, flash_points>, flash_loops + 1> curves = {};  // bytes; last: least
  double least = 0;                                                           // bytes

  // After a step of the timeline: so many iterations of the outer loop, or kernels, of one pass.
  struct Step {
    bool backward = false;
    std::int64_t outer = 0;
    double bytes = 0;  // so far
  };
  std::vector<Step> steps = {{}};  // the first: nothing is done

  int chosen() const { return static_cast<int>(options.loop); }
  bool standard() const { return options.loop == kernels::FlashLoop::standard; }
  // Blocks of queries are outside: each row of blocks is done before the next.
  bool rows_first(bool in_backward) const {
    return options.loop == kernels::FlashLoop::fa2 && !in_backward;
  }
  double bytes(int loop) const {
    return static_cast<double>(scene::nth(all, loop).total()) * element;
  }
  double bound(int loop) const;  // bytes, without its constant
  double on_chip() const {       // elements: a block of Q, O, K and V
    return static_cast<double>(2 * (options.block_q + options.block_k) * options.d);
  }
  std::int64_t rows() const { return (options.n - 1) / options.block_q + 1; }
  std::int64_t columns() const { return (options.n - 1) / options.block_k + 1; }

  float picture(const scene::Sheet& sheet) const;
};

std::string_view flash_name(int loop);   // "FlashAttention-1"
std::string_view flash_value(int loop);  // "fa1"

}  // namespace loom::scenes
