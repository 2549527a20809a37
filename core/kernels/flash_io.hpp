// What attention of one head reads from HBM and writes to it, in elements, found by walking through
// both loop nests block by block. N queries and as many keys, d numbers each; Q, K, V are read, O
// is written, and
//
//   standard  S = Q·K^T and P = softmax(S) are written once each, whole, and read once each
//   fa1       keys outside, queries inside: K and V are read once; for each block of keys every
//             block of queries is read, and O with its two numbers a row (maximum and sum) is read
//             and written again
//   fa2       queries outside, keys inside: Q is read once; for each block of queries K and V are
//             read; O and one number a row (log-sum-exp) are written once
//
// Causal: fa1 and fa2 leave out blocks that no query sees; standard computes them all and masks.
// Query i sees the keys 0…i. The caches are not in it: what is read again may come from L2.
// Sources: FlashAttention, arXiv 2205.14135, algorithms 0, 1, 4 and 5, theorems 2 and 5,
// proposition 4;
// FlashAttention-2, arXiv 2307.08691, algorithms 1 and 2.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/result.hpp"

namespace loom::kernels {

enum class FlashLoop : unsigned char { standard, fa1, fa2 };

inline constexpr std::int64_t most_flash_outer = std::int64_t{1} << 40;

struct FlashIoOptions {
  std::int64_t n = 1024;  // queries, and keys
  std::int64_t d = 64;    // numbers of a query, key or value
  FlashLoop loop = FlashLoop::fa2;
  std::int64_t block_q = 128, block_k = 128;  // may be larger than n; standard has none
  bool causal = false;
  // Which blocks are computed, row after row of blocks of queries; empty: all. With causal, those
  // that both allow. FlashAttention's block-sparse attention; standard has no blocks.
  std::vector<bool> kept = {};
  // Above 0: only blocks with a pair |query − key| < window, a band around the diagonal; likewise
  // not for standard, which computes all.
  std::int64_t window = 0;
  // standard only: kernels of their own for a mask (S is read and written once more) and for
  // dropout (forward, P is read and written, with a byte an entry for what was dropped; backward,
  // dP is, and the bytes are read). Inside FlashAttention's kernel neither costs a transfer.
  bool separate_mask = false, separate_dropout = false;
  // Count only the first so many iterations of the outer loop; of standard, kernels.
  std::int64_t outer = most_flash_outer;

  std::int64_t rows() const { return (n - 1) / block_q + 1; }  // blocks of queries
  std::int64_t columns() const { return (n - 1) / block_k + 1; }
};

struct FlashIo {
  std::int64_t reads = 0, writes = 0;  // elements
  std::int64_t blocks = 0;             // pairs of a block of queries and one of keys; standard: 0
  std::int64_t extra = 0;              // elements in HBM beside Q, K, V and O
  std::int64_t total() const { return reads + writes; }
};

// One after the other: the kernels of standard attention. `name`: "S from Q, K".
struct StandardKernel {
  std::string_view name;
  std::int64_t reads = 0, writes = 0;
};
std::vector<StandardKernel> standard_kernels(const FlashIoOptions& options, bool backward);

// Whether blocks of queries are outside, so that each row of blocks is done before the next.
bool flash_rows_first(const FlashIoOptions& options, bool backward);
// Iterations of the outer loop, or kernels.
std::int64_t flash_outer(const FlashIoOptions& options, bool backward);
// The blocks that one block is combined with, as ranges begin … end − 1 that do not touch: with
// `rows_first` the blocks of keys of block `index` of queries, otherwise the blocks of queries of
// block `index` of keys.
struct FlashSpan {
  std::int64_t begin = 0, end = 0;
};
std::vector<FlashSpan> flash_met(const FlashIoOptions& options, bool rows_first,
                                 std::int64_t index);

inline constexpr std::int64_t most_flash_tokens = 1 << 22;
inline constexpr std::int64_t most_flash_width = 1 << 14;
inline constexpr std::int64_t most_flash_block = std::int64_t{1} << 40;

// Refused: n, d, block_q or block_k below 1 or above these limits; `kept` of another size than
// there are blocks, or with standard; window or outer below 0.
Result<FlashIo> flash_io(const FlashIoOptions& options);

// The backward pass. standard: P is read (it was kept), dV = PᵀdO, dP = dOVᵀ is written and read,
// dS written and read twice, for dQ and dK. fa1 and fa2: keys outside, queries inside; K and V are
// read and dK and dV written once; for each block of keys Q, dO and two numbers a row are read
// (fa1: O too), and dQ is read and written again. fa2 first reads O and dO, and writes the rows'
// sums of their products. Refused: as above.
Result<FlashIo> flash_backward_io(const FlashIoOptions& options);

// What any attention has to transfer: Q, K, V and O, once each; backward, Q, K, V, O and dO are
// read, and dQ, dK and dV written.
std::int64_t least_io(std::int64_t n, std::int64_t d, bool backward);

// The bounds, without their constants: Nd + N² for standard attention, and N²d²/M for
// FlashAttention with M elements on chip, which no exact algorithm can beat for all M from d to Nd.
double standard_bound(double n, double d);
double flash_bound(double n, double d, double on_chip);
// The same for a mask that leaves this share of the blocks: Nd + N²d²/M · share (proposition 4).
double sparse_flash_bound(double n, double d, double on_chip, double share);

// FlashAttention's block sizes for that many elements on chip: ⌈M/(4d)⌉ keys and at most d queries.
// on_chip and d: 1 or more.
struct FlashBlocks {
  std::int64_t queries = 1, keys = 1;
};
FlashBlocks flash_blocks(std::int64_t on_chip, std::int64_t d);

}  // namespace loom::kernels
