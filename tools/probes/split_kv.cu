// Question: how long does attention of one query a head take, by how many parts its keys are cut into?
// Method:   a block for each sequence, head and part: every warp takes keys in turn, four numbers a lane, and keeps a
//           running maximum, sum and output; the block merges its warps and writes an output and a log-sum-exp, and a
//           second kernel merges the parts. BF16 keys and values of 128 numbers, sums in FP32. Events around both
//           kernels, the median of 15 rounds, L2 written over before each.
// Output:   JSON: per case blocks, us, gb_per_s of keys and values, and error against a sum in FP64 over one head.
#include <cuda_bf16.h>

#include "common.cuh"

constexpr int kDim = 128, kWarps = 8, kAhead = 4;

struct Part {
  float m = -INFINITY, l = 0, o[4] = {};
};

__device__ void merge(Part& a, const Part& b) {
  const float m = fmaxf(a.m, b.m);
  if (m == -INFINITY) return;
  const float x = exp2f(a.m - m), y = exp2f(b.m - m);
  a.l = a.l * x + b.l * y;
  for (int i = 0; i < 4; ++i) a.o[i] = a.o[i] * x + b.o[i] * y;
  a.m = m;
}

__device__ void unpack(uint2 packed, float* out) {
  const float2 low = __bfloat1622float2(reinterpret_cast<__nv_bfloat162&>(packed.x));
  const float2 high = __bfloat1622float2(reinterpret_cast<__nv_bfloat162&>(packed.y));
  out[0] = low.x, out[1] = low.y, out[2] = high.x, out[3] = high.y;
}

// Rows of K and V: [sequence and head][key][128]. The scale holds log2(e).
__global__ void __launch_bounds__(kWarps * 32) attend(const float* q, const uint2* k, const uint2* v, int context,
                                                      int splits, float scale, float* outputs, float* lses) {
  __shared__ Part parts[kWarps][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, head = blockIdx.x / splits, part = blockIdx.x % splits;
  const int share = context / splits, rest = context % splits;
  const int first = part * share + min(part, rest), end = first + share + (part < rest);
  float query[4];
  for (int i = 0; i < 4; ++i) query[i] = q[head * kDim + lane * 4 + i] * scale;
  const size_t base = static_cast<size_t>(head) * context * 32 + lane;
  Part own;
  for (int key = first + warp * kAhead; key < end; key += kWarps * kAhead) {
    uint2 keys[kAhead], values[kAhead];
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      const size_t at = base + static_cast<size_t>(min(key + i, end - 1)) * 32;
      keys[i] = k[at];
      values[i] = v[at];
    }
#pragma unroll
    for (int i = 0; i < kAhead; ++i) {
      float x[4], score = 0;
      unpack(keys[i], x);
      for (int j = 0; j < 4; ++j) score += query[j] * x[j];
      for (int step = 16; step > 0; step /= 2) score += __shfl_xor_sync(~0u, score, step);
      if (key + i >= end) continue;
      Part one{score, 1};
      unpack(values[i], one.o);
      merge(own, one);
    }
  }
  parts[warp][lane] = own;
  __syncthreads();
  if (warp > 0) return;
  for (int other = 1; other < kWarps; ++other) merge(own, parts[other][lane]);
  for (int i = 0; i < 4; ++i) outputs[static_cast<size_t>(blockIdx.x) * kDim + lane * 4 + i] = own.o[i] / own.l;
  if (lane == 0) lses[blockIdx.x] = own.m + log2f(own.l);
}

__global__ void merge_parts(const float* outputs, const float* lses, int splits, float* out) {
  float most = -INFINITY, sum = 0, merged = 0;
  for (int i = 0; i < splits; ++i) most = fmaxf(most, lses[blockIdx.x * splits + i]);
  for (int i = 0; i < splits; ++i) {
    const float weight = exp2f(lses[blockIdx.x * splits + i] - most);
    sum += weight;
    merged += weight * outputs[static_cast<size_t>(blockIdx.x * splits + i) * kDim + threadIdx.x];
  }
  out[blockIdx.x * kDim + threadIdx.x] = merged / sum;
}

__global__ void fill(__nv_bfloat16* out, size_t count, unsigned seed) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    unsigned x = static_cast<unsigned>(i) * 2654435761u + seed + static_cast<unsigned>(i >> 32) * 97u;
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    out[i] = __float2bfloat16(static_cast<float>((x ^ x >> 16) & 0xffff) / 32768.f - 1.f);
  }
}

