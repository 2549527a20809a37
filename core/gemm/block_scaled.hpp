// One dot product of a tensor core that applies block scales by itself, as Blackwell's tcgen05.mma
// does for a row of A and a column of B in one instruction:
//
//   total = round(total + (sa · sb) · Σ a_k b_k), block after block, to float32;  start: 0
//   result = total · (ta · tb)
//
// a_k and b_k are the values of element codes, sa and sb those of a block's scale codes. The
// products of a block are added exactly. How the hardware rounds within an instruction is not
// published: this is the most accurate it could be with a float32 sum a block. ta and tb, NVFP4's
// tensor scales, are no part of the instruction: a kernel multiplies by them at its end.
//
// An instruction takes 32 bytes of a row. mxf8f6f4 keeps 16 elements of 6 or 4 bits in 16 bytes,
// packed, the rest unused; the other kinds pack two elements of 4 bits into a byte.
//
// Sources: CUTLASS, media/docs/cpp/blackwell_functionality.md and
// include/cutlass/detail/sm100_blockscaled_layout.hpp (reference "cutlass"); PTX ISA, tcgen05.mma;
// Colfax on sub-byte and block-scaled GEMM (references "colfax-subbyte", "colfax-blockscale").
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/numerics/block_scale.hpp"
#include "core/result.hpp"

namespace loom::gemm {

struct BlockScaledKind {
  std::string_view id;                        // "mxf4nvf4"
  int depth;                                  // elements of a row that one instruction takes
  std::span<const std::string_view> schemes;  // of its operands, the usual first
};

inline constexpr int operand_bytes = 32;  // of a row, in shared memory, an instruction

// mxf8f6f4, mxf4, mxf4nvf4.
std::span<const BlockScaledKind> block_scaled_kinds();

// How many of these bytes of a row hold no element.
int padding_bytes(const BlockScaledKind& kind, const numerics::BlockScheme& scheme);

struct BlockScaledDot {
  numerics::BlockQuantized a, b;  // `depth` elements each
  int block = 0;                  // elements that share a scale
  std::vector<double> products;   // of elements, without scales
  // For each block: the sum of its products; that sum times both scales; the float32 total after
  // it.
  std::vector<double> sums, scaled;
  std::vector<float> totals;
  float result = 0;
  double exact = 0;  // of the numbers given, rounded once
};

// Numbers are finite, 1 to `depth` on each side; zeros fill up what is missing. Refused: other
// counts, a scheme that the kind does not take, and schemes of two block sizes.
Result<BlockScaledDot> block_scaled_dot(const BlockScaledKind& kind,
                                        const numerics::BlockScheme& a_scheme,
                                        const numerics::BlockScheme& b_scheme,
                                        std::span<const float> a, std::span<const float> b,
                                        numerics::ScaleRule rule = numerics::ScaleRule::floor);

// A row and a column: normal numbers with two decimals, of which the row's has one that is
// `outlier` times as large.
inline constexpr int outlier_place = 20;
struct DotNumbers {
  std::vector<float> a, b;
};
DotNumbers dot_numbers(std::uint64_t seed, int depth, double outlier);

// Rows of a matrix, one after the other: the draws 1…`draws`, 64 numbers each.
inline constexpr int noise_depth = 64;
std::vector<float> outlier_rows(double outlier, int draws);

// How an outlier affects the numbers that share its scale: the noise of all other numbers in such
// rows, as a share: the root of the mean square of their errors over that of the numbers.
double noise_beside_outlier(const numerics::BlockScheme& scheme, std::span<const float> rows);

// FP4 (E2M1) with a scale for every `block` numbers: E8M0, or E4M3 under a tensor scale.
constexpr numerics::BlockScheme four_bits(int block, bool tensor_scale) {
  return {"", "", "e2m1", 4, block, tensor_scale};
}

// Where the scale of block k of a row lies, in bytes from the first: 512-byte tiles of 128 rows × 4
// scales, of which those along the row follow each other. `blocks`: scales of a row, a multiple of
// 4; 0 ≤ row, 0 ≤ k < blocks.
inline constexpr int scale_tile_rows = 128, scale_tile_blocks = 4, scale_tile_bytes = 512;
constexpr std::int64_t scale_offset(std::int64_t row, std::int64_t k, std::int64_t blocks) {
  const std::int64_t within = row % scale_tile_rows,
                     tile = row / scale_tile_rows * (blocks / scale_tile_blocks) +
                            k / scale_tile_blocks;
  return tile * scale_tile_bytes + within % 32 * 16 + within / 32 * 4 + k % scale_tile_blocks;
}

}  // namespace loom::gemm
