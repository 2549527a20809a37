// ldmatrix with one, two or four matrices, transposed or not, whose every number says where it lies.
#pragma once

#include "common.cuh"

// Row r lies in place (5 r + 3) mod 32: what a lane gets says the lane that named the row.
template <int Matrices, bool Transposed>
__global__ void load_matrices(uint32_t* out) {
  __shared__ __align__(16) uint16_t rows[32][8];
  const auto place = [](int row) { return (5 * row + 3) % 32; };
  const int lane = threadIdx.x;
  for (int i = 0; i < 8; ++i) rows[place(lane)][i] = static_cast<uint16_t>(lane * 8 + i);
  __syncwarp();
  const auto address = static_cast<uint32_t>(__cvta_generic_to_shared(rows[place(lane)]));
  uint32_t r[4] = {};
#define LDMATRIX(X, REGISTERS, LAST, ...)                                                      \
  if constexpr (Matrices == X && !Transposed)                                                  \
    asm volatile("ldmatrix.sync.aligned.m8n8.x" #X ".shared.b16 " REGISTERS ", [%" #LAST "];"  \
                 : __VA_ARGS__                                                                 \
                 : "r"(address));                                                              \
  if constexpr (Matrices == X && Transposed)                                                   \
    asm volatile("ldmatrix.sync.aligned.m8n8.x" #X ".trans.shared.b16 " REGISTERS ", [%" #LAST \
                 "];"                                                                          \
                 : __VA_ARGS__                                                                 \
                 : "r"(address));
  LDMATRIX(1, "{%0}", 1, "=r"(r[0]))
  LDMATRIX(2, "{%0, %1}", 2, "=r"(r[0]), "=r"(r[1]))
  LDMATRIX(4, "{%0, %1, %2, %3}", 4, "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]))
  for (int i = 0; i < Matrices; ++i) out[lane * Matrices + i] = r[i];
}
