// Question: how many cycles until the next dependent instruction can use a result: of arithmetic,
//           and of a load that finds its data in shared memory, L1, L2 or device memory?
// Method:   one lane follows a random ring of addresses, one per 128-byte line, so that each load's
//           address is the previous load's value; clock64 and the global nanosecond timer around
//           many steps, median of several runs.
// Output:   JSON: tiers [{tier, bytes of the ring, cycles, ns}] on multiprocessor 0, and
//           "l2_by_sm": cycles of an L2 hit on one and the same line, asked from every
//           multiprocessor.
#include <numeric>
#include <random>
#include <string>

#include "common.cuh"

constexpr int kLine = 128;
constexpr int kRuns = 7;
constexpr size_t kOther = size_t{512} << 20;  // several times L2

struct Sample {
  long long cycles;
  long long ns;
};

__device__ long long nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__device__ bool on_sm(int sm) {
  int here;
  asm("mov.u32 %0, %smid;" : "=r"(here));
  return here == sm;
}

// Times `steps` calls of step(), of which each depends on the one before.
template <typename Step>
__device__ void time_steps(int steps, Sample* sample, Step step) {
  const long long ns = nanoseconds();
  const long long start = clock64();
  for (int i = 0; i < steps; i += 64) {
#pragma unroll
    for (int j = 0; j < 64; ++j) step();
  }
  const long long stop = clock64();
  *sample = {stop - start, nanoseconds() - ns};
}

__global__ void ffma_chain(int sm, int steps, float x, Sample* sample, float* sink) {
  if (!on_sm(sm)) return;
  time_steps(steps, sample, [&] { asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x)); });
  *sink = x;
}

__global__ void shared_chain(int sm, int steps, int lines, Sample* sample, uint32_t* sink) {
  extern __shared__ uint32_t ring[];
  if (!on_sm(sm)) return;
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(ring));
  for (int i = 0; i < lines; ++i) ring[i] = base + (i * 13 + 7) % lines * 4;  // visits every word
  uint32_t at = base;
  time_steps(steps, sample, [&] { asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)); });
  *sink = at;
}

// kL1: loads may hit in L1; otherwise they go to L2.
template <bool kL1>
__global__ void global_chain(int sm, int warm_steps, int steps, const char* start, Sample* sample,
                             const char** sink) {
  if (!on_sm(sm)) return;
  const char* at = start;
  const auto step = [&] {
    if constexpr (kL1) {
      asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
    } else {
      asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
    }
  };
  time_steps(warm_steps, sample, step);
  time_steps(steps, sample, step);
  *sink = at;
}

__global__ void link_lines(char* base, const uint32_t* next, uint32_t lines) {
  const uint32_t line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  *reinterpret_cast<char**>(base + size_t{line} * kLine) = base + size_t{next[line]} * kLine;
}

// Links the first `bytes` at `base` into one ring through every line in random order (Sattolo's
// algorithm).
void make_ring(char* base, size_t bytes) {
  const uint32_t lines = static_cast<uint32_t>(bytes / kLine);
  std::vector<uint32_t> next(lines);
  std::iota(next.begin(), next.end(), 0u);
  std::mt19937 random(lines);
  for (uint32_t i = lines - 1; i > 0; --i) std::swap(next[i], next[random() % i]);
  uint32_t* device = nullptr;
  CHECK(cudaMalloc(&device, lines * sizeof(uint32_t)));
  CHECK(cudaMemcpy(device, next.data(), lines * sizeof(uint32_t), cudaMemcpyHostToDevice));
  link_lines<<<(lines + 255) / 256, 256>>>(base, device, lines);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(device));
}

// Runs launch(sample) several times; prints the medians per step.
template <typename Launch>
double report(const std::string& head, int steps, Launch launch) {
  Sample* device = nullptr;
  CHECK(cudaMalloc(&device, sizeof *device));
  std::vector<double> cycles, ns;
  for (int run = 0; run < kRuns; ++run) {
    Sample sample{};
    CHECK(cudaMemset(device, 0, sizeof sample));
    launch(device);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sample, device, sizeof sample, cudaMemcpyDeviceToHost));
    REQUIRE(sample.cycles > 0, "no block ran on the multiprocessor asked for");
    cycles.push_back(static_cast<double>(sample.cycles) / steps);
    ns.push_back(static_cast<double>(sample.ns) / steps);
  }
  CHECK(cudaFree(device));
  if (!head.empty())
    std::printf("{%s,\"cycles\":%.2f,\"ns\":%.3f}", head.c_str(), median(cycles), median(ns));
  return median(cycles);
}

int main() {
  int sms = 0;
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  void* sink = nullptr;
  char* memory = nullptr;
  char* other = nullptr;
  const size_t largest = size_t{1} << 30;
  CHECK(cudaMalloc(&other, kOther));
  CHECK(cudaMalloc(&sink, 64));
  CHECK(cudaMalloc(&memory, largest));

  std::printf("{\"tiers\":[\n");
  report("\"tier\":\"register (dependent FFMA)\",\"bytes\":0", 1 << 16, [&](Sample* sample) {
    ffma_chain<<<sms, 1>>>(0, 1 << 16, 0.5f, sample, static_cast<float*>(sink));
  });
  std::printf(",\n");
  report("\"tier\":\"shared\",\"bytes\":8192", 1 << 15, [&](Sample* sample) {
    shared_chain<<<sms, 1, 8192>>>(0, 1 << 15, 2048, sample, static_cast<uint32_t*>(sink));
  });
  struct Ring {
    const char* tier;
    size_t bytes;
    bool l1;
    int warm_steps;
    int steps;
  };
  constexpr size_t kKB = 1 << 10, kMB = 1 << 20;
  // A ring in a cache is walked once before timing. Before each walk of device memory L2 is filled
  // with other data, and no line is read twice.
  for (const Ring& ring :
       {Ring{"L1", 16 * kKB, true, 4096, 1 << 15}, Ring{"L1", 128 * kKB, true, 4096, 1 << 15},
        Ring{"L2", 1 * kMB, false, 1 << 14, 1 << 14}, Ring{"L2", 8 * kMB, false, 1 << 16, 1 << 16},
        Ring{"L2", 24 * kMB, false, 200704, 1 << 16}, Ring{"HBM", 256 * kMB, false, 64, 1 << 16},
        Ring{"HBM", largest, false, 64, 1 << 16}}) {
    make_ring(memory, ring.bytes);
    const bool cached = ring.warm_steps * size_t{kLine} >= ring.bytes;
    std::printf(",\n");
    report("\"tier\":\"" + std::string(ring.tier) + "\",\"bytes\":" + std::to_string(ring.bytes),
           ring.steps, [&](Sample* sample) {
             if (!cached) CHECK(cudaMemset(other, 0, kOther));
             const auto out = static_cast<const char**>(sink);
             if (ring.l1) {
               global_chain<true><<<sms, 1>>>(0, ring.warm_steps, ring.steps, memory, sample, out);
             } else {
               global_chain<false><<<sms, 1>>>(0, ring.warm_steps, ring.steps, memory, sample, out);
             }
           });
  }
  std::printf("],\n\"l2_by_sm\":[");
  make_ring(memory, kLine);
  for (int sm = 0; sm < sms; ++sm) {
    const double cycles = report("", 1 << 13, [&](Sample* sample) {
      global_chain<false>
          <<<sms, 1>>>(sm, 1024, 1 << 13, memory, sample, static_cast<const char**>(sink));
    });
    std::printf("%s%.1f", sm ? "," : "", cycles);
  }
  std::printf("]}\n");
}
