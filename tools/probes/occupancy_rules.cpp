// Question: what does CUDA's own calculator, cuda_occupancy.h, answer for every compute capability?
// Method:   the header is plain C: no GPU takes part. Random kernels and sizes from a fixed seed,
// half of them at an
//           edge where the answer is likely to change. `limits` are the names of Loom's limiters,
//           from the header's limiting factors.
// Output:   JSON: the toolkit's version; per capability cases [threads, registers, static bytes,
// dynamic bytes, most
//           dynamic bytes the kernel asked for, named barriers, resident blocks, limiting factors
//           as bits: warps 1, registers 2, shared memory 4, blocks 8, barriers 16].
// Build:    g++ -std=c++17 -I/usr/local/cuda/include occupancy_rules.cpp
#include <cuda.h>
#include <cuda_occupancy.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

constexpr int kib = 1024, cases = 900;

struct Limits {  // of a capability, as its devices report them
  int major, minor, threads, shared, shared_opt_in, reserved;
};

constexpr Limits all[] = {
    {7, 0, 2048, 96 * kib, 96 * kib, 0},      {7, 5, 1024, 64 * kib, 64 * kib, 0},
    {8, 0, 2048, 164 * kib, 163 * kib, kib},  {8, 6, 1536, 100 * kib, 99 * kib, kib},
    {8, 9, 1536, 100 * kib, 99 * kib, kib},   {9, 0, 2048, 228 * kib, 227 * kib, kib},
    {10, 0, 2048, 228 * kib, 227 * kib, kib}, {10, 3, 2048, 228 * kib, 227 * kib, kib},
    {12, 0, 1536, 100 * kib, 99 * kib, kib},
};

std::mt19937 random_bits(20240607);
int pick(int low, int high) {
  return low + static_cast<int>(random_bits() % static_cast<unsigned>(high - low + 1));
}

cudaOccDeviceProp device(const Limits& limits) {
  cudaOccDeviceProp device{};
  device.computeMajor = limits.major;
  device.computeMinor = limits.minor;
  device.maxThreadsPerBlock = 1024;
  device.maxThreadsPerMultiprocessor = limits.threads;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536;
  device.warpSize = 32;
  device.sharedMemPerBlock = 48 * kib;
  device.sharedMemPerMultiprocessor = static_cast<size_t>(limits.shared);
  device.numSms = 1;
  device.sharedMemPerBlockOptin = static_cast<size_t>(limits.shared_opt_in);
  device.reservedSharedMemPerBlock = static_cast<size_t>(limits.reserved);
  return device;
}

// Bytes of shared memory near a size that n blocks just fit with.
int edge_bytes(const Limits& limits) {
  const int unit = limits.major == 7 ? 256 : 128;
  const int each = limits.shared / pick(1, 33) / unit * unit - limits.reserved;
  return std::max(0, std::min(each, limits.shared_opt_in) + pick(-1, 1));
}

void print_case(const Limits& limits, bool comma) {
  const bool edge = random_bits() % 2;
  const int threads = edge ? std::max(1, 32 * pick(1, 32) + pick(-1, 1)) : pick(1, 1100);
  const int registers = edge ? std::min(255, 8 * pick(2, 32) + pick(0, 1)) : pick(1, 255);
  const int shared = edge ? edge_bytes(limits) : random_bits() % 3 ? pick(0, 1 << pick(4, 18)) : 0;
  const int fixed = random_bits() % 3 == 0 ? pick(0, std::min(shared, 48 * kib)) : 0;
  const int dynamic = shared - fixed;
  const int asked =
      random_bits() % 4 ? limits.shared_opt_in - fixed : std::max(0, 48 * kib - fixed);
  const int barriers = random_bits() % 4 ? 0 : pick(1, 16);

  cudaOccDeviceProp properties = device(limits);
  cudaOccFuncAttributes kernel{};
  kernel.maxThreadsPerBlock = 1024;
  kernel.numRegs = registers;
  kernel.sharedSizeBytes = static_cast<size_t>(fixed);
  kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  kernel.maxDynamicSharedSizeBytes = static_cast<size_t>(asked);
  kernel.numBlockBarriers = barriers;
  cudaOccDeviceState state{};
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &kernel, &state, threads, static_cast<size_t>(dynamic));
  if (error != CUDA_OCC_SUCCESS) {
    std::fprintf(stderr, "%d.%d: error %d for %d threads\n", limits.major, limits.minor, int(error),
                 threads);
    std::exit(1);
  }
  const unsigned factors = result.limitingFactors;
  const int named = (factors & OCC_LIMIT_WARPS ? 1 : 0) | (factors & OCC_LIMIT_REGISTERS ? 2 : 0) |
                    (factors & OCC_LIMIT_SHARED_MEMORY ? 4 : 0) |
                    (factors & OCC_LIMIT_BLOCKS ? 8 : 0) | (factors & OCC_LIMIT_BARRIERS ? 16 : 0);
  std::printf("%s[%d,%d,%d,%d,%d,%d,%d,%d]", comma ? ",\n" : "", threads, registers, fixed, dynamic,
              asked, barriers, result.activeBlocksPerMultiprocessor, named);
}

}  // namespace

int main() {
  std::printf("{\"cuda_version\":%d,\n\"capabilities\":{", CUDA_VERSION);
  bool first = true;
  for (const Limits& limits : all) {
    std::printf("%s\n\"%d.%d\":[\n", first ? "" : ",", limits.major, limits.minor);
    first = false;
    for (int i = 0; i < cases; ++i) print_case(limits, i > 0);
    std::printf("]");
  }
  std::printf("}}\n");
}
