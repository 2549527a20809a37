// Less common functions of CUDA: comparisons of halves, words of small integers, directed
// reciprocals.
#include "core/cuda/check/prelude.hpp"

namespace loom::cuda {

std::string_view prelude_more() {
  return R"(
#define COMPARE(H, H2, n, op) \
  __device__ bool __h##n##u(H a, H b) { return a op b || a != a || b != b; } \
  __device__ H2 __h##n##2(H2 a, H2 b) { return {(H)(float)__h##n(a.x, b.x), (H)(float)__h##n(a.y, b.y)}; } \
  __device__ H2 __h##n##u2(H2 a, H2 b) { return {(H)(float)__h##n##u(a.x, b.x), (H)(float)__h##n##u(a.y, b.y)}; } \
  __device__ bool __hb##n##2(H2 a, H2 b) { return __h##n(a.x, b.x) && __h##n(a.y, b.y); } \
  __device__ bool __hb##n##u2(H2 a, H2 b) { return __h##n##u(a.x, b.x) && __h##n##u(a.y, b.y); }
#define BOTH(H2, n) __device__ H2 h2##n(H2 a) { return {h##n(a.x), h##n(a.y)}; }
#define CLAMPED(H, H2, n) \
  __device__ H __h##n##_sat(H a, H b) { return __loom_clamped(__h##n(a, b)); } \
  __device__ H2 __h##n##2_sat(H2 a, H2 b) { return {__h##n##_sat(a.x, b.x), __h##n##_sat(a.y, b.y)}; } \
  __device__ H2 __h##n##2_rn(H2 a, H2 b) { return {__h##n(a.x, b.x), __h##n(a.y, b.y)}; }
#define MORE(H, H2) \
  COMPARE(H, H2, eq, ==) COMPARE(H, H2, ne, !=) COMPARE(H, H2, lt, <) COMPARE(H, H2, le, <=) COMPARE(H, H2, gt, >) COMPARE(H, H2, ge, >=) \
  __device__ H __loom_clamped(H a) { return min(max(a, (H)0.0f), (H)1.0f); } \
  CLAMPED(H, H2, add) CLAMPED(H, H2, sub) CLAMPED(H, H2, mul) \
  __device__ H __hsub_rn(H a, H b) { return a - b; } \
  __device__ H __hmul_rn(H a, H b) { return a * b; } \
  __device__ H __hfma_sat(H a, H b, H c) { return __loom_clamped(__hfma(a, b, c)); } \
  __device__ H2 __hfma2_sat(H2 a, H2 b, H2 c) { return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)}; } \
  __device__ H2 __hfma2_relu(H2 a, H2 b, H2 c) { return {__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)}; } \
  __device__ H2 __hisnan2(H2 a) { return {(H)(float)__hisnan(a.x), (H)(float)__hisnan(a.y)}; } \
  __device__ int __hisinf(H a) { return isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0; } \
  __device__ H hexp10(H a) { return (H)exp10f((float)a); } \
  __device__ H hlog10(H a) { return (H)log10f((float)a); } \
  __device__ H hrint(H a) { return (H)rintf((float)a); } \
  __device__ H htrunc(H a) { return (H)truncf((float)a); } \
  BOTH(H2, exp2) BOTH(H2, exp10) BOTH(H2, log) BOTH(H2, log2) BOTH(H2, log10) BOTH(H2, sin) BOTH(H2, cos) \
  BOTH(H2, rcp) BOTH(H2, floor) BOTH(H2, ceil) BOTH(H2, rint) BOTH(H2, trunc)
MORE(__half, __half2)
MORE(__nv_bfloat16, __nv_bfloat162)
#define EACH(n, F, H, e) \
  __device__ unsigned n##4(unsigned a, unsigned b) { unsigned o = 0; for (int i = 0; i < 32; i += 8) { int x = (F)(a >> i), y = (F)(b >> i); o |= ((unsigned)(e) & 0xffu) << i; } return o; } \
  __device__ unsigned n##2(unsigned a, unsigned b) { unsigned o = 0; for (int i = 0; i < 32; i += 16) { int x = (H)(a >> i), y = (H)(b >> i); o |= ((unsigned)(e) & 0xffffu) << i; } return o; }
#define SIGNED(n, e) EACH(n, signed char, short, e)
#define NATURAL(n, e) EACH(n, unsigned char, unsigned short, e)
#define COMPARED(n, op) SIGNED(__vcmp##n##s, x op y ? -1 : 0) NATURAL(__vcmp##n##u, x op y ? -1 : 0) SIGNED(__vset##n##s, x op y) NATURAL(__vset##n##u, x op y)
NATURAL(__vadd, x + y)
NATURAL(__vsub, x - y)
NATURAL(__vmaxu, max(x, y))
NATURAL(__vminu, min(x, y))
SIGNED(__vmaxs, max(x, y))
SIGNED(__vmins, min(x, y))
NATURAL(__vabsdiffu, abs(x - y))
SIGNED(__vabsdiffs, abs(x - y))
NATURAL(__vavgu, (x + y + 1) >> 1)
NATURAL(__vhaddu, (x + y) >> 1)
NATURAL(__vcmpeq, x == y ? -1 : 0)
NATURAL(__vcmpne, x != y ? -1 : 0)
NATURAL(__vseteq, x == y)
NATURAL(__vsetne, x != y)
COMPARED(lt, <) COMPARED(le, <=) COMPARED(gt, >) COMPARED(ge, >=)
__device__ unsigned __vsadu4(unsigned a, unsigned b) { unsigned o = 0; for (int i = 0; i < 32; i += 8) o += abs((int)(a >> i & 255u) - (int)(b >> i & 255u)); return o; }
__device__ unsigned __vsadu2(unsigned a, unsigned b) { unsigned o = 0; for (int i = 0; i < 32; i += 16) o += abs((int)(a >> i & 65535u) - (int)(b >> i & 65535u)); return o; }
#define INVERSE(way) \
  __device__ float __frcp_##way(float a) { return __fdiv_##way(1.0f, a); } \
  __device__ double __drcp_##way(double a) { return __ddiv_##way(1.0, a); }
INVERSE(rz) INVERSE(rd) INVERSE(ru)
__device__ double __drcp_rn(double a) { return 1.0 / a; }
__device__ void __nanosleep(unsigned) {}
)";
}

}  // namespace loom::cuda
