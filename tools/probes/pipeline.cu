// Question: how many stages of cp.async does a loop of tiles need before copies hide behind
//           computing?
// Method:   one block of 128 threads walks n tiles of 16 KB with S buffers: S−1 copies ahead, wait
//           for the oldest group, barrier, issue the next copy, compute (mma.sync on the tile,
//           several passes). With one buffer the two take turns, and there each is timed. Either
//           one block runs, or one on every multiprocessor; the data lie in device memory, each
//           block's own, or in L2, the same for all. Cycles from before the first copy to after the
//           last tile; median of several runs, of the slowest block. Each run's sums are compared
//           with the data's.
// Output:   JSON: cases [{source, blocks, tiles, passes, issue_cycles, copy_cycles (issuing
//           included) and compute_cycles of one tile with S = 1, interval_cycles between tiles that
//           are only copied, with S = 6, and cycles for S = 1…6}].
#include <cuda_bf16.h>
#include <cuda_pipeline.h>

#include <utility>

#include "common.cuh"

constexpr int kThreads = 128;
constexpr int kTileBytes = 16 << 10;
constexpr int kMostStages = 6;
constexpr int kRuns = 7;
constexpr size_t kMemory = size_t{512} << 20;
constexpr uint32_t kOnes = 0x3f803f80;  // two BF16 ones

struct Tile {
  uint4 piece[kTileBytes / 16];
};

// Adds up all values of the tile's quarter that the next warp copied, `passes` times: A holds the
// values, B ones.
__device__ void compute(const Tile& tile, int passes, float (&sum)[4][4]) {
  const int warp = (threadIdx.x / 32 + 1) % 4;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
    asm volatile("" ::: "memory");  // each pass reads the tile anew
#pragma unroll
    for (int i = 0; i < kTileBytes / 16 / kThreads; ++i) {
      const uint4 a = tile.piece[(i * 4 + warp) * 32 + threadIdx.x % 32];
      float(&to)[4] = sum[i % 4];
      asm volatile(
          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
          "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %8}, {%0, %1, %2, %3};"
          : "+f"(to[0]), "+f"(to[1]), "+f"(to[2]), "+f"(to[3])
          : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(kOnes));
    }
  }
}

__device__ void copy(Tile& to, const Tile& from) {
#pragma unroll
  for (int i = 0; i < kTileBytes / 16 / kThreads; ++i) {
    const int at = i * kThreads + threadIdx.x;
    __pipeline_memcpy_async(&to.piece[at], &from.piece[at], 16);
  }
}

struct Cycles {
  long long all;
  // With one buffer only: issuing the copies, and from before that to arrival for all threads.
  long long issue, copies;
};

