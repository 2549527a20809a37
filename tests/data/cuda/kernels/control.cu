// Ways through a kernel: branches, loops, early ends.
extern "C" __global__ void nested(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i], y = 0;
  if (x % 2) {
    if (x % 3 == 0)
      y = in[(i + 1) % n];
    else
      y = in[(i + 2) % n] * 2;
  } else {
    y = in[(i + 3) % n] * 3;
    if (x > 50) y -= 7;
  }
  out[i] = y;
}

extern "C" __global__ void early(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i];
  if (x < 20) return;
  if (x < 60) {
    out[i] = -x;
    return;
  }
  out[i] = x;
}

extern "C" __global__ void collatz(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i] + 1;
  int steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  out[i] = steps;
}

extern "C" __global__ void mandelbrot(unsigned char* out, int width, int height, int most) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height;
  float x = 0.0f, y = 0.0f;
  int k = 0;
  for (; k < most; ++k) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    if (x * x + y * y > 4.0f) break;
  }
  out[py * width + px] = (unsigned char)k;
}

extern "C" __global__ void loops(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0, k = 0;
  do {
    ++k;
    if (k % 3 == 0) continue;
    for (int j = 0;; ++j) {
      if (j * j > in[i]) break;
      sum += j ^ k;
    }
    if (sum > 500) break;
  } while (k < 12);
  out[i] = sum;
}

extern "C" __global__ void switches(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = 1;
  for (int k = 0; k < 4; ++k) {
    switch ((in[i] >> k) & 3) {
      case 0: value += 2;
      case 1: value *= 3; break;
      case 2: continue;
      default: value ^= 0x55;
    }
    value += k;
  }
  out[i] = value;
}

extern "C" __global__ void divisors(unsigned* out, const unsigned* a, const unsigned* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = a[i] + 1, y = b[i] + 1;
  for (; y; ) {
    unsigned rest = x % y;
    x = y;
    y = rest;
  }
  out[i] = x;
}

extern "C" __global__ void logic(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int hits = 0;
  bool found = in[i] > 10 && in[(i * 7) % n] < 80;
  found = found || (i % 2 && !(in[i] & 4));
  hits += found ? (in[i] > 50 ? 2 : 1) : 0, hits <<= 1;
  out[i] = hits;
}
