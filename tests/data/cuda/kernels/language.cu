// What C++ brings: templates, lambdas, constants, pointers, arrays, macros.
#include <type_traits>
#define SQUARE(x) ((x) * (x))
#define COUNT 8

template <typename T, int N, bool Reverse>
__device__ T weighted(const T* in) {
  T sum = 0;
#pragma unroll 1
  for (int k = 0; k < N; ++k) {
    const int at = Reverse ? N - 1 - k : k;
    sum += in[k] * (T)(at + 1);
  }
  return sum;
}

template <typename F>
__device__ int fold(int n, int first, F f) {
  int value = first;
  for (int k = 0; k < n; ++k) value = f(value, k);
  return value;
}

constexpr int power_of(int base, int n) { return n == 0 ? 1 : base * power_of(base, n - 1); }
constexpr int cubes = power_of(3, 4);

__constant__ float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__device__ int seeds[4] = {3, 5, 7, 11};
__device__ int calls;

extern "C" __global__ void templates(float* f, int* g, const float* in, const int* numbers, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    f[i] = weighted<float, 4, false>(in + 4 * i) - weighted<float, 4, true>(in + 4 * i);
    g[i] = weighted<int, 3, true>(numbers + 3 * i);
  }
}

extern "C" __global__ void lambdas(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int base = in[i], calls_made = 0;
  auto twice = [](int x) { return 2 * x; };
  auto step = [base, &calls_made](int value, int k) {
    ++calls_made;
    return value * 3 + base - k;
  };
  int value = fold(i % 5, 1, step);
  out[i] = twice(value) + calls_made * 1000;
}

template <typename T>
__device__ T half_of(T x) {
  if constexpr (std::is_same<T, float>::value) return x * 0.5f;
  else if constexpr (sizeof(T) == 8) return x / 3;
  else return x >> 1;
}

extern "C" __global__ void compile_time(float* a, int* b, double* c, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int x = in[i];
    a[i] = half_of((float)x);
    b[i] = half_of(x) + cubes;
    c[i] = half_of((double)x);
  }
}

extern "C" __global__ void filter(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
#pragma unroll 1
  for (int k = 0; k < 5; ++k) {
    int at = min(max(i + k - 2, 0), n - 1);
    sum += weights[k] * in[at];
  }
  out[i] = sum;
}

extern "C" __global__ void device_variables(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&calls, 1);
    out[i] = seeds[i % 4] * i;
  }
}

extern "C" __global__ void sorted(int* out, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int list[COUNT];
  for (int k = 0; k < COUNT; ++k) list[k] = in[i * COUNT + k];
  for (int a = 1; a < COUNT; ++a) {
    int value = list[a], b = a - 1;
    while (b >= 0 && list[b] > value) {
      list[b + 1] = list[b];
      --b;
    }
    list[b + 1] = value;
  }
  for (int k = 0; k < COUNT; ++k) out[i * COUNT + k] = list[k];
}

__device__ void ordered(int& a, int& b) {
  if (a > b) {
    int kept = a;
    a = b;
    b = kept;
  }
}

extern "C" __global__ void references(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* from = in + 3 * i;
  int a = *from++, b = *from++, c = *from;
  ordered(a, b);
  ordered(b, c);
  ordered(a, b);
  int* to = &out[3 * i];
  *to++ = a;
  *to++ = SQUARE(b + 1);
  *to = c;
}

extern "C" __global__ void tables(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  const int row = in[i] % 3;
  grid[row][i % 4] += 100;
  int sum = 0;
  for (auto& line : grid)
    for (int cell : line) sum = sum * 3 + cell;
  out[i] = sum;
}
