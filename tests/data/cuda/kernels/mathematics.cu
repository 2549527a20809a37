// The library's functions: a row of the output for each.
#define ROW(k) out[(k) * n + i]

extern "C" __global__ void math_float(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  float unit = x * 0.03125f;  // -1 .. 1
  float size = fabsf(x) + 0.001f;
  ROW(0) = expf(x);
  ROW(1) = exp2f(x);
  ROW(2) = exp10f(x);
  ROW(3) = expm1f(unit);
  ROW(4) = logf(size);
  ROW(5) = log2f(size);
  ROW(6) = log10f(size);
  ROW(7) = log1pf(size);
  ROW(8) = sinf(x);
  ROW(9) = cosf(x);
  ROW(10) = tanf(x);
  ROW(11) = asinf(unit);
  ROW(12) = acosf(unit);
  ROW(13) = atanf(x);
  ROW(14) = sinhf(unit * 4.0f);
  ROW(15) = coshf(unit * 4.0f);
  ROW(16) = tanhf(unit * 2.0f);
  ROW(17) = asinhf(x);
  ROW(18) = acoshf(size + 1.0f);
  ROW(19) = atanhf(unit * 0.9f);
  ROW(20) = rsqrtf(size);
  ROW(21) = cbrtf(x);
  ROW(22) = rcbrtf(size);
  ROW(23) = sinpif(unit);
  ROW(24) = cospif(unit);
}

extern "C" __global__ void math_float_two(float* out, const float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i];
  ROW(0) = powf(fabsf(x) + 0.01f, y * 0.125f);
  ROW(1) = atan2f(x, y);
  ROW(2) = hypotf(x, y);
  ROW(3) = fmodf(x * 100.0f, y);
  ROW(4) = remainderf(x * 10.0f, y);
  ROW(5) = ldexpf(x, (int)y);
  ROW(6) = nextafterf(x, y);
  int e = 0;
  ROW(7) = frexpf(x, &e) + (float)e;
  float s, c;
  sincosf(x, &s, &c);
  ROW(8) = s;
  ROW(9) = c;
}

extern "C" __global__ void math_special(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i] * 0.125f;  // -4 .. 4
  float inside = x * 0.24f;
  ROW(0) = erff(x);
  ROW(1) = erfcf(x);
  ROW(2) = erfinvf(inside);
  ROW(3) = erfcinvf(1.0f + inside);
  ROW(4) = erfcxf(fabsf(x));
  ROW(5) = normcdff(x);
  ROW(6) = normcdfinvf(0.5f + 0.5f * inside);
  ROW(7) = tgammaf(fabsf(x) + 0.25f);
  ROW(8) = lgammaf(fabsf(x) + 3.0f);
}

extern "C" __global__ void math_double(double* out, const double* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double x = in[i];
  double unit = x * 0.03125;
  double size = fabs(x) + 0.001;
  ROW(0) = exp(x);
  ROW(1) = exp2(x);
  ROW(2) = exp10(unit);
  ROW(3) = expm1(unit);
  ROW(4) = log(size);
  ROW(5) = log2(size);
  ROW(6) = log10(size);
  ROW(7) = log1p(size);
  ROW(8) = sin(x);
  ROW(9) = cos(x);
  ROW(10) = tan(x);
  ROW(11) = asin(unit);
  ROW(12) = acos(unit);
  ROW(13) = atan(x);
  ROW(14) = sinh(unit);
  ROW(15) = cosh(unit);
  ROW(16) = tanh(unit);
  ROW(17) = rsqrt(size);
  ROW(18) = cbrt(x);
  ROW(19) = pow(size, unit);
  ROW(20) = atan2(x, unit + 2.0);
  ROW(21) = hypot(x, 3.0);
  ROW(22) = erf(unit);
  ROW(23) = erfc(unit);
  ROW(24) = asinh(x);
}

extern "C" __global__ void math_fast(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i] * 0.09375f;  // -3 .. 3
  float size = fabsf(in[i]) + 2.5f;
  ROW(0) = __expf(x);
  ROW(1) = __sinf(x);
  ROW(2) = __cosf(x);
  ROW(3) = __logf(size);
  ROW(4) = __log2f(size);
  ROW(5) = __fdividef(x, size);
  ROW(6) = __frsqrt_rn(size);
  ROW(7) = __powf(size, 0.5f);
}
