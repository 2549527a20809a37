// How many numbers a tiled matrix product loads from global memory: C (m×n) = A (m×k) · B (k×n).
//
// The rules: C is cut into tiles of rows × columns. For each of them a block walks along K in steps
// of `depth`; at each step it copies one tile of A (rows × depth) and one of B (depth × columns)
// into shared memory, each number once, and multiplies the pair. What hangs over an edge is masked:
// not loaded, but its multiply-adds take their time. Nothing is kept between blocks, and no cache
// is in the model: these are the numbers that threads ask for. With tiles of 1×1 it is the naive
// loop, which loads both factors of every product and keeps nothing.
//
//   loads of A = m·k·⌈n/columns⌉     loads of B = k·n·⌈m/rows⌉
//
// Edges of square tiles that divide the matrix: reuse = edge, intensity = edge / element_bytes.
// Source: CUDA C++ Programming Guide, "Shared Memory" (reference "cuda-guide"). An H200's counters
// give exactly these loads for the kernels in core/recorded/h200/traffic.json.
#pragma once

#include <cstdint>

#include "core/result.hpp"

namespace loom::gemm {

inline constexpr int max_side = 65536, max_element_bytes = 16;

struct Product {
  int m = 0, n = 0, k = 0;  // 1…max_side
  int element_bytes = 4;    // of A and B, 1…max_element_bytes
};

struct Tile {
  int rows = 1, columns = 1, depth = 1;  // of C, of C, along K; 1…max_side, may exceed the matrix
  bool naive() const { return rows == 1 && columns == 1; }
};

struct Traffic {
  std::int64_t loads_a = 0, loads_b = 0;  // numbers
  std::int64_t stores = 0;                // numbers of C: m·n
  std::int64_t blocks = 0;                // tiles of C
  std::int64_t steps = 0;                 // pairs of tiles along K, per block
  std::int64_t bytes = 0;                 // loaded: element_bytes · loads
  std::int64_t shared_bytes = 0;          // one pair of tiles, per block; naive: 0
  double reuse = 1;      // products that a loaded number takes part in, on average: 2mnk / loads
  double intensity = 0;  // floating-point operations per byte loaded: 2mnk / bytes
  double useful = 1;     // share of the multiply-adds that are not masked

  std::int64_t loads() const { return loads_a + loads_b; }
};

// Refused: a side, an edge or a size outside its range; the message names it.
Result<Traffic> traffic(const Product& product, const Tile& tile);

}  // namespace loom::gemm
