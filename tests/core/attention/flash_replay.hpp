// Attention of one head, forward and backward, computed by the loops of core/kernels/flash_io.hpp
// in a memory that counts every number it gives out or takes in. What is between a load and a store
// is on the chip. An independent count for the simulator: a loop that left out a transfer would
// compute something else.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/kernels/flash_io.hpp"

namespace loom::attention::replay {

// Rows of numbers, on the chip or, counted, in HBM.
struct Matrix {
  Matrix(int height, int width)
      : rows(height), columns(width), numbers(static_cast<size_t>(height * width)) {}
  double& at(int row, int column) { return numbers[static_cast<size_t>(row * columns + column)]; }
  double at(int row, int column) const {
    return numbers[static_cast<size_t>(row * columns + column)];
  }

  int rows, columns;
  std::vector<double> numbers;
};

struct Counts {
  std::int64_t reads = 0, writes = 0;
};

struct Problem {
  int n = 1, d = 1, block_q = 1, block_k = 1;
  Matrix q, k, v, d_out;                  // n × d
  std::function<bool(int, int)> allowed;  // (query, key)
  std::function<bool(int, int)> visited;  // (first query, first key) of a block
};

struct Forward {
  Matrix out;           // n × d; zeros in a row that sees no key
  Matrix sum, maximum;  // n × 1: of the exponentials, of the scores
  Counts counts;
};
struct Backward {
  Matrix d_q, d_k, d_v;
  Counts counts;
};

// With P as standard attention leaves it, in HBM.
Forward forward(const Problem& problem, kernels::FlashLoop loop);
Backward backward(const Problem& problem, kernels::FlashLoop loop);

// The same by the definition, without loops over blocks or a memory.
Forward defined(const Problem& problem);
Backward defined_gradients(const Problem& problem);

}  // namespace loom::attention::replay
