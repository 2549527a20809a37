// CUDA's language as plain C++, for a kernel that runs thread by thread: each thread is a call of
// the kernel, and where threads wait for each other, each has a stack of its own. Nothing here is
// the simulator's: what CUDA's manual says, once more, in the simplest way.
#pragma once

#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <ucontext.h>

namespace device {

struct Index3 {
  unsigned x, y, z;
};
static Index3 threadIdx, blockIdx, blockDim, gridDim;
static const int warpSize = 32;

// Threads, one after another, each as far as it comes.

static const int most_threads = 64, stack_bytes = 1 << 16;
struct Meeting {  // of those of a mask in a warp, or of the block
  unsigned long long key;
  int arrived, round;
};
static struct {
  ucontext_t main, threads[most_threads];
  bool done[most_threads];
  Meeting meetings[64];
  int count, now, known;
  unsigned long long put[most_threads];
} block;
alignas(16) static char stacks[most_threads][stack_bytes];

static void select(int thread) {
  block.now = thread;
  const unsigned n = static_cast<unsigned>(thread);
  threadIdx = {n % blockDim.x, n / blockDim.x % blockDim.y, n / (blockDim.x * blockDim.y)};
}

// Until so many threads came to the meeting with this key.
static void meet(unsigned long long key, int members) {
  int which = 0;
  while (which < block.known && block.meetings[which].key != key) ++which;
  if (which == block.known) block.meetings[block.known++] = {key, 0, 0};
  Meeting& meeting = block.meetings[which];
  const int round = meeting.round, own = block.now;
  if (++meeting.arrived == members) {
    meeting.arrived = 0;
    ++meeting.round;
    return;
  }
  while (meeting.round == round) swapcontext(&block.threads[own], &block.main);
}

using Kernel = void (*)(void* const* arguments);
static Kernel kernel;
static void* const* kernel_arguments;
static void thread() {
  kernel(kernel_arguments);
  block.done[block.now] = true;
}

static void run_together() {
  block.known = 0;
  for (int i = 0; i < block.count; ++i) {
    block.done[i] = false;
    getcontext(&block.threads[i]);
    block.threads[i].uc_stack.ss_sp = stacks[i];
    block.threads[i].uc_stack.ss_size = stack_bytes;
    block.threads[i].uc_link = &block.main;
    makecontext(&block.threads[i], thread, 0);
  }
  for (int left = block.count, rounds = 0; left > 0; ++rounds) {
    if (rounds > 1000000) {
      fprintf(stderr, "threads wait in vain\n");
      abort();
    }
    left = 0;
    for (int i = 0; i < block.count; ++i) {
      if (block.done[i]) continue;
      select(i);
      swapcontext(&block.main, &block.threads[i]);
      left += !block.done[i];
    }
  }
}

static void run(Kernel what, const unsigned* grid, const unsigned* size, bool meets,
                void* const* arguments) {
  kernel = what;
  kernel_arguments = arguments;
  gridDim = {grid[0], grid[1], grid[2]};
  blockDim = {size[0], size[1], size[2]};
  block.count = static_cast<int>(size[0] * size[1] * size[2]);
  for (unsigned b = 0; b < grid[0] * grid[1] * grid[2]; ++b) {
    blockIdx = {b % grid[0], b / grid[0] % grid[1], b / (grid[0] * grid[1])};
    if (meets)
      run_together();
    else
      for (int i = 0; i < block.count; ++i) {
        select(i);
        kernel(arguments);
      }
  }
}

// Barriers, shuffles, votes. All put their value, meet, look at the others', and meet once more, so
// that none puts its next one before.

static void __syncthreads() { meet(1ull << 40, block.count); }
static void __syncwarp(unsigned mask = ~0u) {
  meet(static_cast<unsigned long long>(block.now / 32) << 32 | mask, __builtin_popcount(mask));
}
struct All {
  unsigned long long of[most_threads];
};
static All of_warp(unsigned mask, unsigned long long bits) {
  block.put[block.now] = bits;
  __syncwarp(mask);
  All all;
  memcpy(all.of, block.put + block.now / 32 * 32, 32 * sizeof bits);
  __syncwarp(mask);
  return all;
}
template <class T>
unsigned long long bits_of(T value) {
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
T shuffled(unsigned mask, T value, int from) {
  const All all = of_warp(mask, bits_of(value));
  memcpy(&value, &all.of[from], sizeof value);
  return value;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  const int own = block.now % 32;
  return shuffled(mask, value, own / width * width + lane % width);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int own = block.now % 32, from = own - static_cast<int>(by);
  return shuffled(mask, value, from < own / width * width ? own : from);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) {
  const int own = block.now % 32, from = own + static_cast<int>(by);
  return shuffled(mask, value, from >= (own / width + 1) * width ? own : from);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32) {
  const int own = block.now % 32, from = own ^ with;
  return shuffled(mask, value, from >= (own / width + 1) * width ? own : from);
}
// f: of the values so far, and a lane's
template <class R, class F>
R over_warp(unsigned mask, unsigned long long bits, R start, F f) {
  const All all = of_warp(mask, bits);
  for (int lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1) start = f(start, lane, all.of[lane]);
  return start;
}
static unsigned __ballot_sync(unsigned mask, int test) {
  return over_warp(mask, test != 0, 0u, [](unsigned so_far, int lane, unsigned long long bits) {
    return so_far | static_cast<unsigned>(bits) << lane;
  });
}
static int __any_sync(unsigned mask, int test) { return __ballot_sync(mask, test) != 0; }
static int __all_sync(unsigned mask, int test) { return __ballot_sync(mask, test) == mask; }
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  const unsigned long long own = bits_of(value);
  return over_warp(mask, own, 0u, [own](unsigned so_far, int lane, unsigned long long bits) {
    return so_far | static_cast<unsigned>(bits == own) << lane;
  });
}
template <class T, class F>
T reduced(unsigned mask, T value, T start, F f) {
  return over_warp(mask, bits_of(value), start, [f](T so_far, int, unsigned long long bits) {
    T other;
    memcpy(&other, &bits, sizeof other);
    return f(so_far, other);
  });
}
template <class T>
T __reduce_add_sync(unsigned mask, T value) {
  return reduced(mask, value, T{0}, [](T a, T b) {
    return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
  });
}
template <class T>
T __reduce_min_sync(unsigned mask, T value) {
  return reduced(mask, value, value, [](T a, T b) { return a < b ? a : b; });
}
template <class T>
T __reduce_max_sync(unsigned mask, T value) {
  return reduced(mask, value, value, [](T a, T b) { return a < b ? b : a; });
}
static unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return reduced(mask, value, 0u, [](unsigned a, unsigned b) { return a ^ b; });
}
static int __syncthreads_count(int test) {
  block.put[block.now] = test != 0;
  __syncthreads();
  int count = 0;
  for (int i = 0; i < block.count; ++i) count += block.put[i] != 0;
  __syncthreads();
  return count;
}
static int __syncthreads_and(int test) { return __syncthreads_count(test) == block.count; }
static int __syncthreads_or(int test) { return __syncthreads_count(test) != 0; }

// Atomics: no other thread runs meanwhile.

#define ATOMIC(name, result)                                             \
  template <class T, class U>                                            \
  T name(T* at, U by) {                                                  \
    const T value = static_cast<T>(by), old = *at;                       \
    const unsigned long long x = static_cast<unsigned long long>(old);   \
    const unsigned long long y = static_cast<unsigned long long>(value); \
    (void)x, (void)y;                                                    \
    *at = static_cast<T>(result);                                        \
    return old;                                                          \
  }
ATOMIC(atomicAdd, x + y)
ATOMIC(atomicSub, x - y)
ATOMIC(atomicAnd, x& y)
ATOMIC(atomicOr, x | y)
ATOMIC(atomicXor, x ^ y)
ATOMIC(atomicMin, value < old ? value : old)
ATOMIC(atomicMax, old < value ? value : old)
ATOMIC(atomicInc, old >= value ? 0 : x + 1)

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

#define __global__ static
#define __device__
#define __host__
#define __shared__ static
#define __constant__ const
#define __forceinline__ inline
