// As gemm_tma.cuh, with three warpgroups: one copies, and gives its registers to the two that only
// multiply. In clusters of two blocks, one tile above the other, both need the same columns of B:
// each copies half of them into the shared memory of both. And the persistent form: as many blocks
// as fit take tile after tile, and while the copy engine writes one tile out the next is under way.
#pragma once

#include "gemm_tma.cuh"

constexpr int kSpecialized = 3 * kWarpgroup;

// The copying thread's loop over K for its tile; `Blocks` in the cluster, of which this is `rank`.
template <int Blocks>
__device__ void load_tile(TmaMemory& memory, Ring<kStages>& ring, const CUtensorMap& A,
                          const CUtensorMap& B, Place tile, int rank, int n) {
  for (int k = 0; k < n; k += kDepth, ring.next()) {
    memory.empty[ring.stage].wait(ring.parity ^ 1);  // at first all are
    if constexpr (Blocks == 1) {
      load_stage(memory, ring.stage, A, B, tile, k);
    } else {
      Barrier& full = memory.full[ring.stage];
      TensorStage& to = memory.stages[ring.stage];
      full.expect(sizeof(TensorStage));  // half of B comes from the other block
      load(to.a, A, {0, tile.row, k / 64}, full);
      load_for(0b11, to.b[2 * rank], B, {0, k, tile.col / 64 + 2 * rank}, full);
    }
  }
}

// This warp no longer needs a buffer. All blocks must know, as all write into it.
template <int Blocks>
__device__ void release(Barrier& empty) {
  const int lane = threadIdx.x % 32;
  if (lane >= Blocks) return;
  if constexpr (Blocks == 1)
    empty.arrive();
  else
    empty.arrive_at(lane);
}

// The multiplying warpgroups' loop over K.
template <int Blocks>
__device__ void multiply_tile(float (&sum)[128], TmaMemory& memory, Ring<kStages>& ring, int group,
                              int steps) {
  int before = 0;
  for (int step = 0; step < steps; ++step) {
    memory.full[ring.stage].wait(ring.parity);
    multiply_stage(sum, memory.stages[ring.stage], group, step == 0);
    wait_for_products<1>();
    if (step > 0) release<Blocks>(memory.empty[before]);
    before = ring.stage;
    ring.next();
  }
  finish_products(sum);
  release<Blocks>(memory.empty[before]);
}

// One tile for each block.
template <int Blocks>
__global__ void __cluster_dims__(Blocks) __launch_bounds__(kSpecialized, 1)
    specialized(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                __nv_bfloat16* C, int n) {
  extern __shared__ __align__(1024) char dynamic[];
  TmaMemory& memory = *reinterpret_cast<TmaMemory*>(dynamic);
  memory.init(Blocks * kMultiplying / 32);
  if (Blocks > 1) sync_cluster();
  const int rank = blockIdx.x % Blocks;
  Place tile = place(blockIdx.x / Blocks, n, Blocks * kRows, kCols, 8 / Blocks);
  tile.row += rank * kRows;
  Ring<kStages> ring;
  if (threadIdx.x >= kMultiplying) {
    give_registers<40>();
    if (threadIdx.x == kMultiplying) load_tile<Blocks>(memory, ring, A, B, tile, rank, n);
  } else {
    take_registers<232>();
    const int group = threadIdx.x / kWarpgroup;
    float sum[128];
    multiply_tile<Blocks>(sum, memory, ring, group, n / kDepth);
    store_sums(sum, C + static_cast<size_t>(tile.row + group * 64) * n + tile.col, n);
  }
  if (Blocks > 1) sync_cluster();  // no block ends while the other still writes into it
}

// Where sums wait for the copy engine: 64 rows of 64 columns, in pieces of 16 bytes XORed with the
// row.
using Outgoing = __nv_bfloat16[64][64];

// 64 columns of this warpgroup's sums, from sum[first] on.
template <int N>
__device__ void put(Outgoing& out, const float (&sum)[N], int first) {
  const int lane = threadIdx.x % 32, row = threadIdx.x % 128 / 32 * 16 + lane % 16;
  const auto pair = [&](int i) {
    const __nv_bfloat162 both = __floats2bfloat162_rn(sum[i], sum[i + 1]);
    return *reinterpret_cast<const uint32_t*>(&both);
  };
#pragma unroll
  for (int piece = 0; piece < 8; piece += 2) {
    const int i = first + piece * 4;
    store_matrices(&out[row][((piece + lane / 16) ^ (row % 8)) * 8], pair(i), pair(i + 2),
                   pair(i + 4), pair(i + 6));
  }
}

// Writes into shared memory by `write()`, then to `to`, while this warpgroup goes on.
template <typename Write>
__device__ void send(int group, const CUtensorMap& C, Place to, const void* out, Write write) {
  const bool one = threadIdx.x % kWarpgroup == 0;
  if (one) wait_for_stores();
  sync_some(1 + group, kWarpgroup);
  write();
  publish_writes();
  sync_some(1 + group, kWarpgroup);
  if (one) store(C, {0, to.row, to.col / 64}, out);
}

struct PersistentMemory : TmaMemory {
  alignas(1024) Outgoing out[2][2];  // of each warpgroup, half of its columns
};

// gridDim.x blocks; tiles in bands of `band` rows of tiles.
template <int Blocks>
__global__ void __cluster_dims__(Blocks) __launch_bounds__(kSpecialized, 1)
    persistent(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
               const __grid_constant__ CUtensorMap C, int n, int band) {
  extern __shared__ __align__(1024) char dynamic[];
  PersistentMemory& memory = *reinterpret_cast<PersistentMemory*>(dynamic);
  memory.init(Blocks * kMultiplying / 32);
  if (Blocks > 1) sync_cluster();
  const int rank = blockIdx.x % Blocks, tiles = n / (Blocks * kRows) * (n / kCols);
  const auto each_tile = [&](auto make) {
    for (int i = blockIdx.x / Blocks; i < tiles; i += gridDim.x / Blocks) {
      Place tile = place(i, n, Blocks * kRows, kCols, band / Blocks);
      tile.row += rank * kRows;
      make(tile);
    }
  };
  Ring<kStages> ring;
  if (threadIdx.x >= kMultiplying) {
    give_registers<40>();
    if (threadIdx.x == kMultiplying)
      each_tile([&](Place tile) { load_tile<Blocks>(memory, ring, A, B, tile, rank, n); });
  } else {
    take_registers<232>();
    const int group = threadIdx.x / kWarpgroup;
    each_tile([&](Place tile) {
      float sum[128];
      multiply_tile<Blocks>(sum, memory, ring, group, n / kDepth);
#pragma unroll
      for (int half = 0; half < 2; ++half)
        send(group, C, {tile.row + group * 64, tile.col + half * 128}, memory.out[group], [&] {
          put(memory.out[group][0], sum, half * 64);
          put(memory.out[group][1], sum, half * 64 + 32);
        });
    });
    if (threadIdx.x % kWarpgroup == 0) wait_for_stores();
  }
  if (Blocks > 1) sync_cluster();
}
