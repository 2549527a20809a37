// Question: do the short programs that the pages show compile, give the right answer, and gain what
//           the text says?
// Method:   each region between [snippet: NAME] and [end] runs on 256 MB, is checked on the host,
//           and timed (median between events).
// Output:   JSON: snippets [{name, bytes that the program needs to move, ms, gb_per_s}], bytes and
//           rate null where the time is the point; and "resident", what the occupancy query
//           answered.
// Usage:    snippets | snippets --count (one launch of each, which a profiler counts; prints nothing)
#include <cuda_pipeline.h>

#include <cstring>
#include <functional>

#include "common.cuh"

// [snippet: coalesced copy]
__global__ void copy(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];  // neighbors in the warp read neighbors in memory
}
// [end]

// [snippet: vector copy]
__global__ void copy_vectors(const float4* in, float4* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) out[i] = in[i];  // 16 bytes per thread: four times the bytes in flight
}
// [end]

// [snippet: strided copy]
__global__ void copy_by_columns(const float* in, float* out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i % rows * columns + i / rows;  // neighbors in the warp read `columns` elements apart
  if (i < rows * columns) out[at] = in[at];
}
// [end]

// [snippet: array of structs]
struct Particle {
  float x, y, z, mass;
};

__global__ void shift_structs(Particle* particles, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles[i].x += by;  // 4 of every 16 bytes fetched are used
}
// [end]

// [snippet: struct of arrays]
struct Particles {
  float *x, *y, *z, *mass;
};

__global__ void shift_arrays(Particles particles, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) particles.x[i] += by;  // all of them
}
// [end]

// [snippet: one load in flight]
__global__ void sum_one(const float* in, float* sums, int n) {
  int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int i = me; i < n; i += threads) sum += in[i];
  sums[me] = sum;
}
// [end]

// [snippet: eight loads in flight]
__global__ void sum_eight(const float* in, float* sums, int n) {
  int threads = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = me; i < n; i += 8 * threads) {  // n is a multiple of 8 * threads
    float value[8];
    for (int j = 0; j < 8; ++j) value[j] = in[i + j * threads];  // eight loads, and only then…
    for (int j = 0; j < 8; ++j) sum += value[j];                 // …the first use
  }
  sums[me] = sum;
}
// [end]

// [snippet: transpose]
__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];  // a column: 32 rows, one bank
}
// [end]

// [snippet: padded transpose]
__global__ void transpose_padded(const float* in, float* out, int n) {
  __shared__ float tile[32][33];  // one column more: a column now crosses all 32 banks
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}
// [end]

// [snippet: tiled matmul]
__global__ void matmul(const float* A, const float* B, float* C, int n) {
  __shared__ float a[32][32], b[32][32];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 32) {
    a[y][x] = A[row * n + k + x];  // each thread fetches one element of either tile…
    b[y][x] = B[(k + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 32; ++i) sum += a[y][i] * b[i][x];  // …and uses 32 of each
    __syncthreads();
  }
  C[row * n + col] = sum;
}
// [end]

// [snippet: double buffer]
__global__ void sum_tiles(const float4* in, float* sums, int tiles) {
  __shared__ float4 buffer[2][256];
  const float4* mine = in + blockIdx.x * tiles * 256;
  int me = threadIdx.x;
  float sum = 0;
  __pipeline_memcpy_async(&buffer[0][me], &mine[me], 16);
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    int next = tile + 1;
    if (next < tiles) __pipeline_memcpy_async(&buffer[next % 2][me], &mine[next * 256 + me], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);  // all but the newest group: this tile is here…
    __syncthreads();           // …for every thread
    float4 value = buffer[tile % 2][255 - me];
    sum += value.x + value.y + value.z + value.w;
    __syncthreads();  // nobody overwrites what others still read
  }
  sums[blockIdx.x * 256 + me] = sum;
}
// [end]

// [snippet: occupancy query]
// Four resident blocks of 256 threads: the compiler may use 64 registers.
__global__ void __launch_bounds__(256, 4) scale(float* values, float by) {
  values[blockIdx.x * blockDim.x + threadIdx.x] *= by;
}

int resident_blocks(int shared_bytes) {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, shared_bytes);
  return blocks;
}
// [end]

constexpr int kCount = 1 << 26;  // floats: 256 MB, several times L2
constexpr int kSide = 1 << 13;   // kSide² = kCount

// Values that are exact in every sum below.
float value_at(size_t i) { return static_cast<float>(i * 2654435761u >> 28 & 3); }

struct Memory {
  float* in = nullptr;
  float* out = nullptr;
  std::vector<float> host, seen;

  Memory() : host(kCount), seen(kCount) {
    for (size_t i = 0; i < host.size(); ++i) host[i] = value_at(i);
    CHECK(cudaMalloc(&in, kCount * sizeof(float)));
    CHECK(cudaMalloc(&out, kCount * sizeof(float)));
    restore();
  }
  void restore() {
    CHECK(cudaMemcpy(in, host.data(), kCount * sizeof(float), cudaMemcpyHostToDevice));
  }
  void read(const float* from) {
    CHECK(cudaMemcpy(seen.data(), from, kCount * sizeof(float), cudaMemcpyDeviceToHost));
  }
};

bool counting = false;

// Runs once on poisoned output, checks, then times.
void snippet(Memory& memory, const char* name, double bytes, const std::function<void()>& launch,
             const std::function<bool()>& right) {
  static bool first = true;
  CHECK(cudaMemset(memory.out, 0xff, kCount * sizeof(float)));
  launch();
  CHECK(cudaDeviceSynchronize());
  if (counting) return;
  REQUIRE(right(), name);
  const float ms = median_ms(launch, 15, 2);
  std::printf("%s{\"name\":\"%s\",", first ? "" : ",\n", name);
  if (bytes > 0)
    std::printf("\"bytes\":%.0f,\"ms\":%.4f,\"gb_per_s\":%.1f}", bytes, ms, bytes / ms * 1e-6);
  if (bytes == 0) std::printf("\"bytes\":null,\"ms\":%.4f,\"gb_per_s\":null}", ms);
  first = false;
}

