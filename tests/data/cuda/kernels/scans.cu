// Running sums, and what is built from them.
extern "C" __global__ void doubling(int* out, const int* in, int n) {
  extern __shared__ int both[];
  int t = threadIdx.x, now = 0, next = 1;
  both[t] = t < n ? in[blockIdx.x * n + t] : 0;
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int value = both[now * blockDim.x + t];
    if (t >= step)
      value += both[now * blockDim.x + t - step];
    both[next * blockDim.x + t] = value;
    now = 1 - now;
    next = 1 - next;
    __syncthreads();
  }
  if (t < n)
    out[blockIdx.x * n + t] = both[now * blockDim.x + t];
}

extern "C" __global__ void up_and_down(int* out, const int* in) {
  __shared__ int tree[128];
  int t = threadIdx.x;
  tree[2 * t] = in[2 * t];
  tree[2 * t + 1] = in[2 * t + 1];
  int step = 1;
  for (int pairs = blockDim.x; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs)
      tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    tree[2 * blockDim.x - 1] = 0;
  for (int pairs = 1; pairs <= blockDim.x; pairs *= 2) {
    step /= 2;
    __syncthreads();
    if (t < pairs) {
      int low = step * (2 * t + 1) - 1, high = step * (2 * t + 2) - 1;
      int kept = tree[low];
      tree[low] = tree[high];
      tree[high] += kept;
    }
  }
  __syncthreads();
  out[2 * t] = tree[2 * t];
  out[2 * t + 1] = tree[2 * t + 1];
}

extern "C" __global__ void by_warps(long long* out, const int* in, int n) {
  __shared__ long long totals[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  long long sum = i < n ? in[i] : 0;
  for (int step = 1; step < 32; step <<= 1) {
    long long before = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31)
    totals[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w)
    sum += totals[w];
  if (i < n)
    out[i] = sum;
}

extern "C" __global__ void compact(int* out, int* count, const int* in, int n) {
  __shared__ int begins[32];
  __shared__ int total;
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = t < n ? in[t] : 0;
  bool kept = t < n && value % 3 == 0;
  unsigned lanes = __ballot_sync(~0u, kept);
  if (lane == 0)
    begins[warp] = __popc(lanes);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) {
      int here = begins[w];
      begins[w] = sum;
      sum += here;
    }
    total = sum;
  }
  __syncthreads();
  if (kept)
    out[begins[warp] + __popc(lanes & ((1u << lane) - 1))] = value;
  if (t == 0)
    *count = total;
}
