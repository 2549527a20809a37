#include "core/cuda/check/prelude.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view vectors = R"(
#define VECTORS(T, name, a2, a4) \
  struct name##1 { T x; }; \
  struct __align__(a2) name##2 { T x, y; }; \
  struct name##3 { T x, y, z; }; \
  struct __align__(a4) name##4 { T x, y, z, w; }; \
  __device__ name##1 make_##name##1(T x) { return {x}; } \
  __device__ name##2 make_##name##2(T x, T y) { return {x, y}; } \
  __device__ name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  __device__ name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(char, char, 2, 4)
VECTORS(unsigned char, uchar, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(unsigned short, ushort, 4, 8)
VECTORS(int, int, 8, 16)
VECTORS(unsigned int, uint, 8, 16)
VECTORS(long, long, 16, 16)
VECTORS(unsigned long, ulong, 16, 16)
VECTORS(long long, longlong, 16, 16)
VECTORS(unsigned long long, ulonglong, 16, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)
struct dim3 {
  unsigned int x, y, z;
  __device__ dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
  __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
template <class T> __device__ void swap(T& a, T& b) { T c = a; a = b; b = c; }
template <class T, class U> struct pair { T first; U second; };
template <class T, unsigned long N> struct array {
  T data_[N];
  __device__ T& operator[](unsigned long i) { return data_[i]; }
  __device__ const T& operator[](unsigned long i) const { return data_[i]; }
  __device__ constexpr unsigned long size() const { return N; }
  __device__ T* data() { return data_; }
};
template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct minus { __device__ T operator()(T a, T b) const { return a - b; } };
template <class T> struct multiplies { __device__ T operator()(T a, T b) const { return a * b; } };
template <class T> struct __loom_less { __device__ bool operator()(T a, T b) const { return a < b; } };
template <class T> struct __loom_greater { __device__ bool operator()(T a, T b) const { return a > b; } };
template <class T> struct modulus { __device__ T operator()(T a, T b) const { return a % b; } };
template <class T> struct negate { __device__ T operator()(T a) const { return -a; } };
template <class T> struct equal_to { __device__ bool operator()(T a, T b) const { return a == b; } };
template <class T, T... v> struct integer_sequence { static constexpr unsigned long size() { return sizeof...(v); } };
template <unsigned long... v> using index_sequence = integer_sequence<unsigned long, v...>;
template <unsigned long n> using make_index_sequence = index_sequence<n>;
template <class T, T n> using make_integer_sequence = integer_sequence<T, n>;
template <class T> __device__ T* __builtin_assume_aligned(T* p, unsigned long n) { return p; }
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };
template <class T> struct numeric_limits {};
#define LIMITS(T, low, high, least) template <> struct numeric_limits<T> { \
  static constexpr bool is_integer = true, is_signed = low < 0; \
  static constexpr int digits = 8 * sizeof(T) - is_signed; \
  __device__ static constexpr T max() { return high; } \
  __device__ static constexpr T min() { return least; } \
  __device__ static constexpr T lowest() { return low; } };
