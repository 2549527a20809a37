// The picture of `tensor-memory`: a tile, and where its sums are kept.
#pragma once

#include "core/gemm/tensor_memory.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

// What shares columns of tensor memory, or a thread's registers, one behind the other.
struct Stretch {
  enum Kind { first, second, scales, unused, neighbor, spilled };
  Kind kind;
  std::string name;
  int from, count;
};

struct SumsPicture {
  gemm::Accumulators sums;
  bool blackwell = true;
  int warpgroups = 2;       // Hopper
  int row = 0, column = 0;  // of the element that is looked at
  gemm::TmemNeed need;
  gemm::RegisterNeed registers;
  int blocks = 0;  // of this kind whose columns the SM has
  std::vector<Stretch> stretches;

  int sm() const { return row / sums.rows(); }  // the SM of the pair that has the element
  gemm::TmemPlace cell() const { return place(sums, 0, row % sums.rows(), column); }
  gemm::RegisterPlace slot() const { return register_place(sums, warpgroups, 0, row, column); }
  using Drawing = struct TensorMemoryDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