// ‖out − reference‖ / ‖reference‖ of the last head.
double error_of(const std::vector<float>& q, const __nv_bfloat16* k, const __nv_bfloat16* v, int heads, int context,
                const float* out) {
  const size_t size = static_cast<size_t>(context) * kDim, skip = size * (heads - 1);
  std::vector<__nv_bfloat16> keys(size), values(size);
  std::vector<float> got(kDim);
  CHECK(cudaMemcpy(keys.data(), k + skip, size * 2, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(values.data(), v + skip, size * 2, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(got.data(), out + (heads - 1) * kDim, kDim * 4, cudaMemcpyDeviceToHost));
  std::vector<double> sum(kDim);
  double weights = 0;
  for (int key = 0; key < context; ++key) {
    double score = 0;
    for (int i = 0; i < kDim; ++i) score += q[(heads - 1) * kDim + i] * __bfloat162float(keys[size_t(key) * kDim + i]);
    const double weight = std::exp(score / std::sqrt(double{kDim}));
    weights += weight;
    for (int i = 0; i < kDim; ++i) sum[i] += weight * __bfloat162float(values[size_t(key) * kDim + i]);
  }
  double off = 0, all = 0;
  for (int i = 0; i < kDim; ++i) {
    const double wanted = sum[i] / weights;
    off += (got[i] - wanted) * (got[i] - wanted);
    all += wanted * wanted;
  }
  return std::sqrt(off / all);
}

template <typename Launch>
double median_us_cold(Launch launch) {
  static void* other = nullptr;
  const size_t size = size_t{256} << 20;
  if (!other) CHECK(cudaMalloc(&other, size));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int run = -2; run < 15; ++run) {
    CHECK(cudaMemsetAsync(other, run & 0xff, size));
    CHECK(cudaEventRecord(start));
    launch();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaGetLastError());
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (run >= 0) times.push_back(ms);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  return median(times) * 1e3;
}

int main() {
  const int most_heads = 32 * 8, most_splits = 256;
  const size_t most_keys = size_t{1} << 24;  // of all heads
  __nv_bfloat16 *k, *v;
  float *q, *outputs, *lses, *out;
  CHECK(cudaMalloc(&k, most_keys * kDim * 2));
  CHECK(cudaMalloc(&v, most_keys * kDim * 2));
  CHECK(cudaMalloc(&q, most_heads * kDim * 4));
  CHECK(cudaMalloc(&out, most_heads * kDim * 4));
  CHECK(cudaMalloc(&outputs, size_t{most_heads} * most_splits * kDim * 4));
  CHECK(cudaMalloc(&lses, most_heads * most_splits * 4));
  fill<<<2048, 256>>>(k, most_keys * kDim, 1);
  fill<<<2048, 256>>>(v, most_keys * kDim, 2);
  std::vector<float> queries(most_heads * kDim);
  unsigned state = 7;
  for (float& each : queries) each = static_cast<float>((state = state * 1664525u + 1013904223u) >> 16) / 16384.f - 2.f;
  CHECK(cudaMemcpy(q, queries.data(), queries.size() * 4, cudaMemcpyHostToDevice));
  const float scale = 1.44269504f / std::sqrt(float{kDim});
  std::printf("{\"cases\":[\n");
  bool first = true;
  for (int batch : {1, 4, 32})
    for (int context : {1024, 8192, 65536})
      for (int splits : {1, 2, 4, 8, 16, 17, 32, 33, 64, 128, 256}) {
        const int heads = batch * 8, blocks = heads * splits;
        if (static_cast<size_t>(heads) * context > most_keys) continue;
        CHECK(cudaMemset(out, 0xff, most_heads * kDim * 4));
        const auto launch = [&] {
          attend<<<blocks, kWarps * 32>>>(q, reinterpret_cast<const uint2*>(k), reinterpret_cast<const uint2*>(v), context,
                                          splits, scale, outputs, lses);
          merge_parts<<<heads, kDim>>>(outputs, lses, splits, out);
        };
        const double us = median_us_cold(launch);
        std::printf("%s{\"batch\":%d,\"heads\":8,\"context\":%d,\"splits\":%d,\"blocks\":%d,\"us\":%.2f,\"gb_per_s\":%.1f,\"error\":%.2e}",
                    first ? "" : ",\n", batch, context, splits, blocks, us, 4e-3 * heads * context * kDim / us,
                    error_of(queries, k, v, heads, context, out));
        first = false;
      }
  std::printf("]}\n");
}
