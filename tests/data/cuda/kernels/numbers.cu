// Arithmetic of integers and floats, conversions, bits.
extern "C" __global__ void wrapping(int* out, const int* a, const int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = a[i], y = b[i];
  unsigned u = x, v = y;
  out[i] = (int)(u * v * 2654435761u);
  out[n + i] = (int)(u - v * 77777u);
  out[2 * n + i] = x / y;
  out[3 * n + i] = x % y;
  out[4 * n + i] = (int)(u / (v | 1u)) ^ (int)(u % (v | 1u));
  out[5 * n + i] = (x >> (y & 31)) + (int)(u >> (v & 15)) + (int)(u << (v & 7));
  short s = (short)x;
  signed char c = (signed char)y;
  unsigned char uc = (unsigned char)(x + y);
  out[6 * n + i] = s * c + uc;
  s += 30000;
  c <<= 1;
  ++uc;
  out[7 * n + i] = s ^ c ^ -uc;
}

extern "C" __global__ void long_integers(long long* out, const int* a, const int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  long long x = (long long)a[i] * 123456789012ll, y = b[i];
  unsigned long long u = (unsigned long long)x;
  out[i] = x * y;
  out[n + i] = x / y;
  out[2 * n + i] = x % y;
  out[3 * n + i] = (long long)(u / 1000003ull) + (long long)(u % 97ull);
  out[4 * n + i] = __mul64hi(x, x) ^ (long long)__umul64hi(u, 0x9e3779b97f4a7c15ull);
  out[5 * n + i] = (x >> (i & 63)) ^ (x << (i & 31));
}

extern "C" __global__ void conversions(int* out, long long* wide, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  out[i] = __float2int_rn(x);
  out[n + i] = __float2int_rz(x);
  out[2 * n + i] = __float2int_ru(x);
  out[3 * n + i] = __float2int_rd(x);
  out[4 * n + i] = (int)__float2uint_rn(x);
  out[5 * n + i] = (int)x;
  out[6 * n + i] = __float2int_rz(x * 1e9f);
  out[7 * n + i] = (int)(unsigned char)(int)x;
  wide[i] = __float2ll_rn(x * 1e9f);
  wide[n + i] = (long long)((double)x * 1e12);
  wide[2 * n + i] = __double_as_longlong((double)x);
}

extern "C" __global__ void to_floats(float* out, double* wide, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = in[i] * 30000001;
  out[i] = (float)x;
  out[n + i] = (float)(unsigned)x;
  out[2 * n + i] = __int2float_rz(x);
  out[3 * n + i] = (float)((long long)x * 1000003ll);
  out[4 * n + i] = __double2float_rn(x / 3.0);
  out[5 * n + i] = (float)(short)x;
  wide[i] = x;
  wide[n + i] = (double)((unsigned long long)(unsigned)x * 4294967291ull);
}

extern "C" __global__ void float_arithmetic(float* out, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  out[i] = x * y + x;
  out[n + i] = x / y;
  out[2 * n + i] = fmaf(x, y, x);
  out[3 * n + i] = sqrtf(fabsf(x));
  out[4 * n + i] = fminf(x, y) - fmaxf(x, y);
  out[5 * n + i] = fmodf(x, y);
  out[6 * n + i] = floorf(x) + ceilf(y) * 16.0f;
  out[7 * n + i] = truncf(x) + rintf(y) + roundf(x * 0.5f);
  out[8 * n + i] = copysignf(x, y) + fdimf(x, y);
  out[9 * n + i] = x * 1e-38f * 1e-3f;
  out[10 * n + i] = (x - x) / (y - y);
  out[11 * n + i] = 1.0f / (x - x);
}

extern "C" __global__ void directed(float* out, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  out[i] = __fadd_rz(x, y * 1e-3f);
  out[n + i] = __fadd_ru(x, y * 1e-3f) - __fadd_rd(x, y * 1e-3f);
  out[2 * n + i] = __fmul_rz(x, y);
  out[3 * n + i] = __fmul_ru(x, y) - __fmul_rd(x, y);
  out[4 * n + i] = __fmaf_rn(x, y, 1.0f) + __fmaf_rz(x, y, 3.0f);
  out[5 * n + i] = __fdiv_rn(x, y) - __fdiv_rz(x, y);
  out[6 * n + i] = __fsqrt_rn(fabsf(x)) - __fsqrt_rd(fabsf(x));
  out[7 * n + i] = __frcp_rn(y) + __fsub_rn(x, y);
  out[8 * n + i] = __saturatef(x);
}

extern "C" __global__ void double_arithmetic(double* out, const double* a, const double* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = a[i], y = b[i];
  out[i] = x * y - x;
  out[n + i] = x / y;
  out[2 * n + i] = fma(x, y, -x);
  out[3 * n + i] = sqrt(fabs(y));
  out[4 * n + i] = fmin(x, y) + fmax(x, 0.25);
  out[5 * n + i] = fmod(x, y);
  out[6 * n + i] = floor(x) + ceil(y) + rint(x) + trunc(y);
  out[7 * n + i] = __dadd_rz(x, y * 1e-9) - __dmul_ru(x, y);
  out[8 * n + i] = (float)x * (float)y + x;
}

extern "C" __global__ void bits(unsigned* out, const unsigned* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i] * 2654435761u, y = ~x >> 3;
  unsigned long long w = (unsigned long long)x * 0x9e3779b97f4a7c15ull;
  out[i] = __popc(x) + __popcll(w) * 100;
  out[n + i] = __clz(x >> (i & 31)) + __clzll(w >> (i & 63)) * 100;
  out[2 * n + i] = __ffs(x << (i & 31)) + __ffsll(w << (i & 63)) * 100;
  out[3 * n + i] = __brev(x) ^ (unsigned)__brevll(w);
  out[4 * n + i] = __byte_perm(x, y, 0x2570 + (i & 7));
  out[5 * n + i] = __funnelshift_l(x, y, i) ^ __funnelshift_r(x, y, i + 40);
  out[6 * n + i] = __funnelshift_lc(x, y, i) ^ __funnelshift_rc(x, y, i);
  out[7 * n + i] = __float_as_uint(__uint_as_float((x & 0x007fffffu) | 0x3f800000u) - 1.0f);
}

extern "C" __global__ void integer_functions(int* out, const int* a, const int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = a[i] * 40503, y = b[i] * 30011;
  out[i] = __mulhi(x, y * 1000);
  out[n + i] = (int)__umulhi((unsigned)x, (unsigned)y);
  out[2 * n + i] = __mul24(x, y);
  out[3 * n + i] = (int)__sad(x, y, 5u);
  out[4 * n + i] = __hadd(x, y) + __rhadd(x, y);
  out[5 * n + i] = __dp4a(x, y, 7) + (int)__dp4a((unsigned)x, (unsigned)y, 9u);
  out[6 * n + i] = min(x, y) + max(x, 17) + abs(y);
  out[7 * n + i] = (int)min((unsigned)x, (unsigned)y) ^ (int)(max(x, y) > 0 ? 3u : 4u);
}
