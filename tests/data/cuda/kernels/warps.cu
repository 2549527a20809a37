// What the lanes of a warp tell each other.
#define ALL 0xffffffffu

extern "C" __global__ void votes(unsigned* out, const int* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[t];
  unsigned odd = __ballot_sync(ALL, value & 1);
  int any = __any_sync(ALL, value > 90);
  int every = __all_sync(ALL, value >= 5);
  unsigned active = 0;
  if (value < n)
    active = __activemask();
  __syncwarp();
  out[t] = odd ^ (active << 1) ^ (any ? 0x40000000u : 0u) ^ (every ? 0x20000000u : 0u);
}

extern "C" __global__ void matches(unsigned* same, unsigned* all, const int* in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int key = in[t] % 5;
  same[t] = __match_any_sync(ALL, key);
  int equal = 0;
  unsigned lanes = __match_all_sync(ALL, (long long)(in[blockIdx.x * blockDim.x] == 7 ? 1 : key), &equal);
  all[t] = lanes + equal;
}

extern "C" __global__ void reduces(int* out, const int* in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[t];
  unsigned lanes = threadIdx.x % 32 < 20 ? 0x000fffffu : 0xfff00000u;
  int sum = __reduce_add_sync(lanes, value);
  int least = __reduce_min_sync(ALL, value - 40);
  unsigned most = __reduce_max_sync(ALL, (unsigned)value);
  unsigned both = __reduce_and_sync(ALL, (unsigned)value | 1u);
  unsigned either = __reduce_or_sync(ALL, (unsigned)value);
  unsigned parity = __reduce_xor_sync(ALL, (unsigned)value);
  out[t] = sum * 7 + least * 5 + (int)most * 3 + (int)(both ^ either) + (int)parity;
}

extern "C" __global__ void shuffles(float* a, double* b, long long* c, const int* in) {
  int t = threadIdx.x;
  int value = in[t];
  float x = value * 0.25f;
  double y = value * 0.125;
  long long z = (long long)value << 33;
  a[t] = __shfl_sync(ALL, x, t + 5) + __shfl_up_sync(ALL, x, 3, 8) - __shfl_down_sync(ALL, x, 2, 16);
  b[t] = __shfl_xor_sync(ALL, y, 9) - __shfl_sync(ALL, y, 3, 4);
  c[t] = __shfl_up_sync(ALL, z, 1) ^ __shfl_down_sync(ALL, z, 30);
}

extern "C" __global__ void bitonic(int* out, const int* in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x & 31;
  int value = in[t];
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) {
      int other = __shfl_xor_sync(ALL, value, step);
      bool up = (lane & size) == 0, lower = (lane & step) == 0;
      value = (up == lower) == (value < other) ? value : other;
    }
  out[t] = value;
}

extern "C" __global__ void halves_of_a_warp(int* out, const int* in) {
  int t = threadIdx.x;
  int value = in[t], got;
  if (t % 32 < 16)
    got = __shfl_sync(0x0000ffffu, value, 3);
  else
    got = __shfl_sync(0xffff0000u, value, 30) * 2;
  __syncwarp();
  out[t] = got;
}

extern "C" __global__ void exchange(int* out, const int* in, int rounds) {
  __shared__ volatile int slots[64];
  int t = threadIdx.x, base = t & ~31;
  int value = in[t];
  for (int r = 0; r < rounds; ++r) {
    slots[t] = value;
    __syncwarp();
    value = slots[base + (t + 1) % 32] + r;
    __syncwarp();
  }
  out[t] = value;
}
