// Question: how busy is one sub-partition's scheduler with W warps that load, wait, compute and
//           load again?
// Method:   multiprocessor 0 holds 64 warps; of the 16 on its first sub-partition W run a loop of k
//           independent loads, n FFMAs in one dependent chain that starts with the loaded values,
//           and the next address, which depends on the chain's result, so that nothing can move
//           across. All start at one clock value and go on until another, whatever share of the
//           issue slots each is given; what they did until then counts. Median of several runs. How
//           many instructions an iteration really has comes from a profiler (see run): the
//           difference of two launches of --count.
// Output:   JSON: loops [{source of the data, math n, loads k, cycles per iteration of a warp for W
//           = 1…16}], and "issue": instructions per cycle of independent FFMAs on 8 warps, all on
//           one sub-partition and spread.
// Usage:    warps | warps --count (two launches per loop, of kCounted and 2·kCounted iterations;
//           prints nothing)
#include <cstring>
#include <type_traits>
#include <utility>

#include "common.cuh"

enum Source { kShared, kL1, kL2, kHbm };
constexpr const char* kNames[] = {"shared", "L1", "L2", "HBM"};
constexpr int kWarps = 16;  // of one sub-partition
constexpr int kCounted = 64;
constexpr int kIssued = 400;  // times 128 FFMAs
constexpr int kRuns = 3;
constexpr int kBlock = 1024;
constexpr int kSharedBytes = kWarps * 8 * 128;
constexpr size_t kMemory = size_t{6} << 30;

struct Meeting {
  unsigned arrived;
  long long start;
};

// Of one warp: chunks of iterations finished, the last of them at or after the stop; when that one
// began and ended.
struct Times {
  long long chunks, begin, end, stop;
};

struct Plan {
  unsigned warps;  // taking part, on the sub-partition
  uint32_t step;   // bytes from one iteration's data to the next one's
  int chunk;       // iterations between two looks at the clock
  int cycles;      // from start to stop
  bool alone;      // one warp, one chunk, no meeting: for counting instructions
};

__device__ unsigned multiprocessor() {
  unsigned value;
  asm volatile("mov.u32 %0, %smid;" : "=r"(value));
  return value;
}

__device__ unsigned warp_slot() {
  unsigned value;
  asm volatile("mov.u32 %0, %warpid;" : "=r"(value));
  return value;
}

// Holds every block until both blocks of multiprocessor 0 are there; tells whether this is one of
// them, and when (on that multiprocessor's clock) to start.
__device__ bool meet(Meeting* meeting, long long* start) {
  const bool here = multiprocessor() == 0;
  if (threadIdx.x == 0) {
    volatile Meeting* seen = meeting;
    if (here) {
      seen->start =
          clock64() + 20000;  // the later of the two blocks wins: it writes before it arrives
      __threadfence();
      atomicAdd(&meeting->arrived, 1);
    }
    while (seen->arrived < 2) {
    }
    __threadfence();
  }
  __syncthreads();
  *start = *reinterpret_cast<volatile long long*>(&meeting->start);
  return here;
}

template <Source kSource>
using Address = std::conditional_t<kSource == kShared, uint32_t, const char*>;

template <Source kSource>
__device__ float load(Address<kSource> address) {
  float value;
  if constexpr (kSource == kShared) {
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(address));
  } else if constexpr (kSource == kL1) {
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(value) : "l"(address));
  } else {
    asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(address));
  }
  return value;
}

template <Source kSource, int kMath, int kLoads>
__device__ void iterate(Address<kSource>& address, uint32_t step, int iterations, float factor) {
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < iterations; ++i) {
    float value[kLoads];
#pragma unroll
    for (int j = 0; j < kLoads; ++j) value[j] = load<kSource>(address + j * 128);
#pragma unroll
    for (int j = 0; j < kMath; ++j) sum = fmaf(sum, factor, value[j % kLoads]);
    address += step + __float_as_uint(sum);  // all data are zero, and so is the sum
  }
}

extern __shared__ __align__(128) char shared_data[];