// One buffer: copy, then compute. `apart`: tiles from one block's first to the next one's.
template <int kStages>
__global__ void __launch_bounds__(kThreads)
    walk(const Tile* data, int apart, int tiles, int passes, Cycles* cycles, float* sums) {
  extern __shared__ Tile stages[];
  data += static_cast<size_t>(blockIdx.x) * apart;
  float sum[4][4] = {};
  const auto fetch = [&](int tile) {
    if (tile < tiles) copy(stages[tile % kStages], data[tile]);
    __pipeline_commit();
  };
  __syncthreads();
  const long long begin = clock64();
  long long issue = 0, copies = 0;
  for (int tile = 0; tile < kStages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile < tiles; ++tile) {
    if constexpr (kStages == 1) {
      const long long start = clock64();
      fetch(tile);
      issue += clock64() - start;
      __pipeline_wait_prior(0);
      __syncthreads();
      copies += clock64() - start;
      compute(stages[0], passes, sum);
      __syncthreads();
    } else {
      __pipeline_wait_prior(kStages - 2);
      __syncthreads();
      fetch(tile + kStages - 1);
      compute(stages[tile % kStages], passes, sum);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) cycles[blockIdx.x] = {clock64() - begin, issue, copies};
  // Column 0 of the sums: four lanes of a row hold the same.
  float total = 0;
  for (int i = 0; i < 4; ++i) total += sum[i][0] + sum[i][2];
  if (threadIdx.x % 4 == 0) atomicAdd(&sums[blockIdx.x], total);
}

// Small whole numbers, so that every sum is exact.
__global__ void fill(__nv_bfloat16* values, size_t count) {
  for (size_t i = blockIdx.x * size_t{blockDim.x} + threadIdx.x; i < count;
       i += size_t{gridDim.x} * blockDim.x) {
    values[i] = __float2bfloat16(static_cast<float>((i * 2654435761u >> 20) % 4));
  }
}

class Bench {
 public:
  Bench() {
    CHECK(cudaDeviceGetAttribute(&sms_, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cudaMalloc(&data_, kMemory));
    CHECK(cudaMalloc(&cycles_, sms_ * sizeof(Cycles)));
    CHECK(cudaMalloc(&sums_, sms_ * sizeof(float)));
    fill<<<1024, 256>>>(reinterpret_cast<__nv_bfloat16*>(data_), kMemory / 2);
    CHECK(cudaDeviceSynchronize());
    host_.resize(kMemory / 2 / kChunk);
    std::vector<__nv_bfloat16> values(kMemory / 2);
    CHECK(cudaMemcpy(values.data(), data_, kMemory, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < values.size(); ++i)
      host_[i / kChunk] += static_cast<int>(__bfloat162float(values[i]));
  }

  int sms() const { return sms_; }

  // The slowest block's.
  template <int kStages>
  Cycles cycles(bool warm, int blocks, int tiles, int passes) {
    const int bytes = kStages * kTileBytes, apart = warm ? 0 : tiles;
    CHECK(cudaFuncSetAttribute(walk<kStages>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    std::vector<long long> all, issue, copies;
    for (int run = -2; run < kRuns; ++run) {
      const size_t used = warm ? tiles : static_cast<size_t>(blocks) * tiles;
      if (!warm) next_ = (free_ + used) * sizeof(Tile) > kMemory ? 0 : free_;
      free_ = next_ + used;
      CHECK(cudaMemset(sums_, 0, sms_ * sizeof(float)));
      walk<kStages>
          <<<blocks, kThreads, bytes>>>(data_ + next_, apart, tiles, passes, cycles_, sums_);
      CHECK(cudaGetLastError());
      std::vector<Cycles> each(blocks);
      CHECK(cudaMemcpy(each.data(), cycles_, blocks * sizeof(Cycles), cudaMemcpyDeviceToHost));
      check(blocks, apart, tiles, passes);
      const auto slower = [](const Cycles& a, const Cycles& b) { return a.all < b.all; };
      const Cycles& slowest = *std::max_element(each.begin(), each.end(), slower);
      if (run >= 0) {
        all.push_back(slowest.all);
        issue.push_back(slowest.issue);
        copies.push_back(slowest.copies);
      }
    }
    return {median(all), median(issue), median(copies)};
  }

 private:
  static constexpr size_t kChunk = kTileBytes / 2;

  void check(int blocks, int apart, int tiles, int passes) {
    std::vector<float> sums(blocks);
    CHECK(cudaMemcpy(sums.data(), sums_, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int block = 0; block < blocks; ++block) {
      long long expected = 0;
      for (int i = 0; i < tiles; ++i)
        expected += host_[next_ + static_cast<size_t>(block) * apart + i] * passes;
      REQUIRE(static_cast<double>(sums[block]) == static_cast<double>(expected),
              "a tile was read before it arrived");
    }
  }

  int sms_ = 0;
  Tile* data_ = nullptr;
  Cycles* cycles_ = nullptr;
  float* sums_ = nullptr;
  std::vector<long long> host_;  // sum of each tile's values
  size_t next_ = 0;              // tile where this walk starts
  size_t free_ = 0;              // tile after it
};

void report(Bench& bench, bool warm, int blocks, int tiles, int passes, bool first) {
  const Cycles serial = bench.cycles<1>(warm, blocks, tiles, passes);
  const long long interval = bench.cycles<kMostStages>(warm, blocks, tiles, 0).all / tiles;
  std::printf(
      "%s{\"source\":\"%s\",\"blocks\":%d,\"tiles\":%d,\"passes\":%d,\"issue_cycles\":%lld,"
      "\"copy_cycles\":%lld,\"compute_cycles\":%lld,\"interval_cycles\":%lld,\"cycles\":[%lld",
      first ? "" : ",\n", warm ? "L2" : "HBM", blocks, tiles, passes, serial.issue / tiles,
      serial.copies / tiles, (serial.all - serial.copies) / tiles, interval, serial.all);
  const auto more = [&]<int... kExtra>(std::integer_sequence<int, kExtra...>) {
    (std::printf(",%lld", bench.cycles<kExtra + 2>(warm, blocks, tiles, passes).all), ...);
  };
  more(std::make_integer_sequence<int, kMostStages - 1>{});
  std::printf("]}");
}

int main() {
  Bench bench;
  std::printf("{\"tile_bytes\":%d,\"threads\":%d,\"cases\":[\n", kTileBytes, kThreads);
  bool first = true;
  for (const bool warm : {true, false}) {
    for (const int blocks : {1, bench.sms()}) {
      for (const int tiles : {8, 32}) {
        for (const int passes : {1, 2, 3, 4, 6, 8, 12, 16}) {
          report(bench, warm, blocks, tiles, passes, first);
          first = false;
        }
      }
    }
  }
  std::printf("\n]}\n");
}
