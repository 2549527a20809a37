// Question: what do cooperating warpgroups and warpgroups in turn (ping-pong) reach in a real
//           product: random operands, tiles of their own, sums that are written, a full chip?
// Method:   C (8192×8192) = A·B in BF16, for several depths K: the shallower, the more an epilogue
//           counts. One block on each multiprocessor takes tile after tile; one warp loads by TMA
//           into four stages; the sums go through shared memory and by TMA to C. Cooperative: a
//           tile of 128×256 for both warpgroups, 48 KiB a stage; they wait for each other at the
//           end of a tile, `loose` ones do not. Ping-pong: a tile of 64×256 for each, 40 KiB a
//           stage, and their products take turns. Every kernel's C is compared with rows summed in
//           FP64. Medians between events, after a warm-up.
// Output:   JSON: n, multiprocessors, power_limit (W), cases [{depth, schedule, error, ms of every
//           round, clock_mhz of every round}].
// Usage:    ping_pong | ping_pong --count (one launch of each, which a profiler counts)
#include <cuda_profiler_api.h>

#include <cstring>
#include <functional>
#include <string>

#include "gemm_specialized.cuh"
#include "meter.hpp"
#include "random_products.cuh"
#include "sm_clock.cuh"

namespace {

enum Schedule { kCooperative, kLoose, kPingPong };
constexpr const char* kNames[] = {"cooperative", "loose", "ping-pong"};
constexpr int kSide = 8192, kBand = 16, kRounds = 5;
constexpr int kDepths[] = {256, 512, 1024, 2048, 8192};

struct Memory : PersistentMemory {
  Barrier turn[2];  // of each warpgroup: the other has started its last products
};

template <Schedule schedule>
constexpr int kRowsOf = schedule == kPingPong ? 64 : kRows;
// What a stage receives: its rows of A, and its columns of B.
template <Schedule schedule>
constexpr int kBytesOf = sizeof(TensorStage::b) + kRowsOf<schedule> * sizeof(TensorStage::a[0]);

template <Schedule schedule>
__device__ void load_all(Memory& memory, Ring<kStages>& ring, const CUtensorMap& A,
                         const CUtensorMap& B, Place tile, int depth) {
  for (int k = 0; k < depth; k += kDepth, ring.next()) {
    memory.empty[ring.stage].wait(ring.parity ^ 1);
    memory.full[ring.stage].expect(kBytesOf<schedule>);
    load(memory.stages[ring.stage].a, A, {0, tile.row, k / 64}, memory.full[ring.stage]);
    load(memory.stages[ring.stage].b, B, {0, k, tile.col / 64}, memory.full[ring.stage]);
  }
}

// As multiply_tile, and `last` is called when all products have started.
template <typename Last>
__device__ void multiply_all(float (&sum)[128], Memory& memory, Ring<kStages>& ring, int rows,
                             int steps, Last last) {
  int before = 0;
  for (int step = 0; step < steps; ++step) {
    memory.full[ring.stage].wait(ring.parity);
    multiply_stage(sum, memory.stages[ring.stage], rows, step == 0);
    wait_for_products<1>();
    if (step > 0) release<1>(memory.empty[before]);
    before = ring.stage;
    ring.next();
  }
  last();
  finish_products(sum);
  release<1>(memory.empty[before]);
}

template <Schedule schedule>
__global__ void __launch_bounds__(kSpecialized, 1)
    run(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
        const __grid_constant__ CUtensorMap C, int depth) {
  extern __shared__ __align__(1024) char dynamic[];
  Memory& memory = *reinterpret_cast<Memory*>(dynamic);
  constexpr bool in_turn = schedule == kPingPong;
  constexpr int rows = kRowsOf<schedule>, step = in_turn ? 2 : 1;
  if (threadIdx.x == 0)
    for (Barrier& turn : memory.turn) turn.init(kWarpgroup / 32);
  memory.init(in_turn ? kWarpgroup / 32 : kMultiplying / 32);
  const int tiles = kSide / rows * (kSide / kCols), steps = depth / kDepth;
  const auto place_of = [&](int i) {
    return place(blockIdx.x + i * gridDim.x, kSide, rows, kCols, kBand * kRows / rows);
  };
  const auto each_tile = [&](int first, int stride, auto make) {
    for (int i = first; static_cast<int>(blockIdx.x + i * gridDim.x) < tiles; i += stride)
      make(place_of(i));
  };
  Ring<kStages> ring;
  if (threadIdx.x >= kMultiplying) {
    give_registers<40>();
    if (threadIdx.x == kMultiplying)
      each_tile(0, 1, [&](Place tile) { load_all<schedule>(memory, ring, A, B, tile, depth); });
    return;
  }
  take_registers<232>();
  const int group = threadIdx.x / kWarpgroup, own_rows = in_turn ? 0 : group;
  const auto skip = [&] {  // the other's tile
    for (int i = 0; i < steps % (2 * kStages); ++i) ring.next();
  };
  if (in_turn && group == 1) skip();
  uint32_t turn = group == 0;  // the first may begin at once
  each_tile(in_turn ? group : 0, step, [&](Place tile) {
    float sum[128];
    if (in_turn) memory.turn[group].wait(turn);
    turn ^= 1;
    multiply_all(sum, memory, ring, own_rows, steps, [&] {
      if (in_turn) release<1>(memory.turn[group ^ 1]);
    });
#pragma unroll
    for (int half = 0; half < 2; ++half)
      send(group, C, {tile.row + own_rows * 64, tile.col + half * 128}, memory.out[group], [&] {
        put(memory.out[group][0], sum, half * 64);
        put(memory.out[group][1], sum, half * 64 + 32);
      });
    if (schedule == kCooperative) sync_some(3, kMultiplying);
    if (in_turn) skip();
  });
  if (threadIdx.x % kWarpgroup == 0) wait_for_stores();
}

// Every 128th row of C against sums in FP64: how far they are apart, in squares.
__global__ void compare_rows(const __nv_bfloat16* A, const __nv_bfloat16* B, const __nv_bfloat16* C,
                             int depth, Difference* total) {
  const int row = blockIdx.y * 128 + blockIdx.y % 128, col = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += static_cast<double>(__bfloat162float(A[static_cast<size_t>(row) * depth + k])) *
           static_cast<double>(__bfloat162float(B[static_cast<size_t>(k) * kSide + col]));
  const double off =
      static_cast<double>(__bfloat162float(C[static_cast<size_t>(row) * kSide + col])) - sum;
  atomicAdd(&total->squares, off * off);
  atomicAdd(&total->reference_squares, sum * sum);
}

struct Product {
  __nv_bfloat16 *A, *B, *C;
  Difference* difference;
  int multiprocessors, depth;
  const char* comma = "";
  SmClock clock{};