template <Source kSource, int kMath, int kLoads>
__global__ void __launch_bounds__(kBlock, 2) loop(const char* data, Plan plan, float factor,
                                                  Meeting* meeting, Times* times, uint64_t* sink) {
  for (int i = threadIdx.x; i < kSharedBytes / 4; i += blockDim.x)
    reinterpret_cast<int*>(shared_data)[i] = 0;
  __syncthreads();
  long long start = 0;
  if (!plan.alone && !meet(meeting, &start)) return;
  const unsigned slot = warp_slot();
  const unsigned warp = plan.alone ? 0 : slot / 4;
  if (!plan.alone && (slot % 4 != 0 || warp >= plan.warps)) return;

  const uint32_t offset = warp * kLoads * 128 + threadIdx.x % 32 * 4;
  Address<kSource> address;
  if constexpr (kSource == kShared) {
    address = static_cast<uint32_t>(__cvta_generic_to_shared(shared_data)) + offset;
  } else {
    address = data + offset;
  }
  iterate<kSource, kMath, kLoads>(address, plan.step, 8,
                                  factor);  // fills the caches, of instructions too
  while (!plan.alone && clock64() < start) {
  }
  Times mine{0, clock64(), 0, start + plan.cycles};
  while (true) {
    iterate<kSource, kMath, kLoads>(address, plan.step, plan.chunk, factor);
    ++mine.chunks;
    mine.end = clock64();
    if (plan.alone || mine.end >= mine.stop) break;
    mine.begin = mine.end;
  }
  times[warp] = mine;
  *sink = (uint64_t)address;
}

// Instructions per cycle of the warps whose slot has its bit in `mask`, each with four chains of
// FFMAs.
__global__ void issue(unsigned mask, float factor, Times* times, float* sink) {
  const unsigned slot = warp_slot() % 32;
  if ((mask >> slot & 1) == 0) return;
  float sum[4] = {};
  times[slot].begin = clock64();
  for (int i = 0; i < kIssued; ++i) {
#pragma unroll
    for (int j = 0; j < 128; ++j) sum[j % 4] = fmaf(sum[j % 4], factor, factor);
  }
  times[slot].end = clock64();
  *sink = sum[0] + sum[1] + sum[2] + sum[3];
}

struct Bench {
  char* data = nullptr;
  Meeting* meeting = nullptr;
  Times* times = nullptr;
  uint64_t* sink = nullptr;
  int sms = 0;
  bool first = true;
  size_t used = 0;  // of device memory, by loops that want data not in L2
};

// Cycles that an iteration took a warp on average, from start to stop.
double cycles_per_iteration(const Times* times, unsigned warps, int chunk, int cycles) {
  double chunks = 0;
  for (unsigned w = 0; w < warps; ++w) {
    REQUIRE(times[w].chunks > 0, "a warp of the sub-partition did not run");
    // The last chunk counts as far as it lies before the stop; one that began later does not.
    const double last = static_cast<double>(times[w].stop - times[w].begin) /
                        static_cast<double>(times[w].end - times[w].begin);
    chunks += static_cast<double>(times[w].chunks - 1) + std::max(0.0, last);
  }
  return static_cast<double>(cycles) * warps / (chunks * chunk);
}

template <Source kSource, int kMath, int kLoads>
double cycles_of(Bench& bench, unsigned warps) {
  constexpr bool kNear = kSource == kShared || kSource == kL1;
  // Reading the clock takes some 60 cycles, a small part of a chunk; a chunk is a small part of the
  // whole.
  const int chunk = kNear ? 100 : 24, cycles = kNear ? 1000000 : 400000;
  // Data of the next iteration: the same in shared memory and L1, beyond all warps' lines
  // otherwise.
  const uint32_t step = kNear ? 0 : warps * kLoads * 128;
  // The greatest distance that the warps can cover: no load from L2 takes as little as 200 cycles,
  // none from memory 400.
  const size_t bytes = size_t{step} * (kSource == kHbm ? cycles / 400 : 3 * cycles / 200) + 4096;
  if (kSource == kHbm && bench.used == 0)
    bench.used = size_t{256} << 20;  // beyond what the loops before left in L2
  REQUIRE(bench.used + 6 * bytes <= kMemory, "too little memory for data that nobody has read");
  std::vector<double> found;
  for (int run = kSource == kL2 ? -1 : 0; run < kRuns; ++run) {
    const char* data = bench.data + bench.used;
    const int length =
        run < 0 ? 3 * cycles : cycles;         // data for L2 come from memory once, and take longer
    if (kSource == kHbm) bench.used += bytes;  // a multiple of 128
    CHECK(cudaMemset(bench.meeting, 0, sizeof(Meeting)));
    CHECK(cudaMemset(bench.times, 0, kWarps * sizeof(Times)));
    loop<kSource, kMath, kLoads><<<2 * bench.sms, kBlock, kSharedBytes>>>(
        data, {warps, step, chunk, length, false}, 0.5f, bench.meeting, bench.times, bench.sink);
    CHECK(cudaGetLastError());
    Times times[kWarps];
    CHECK(cudaMemcpy(times, bench.times, sizeof times, cudaMemcpyDeviceToHost));
    if (run >= 0) found.push_back(cycles_per_iteration(times, warps, chunk, cycles));
  }
  return median(found);
}

