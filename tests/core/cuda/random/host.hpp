// CUDA's language as plain C++, for a kernel that runs thread by thread: each thread is a call of
// the kernel, and where threads wait for each other, each has a stack of its own. Nothing here is
// the simulator's: what CUDA's manual says, once more, in the simplest way.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <ucontext.h>

#include "host_numbers.hpp"

namespace device {

#define VECTORS(name, T, two, four)                                  \
  struct alignas(two) name##2 {                                      \
    T x, y;                                                          \
  };                                                                 \
  struct name##3 {                                                   \
    T x, y, z;                                                       \
  };                                                                 \
  struct alignas(four) name##4 {                                     \
    T x, y, z, w;                                                    \
  };                                                                 \
  static name##2 make_##name##2(T x, T y) { return {x, y}; }         \
  static name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; } \
  static name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(int, int, 8, 16)
VECTORS(uint, unsigned, 8, 16)
VECTORS(float, float, 8, 16)
VECTORS(double, double, 16, 16)
VECTORS(uchar, unsigned char, 2, 4)
VECTORS(short, short, 4, 8)
VECTORS(ulonglong, unsigned long long, 16, 16)
VECTORS(longlong, long long, 16, 16)

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
template <class T>
T added(T* at, T by) {
  const T old = *at;
  *at = old + by;
  return old;
}
static float atomicAdd(float* at, float by) { return added(at, by); }
static double atomicAdd(double* at, double by) { return added(at, by); }
template <class T, class U>
T atomicExch(T* at, U by) {
  const T old = *at;
  *at = static_cast<T>(by);
  return old;
}
template <class T, class U, class V>
T atomicCAS(T* at, U expected, V by) {
  const T old = *at;
  if (old == static_cast<T>(expected)) *at = static_cast<T>(by);
  return old;
}
ATOMIC(atomicAdd, x + y)
ATOMIC(atomicSub, x - y)
ATOMIC(atomicAnd, x& y)
ATOMIC(atomicOr, x | y)
ATOMIC(atomicXor, x ^ y)
ATOMIC(atomicMin, value < old ? value : old)
ATOMIC(atomicMax, old < value ? value : old)
ATOMIC(atomicInc, old >= value ? 0 : x + 1)

}  // namespace device

#define __global__ static
#define __device__
#define __host__
#define __shared__ static
#define __constant__ const
#define __forceinline__ inline
