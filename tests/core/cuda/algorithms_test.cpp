// Algorithms as readers paste them, each against the same computed in plain C++, without a finding.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/core/cuda/kernels.hpp"

TESTS_OF(core::cuda::algorithms) {

using loom::tests::cuda::Kernel;

namespace {

std::vector<int> mixed(std::size_t count) {
  std::vector<int> made(count);
  std::uint32_t state = 7;
  for (int& each : made) {
    state = state * 1664525u + 1013904223u;
    each = static_cast<int>(state >> 24) - 128;
  }
  return made;
}

}  // namespace

TEST_CASE("A scan of the grid, with grid-wide waits between its steps") {
  std::vector<int> a = mixed(128), wanted(128);
  std::partial_sum(a.begin(), a.end(), wanted.begin());
  CHECK(Kernel(R"(#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void k(int* a, int n) {
  grid_group g = this_grid();
  for (int s = 1; s < n; s *= 2) {
    int i = g.thread_rank(), v = i >= s ? a[i - s] : 0;
    g.sync();
    a[i] += v;
    g.sync();
  }
})")
            .array(a)
            .number(128)
            .run({4, 32}) == "");
  CHECK(a == wanted);
}

TEST_CASE("A scan that looks back at the blocks before") {
  std::vector<int> in = mixed(1000), out(1000), wanted(1000);
  std::vector<unsigned long long> state(16);
  std::vector<unsigned> ticket(1);
  std::partial_sum(in.begin(), in.end(), wanted.begin());
  CHECK(Kernel(R"(
__device__ unsigned long long pack(unsigned flag, int value) {
  return ((unsigned long long)flag << 32) | (unsigned)value;
}
__global__ void k(const int* in, int* out, unsigned long long* state, unsigned* ticket, int n) {
  __shared__ int s[64];
  __shared__ int before;
  __shared__ unsigned tile;
  if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
  __syncthreads();
  int i = tile * 64 + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
    __syncthreads();
    s[threadIdx.x] += v;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    int total = s[63], sum = 0;
    if (tile > 0) {
      atomicExch(&state[tile], pack(1, total));
      for (int t = (int)tile - 1;;) {
        unsigned long long w = atomicAdd(&state[t], 0ull);
        unsigned flag = (unsigned)(w >> 32);
        if (flag == 0) continue;
        sum += (int)(unsigned)w;
        if (flag == 2) break;
        --t;
      }
    }
    atomicExch(&state[tile], pack(2, sum + total));
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = s[threadIdx.x] + before;
})")
            .array(in)
            .array(out)
            .array(state)
            .array(ticket)
            .number(1000)
            .run({16, 64}) == "");
  CHECK(out == wanted);
}

TEST_CASE("Sorting by bits, in shared memory") {
  std::vector<int> a = mixed(64), wanted;
  for (int& each : a) each += 128;
  wanted = a;
  std::sort(wanted.begin(), wanted.end());
  CHECK(Kernel(R"(
__global__ void k(unsigned* a) {
  __shared__ unsigned s[64], f[64];
  unsigned t = threadIdx.x;
  s[t] = a[t];
  for (int bit = 0; bit < 8; ++bit) {
    __syncthreads();
    unsigned v = s[t], b = !((v >> bit) & 1);
    f[t] = b;
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
      unsigned u = t >= d ? f[t - d] : 0u;
      __syncthreads();
      f[t] += u;
      __syncthreads();
    }
    s[b ? f[t] - 1 : f[63] + t - f[t]] = v;
  }
  __syncthreads();
  a[t] = s[t];
})")
            .array(a)
            .run({1, 64}) == "");
  CHECK(a == wanted);
}

TEST_CASE("A list that threads put themselves into, and one that a class walks through") {
  std::vector<int> out(4), wanted;
  for (int i = 0; i < 4; ++i) {
    int sum = 0;
    for (int k = i; k < 64; k += 4) sum += k;
    wanted.push_back(sum);
  }
  CHECK(Kernel(R"(
struct Node { int value; Node* next; };
struct At {
  Node* p;
  __device__ int operator*() const { return p->value; }
  __device__ At& operator++() { p = p->next; return *this; }
  __device__ bool operator!=(const At& o) const { return p != o.p; }
};
struct List {
  Node* first;
  __device__ At begin() const { return {first}; }
  __device__ At end() const { return {nullptr}; }
};
__device__ Node pool[128];
__device__ Node* heads[4];
__device__ unsigned used;
__global__ void k(int* out) {
  int i = threadIdx.x;
  Node* n = &pool[atomicAdd(&used, 1u)];
  n->value = i;
  Node *old = heads[i % 4], *assumed;
  do {
    assumed = old;
    n->next = assumed;
    __threadfence();
    old = (Node*)atomicCAS((unsigned long long*)&heads[i % 4], (unsigned long long)assumed, (unsigned long long)n);
  } while (old != assumed);
  __syncthreads();
  if (i < 4) {
    int sum = 0;
    for (int each : List{heads[i]}) sum += each;
    out[i] = sum;
  }
})")
            .array(out)
            .run({1, 64}) == "");
  CHECK(out == wanted);
}