  template <Schedule schedule>
  void measure(bool counting) {
    const CUtensorMap a =
        in_blocks(A, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, kSide, depth, kRowsOf<schedule>, 1);
    const CUtensorMap b =
        in_blocks(B, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, depth, kSide, kDepth, kCols / 64);
    const CUtensorMap c = in_blocks(C, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, kSide, kSide, 64, 2);
    CHECK(cudaFuncSetAttribute(run<schedule>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(sizeof(Memory))));
    const auto launch = [&] {
      run<schedule><<<multiprocessors, kSpecialized, sizeof(Memory)>>>(a, b, c, depth);
    };
    CHECK(cudaMemset(C, 0xff, sizeof(__nv_bfloat16) * kSide * kSide));  // NaN
    CHECK(cudaProfilerStart());
    launch();
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaProfilerStop());
    if (!counting) print(schedule, error(), launch);
  }

  double error() {
    CHECK(cudaMemset(difference, 0, sizeof *difference));
    compare_rows<<<dim3(kSide / 256, kSide / 128), 256>>>(A, B, C, depth, difference);
    Difference found;
    CHECK(cudaMemcpy(&found, difference, sizeof found, cudaMemcpyDeviceToHost));
    const double error = std::sqrt(found.squares / found.reference_squares);
    REQUIRE(error < 3e-3, "a product is wrong");
    return error;
  }

  template <typename Launch>
  void print(Schedule schedule, double error, Launch launch) {
    const int launches = std::max(2, static_cast<int>(200 / median_ms(launch, 5, 5)));
    const auto many = [&] {
      for (int i = 0; i < launches; ++i) launch();
    };
    std::string times, clocks;
    for (int round = 0; round < kRounds; ++round) {
      many();  // until clocks have settled
      clock.start();
      const float each = median_ms(many, 1, 0) / static_cast<float>(launches);
      const double mhz = clock.stop();
      char text[32];
      std::snprintf(text, sizeof text, "%s%.4f", round ? "," : "", each);
      times += text;
      std::snprintf(text, sizeof text, "%s%.0f", round ? "," : "", mhz);
      clocks += text;
    }
    std::printf(
        "%s{\"depth\":%d,\"schedule\":\"%s\",\"error\":%.2e,\"ms\":[%s],\"clock_mhz\":[%s]}", comma,
        depth, kNames[schedule], error, times.c_str(), clocks.c_str());
    comma = ",\n";
  }
};

}  // namespace

int main(int argc, char** argv) {
  const bool counting = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  Product product{};
  constexpr size_t kCount = size_t{kSide} * kSide;
  product.A = take<__nv_bfloat16>(kCount);
  product.B = take<__nv_bfloat16>(kCount);
  product.C = take<__nv_bfloat16>(kCount);
  product.difference = take<Difference>(1);
  CHECK(cudaDeviceGetAttribute(&product.multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  fill_normal<<<1024, 256>>>(product.A, kCount, 17u);
  fill_normal<<<1024, 256>>>(product.B, kCount, 4242u);
  CHECK(cudaDeviceSynchronize());
  if (!counting)
    std::printf("{\"n\":%d,\"multiprocessors\":%d,\"power_limit\":%.0f,\n\"cases\":[\n", kSide,
                product.multiprocessors, Meter().limit_watts());
  for (const int depth : kDepths) {
    product.depth = depth;
    product.measure<kCooperative>(counting);
    product.measure<kLoose>(counting);
    product.measure<kPingPong>(counting);
  }
  if (!counting) std::printf("]}\n");
}
