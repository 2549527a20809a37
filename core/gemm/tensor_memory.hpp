// Where the sums of a matrix product's tile are: in the tensor memory of a data-center Blackwell
// chip or, for comparison, in the registers of Hopper's threads.
//
// Tensor memory: 128 lanes of 512 columns of 32 bits in each SM. Sums are FP32, one a cell. An SM
// has R rows of a tile of M × N: all M, or half of them where two SMs multiply as a pair
// (cta_group::2). tcgen05.mma leaves element (row, column) of an SM's share at
//
//   R = 128         lane row                              column c
//   R = 64          lane row mod 16 + 32·⌊row/16⌋         column c                    one SM
//   R = 64          lane row + 64·⌊c/(N/2)⌋               column c mod N/2            a pair
//   R = 256         two products of 128 rows, one behind the other
//
// R = 64 on one SM leaves lanes 16 to 31 of every 32 free: every second buffer goes there.
// Consecutive buffers begin at the first free column, as in CUTLASS.
// Scales of blocks lie in tensor memory, too: four of each of 128 rows take 4 columns.
//
// Columns are allocated by powers of two, 32 to 512 (tensor_memory_blocks.hpp).
//
// Hopper: a warpgroup (128 threads) has 64 rows at a time; wgmma leaves N / 2 sums with each of its
// threads, and a thread has at most 255 registers.
//
// Sources: PTX ISA (tcgen05: Tensor Memory, data path layouts D, F and B; wgmma) and CUTLASS
// (mma_traits_sm100_frag.hpp, mma_sm100_umma.hpp), whose layouts agree for all shapes; nothing here
// was measured. CUTLASS's assertions are what is refused: the ISA's tables differ for small N.
#pragma once

#include <optional>

#include "core/result.hpp"

namespace loom::gemm {

inline constexpr int tmem_lanes = 128, tmem_columns = 512, tmem_cell_bytes = 4;
inline constexpr int least_tmem_allocation = 32;  // columns
inline constexpr int warp_lanes_of_tmem = 32;     // that a warp of a warpgroup can reach
inline constexpr int warpgroup_threads = 128;

struct Accumulators {
  int m = 128;      // rows of the tile, of both SMs together: 64, 128 or 256; a pair: 128 or 256
  int n = 256;      // columns: 16…256 by 16, or by 8 where an SM alone has 64 rows
  int buffers = 1;  // tiles under way at a time: 1…4
  int sms = 1;      // 2: a pair
  // Scales of a row of A, and of a column of B, that are kept at a time: 0 (no block scaling)…16.
  // A product with scales takes 128 rows an SM, or 256.
  int scales = 0;

  int rows() const { return m / sms; }
};

// The first rule that is broken, by the names above: "m: expected 64, 128 or 256, got 96".
std::optional<Error> refusal(const Accumulators& sums);

struct TmemPlace {
  int lane = 0, column = 0;
  bool operator==(const TmemPlace&) const = default;
};
// Of the SM's own rows, 0…rows() − 1.
TmemPlace place(const Accumulators& sums, int buffer, int row, int column);

struct TmemNeed {
  int sums = 0;    // columns
  int scales = 0;  // columns, of A's rows and B's columns
  // The power of two that has to be asked for; more than tmem_columns: it does not fit.
  int allocated = 0;

  int used() const { return sums + scales; }
  bool fits() const { return allocated <= tmem_columns; }
};
TmemNeed tmem_need(const Accumulators& sums);

// Hopper: the tile in the registers of `warpgroups` (1…4), which take its slabs of 64 rows in turn.
// Without scales and pairs.
struct RegisterNeed {
  int held = 0;       // registers of a thread for sums, where most of them are
  int available = 0;  // that it may have: 255, or what the SM's 65,536 leave to each thread
  int spilled() const { return held > available ? held - available : 0; }
};
RegisterNeed register_need(const Accumulators& sums, int warpgroups);

struct RegisterPlace {
  int warpgroup = 0, thread = 0;  // 0…127
  int number = 0;                 // of the thread's sums
  bool operator==(const RegisterPlace&) const = default;
};
RegisterPlace register_place(const Accumulators& sums, int warpgroups, int buffer, int row,
                             int column);

}  // namespace loom::gemm
