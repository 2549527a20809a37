// CUDA's functions of numbers as plain C++: for host.hpp.
#pragma once

#include <fenv.h>
#include <math.h>
#include <string.h>

namespace device {

// Bits and integers.

static int __popc(unsigned x) {
  int count = 0;
  for (; x; x &= x - 1) ++count;
  return count;
}
static int __popcll(unsigned long long x) {
  return __popc(static_cast<unsigned>(x)) + __popc(static_cast<unsigned>(x >> 32));
}
static int __clzll(long long x) {
  int count = 0;
  while (count < 64 && (static_cast<unsigned long long>(x) >> (63 - count) & 1) == 0) ++count;
  return count;
}
static int __clz(int x) { return __clzll(static_cast<unsigned>(x)) - 32; }
static int __ffsll(long long x) {
  for (int i = 0; i < 64; ++i)
    if (static_cast<unsigned long long>(x) >> i & 1) return i + 1;
  return 0;
}
static int __ffs(int x) { return __ffsll(static_cast<unsigned>(x)); }
static unsigned long long __brevll(unsigned long long x) {
  unsigned long long out = 0;
  for (int i = 0; i < 64; ++i)
    if (x >> i & 1) out |= 1ull << (63 - i);
  return out;
}
static unsigned __brev(unsigned x) { return static_cast<unsigned>(__brevll(x) >> 32); }
static unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  const unsigned bytes[8] = {x & 255, x >> 8 & 255, x >> 16 & 255, x >> 24,
                             y & 255, y >> 8 & 255, y >> 16 & 255, y >> 24};
  unsigned out = 0;
  for (int i = 3; i >= 0; --i) {
    const unsigned chosen = bytes[s >> (4 * i) & 7];
    // The manual's selector has three bits; of a fourth, PTX says that it repeats the sign.
    out = out << 8 | (s >> (4 * i) & 8 ? (chosen & 128 ? 255 : 0) : chosen);
  }
  return out;
}
static unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned by) {
  by &= 31;
  return by == 0 ? hi : hi << by | lo >> (32 - by);
}
static unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned by) {
  by &= 31;
  return by == 0 ? lo : lo >> by | hi << (32 - by);
}
static unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned by) {
  return by >= 32 ? lo : __funnelshift_l(lo, hi, by);
}
static unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned by) {
  return by >= 32 ? hi : __funnelshift_r(lo, hi, by);
}
static int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
static unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
static unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  const unsigned long long al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
  const unsigned long long middle = ah * bl + (al * bl >> 32),
                           other = al * bh + (middle & 0xffffffff);
  return ah * bh + (middle >> 32) + (other >> 32);
}
static long long __mul64hi(long long a, long long b) {
  unsigned long long out =
      __umul64hi(static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
  if (a < 0) out -= static_cast<unsigned long long>(b);
  if (b < 0) out -= static_cast<unsigned long long>(a);
  return static_cast<long long>(out);
}
static int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
static int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
static unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((a + 0ull + b) >> 1);
}
static unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((a + 1ull + b) >> 1);
}
static unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a < b ? b - a : a - b) + c; }
static unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static int __mul24(int a, int b) {
  const auto low = [](int x) {
    return (x & 0xffffff) >= 0x800000 ? (x & 0xffffff) - 0x1000000 : x & 0xffffff;
  };
  return static_cast<int>(static_cast<unsigned>(static_cast<long long>(low(a)) * low(b)));
}
static unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
  return c;
}
static int abs(int x) { return x < 0 ? -x : x; }
template <class T>
T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T max(T a, T b) {
  return a < b ? b : a;
}
static unsigned umax(unsigned a, unsigned b) { return max(a, b); }
static long long llmin(long long a, long long b) { return min(a, b); }

// Floats. A single operation that rounds another way is compiled as it stands, without
// optimization, while the processor rounds so.

