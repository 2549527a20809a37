// What one access makes of a cell, and whether it races with what the cell holds.
#pragma once

#include <cstddef>

#include "core/cuda/run/shadow.hpp"

namespace loom::cuda {

struct Judge {
  const Order& order;
  const Clock& clock;
  const Visit& now;
  bool split;          // the cell stands for one byte only
  bool one_block;      // no other block reaches it
  const Reads& reads;  // of the shadow
  std::size_t at;      // which cell

  // False: the cell's bytes would belong to different stretches; it is as before.
  bool visit(Cell& cell, bool& raced, Rival& rival) const;
};

}  // namespace loom::cuda
