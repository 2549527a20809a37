// The rungs of `gemm-climb`: what each changed, in words and in a few lines of the kernels that
// were measured. A test finds the lines in tools/probes/gemm_fp32.cuh, gemm_bf16.cuh and gemm.cu.
#pragma once

#include <string_view>

namespace loom::scenes {

struct ClimbRung {
  std::string_view name, why;
  std::string_view code[6];  // a line that begins two or more places in continues the one before
};

inline constexpr int climb_steps = 8;
inline constexpr ClimbRung climb_rungs[climb_steps] = {
    {"naive",
     "each thread makes one number of C, and neighboring lanes take neighboring rows, so that a "
     "warp’s load of A touches 32 sectors.",
     {"const int row = blockIdx.x * blockDim.x", "    + threadIdx.x;",
      "for (int k = 0; k < n; ++k)", "  sum += A[row * n + k] * B[k * n + col];"}},
    {"coalesced",
     "neighboring lanes take neighboring columns, and a warp’s two loads touch 5 sectors instead "
     "of 33.",
     {"const int row = blockIdx.y * blockDim.y", "    + threadIdx.y;",
      "const int col = blockIdx.x * blockDim.x", "    + threadIdx.x;"}},
    {"shared tile",
     "a block copies tiles of 32×32 into shared memory and reads every number there 32 times.",
     {"a[y][x] = A[row * n + k + x];", "b[y][x] = B[(k + y) * n + col];", "__syncthreads();",
      "for (int i = 0; i < T; ++i)", "  sum += a[y][i] * b[i][x];", "__syncthreads();"}},
    {"register tile",
     "each thread keeps 8×8 results in registers, and 16 reads of shared memory feed 64 "
     "multiply-adds instead of 8.",
     {"float sum[kSide][kSide] = {};", "for (int s = 0; s < kSide; ++s)",
      "  left[s] = a[i][y + 16 * s];", "for (int t = 0; t < kSide; ++t)",
      "  sum[s][t] += left[s] * right[t];"}},
    {"vectorized",
     "one instruction moves four numbers, from and to global and shared memory.",
     {"four(b[b_row][b_col]) =", "  four(B[(k + b_row) * n + b_col]);",
      "four(left[0]) = four(a[i][4 * y]);", "four(left[4]) = four(a[i][4 * y + 64]);",
      "four(C[row * n + 4 * x]) =", "  four(sum[s][0]);"}},
    {"cp.async pipeline",
     "copies run ahead into four buffers in shared memory while the block multiplies.",
     {"__pipeline_memcpy_async(", "  &to.a[row_a][a_col], from_a, 16);", "__pipeline_commit();",
      "__pipeline_wait_prior(kAsyncStages - 2);", "__syncthreads();",
      "fetch(tile + kAsyncStages - 1);"}},
    {"tensor cores",
     "other units and other numbers: tensor cores multiply BF16, with 8 significant bits instead "
     "of "
     "FP32’s 24, and sum in FP32.",
     {"wgmma.mma_async.sync.aligned", "  .m64n128k16.f32.bf16.bf16",
      "multiply(sum[0], a, describe(now.b[0][k],", "  sizeof now.b[0]), tile + k > 0);"}},
    {"library",
     "cuBLAS, in FP32 and in BF16.",
     {"cublasSgemm(cublas_, CUBLAS_OP_N,", "  CUBLAS_OP_N, n_, n_, n_, &one, B, n_,",
      "  A, n_, &zero, C, n_)"}},
};

}  // namespace loom::scenes
