// Question: which boxes of a matrix does the tensor copy engine (TMA) take, and what lands where?
// Method:   descriptors: the driver is asked for each, and its answer noted. Loads: a matrix whose
//           element i holds i + 1, a box of it copied into shared memory that holds something else,
//           which is then read back; twice, so that bytes that were not written show. Each load
//           waits for the box's bytes at a barrier, which must get no more. A load that faults ends
//           its process; another goes on behind it.
// Output:   JSON: descriptors and loads as rows of their columns (see core/recorded/h200/README.md).
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <new>
#include <string>

#include "hopper.cuh"
#include "tma_cases.hpp"

constexpr int kRegion = 4096,
              kAwait = 1 << 20;  // bytes of shared memory that are read back; cycles

CUtensorMapDataType type_of(int element_bytes) {
  switch (element_bytes) {
    case 1:
      return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    case 2:
      return CU_TENSOR_MAP_DATA_TYPE_UINT16;
    case 4:
      return CU_TENSOR_MAP_DATA_TYPE_UINT32;
    default:
      return CU_TENSOR_MAP_DATA_TYPE_UINT64;
  }
}

CUresult encode(const TmaDescriptor& d, char* memory, CUtensorMap& map) {
  const cuuint64_t sizes[] = {static_cast<cuuint64_t>(d.width), static_cast<cuuint64_t>(d.height)};
  const cuuint64_t strides[] = {static_cast<cuuint64_t>(d.pitch)};
  const cuuint32_t box[] = {static_cast<cuuint32_t>(d.box_width),
                            static_cast<cuuint32_t>(d.box_height)};
  const cuuint32_t steps[] = {1, 1};
  constexpr CUtensorMapSwizzle swizzles[] = {CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B,
                                             CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B};
  return tensor_map_encoder()(&map, type_of(d.element_bytes), 2, memory + d.base, sizes, strides,
                              box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                              swizzles[d.swizzle / 32 - (d.swizzle == 128)],
                              CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

// Loads the box into shared memory full of `before`; `arrived`: whether the barrier got its
// bytes, and no more.
__global__ void load_box(const __grid_constant__ CUtensorMap map, int x, int y, int misalign,
                         int bytes, int before, uint8_t* found, int* arrived) {
  extern __shared__ __align__(1024) uint8_t memory[];
  __shared__ Barrier barrier;
  for (int i = threadIdx.x; i < kRegion; i += blockDim.x) memory[i] = static_cast<uint8_t>(before);
  if (threadIdx.x == 0) {
    barrier.init(1);
    publish_barriers();
  }
  publish_writes();
  __syncthreads();
  if (threadIdx.x == 0) {
    barrier.expect(bytes);
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(memory + misalign)),
        "l"(&map), "r"(x), "r"(y), "r"(shared_address(&barrier))
        : "memory");
    const auto in_time = [&](int parity) {
      const long long start = clock64();
      bool done = false;
      while (!done && clock64() - start < kAwait) done = barrier.ended(parity);
      return done;
    };
    *arrived = in_time(0);
    // Had more bytes come than expected, they would count in the next phase, and keep it open.
    const long long start = clock64();
    while (clock64() - start < kAwait / 64) {
    }
    barrier.arrive();
    *arrived = *arrived && in_time(1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kRegion; i += blockDim.x) found[i] = memory[i];
}

// What became of a load, where the parent process reads it.
struct Outcome {
  int tried = 0, arrived = 0;
  char status[40] = "";
  int16_t slots[kRegion] = {};  // per element: index in the matrix, -1 zero, -2 not written
};

class Loader {
 public:
  Loader() {
    CHECK(cudaMalloc(&matrix_, kMostBytes));
    CHECK(cudaMalloc(&found_, kRegion));
    CHECK(cudaMalloc(&arrived_, sizeof *arrived_));
    CHECK(cudaFuncSetAttribute(load_box, cudaFuncAttributeMaxDynamicSharedMemorySize, kRegion));
  }

  // False after a fault: this process can do no more.
  bool load(const TmaLoad& load, Outcome& outcome) {
    const int e = load.descriptor.element_bytes;
    outcome.tried = 1;
    CUtensorMap map;
    if (encode(load.descriptor, matrix_, map) != CUDA_SUCCESS) {
      std::strcpy(outcome.status, "refused descriptor");
      return true;
    }
    // Elements of one byte come in two parts: low, and high.
    std::vector<uint8_t> low[2], high[2];
    for (const int before : {0, 1}) {
      if (!copy(load, map, e == 1 ? 1 : 0, before ? 0xaa : 0x55, low[before], outcome))
        return false;
      high[before] = low[before];
      if (e == 1 && !copy(load, map, 2, before ? 0xaa : 0x55, high[before], outcome)) return false;
    }
    for (int i = 0; i < kRegion / e; ++i) {
      const bool untouched = low[0][i * e] == 0x55 && low[1][i * e] == 0xaa;
      const int value =
          e == 1 ? low[0][i] | high[0][i] << 8 : low[0][i * e] | low[0][i * e + 1] << 8;
      outcome.slots[i] = static_cast<int16_t>(untouched ? -2 : value - 1);
    }
    return true;
  }

 private:
  static constexpr size_t kMostBytes = 1 << 16;

  // part: 0 whole elements, 1 their low byte, 2 their high byte
  bool copy(const TmaLoad& load, const CUtensorMap& map, int part, int before,
            std::vector<uint8_t>& bytes, Outcome& outcome) {
    const TmaDescriptor& d = load.descriptor;
    std::vector<uint8_t> content(kMostBytes, 0xee);
    for (int y = 0; y < d.height; ++y)
      for (int x = 0; x < d.width; ++x) {
        const uint64_t value = y * d.width + x + 1, stored = part == 2 ? value >> 8 : value;
        std::memcpy(&content[d.base + y * d.pitch + x * d.element_bytes], &stored, d.element_bytes);
      }
    CHECK(cudaMemcpy(matrix_, content.data(), kMostBytes, cudaMemcpyHostToDevice));
    load_box<<<1, 128, kRegion>>>(map, load.x, load.y, load.misalign, load.bytes(), before, found_,
                                  arrived_);
    bytes.resize(kRegion);
    cudaError_t status = cudaGetLastError();
    if (status == cudaSuccess) status = cudaDeviceSynchronize();
    std::strcpy(outcome.status, status == cudaSuccess ? "ok" : cudaGetErrorName(status));
    if (status != cudaSuccess) return false;
    CHECK(cudaMemcpy(bytes.data(), found_, kRegion, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&outcome.arrived, arrived_, sizeof outcome.arrived, cudaMemcpyDeviceToHost));
    return true;
  }

  char* matrix_;
  uint8_t* found_;
  int* arrived_;
};

// Runs all loads in child processes, a new one after each fault.
void run_all(const std::vector<TmaLoad>& loads, Outcome* outcomes) {
  for (size_t next = 0; next < loads.size();) {
    const pid_t child = fork();
    REQUIRE(child >= 0, "fork");
    if (child == 0) {
      Loader loader;
      for (size_t i = next; i < loads.size(); ++i)
        if (!loader.load(loads[i], outcomes[i])) break;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    const size_t before = next;
    while (next < loads.size() && outcomes[next].tried) ++next;
    REQUIRE(next > before, "a child process did nothing");
  }
}

// Runs of slots: [first, count] where indices rise by one, [-1, count] zeros, [-2, count] not
// written.
void print_runs(const int16_t* slots, int count) {
  while (count > 0 && slots[count - 1] == -2) --count;
  std::printf("[");
  for (int i = 0; i < count;) {
    int end = i + 1;
    while (end < count && slots[end] == (slots[i] < 0 ? slots[i] : slots[i] + end - i)) ++end;
    std::printf("%s%d,%d", i ? "," : "", slots[i], end - i);
    i = end;
  }
  std::printf("]");
}

int main() {
  const std::vector<TmaLoad> loads = tma_loads();
  const size_t bytes = loads.size() * sizeof(Outcome);
  void* shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(shared != MAP_FAILED, "mmap");
  Outcome* outcomes = new (shared) Outcome[loads.size()];
  run_all(loads, outcomes);  // before this process starts CUDA, which does not survive a fork

  char* memory;
  CHECK(cudaMalloc(&memory, 1 << 16));
  std::printf(
      "{\"descriptor_columns\":[\"element_bytes\",\"width\",\"height\",\"pitch\",\"box_width\","
      "\"box_height\",\"swizzle\",\"base\",\"accepted\"],\n\"descriptors\":[\n");
  bool first = true;
  const auto print = [&](const TmaDescriptor& d) {
    std::printf("%s[%d,%lld,%lld,%lld,%d,%d,%d,%d", first ? "" : ",\n", d.element_bytes, d.width,
                d.height, d.pitch, d.box_width, d.box_height, d.swizzle, d.base);
    first = false;
  };
  for (const TmaDescriptor& d : tma_descriptors()) {
    CUtensorMap map;
    const CUresult answer = encode(d, memory, map);
    REQUIRE(answer == CUDA_SUCCESS || answer == CUDA_ERROR_INVALID_VALUE, "a strange answer");
    print(d);
    std::printf(",%d]", answer == CUDA_SUCCESS);
  }
  std::printf(
      "\n],\n\"load_columns\":[\"element_bytes\",\"width\",\"height\",\"pitch\",\"box_width\","
      "\"box_height\",\"swizzle\",\"base\",\"x\",\"y\",\"misalign\",\"status\",\"bytes\",\"slots\"]"
      ",\n\"loads\":[\n");
  first = true;
  for (size_t i = 0; i < loads.size(); ++i) {
    const Outcome& o = outcomes[i];
    print(loads[i].descriptor);
    std::printf(",%d,%d,%d,\"%s\",", loads[i].x, loads[i].y, loads[i].misalign,
                o.status[0] == 'o' && !o.arrived ? "no such bytes" : o.status);
    if (o.status[0] == 'o') {
      std::printf("%d,", loads[i].bytes());
      print_runs(o.slots, kRegion / loads[i].descriptor.element_bytes);
      std::printf("]");
    } else {
      std::printf("0,[]]");
    }
  }
  std::printf("\n]}\n");
}
