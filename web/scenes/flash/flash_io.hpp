// The picture of `flash-io`: the loop over blocks, what it transfers beside the other loops, and
// how that grows with the tokens.
#pragma once

#include <array>
#include <string>
#include <string_view>
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
  double memory = 0;     // elements on chip that blocks follow from; 0: blocks are chosen
  bool clipped = false;  // fewer tokens than chosen: see most_masked_tokens
  bool forward = true, backward = false;
  double element = 2;                    // bytes of an element, in all heads
  std::array<Io, flash_loops> all = {};  // elements of one head
  // Bytes, 0 where they were not counted; the last curve: least.
  std::array<std::array<double, flash_points>, flash_loops + 1> curves = {};
  double least = 0;  // bytes

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
  // Bytes, without its constant. `tokens`: also of another number of them.
  double bound(int loop, double tokens) const;
  double bound(int loop) const { return bound(loop, static_cast<double>(options.n)); }
  double on_chip() const {  // elements: the memory, or a block of Q, O, K and V
    return memory > 0 ? memory
                      : static_cast<double>(2 * (options.block_q + options.block_k) * options.d);
  }
  // Of all pairs of a block of queries and one of keys, those that are computed.
  double share() const {
    return static_cast<double>(scene::nth(all, flash_loops - 1).blocks) /
           static_cast<double>(rows() * columns() * (forward && backward ? 2 : 1));
  }
  std::int64_t rows() const { return (options.n - 1) / options.block_q + 1; }
  std::int64_t columns() const { return (options.n - 1) / options.block_k + 1; }

  float picture(const scene::Sheet& sheet) const;
};

// Of an expression every pair is looked at, so only so many tokens are counted with one.
inline constexpr int most_masked_tokens = 2048;

// The blocks that a mask leaves. It remembers those of the last mask and sizes of blocks, for
// several numbers of tokens.
class VisitedBlocks {
 public:
  Result<std::vector<bool>> find(std::string_view text, const kernels::FlashIoOptions& options);

 private:
  struct Found {
    std::int64_t n = 0;
    std::vector<bool> kept;
  };
  std::string text_;
  std::int64_t block_q_ = 0, block_k_ = 0;
  std::vector<Found> found_;
};

std::string_view flash_name(int loop);   // "FlashAttention-1"
std::string_view flash_value(int loop);  // "fa1"

}  // namespace loom::scenes
