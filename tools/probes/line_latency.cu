// Question: does a warp's load take longer when its lanes are in many lines than in one?
// Method:   one warp follows rings of lines in random order, each word of a line holding where the
//           same word of the ring's next line is; so a load's addresses are the values of the load
//           before. The lanes are in 1 … 32 rings, neighbors together. A lane reads the word of its
//           own number (`own`: no two lanes share a bank), or all read the first (`first`: a column
//           of a matrix). clock64 around many loads, median of several runs. The addition that
//           makes an address of a loaded offset is counted in every case.
// Output:   JSON: cases [{tier, bytes of all lines, word, lines, cycles of one load}].
// Usage:    line_latency | line_latency --count (one launch of each; prints nothing)
#include <cstring>
#include <numeric>
#include <random>

#include "common.cuh"

namespace {

constexpr uint32_t kLine = 128, kWords = 32;
constexpr int kRuns = 7;
constexpr size_t kOther = size_t{512} << 20;  // several times L2

struct Tier {
  const char* name;
  size_t bytes;
  bool l1, cached;  // cached: a walk before the clock starts brings all lines
  int steps;
};
constexpr size_t kKB = 1 << 10, kMB = 1 << 20;
constexpr Tier kTiers[] = {{"L1", 32 * kKB, true, true, 4096},
                           {"L2", 4 * kMB, false, true, 4096},
                           {"HBM", 1024 * kMB, false, false, 4096}};

// The place of the lane's first word, then of each next one.
template <bool kL1>
__global__ void walk(const char* memory, const uint32_t* starts, int warm_steps, int steps,
                     long long* cycles, uint32_t* sink) {
  uint32_t at = starts[threadIdx.x];
  const auto step = [&] {
    if constexpr (kL1)
      asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(memory + at));
    else
      asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(memory + at));
  };
  for (int i = 0; i < warm_steps; ++i) step();
  const long long start = clock64();
#pragma unroll 16
  for (int i = 0; i < steps; ++i) step();
  const long long stop = clock64();
  sink[threadIdx.x] = at;  // the clock stops after the last value is needed or not: one of many
  if (threadIdx.x == 0) *cycles = stop - start;
}

__global__ void link(uint32_t* memory, const uint32_t* next) {
  const uint32_t line = blockIdx.x;
  memory[size_t{line} * kWords + threadIdx.x] = next[line] * kLine + threadIdx.x * 4;
}

class Probe {
 public:
  explicit Probe(bool counting) : counting_(counting) {
    CHECK(cudaMalloc(&memory_, kTiers[2].bytes));
    CHECK(cudaMalloc(&next_, kTiers[2].bytes / kLine * sizeof(uint32_t)));
    CHECK(cudaMalloc(&other_, kOther));
    CHECK(cudaMalloc(&starts_, kWords * sizeof(uint32_t)));
    CHECK(cudaMalloc(&sink_, kWords * sizeof(uint32_t)));
    CHECK(cudaMalloc(&cycles_, sizeof *cycles_));
  }

  void tier(const Tier& tier) {
    std::vector<uint32_t> order(tier.bytes / kLine);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (const int lines : {1, 2, 4, 8, 16, 32}) {
      join(order, lines);
      for (const bool own : {true, false}) report(tier, order, lines, own);
    }
  }

 private:
  // Line i of the order leads to the one `lines` further on: so many rings.
  void join(const std::vector<uint32_t>& order, int lines) {
    std::vector<uint32_t> next(order.size());
    for (size_t i = 0; i < order.size(); ++i) next[order[i]] = order[(i + lines) % order.size()];
    CHECK(cudaMemcpy(next_, next.data(), next.size() * sizeof next[0], cudaMemcpyHostToDevice));
    link<<<static_cast<unsigned>(next.size()), kWords>>>(memory_, next_);
    CHECK(cudaDeviceSynchronize());
  }

  void report(const Tier& tier, const std::vector<uint32_t>& order, int lines, bool own) {
    std::vector<uint32_t> starts(kWords);
    for (uint32_t lane = 0; lane < kWords; ++lane)
      starts[lane] = order[lane * lines / kWords] * kLine + (own ? lane * 4 : 0);
    CHECK(cudaMemcpy(starts_, starts.data(), kWords * sizeof starts[0], cudaMemcpyHostToDevice));
    std::vector<double> cycles;
    for (int run = 0; run < (counting_ ? 1 : kRuns); ++run) {
      if (!tier.cached && !counting_) CHECK(cudaMemset(other_, 0, kOther));
      const int warm = tier.cached ? static_cast<int>(order.size()) / lines : 16;
      const auto kernel = tier.l1 ? walk<true> : walk<false>;
      kernel<<<1, kWords>>>(reinterpret_cast<char*>(memory_), starts_, warm, tier.steps, cycles_,
                            sink_);
      CHECK(cudaGetLastError());
      long long now = 0;
      CHECK(cudaMemcpy(&now, cycles_, sizeof now, cudaMemcpyDeviceToHost));
      cycles.push_back(static_cast<double>(now) / tier.steps);
    }
    if (counting_) return;
    std::printf("%s{\"tier\":\"%s\",\"bytes\":%zu,\"word\":\"%s\",\"lines\":%d,\"cycles\":%.2f}",
                comma_, tier.name, tier.bytes, own ? "own" : "first", lines, median(cycles));
    comma_ = ",\n";
  }

  bool counting_;
  uint32_t *memory_, *next_, *starts_, *sink_;
  char* other_;
  long long* cycles_;
  const char* comma_ = "";
};

}  // namespace

int main(int argc, char** argv) {
  const bool counting = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  Probe probe(counting);
  if (!counting) std::printf("{\"cases\":[\n");
  for (const Tier& tier : kTiers) probe.tier(tier);
  if (!counting) std::printf("]}\n");
}