// Whether in[i] has grown by one where `grown(i)`, and nowhere else.
template <typename Grown>
bool shifted(Memory& memory, Grown grown) {
  memory.read(memory.in);
  bool right = true;
  for (int i = 0; i < kCount; ++i) right &= memory.seen[i] == memory.host[i] + (grown(i) ? 1 : 0);
  memory.restore();
  return right;
}

bool sums_match(Memory& memory, int threads) {
  memory.read(memory.out);
  double expected = 0, got = 0;
  for (const float value : memory.host) expected += value;
  for (int i = 0; i < threads; ++i) got += memory.seen[i];
  return got == expected;
}

bool transposed(Memory& memory) {
  memory.read(memory.out);
  bool right = true;
  for (int i = 0; i < kCount; ++i) {
    right &= memory.seen[i] == memory.host[i % kSide * kSide + i / kSide];
  }
  return right;
}

// C = A·B for every 1517th element or so.
bool multiplied(Memory& memory, int n) {
  memory.read(memory.out);
  const float *A = memory.host.data(), *B = A + n * n;
  for (int row = 0; row < n; row += 37) {
    for (int col = 0; col < n; col += 41) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
      if (memory.seen[row * n + col] != sum) return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  counting = argc == 2 && std::strcmp(argv[1], "--count") == 0;
  Memory memory;
  const auto [in, out] = std::pair(memory.in, memory.out);
  const auto [in4, out4] = std::pair(reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(out));
  const double all = 4.0 * kCount;
  const int blocks = kCount / 256;
  if (!counting) std::printf("{\"snippets\":[\n");

  const auto copied = [&] { return memory.read(memory.out), memory.seen == memory.host; };
  const auto coalesced = [&] { copy<<<blocks, 256>>>(in, out, kCount); };
  const auto vectors = [&] { copy_vectors<<<blocks / 4, 256>>>(in4, out4, kCount); };
  const auto strided = [&] { copy_by_columns<<<blocks, 256>>>(in, out, kCount / 32, 32); };
  snippet(memory, "coalesced copy", 2 * all, coalesced, copied);
  snippet(memory, "vector copy", 2 * all, vectors, copied);
  snippet(memory, "strided copy", 2 * all, strided, copied);

  constexpr int kParticles = kCount / 4;
  const auto structs = reinterpret_cast<Particle*>(in);
  const Particles fields{in, in + kParticles, in + 2 * kParticles, in + 3 * kParticles};
  const auto of_structs = [&] { shift_structs<<<blocks / 4, 256>>>(structs, kParticles, 1); };
  const auto of_arrays = [&] { shift_arrays<<<blocks / 4, 256>>>(fields, kParticles, 1); };
  snippet(memory, "array of structs", 8.0 * kParticles, of_structs,
          [&] { return shifted(memory, [](int i) { return i % 4 == 0; }); });
  memory.restore();
  snippet(memory, "struct of arrays", 8.0 * kParticles, of_arrays,
          [&] { return shifted(memory, [](int i) { return i < kParticles; }); });
  memory.restore();

  // Few warps on purpose: two blocks of four on each of 128 multiprocessors.
  constexpr int kBlocks = 256, kBlock = 128;
  const auto summed = [&] { return sums_match(memory, kBlocks * kBlock); };
  const auto one = [&] { sum_one<<<kBlocks, kBlock>>>(in, out, kCount); };
  const auto eight = [&] { sum_eight<<<kBlocks, kBlock>>>(in, out, kCount); };
  snippet(memory, "one load in flight", all, one, summed);
  snippet(memory, "eight loads in flight", all, eight, summed);

  const dim3 tiles(kSide / 32, kSide / 32), tile(32, 32);
  const auto is_transposed = [&] { return transposed(memory); };
  const auto plain = [&] { transpose<<<tiles, tile>>>(in, out, kSide); };
  const auto padded = [&] { transpose_padded<<<tiles, tile>>>(in, out, kSide); };
  snippet(memory, "transpose", 2 * all, plain, is_transposed);
  snippet(memory, "padded transpose", 2 * all, padded, is_transposed);

  constexpr int kMatrix = 2048;
  const dim3 squares(kMatrix / 32, kMatrix / 32);
  const auto product = [&] { matmul<<<squares, tile>>>(in, in + kMatrix * kMatrix, out, kMatrix); };
  snippet(memory, "tiled matmul", 0, product, [&] { return multiplied(memory, kMatrix); });

  constexpr int kTiles = 64, kSummers = kCount / 1024 / kTiles;
  const auto double_buffer = [&] { sum_tiles<<<kSummers, 256>>>(in4, out, kTiles); };
  snippet(memory, "double buffer", all, double_buffer,
          [&] { return sums_match(memory, kSummers * 256); });

  if (counting) return 0;
  scale<<<blocks, 256>>>(in, 2);
  memory.read(in);
  for (int i = 0; i < kCount; ++i) REQUIRE(memory.seen[i] == 2 * memory.host[i], "occupancy query");
  std::printf("],\n\"resident\":[");
  for (const int kb : {0, 24, 32, 40, 48}) {
    std::printf("%s[%d,%d]", kb ? "," : "", kb << 10, resident_blocks(kb << 10));
  }
  std::printf("]}\n");
}
