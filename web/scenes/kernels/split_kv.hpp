// The picture of `split-kv`: which SMs read with one piece of the keys and with several, how much
// faster that is, how full a tile of the tensor cores is, and a merge of pieces in numbers.
#pragma once

#include <cstdint>

#include "core/device/gpu.hpp"
#include "core/kernels/measured_split_kv.hpp"
#include "core/kernels/split_kv.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

inline constexpr int most_pieces = 256;
inline constexpr double score_limit = 6, value_limit = 9;

struct SplitChart {
  const device::Gpu* gpu = nullptr;
  kernels::DecodeGrid grid;
  int sharing = 1;                // query heads to a KV head
  kernels::DecodeWaves one, now;  // with one piece, with the chosen number
  struct Speed {
    int splits;
    double times;                                  // as fast as with one piece
    std::int64_t blocks = 0, keys = 0;             // computed: keys of the largest block
    const kernels::h200::SplitRun* run = nullptr;  // measured
  };
  std::vector<Speed> computed, measured;
  const kernels::h200::SplitRun *run = nullptr, *run_of_one = nullptr;  // if recorded
  std::vector<double> scores, values;                                   // of the example
  kernels::SplitKv merge;

  double speedup() const {
    return static_cast<double>(one.longest) / static_cast<double>(now.longest);
  }
  using Drawing = struct SplitKvDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