LIMITS(bool, 0, 1, 0)
LIMITS(char, CHAR_MIN, CHAR_MAX, CHAR_MIN)
LIMITS(signed char, CHAR_MIN, CHAR_MAX, CHAR_MIN)
LIMITS(unsigned char, 0, UCHAR_MAX, 0)
LIMITS(short, SHRT_MIN, SHRT_MAX, SHRT_MIN)
LIMITS(unsigned short, 0, USHRT_MAX, 0)
LIMITS(int, INT_MIN, INT_MAX, INT_MIN)
LIMITS(unsigned int, 0, UINT_MAX, 0)
LIMITS(long, LONG_MIN, LONG_MAX, LONG_MIN)
LIMITS(unsigned long, 0, ULONG_MAX, 0)
LIMITS(long long, LLONG_MIN, LLONG_MAX, LLONG_MIN)
LIMITS(unsigned long long, 0, ULLONG_MAX, 0)
#define REALS(T, F, bits, least) template <> struct numeric_limits<T> { \
  static constexpr bool is_integer = false, is_signed = true; \
  static constexpr int digits = bits; \
  __device__ static constexpr T max() { return F##_MAX; } \
  __device__ static constexpr T min() { return F##_MIN; } \
  __device__ static constexpr T lowest() { return -F##_MAX; } \
  __device__ static constexpr T denorm_min() { return least; } \
  __device__ static constexpr T epsilon() { return F##_EPSILON; } \
  __device__ static constexpr T infinity() { return INFINITY; } \
  __device__ static constexpr T quiet_NaN() { return NAN; } };
REALS(float, FLT, 24, 0x1p-149f)
REALS(double, DBL, 53, 0x1p-1074)
)";

constexpr std::string_view numbers = R"(
__device__ void sincosf(float x, float* s, float* c) { *s = sinf(x); *c = cosf(x); }
__device__ void sincos(float x, float* s, float* c) { *s = sinf(x); *c = cosf(x); }
__device__ void sincos(double x, double* s, double* c) { *s = sin(x); *c = cos(x); }
__device__ void __sincosf(float x, float* s, float* c) { *s = __sinf(x); *c = __cosf(x); }
__device__ void sincospif(float x, float* s, float* c) { *s = sinpif(x); *c = cospif(x); }
__device__ void sincospi(double x, double* s, double* c) { *s = sinpi(x); *c = cospi(x); }
#define PARTS(T, f) \
  __device__ T modf##f(T x, T* whole) { *whole = trunc(x); return copysign(isinf(x) ? (T)0 : x - trunc(x), x); } \
  __device__ T frexp##f(T x, int* power) { *power = __loom_frexp_power(x); return __loom_frexp_part(x); } \
  __device__ T scalbln##f(T x, long n) { return ldexp(x, (int)max(-5000l, min(5000l, n))); } \
  __device__ long lrint##f(T x) { return (long)rint(x); } \
  __device__ long lround##f(T x) { return (long)round(x); } \
  __device__ long long llrint##f(T x) { return (long long)rint(x); } \
  __device__ long long llround##f(T x) { return (long long)round(x); } \
  __device__ T rhypot##f(T a, T b) { return (T)1 / hypot(a, b); } \
  __device__ T norm3d##f(T a, T b, T c) { return sqrt(a * a + b * b + c * c); } \
  __device__ T rnorm3d##f(T a, T b, T c) { return rsqrt(a * a + b * b + c * c); } \
  __device__ T norm4d##f(T a, T b, T c, T d) { return sqrt(a * a + b * b + c * c + d * d); } \
  __device__ T rnorm4d##f(T a, T b, T c, T d) { return rsqrt(a * a + b * b + c * c + d * d); }
PARTS(float, f) PARTS(double, )
__device__ float modf(float x, float* whole) { return modff(x, whole); }
__device__ float frexp(float x, int* power) { return frexpf(x, power); }
__device__ int __hadd(int a, int b) { return __loom_average(a, b); }
__device__ float __fadd_rn(float a, float b) { return __loom_add(a, b); }
__device__ float __fsub_rn(float a, float b) { return __loom_add(a, -b); }
__device__ float __fmul_rn(float a, float b) { return __loom_mul(a, b); }
__device__ float __fdiv_rn(float a, float b) { return a / b; }
__device__ double __dadd_rn(double a, double b) { return __loom_add(a, b); }
__device__ double __dsub_rn(double a, double b) { return __loom_add(a, -b); }
__device__ double __dmul_rn(double a, double b) { return __loom_mul(a, b); }
__device__ double __ddiv_rn(double a, double b) { return a / b; }
__device__ double __dsqrt_rn(double a) { return sqrt(a); }
__device__ float fdividef(float a, float b) { return a / b; }
__device__ float __fdividef(float a, float b) { return a / b; }
__device__ float powif(float a, int b) { return powf(a, (float)b); }
__device__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__device__ int __double2loint(double x) { return (int)__double_as_longlong(x); }
__device__ double __hiloint2double(int a, int b) { return __longlong_as_double(((long long)a << 32) | (unsigned)b); }
template <class T> __device__ double nan(T text) { return __longlong_as_double(0x7fffffffffffffffLL); }
template <class T> __device__ float nanf(T text) { return __int_as_float(0x7fffffff); }
__device__ int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
__device__ unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
__device__ unsigned __sad(int a, int b, unsigned c) { return c + (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a); }
__device__ unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }
__device__ int __dp4a(int a, int b, int c) {
  return c + (int)(char)a * (int)(char)b + (int)(char)(a >> 8) * (int)(char)(b >> 8) + (int)(char)(a >> 16) * (int)(char)(b >> 16) + (a >> 24) * (b >> 24);
}
__device__ unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) + (a >> 16 & 255) * (b >> 16 & 255) + (a >> 24) * (b >> 24);
}
__device__ int __builtin_expect(int a, int b) { return a; }
__device__ void __builtin_assume(bool a) {}
__device__ void __assume(bool a) {}
#define LOADS(name) template <class T> __device__ T name(const T* p) { return *p; }
LOADS(__ldg) LOADS(__ldcg) LOADS(__ldca) LOADS(__ldcs) LOADS(__ldlu) LOADS(__ldcv)
#define STORES(name) template <class T> __device__ void name(T* p, T value) { *p = value; }
STORES(__stcg) STORES(__stcs) STORES(__stwb) STORES(__stwt)
)";