TEST_CASE("A scan as a class with its memory in a reference") {
  std::vector<int> x = mixed(64), y(64), wanted(64);
  std::exclusive_scan(x.begin(), x.end(), wanted.begin(), 0);
  CHECK(Kernel(R"(
template <typename T, int N> class BlockScan {
 public:
  struct TempStorage { T data[N]; };
  __device__ explicit BlockScan(TempStorage& t) : t_(t) {}
  __device__ void ExclusiveSum(T in, T& out) {
    t_.data[threadIdx.x] = in;
    __syncthreads();
    for (int d = 1; d < N; d <<= 1) {
      T v = threadIdx.x >= d ? t_.data[threadIdx.x - d] : T(0);
      __syncthreads();
      t_.data[threadIdx.x] += v;
      __syncthreads();
    }
    out = t_.data[threadIdx.x] - in;
  }
 private:
  TempStorage& t_;
};
__global__ void k(const int* x, int* y) {
  using Scan = BlockScan<int, 64>;
  __shared__ typename Scan::TempStorage temp;
  int r;
  Scan(temp).ExclusiveSum(x[threadIdx.x], r);
  y[threadIdx.x] = r;
})")
            .array(x)
            .array(y)
            .run({1, 64}) == "");
  CHECK(y == wanted);
}

TEST_CASE("Attention in one pass over the keys") {
  constexpr std::size_t rows = 32, width = 8;
  std::vector<float> q, k, v, out(rows * width);
  for (std::size_t i = 0; i < rows * width; ++i) {
    q.push_back(static_cast<float>(i * 7 % 11) / 11 - 0.5f);
    k.push_back(static_cast<float>(i * 5 % 13) / 13 - 0.5f);
    v.push_back(static_cast<float>(i * 3 % 17) / 17);
  }
  CHECK(Kernel(R"(
template <int D, int B>
__global__ void attend(const float* q, const float* k, const float* v, float* out, int n) {
  __shared__ float ks[B][D], vs[B][D];
  float mine[D], sum[D] = {}, most = -INFINITY, total = 0;
  int row = blockIdx.x * B + threadIdx.x;
  for (int d = 0; d < D; ++d) mine[d] = q[row * D + d];
  for (int t = 0; t < n; t += B) {
    for (int d = 0; d < D; ++d) {
      ks[threadIdx.x][d] = k[(t + threadIdx.x) * D + d];
      vs[threadIdx.x][d] = v[(t + threadIdx.x) * D + d];
    }
    __syncthreads();
    #pragma unroll
    for (int j = 0; j < B; ++j) {
      float s = 0;
      for (int d = 0; d < D; ++d) s += mine[d] * ks[j][d];
      float next = fmaxf(most, s), keep = expf(most - next), p = expf(s - next);
      total = total * keep + p;
      for (int d = 0; d < D; ++d) sum[d] = sum[d] * keep + p * vs[j][d];
      most = next;
    }
    __syncthreads();
  }
  for (int d = 0; d < D; ++d) out[row * D + d] = sum[d] / total;
})",
               "attend<8, 16>")
            .array(q)
            .array(k)
            .array(v)
            .array(out)
            .number(rows)
            .run({2, 16}) == "");
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t d = 0; d < width; ++d) {
      double total = 0, sum = 0;
      for (std::size_t j = 0; j < rows; ++j) {
        double s = 0;
        for (std::size_t e = 0; e < width; ++e)
          s += static_cast<double>(q[r * width + e]) * static_cast<double>(k[j * width + e]);
        total += std::exp(s);
        sum += std::exp(s) * static_cast<double>(v[j * width + d]);
      }
      CHECK(std::fabs(static_cast<double>(out[r * width + d]) - sum / total) < 1e-6);
    }
}

}  // TESTS_OF(core::cuda::algorithms)