template <class T>
T rounded(int way, T (*f)(T, T), T a, T b) {
  fesetround(way);
  volatile T made = f(a, b);
  fesetround(FE_TONEAREST);
  return made;
}
#define ROUNDED(T, f, name, mark)                                                           \
  static T f##name##_plain(T a, T b) {                                                      \
    volatile T x = a, y = b;                                                                \
    return x mark y;                                                                        \
  }                                                                                         \
  static T f##name##_rn(T a, T b) { return rounded(FE_TONEAREST, f##name##_plain, a, b); }  \
  static T f##name##_rz(T a, T b) { return rounded(FE_TOWARDZERO, f##name##_plain, a, b); } \
  static T f##name##_ru(T a, T b) { return rounded(FE_UPWARD, f##name##_plain, a, b); }     \
  static T f##name##_rd(T a, T b) { return rounded(FE_DOWNWARD, f##name##_plain, a, b); }
ROUNDED(float, __f, add, +)
ROUNDED(float, __f, sub, -)
ROUNDED(float, __f, mul, *)
ROUNDED(float, __f, div, /)
ROUNDED(double, __d, add, +)
ROUNDED(double, __d, sub, -)
ROUNDED(double, __d, mul, *)
ROUNDED(double, __d, div, /)

template <class To, class From>
To converted(int way, From from) {
  volatile From value = from;
  fesetround(way);
  volatile To made = static_cast<To>(value);
  fesetround(FE_TONEAREST);
  return made;
}
static float __int2float_rn(int x) { return converted<float>(FE_TONEAREST, x); }
static float __int2float_ru(int x) { return converted<float>(FE_UPWARD, x); }
static float __uint2float_rz(unsigned x) {
  return converted<float>(FE_TOWARDZERO, static_cast<long long>(x));
}
static float __ll2float_rd(long long x) { return converted<float>(FE_DOWNWARD, x); }
static double __int2double_rn(int x) { return x; }
static float __double2float_rd(double x) { return converted<float>(FE_DOWNWARD, x); }
static float __double2float_rz(double x) { return converted<float>(FE_TOWARDZERO, x); }
static double __ull2double_rz(unsigned long long x) {
  int drop = 0;
  while (x >> drop >> 53) ++drop;
  return ::ldexp(static_cast<double>(x >> drop), drop);
}
#define TO_INT(name, T)                                              \
  static int name##_rn(T x) { return static_cast<int>(::rint(x)); }  \
  static int name##_rz(T x) { return static_cast<int>(::trunc(x)); } \
  static int name##_ru(T x) { return static_cast<int>(::ceil(x)); }  \
  static int name##_rd(T x) { return static_cast<int>(::floor(x)); }
TO_INT(__float2int, float)
TO_INT(__double2int, double)

template <class To, class From>
To same_bits(From from) {
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}
static int __float_as_int(float x) { return same_bits<int>(x); }
static unsigned __float_as_uint(float x) { return same_bits<unsigned>(x); }
static float __int_as_float(int x) { return same_bits<float>(x); }
static long long __double_as_longlong(double x) { return same_bits<long long>(x); }

#define ONE(name)                                        \
  static float name##f(float x) { return ::name##f(x); } \
  static double name(double x) { return ::name(x); }
ONE(sqrt)
ONE(fabs)
ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(rint)
ONE(round)
#define TWO(name)                                                    \
  static float name##f(float x, float y) { return ::name##f(x, y); } \
  static double name(double x, double y) { return ::name(x, y); }
TWO(fmod)
TWO(fdim)
// The number where one is NaN; −0 is less than 0 (PTX).
#define LEAST(T, f)                                  \
  static T fmin##f(T x, T y) {                       \
    if (x != x) return y;                            \
    if (y != y) return x;                            \
    if (x == y) return __builtin_signbit(x) ? x : y; \
    return x < y ? x : y;                            \
  }                                                  \
  static T fmax##f(T x, T y) { return -fmin##f(-x, -y); }
LEAST(float, f)
LEAST(double, )
static float fmaf(float a, float b, float c) { return ::fmaf(a, b, c); }
static double fma(double a, double b, double c) { return ::fma(a, b, c); }
static float __fmaf_rn(float a, float b, float c) { return ::fmaf(a, b, c); }
static double __fma_rn(double a, double b, double c) { return ::fma(a, b, c); }
static float ldexpf(float a, int by) { return ::ldexpf(a, by); }
static double ldexp(double a, int by) { return ::ldexp(a, by); }
template <class T>
bool isnan(T x) {
  return x != x;
}
template <class T>
bool isinf(T x) {
  return x == x && x - x != x - x;
}
template <class T>
bool isfinite(T x) {
  return x - x == x - x;
}

}  // namespace device