constexpr std::string_view shuffles = R"(
#define WIDE(name, lane, inside) \
  template <class T> __device__ T name(unsigned mask, T v, int d, int width) { \
    int own = __loom_lane(), first = own & ~(width - 1), from = lane; \
    return __shfl_sync(mask, v, inside ? from : own); \
  }
WIDE(__loom_shfl, first + (d & (width - 1)), true)
WIDE(__loom_shfl_up, own - d, from >= first)
WIDE(__loom_shfl_down, own + d, from < first + width)
WIDE(__loom_shfl_xor, own ^ d, from < first + width)
typedef float2 cufftComplex;
typedef float2 cuComplex;
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef double2 cufftDoubleComplex;
typedef float cufftReal;
typedef double cufftDoubleReal;
__device__ float2 make_cuFloatComplex(float a, float b) { return {a, b}; }
__device__ float2 make_cuComplex(float a, float b) { return {a, b}; }
__device__ double2 make_cuDoubleComplex(double a, double b) { return {a, b}; }
__device__ float cuCrealf(float2 a) { return a.x; }
__device__ float cuCimagf(float2 a) { return a.y; }
__device__ float cuCabsf(float2 a) { return hypotf(a.x, a.y); }
__device__ float2 cuConjf(float2 a) { return {a.x, -a.y}; }
__device__ float2 cuCaddf(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ float2 cuCsubf(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__device__ float2 cuCmulf(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
__device__ double2 cuCadd(double2 a, double2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ double2 cuCmul(double2 a, double2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
)";

constexpr std::string_view halves = R"(
#define PAIR(H, H2, h2) \
  struct __align__(4) H2 { H x, y; }; \
  __device__ H2 make_##h2(H x, H y) { return {x, y}; } \
  __device__ H2 operator+(H2 a, H2 b) { return {a.x + b.x, a.y + b.y}; } \
  __device__ H2 operator-(H2 a, H2 b) { return {a.x - b.x, a.y - b.y}; } \
  __device__ H2 operator*(H2 a, H2 b) { return {a.x * b.x, a.y * b.y}; } \
  __device__ H2 operator/(H2 a, H2 b) { return {a.x / b.x, a.y / b.y}; } \
  __device__ H2 operator-(H2 a) { return {-a.x, -a.y}; } \
  __device__ H2& operator+=(H2& a, H2 b) { a = a + b; return a; } \
  __device__ H2& operator-=(H2& a, H2 b) { a = a - b; return a; } \
  __device__ H2& operator*=(H2& a, H2 b) { a = a * b; return a; } \
  __device__ bool operator==(H2 a, H2 b) { return a.x == b.x && a.y == b.y; } \
  __device__ H __hadd(H a, H b) { return a + b; } \
  __device__ H __hadd_rn(H a, H b) { return a + b; } \
  __device__ H __hsub(H a, H b) { return a - b; } \
  __device__ H __hmul(H a, H b) { return a * b; } \
  __device__ H __hdiv(H a, H b) { return a / b; } \
  __device__ H __hneg(H a) { return -a; } \
  __device__ H __habs(H a) { return abs(a); } \
  __device__ H __hmax(H a, H b) { return max(a, b); } \
  __device__ H __hmin(H a, H b) { return min(a, b); } \
  __device__ H __hfma(H a, H b, H c) { return __loom_hfma(a, b, c); } \
  __device__ H __hfma_relu(H a, H b, H c) { return max(__loom_hfma(a, b, c), (H)0.0f); } \
  __device__ bool __hgt(H a, H b) { return a > b; } \
  __device__ bool __hge(H a, H b) { return a >= b; } \
  __device__ bool __hlt(H a, H b) { return a < b; } \
  __device__ bool __hle(H a, H b) { return a <= b; } \
  __device__ bool __heq(H a, H b) { return a == b; } \
  __device__ bool __hne(H a, H b) { return a < b || a > b; } \
  __device__ bool __hisnan(H a) { return isnan((float)a); } \
  __device__ H2 __hadd2(H2 a, H2 b) { return a + b; } \
  __device__ H2 __hsub2(H2 a, H2 b) { return a - b; } \
  __device__ H2 __hmul2(H2 a, H2 b) { return a * b; } \
  __device__ H2 __h2div(H2 a, H2 b) { return a / b; } \
  __device__ H2 __hneg2(H2 a) { return -a; } \
  __device__ H2 __habs2(H2 a) { return {abs(a.x), abs(a.y)}; } \
  __device__ H2 __hmax2(H2 a, H2 b) { return {max(a.x, b.x), max(a.y, b.y)}; } \
  __device__ H2 __hmin2(H2 a, H2 b) { return {min(a.x, b.x), min(a.y, b.y)}; } \
  __device__ H2 __hfma2(H2 a, H2 b, H2 c) { return {__loom_hfma(a.x, b.x, c.x), __loom_hfma(a.y, b.y, c.y)}; } \
  __device__ H hexp(H a) { return (H)expf((float)a); } \
  __device__ H hexp2(H a) { return (H)exp2f((float)a); } \
  __device__ H hlog(H a) { return (H)logf((float)a); } \
  __device__ H hlog2(H a) { return (H)log2f((float)a); } \
  __device__ H hsqrt(H a) { return (H)sqrtf((float)a); } \
  __device__ H hrsqrt(H a) { return (H)rsqrtf((float)a); } \
  __device__ H hrcp(H a) { return (H)(1.0f / (float)a); } \
  __device__ H hsin(H a) { return (H)sinf((float)a); } \
  __device__ H hcos(H a) { return (H)cosf((float)a); } \
  __device__ H htanh(H a) { return (H)tanhf((float)a); } \
  __device__ H hfloor(H a) { return (H)floorf((float)a); } \
  __device__ H hceil(H a) { return (H)ceilf((float)a); } \
  __device__ H2 h2exp(H2 a) { return {hexp(a.x), hexp(a.y)}; } \
  __device__ H2 h2sqrt(H2 a) { return {hsqrt(a.x), hsqrt(a.y)}; } \
  __device__ H2 h2rsqrt(H2 a) { return {hrsqrt(a.x), hrsqrt(a.y)}; } \
  __device__ float __low2float(H2 a) { return (float)a.x; } \
  __device__ float __high2float(H2 a) { return (float)a.y; }
PAIR(__half, __half2, half2)
PAIR(__nv_bfloat16, __nv_bfloat162, bfloat162)
using half2 = __half2;
using nv_bfloat162 = __nv_bfloat162;
__device__ __half __float2half(float a) { return (__half)a; }
__device__ __half __double2half(double a) { return (__half)a; }
__device__ float __half2float(__half a) { return (float)a; }
__device__ __half __low2half(__half2 a) { return a.x; }
__device__ __half __high2half(__half2 a) { return a.y; }
__device__ __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
__device__ __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
__device__ __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
__device__ __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
__device__ __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
__device__ __half2 __half2half2(__half a) { return {a, a}; }
__device__ __half2 __halves2half2(__half a, __half b) { return {a, b}; }
__device__ __half2 __float2half2_rn(float a) { return {(__half)a, (__half)a}; }
__device__ __half2 __floats2half2_rn(float a, float b) { return {(__half)a, (__half)b}; }
__device__ __half2 __float22half2_rn(float2 a) { return {(__half)a.x, (__half)a.y}; }
__device__ float2 __half22float2(__half2 a) { return {(float)a.x, (float)a.y}; }
__device__ __nv_bfloat16 __float2bfloat16(float a) { return (__nv_bfloat16)a; }
__device__ __nv_bfloat16 __double2bfloat16(double a) { return (__nv_bfloat16)a; }
__device__ float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
__device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
__device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
__device__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
__device__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
__device__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return {a.y, a.x}; }
__device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }
__device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
__device__ __nv_bfloat162 __float2bfloat162_rn(float a) { return {(__nv_bfloat16)a, (__nv_bfloat16)a}; }
__device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {(__nv_bfloat16)a, (__nv_bfloat16)b}; }
__device__ __nv_bfloat162 __float22bfloat162_rn(float2 a) { return {(__nv_bfloat16)a.x, (__nv_bfloat16)a.y}; }
__device__ float2 __bfloat1622float2(__nv_bfloat162 a) { return {(float)a.x, (float)a.y}; }
)";

}  // namespace

std::string prelude_text() {
  return std::string(vectors) + std::string(prelude_traits()) + std::string(numbers) +
         std::string(shuffles) + std::string(halves) + std::string(prelude_groups()) +
         std::string(prelude_more());
}

}  // namespace loom::cuda
