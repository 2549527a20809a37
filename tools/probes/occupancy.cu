// Question: how many blocks of a kernel does one multiprocessor hold, by the CUDA runtime's own
//           account?
// Method:   kernels with 8 to 255 registers, every count from 24 on, and kernels with static shared
//           memory, each asked over block sizes and dynamic shared memory, with the edges where a
//           block is won or lost. Nothing is launched. Each kernel may use as much dynamic shared
//           memory as the device allows (opt-in).
// Output:   JSON: the device's limits; per kernel its registers and static bytes as
//           cudaFuncGetAttributes has them, and cases [threads, dynamic shared bytes, resident
//           blocks].
#include <random>
#include <utility>

#include "common.cuh"

template <int kValues>
__device__ void hold(const float* in, float* out) {
  float value[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i) {
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(value[i]) : "l"(in + i * 64 + threadIdx.x));
  }
#pragma unroll
  for (int i = 0; i < kValues; ++i) {
    asm volatile("st.global.f32 [%0], %1;" ::"l"(out + i * 64), "f"(value[kValues - 1 - i]));
  }
}

// Holds a few values more than the cap allows, so that the compiler uses every register up to it.
template <int kCap>
__global__ __maxnreg__(kCap) void capped(const float* in, float* out) {
  hold<kCap + 8>(in, out);
}

// The compiler lifts caps under 24; kernels with fewer registers have to be small by themselves.
template <int kValues>
__global__ void uncapped(const float* in, float* out) {
  hold<kValues>(in, out);
}

template <int kBytes>
__global__ void static_shared(char* out) {
  __shared__ volatile char bytes[kBytes];
  bytes[threadIdx.x % kBytes] = 1;
  __syncthreads();
  out[threadIdx.x] = bytes[0];
}

__global__ void empty() {}

int attribute(cudaDeviceAttr which) {
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

struct Case {
  int threads;
  int dynamic_bytes;
};

class Writer {
 public:
  // Asks for every case and prints the kernel with its answers.
  template <typename Kernel>
  void kernel(Kernel kernel, const std::vector<Case>& cases) {
    cudaFuncAttributes found;
    CHECK(cudaFuncGetAttributes(&found, kernel));
    const int opt_in = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    const int left = opt_in - static_cast<int>(found.sharedSizeBytes);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, left));
    std::printf("%s{\"registers\":%d,\"static_bytes\":%zu,\"cases\":[", first_ ? "" : ",\n",
                found.numRegs, found.sharedSizeBytes);
    first_ = false;
    bool comma = false;
    for (const Case& c : cases) {
      int blocks = -1;
      CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, c.threads,
                                                          c.dynamic_bytes));
      std::printf("%s[%d,%d,%d]", comma ? "," : "", c.threads, c.dynamic_bytes, blocks);
      comma = true;
    }
    std::printf("]}");
  }

 private:
  bool first_ = true;
};

// Dynamic bytes at which a multiprocessor of `pool` bytes stops holding n blocks, and one byte to
// either side.
std::vector<Case> shared_edges(int threads, int static_bytes) {
  const int pool = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  const int reserved = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - static_bytes;
  std::vector<Case> cases;
  for (int blocks = 1; blocks <= 33; ++blocks) {
    const int edge = pool / blocks / 128 * 128 - reserved - static_bytes;
    for (const int bytes : {edge - 128, edge - 127, edge - 1, edge, edge + 1, edge + 128}) {
      if (bytes >= 0 && bytes <= most + 128) cases.push_back({threads, bytes});
    }
  }
  const auto order = [](const Case& a, const Case& b) { return a.dynamic_bytes < b.dynamic_bytes; };
  const auto same = [](const Case& a, const Case& b) { return a.dynamic_bytes == b.dynamic_bytes; };
  std::sort(cases.begin(), cases.end(), order);
  cases.erase(std::unique(cases.begin(), cases.end(), same), cases.end());
  return cases;
}

void append(std::vector<Case>& cases, const std::vector<Case>& more) {
  for (const Case& c : more) cases.push_back(c);
}

std::vector<Case> register_cases(int registers) {
  std::vector<Case> cases;
  std::mt19937 random(registers);
  for (int threads = 32; threads <= 1024; threads += threads < 512 ? 32 : 64)
    cases.push_back({threads, 0});
  const bool common = registers == 32 || registers == 64 || registers == 128 || registers == 255;
  for (int threads = 1; common && threads <= 1056; threads += 31) {
    for (const int near : {threads - 1, threads, threads + 1}) {
      if (near > 0) cases.push_back({near, 0});
    }
  }
  if (registers % 64 == 0) {
    for (const int threads : {64, 288}) append(cases, shared_edges(threads, 0));
  }
  for (int n = 0; n < 8; ++n) {
    const int threads = 1 + static_cast<int>(random() % 1024);
    const int limit = 1 << (10 + random() % 8);
    cases.push_back({threads, static_cast<int>(random() % limit)});
  }
  return cases;
}

template <int kBytes>
void static_cases(Writer& writer) {
  std::vector<Case> cases;
  for (const int threads : {32, 100, 256, 1024}) cases.push_back({threads, 0});
  append(cases, shared_edges(160, kBytes));
  writer.kernel(static_shared<kBytes>, cases);
}

template <int... kIndex>
void register_kernels(Writer& writer, std::integer_sequence<int, kIndex...>) {
  (writer.kernel(capped<24 + kIndex>, register_cases(24 + kIndex)), ...);
}

int main() {
  std::printf(
      "{\"limits\":{\"threads\":%d,\"blocks\":%d,\"registers\":%d,\"shared_bytes\":%d,"
      "\"shared_bytes_per_block\":%d,\"shared_bytes_reserved\":%d},\n\"kernels\":[\n",
      attribute(cudaDevAttrMaxThreadsPerMultiProcessor),
      attribute(cudaDevAttrMaxBlocksPerMultiprocessor),
      attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
      attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
      attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
      attribute(cudaDevAttrReservedSharedMemoryPerBlock));
  Writer writer;
  std::vector<Case> cases;
  for (int threads = 1; threads <= 1056; ++threads) cases.push_back({threads, 0});
  for (const int threads : {1, 32, 64, 192}) append(cases, shared_edges(threads, 0));
  writer.kernel(empty, cases);
  static_cases<1>(writer);
  static_cases<1000>(writer);
  static_cases<1024>(writer);
  static_cases<12345>(writer);
  static_cases<48 * 1024>(writer);
  writer.kernel(uncapped<2>, register_cases(1));
  writer.kernel(uncapped<3>, register_cases(2));
  writer.kernel(uncapped<4>, register_cases(3));
  writer.kernel(uncapped<6>, register_cases(4));
  register_kernels(writer, std::make_integer_sequence<int, 232>{});
  std::printf("\n]}\n");
}
