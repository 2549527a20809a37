// mma.sync of one warp, one unit each: how many words of A and B and how many sums a lane has.
#pragma once

#include <cstdint>

#define MMA(NAME, A, B, C, HALVES, TEXT, ...)                                                \
  struct NAME {                                                                              \
    static constexpr int a = A, b = B, c = C, halves = HALVES; /* words; values in a word */ \
    static __device__ void multiply(const uint32_t* x, const uint32_t* y, float* d) {        \
      asm volatile("mma.sync.aligned." TEXT : __VA_ARGS__);                                  \
    }                                                                                        \
  }
#define SUMS4 "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
#define SUMS8 SUMS4, "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])

MMA(Sm70_8x8x4, 2, 2, 8, 2,
    "m8n8k4.row.col.f32.f16.f16.f32 {%0,%1,%2,%3,%4,%5,%6,%7}, {%8,%9}, {%10,%11}, "
    "{%0,%1,%2,%3,%4,%5,%6,%7};",
    SUMS8
    : "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(y[1]));
MMA(Sm80_16x8x16, 4, 2, 4, 2,
    "m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};", SUMS4
    : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
MMA(Sm80_16x8x8, 2, 1, 4, 2,
    "m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};", SUMS4
    : "r"(x[0]), "r"(x[1]), "r"(y[0]));
MMA(Sm80_16x8x8Tf32, 4, 2, 4, 1,
    "m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};", SUMS4
    : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
