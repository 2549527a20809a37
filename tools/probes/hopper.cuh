// Hopper's asynchronous machines, one small function per instruction: barriers that count bytes
// (mbarrier), copies of boxes of a tensor (TMA), clusters of blocks, and registers that warpgroups
// hand to each other.
#pragma once

#include <cuda.h>

#include "common.cuh"

#define CHECK_DRIVER(call) REQUIRE((call) == CUDA_SUCCESS, "the driver refused: " #call)

__device__ inline uint32_t shared_address(const void* place) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

// A barrier in shared memory. A phase ends when all arrivals and all expected bytes are there.
struct Barrier {
  uint64_t word;

  __device__ void init(int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(this)),
                 "r"(arrivals)
                 : "memory");
  }
  __device__ void arrive() {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(this)) : "memory");
  }
  // Arrives at the same barrier of another block of the cluster.
  __device__ void arrive_at(int rank) {
    asm volatile(
        "{.reg .b32 there; mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [there];}" ::"r"(shared_address(this)),
        "r"(rank)
        : "memory");
  }
  // Arrives, and lets the phase last until copies have brought so many bytes.
  __device__ void expect(int bytes) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(this)),
        "r"(bytes)
        : "memory");
  }
  // Whether the phase of this parity has ended; waits a little for it.
  __device__ bool ended(uint32_t parity) {
    uint32_t done;
    asm volatile(
        "{.reg .pred done; mbarrier.try_wait.parity.shared::cta.b64 done, [%1], %2;\n"
        "selp.u32 %0, 1, 0, done;}"
        : "=r"(done)
        : "r"(shared_address(this)), "r"(parity)
        : "memory");
    return done;
  }
  // A wait of seconds is a deadlock: the kernel stops with an error instead. (A trap would, too,
  // but where there is one the compiler no longer lets warpgroups have more registers than others.)
  __device__ void wait(uint32_t parity) {
    if (ended(parity)) return;
    const long long start = clock64();
    while (!ended(parity))
      if (clock64() - start > 4'000'000'000) *reinterpret_cast<volatile int*>(8) = 0;
  }
};

// Makes fresh barriers known to the copy engine and to the cluster's other blocks.
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Where a ring of `Stages` buffers stands: it begins anew with the other parity.
template <int Stages>
struct Ring {
  int stage = 0;
  uint32_t parity = 0;

  __device__ void next() {
    if (++stage < Stages) return;
    stage = 0;
    parity ^= 1;
  }
};

struct Origin {
  int x, y, z;
};

// [snippet: TMA load]
// One thread asks for a box of the tensor at `from`; its bytes arrive at the barrier.
__device__ inline void load(void* to, const CUtensorMap& map, Origin from, Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
      "l"(&map), "r"(from.x), "r"(from.y), "r"(from.z), "r"(shared_address(&barrier))
      : "memory");
}
// [end]

// The same into every block of the cluster whose bit is set, at the same place of its memory.
__device__ inline void load_for(uint16_t blocks, void* to, const CUtensorMap& map, Origin from,
                                Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(shared_address(to)),
      "l"(&map), "r"(from.x), "r"(from.y), "r"(from.z), "r"(shared_address(&barrier)), "h"(blocks)
      : "memory");
}

// Bytes in a row, a multiple of 16.
__device__ inline void load_bytes(void* to, const void* from, int bytes, Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
      "[%3];" ::"r"(shared_address(to)),
      "l"(from), "r"(bytes), "r"(shared_address(&barrier))
      : "memory");
}

__device__ inline void store(const CUtensorMap& map, Origin to, const void* from) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1, %2, %3}], [%4];\n"
      "cp.async.bulk.commit_group;" ::"l"(&map),
      "r"(to.x), "r"(to.y), "r"(to.z), "r"(shared_address(from))
      : "memory");
}

// Until this thread's stores have read their shared memory, which may then be written again.
__device__ inline void wait_for_stores() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

// What threads wrote to shared memory, copy engine and tensor cores may read.
__device__ inline void publish_writes() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void sync_cluster() {
  __syncwarp();
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

// A barrier of so many threads of the block, one of 15; and arriving without waiting.
__device__ inline void sync_some(int which, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(which), "r"(threads) : "memory");
}
__device__ inline void arrive_some(int which, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(which), "r"(threads) : "memory");
}

// Registers per thread from here on, by all of a warpgroup.
template <int Registers>
__device__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}

// Four 8×8 matrices of 16-bit numbers from a warp's registers; lane i names a row of matrix i / 8.
__device__ inline void store_matrices(void* row, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(shared_address(row)),
      "r"(a), "r"(b), "r"(c), "r"(d)
      : "memory");
}

inline auto tensor_map_encoder() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault,
                                         &status));
  REQUIRE(status == cudaDriverEntryPointSuccess, "no cuTensorMapEncodeTiled");
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
}

// A row-major matrix as blocks of columns 128 bytes wide: (byte of the block, row, block). A box
// is `box_rows` rows of `box_blocks` blocks, and lies in shared memory block by block, its rows of
// 128 bytes swizzled as the tensor cores want them.
inline CUtensorMap in_blocks(const void* matrix, CUtensorMapDataType type, int element_bytes,
                             int rows, int columns, int box_rows, int box_blocks) {
  const cuuint32_t wide = static_cast<cuuint32_t>(128 / element_bytes);
  const cuuint64_t sizes[] = {wide, static_cast<cuuint64_t>(rows),
                              static_cast<cuuint64_t>(columns) / wide};
  const cuuint64_t strides[] = {static_cast<cuuint64_t>(columns) * element_bytes, 128};
  const cuuint32_t box[] = {wide, static_cast<cuuint32_t>(box_rows),
                            static_cast<cuuint32_t>(box_blocks)};
  const cuuint32_t steps[] = {1, 1, 1};
  CUtensorMap map;
  CHECK_DRIVER(tensor_map_encoder()(&map, type, 3, const_cast<void*>(matrix), sizes, strides, box,
                                    steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                    CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
  return map;
}
