// The picture of `block-size`: for each size of a block how many warps an SM holds, how long the
// kernel took on an H200, and what the model says.
#pragma once

#include <vector>

#include "core/sm/measured_block_sizes.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct BlockSizes {
  struct Row {
    int threads = 0;
    sm::BlockSize model;
    double us = 0;  // measured; 0: not
    bool starts() const { return model.occupancy.blocks > 0; }
    double model_us() const { return model.seconds * 1e6; }
  };
  const sm::h200::SizedKernel* kernel = nullptr;
  std::vector<Row> rows;  // by threads
  int chosen = 0;         // of rows

  const Row& now() const { return nth(rows, chosen); }
  // Those with the least and the most time that was measured.
  const Row& fastest() const;
  const Row& slowest() const;
  double longest_us() const;

  using Drawing = struct BlockSizesDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