template <Source kSource, int kMath, int kLoads>
void one_loop(Bench& bench, bool count) {
  if constexpr (kMath >= kLoads) {
    if (count) {
      for (const int iterations : {kCounted, 2 * kCounted}) {
        loop<kSource, kMath, kLoads><<<1, 32, kSharedBytes>>>(
            bench.data, {1, 0, iterations, 0, true}, 0.5f, nullptr, bench.times, bench.sink);
        CHECK(cudaDeviceSynchronize());
      }
      return;
    }
    std::printf("%s{\"source\":\"%s\",\"math\":%d,\"loads\":%d,\"cycles\":[",
                bench.first ? "" : ",\n", kNames[kSource], kMath, kLoads);
    bench.first = false;
    for (unsigned warps = 1; warps <= kWarps; ++warps) {
      std::printf("%s%.2f", warps > 1 ? "," : "", cycles_of<kSource, kMath, kLoads>(bench, warps));
    }
    std::printf("]}");
  }
}

template <Source kSource>
void loops(Bench& bench, bool count) {
  const auto with_loads = [&]<int... kMath>(std::integer_sequence<int, kMath...>) {
    (one_loop<kSource, kMath, 1>(bench, count), ...);
    (one_loop<kSource, kMath, 2>(bench, count), ...);
    (one_loop<kSource, kMath, 4>(bench, count), ...);
    (one_loop<kSource, kMath, 8>(bench, count), ...);
  };
  with_loads(std::integer_sequence<int, 1, 2, 4, 8, 16, 32>{});
}

double issue_rate(const Bench& bench, unsigned mask) {
  Times times[32];
  CHECK(cudaMemset(bench.times, 0, sizeof times));
  issue<<<1, kBlock>>>(mask, 0.5f, bench.times, reinterpret_cast<float*>(bench.sink));
  CHECK(cudaMemcpy(times, bench.times, sizeof times, cudaMemcpyDeviceToHost));
  long long begin = INT64_MAX, end = 0, warps = 0;
  for (const Times& time : times) {
    if (time.end == 0) continue;
    begin = std::min(begin, time.begin);
    end = std::max(end, time.end);
    ++warps;
  }
  return static_cast<double>(warps * kIssued * 128) / static_cast<double>(end - begin);
}

int main(int argc, char** argv) {
  const bool count = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  Bench bench;
  CHECK(cudaDeviceGetAttribute(&bench.sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaMalloc(&bench.data, count ? 1 << 20 : kMemory));
  CHECK(cudaMemset(bench.data, 0, count ? 1 << 20 : kMemory));
  CHECK(cudaMalloc(&bench.meeting, sizeof(Meeting)));
  CHECK(cudaMalloc(&bench.times, 32 * sizeof(Times)));
  CHECK(cudaMalloc(&bench.sink, sizeof(uint64_t)));
  if (!count) {
    const double one = issue_rate(bench, 0x11111111), all = issue_rate(bench, 0xff);
    std::printf(
        "{\"issue\":{\"one_sub_partition\":%.3f,\"four_sub_partitions\":%.3f},\n\"loops\":[\n", one,
        all);
  }
  loops<kShared>(bench, count);
  loops<kL1>(bench, count);
  loops<kL2>(bench, count);
  loops<kHbm>(bench, count);
  if (!count) std::printf("\n]}\n");
}
