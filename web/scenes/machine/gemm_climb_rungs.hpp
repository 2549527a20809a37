// The rungs of `gemm-climb`: what each changed, in words and in a few lines of the kernels that
// were measured. A test finds the lines in tools/probes/gemm*.
#pragma once

#include <string_view>

namespace loom::scenes {

enum class Counter { none, clock, tensor_pipe, l2 };

struct ClimbRung {
  std::string_view name, why;
  std::string_view code[6];  // a line that begins two or more places in continues the one before
  // For the second recording: what explains the rung, beside the same of another row; and the
  // reason for the next rung.
  Counter counter = Counter::none;
  int beside = 0;
  std::string_view next{};
};

inline constexpr int climb_steps = 16;
inline constexpr ClimbRung climb_rungs[climb_steps] = {
    {"naive",
     "each thread computes one number of C. Neighboring lanes take neighboring rows: a load of A "
     "touches 32 sectors.",
     {"const int row = blockIdx.x * blockDim.x", "    + threadIdx.x;",
      "for (int k = 0; k < n; ++k)", "  sum += A[row * n + k] * B[k * n + col];"}},
    {"coalesced",
     "neighboring lanes take neighboring columns: a warp’s two loads touch 5 sectors instead of "
     "33.",
     {"const int row = blockIdx.y * blockDim.y", "    + threadIdx.y;",
      "const int col = blockIdx.x * blockDim.x", "    + threadIdx.x;"}},
    {"shared tile",
     "a block copies tiles of 32×32 into shared memory and uses every number 32 times.",
     {"a[y][x] = A[row * n + k + x];", "b[y][x] = B[(k + y) * n + col];", "__syncthreads();",
      "for (int i = 0; i < T; ++i)", "  sum += a[y][i] * b[i][x];", "__syncthreads();"}},
    {"register tile",
     "each thread keeps 8×8 sums in registers: 16 reads of shared memory feed 64 multiply-adds, "
     "not 8.",
     {"float sum[kSide][kSide] = {};", "for (int s = 0; s < kSide; ++s)",
      "  left[s] = a[i][y + 16 * s];", "for (int t = 0; t < kSide; ++t)",
      "  sum[s][t] += left[s] * right[t];"}},
    {"vectorized",
     "one instruction moves four numbers at a time.",
     {"four(b[b_row][b_col]) =", "  four(B[(k + b_row) * n + b_col]);",
      "four(left[0]) = four(a[i][4 * y]);", "four(left[4]) = four(a[i][4 * y + 64]);",
      "four(C[row * n + 4 * x]) =", "  four(sum[s][0]);"}},
    {"cp.async pipeline",
     "copies fill four buffers in shared memory while the block multiplies.",
     {"__pipeline_memcpy_async(", "  &to.a[row_a][a_col], from_a, 16);", "__pipeline_commit();",
      "__pipeline_wait_prior(kAsyncStages - 2);", "__syncthreads();",
      "fetch(tile + kAsyncStages - 1);"}},
    {"tensor cores",
     "tensor cores multiply BF16, with 8 significant bits instead of FP32’s 24, and sum in FP32.",
     {"wgmma.mma_async.sync.aligned", "  .m64n128k16.f32.bf16.bf16",
      "multiply(sum[0], a, describe(now.b[0][k],", "  sizeof now.b[0]), tile + k > 0);"}},
    {"library",
     "cuBLAS, in FP32 and in BF16.",
     {"cublasSgemm(cublas_, CUBLAS_OP_N,", "  CUBLAS_OP_N, n_, n_, n_, &one, B, n_,",
      "  A, n_, &zero, C, n_)"}},
    {"tensor cores again",
     "the kernel of rung 7 in a second series, with normal random numbers, long enough for clocks "
     "to "
     "settle.",
     {"wgmma.mma_async.sync.aligned", "  .m64n128k16.f32.bf16.bf16",
      "multiply(sum[0], a, describe(now.b[0][k],", "  sizeof now.b[0]), tile + k > 0);"},
     Counter::clock,
     9,
     "Its threads also compute addresses and copy."},
    {"TMA",
     "one thread requests whole tiles from the copy engine.",
     {"memory.full[stage].expect(", "  sizeof(TensorStage));",
      "load(memory.stages[stage].a, A, {0,", "  tile.row, k / 64}, memory.full[stage]);",
      "load(memory.stages[stage].b, B, {0,", "  k, tile.col / 64}, memory.full[stage]);"},
     Counter::tensor_pipe,
     9,
     "But this thread also multiplies, and every step ends with a barrier."},
    {"warp specialized",
     "one warpgroup only copies and gives registers to the two that only multiply. Alone, this "
     "adds nothing.",
     {"if (threadIdx.x >= kMultiplying) {", "  give_registers<40>();",
      "  if (threadIdx.x == kMultiplying)", "    load_tile<Blocks>(memory, ring, A, B,",
      "      tile, rank, n);", "take_registers<232>();"},
     Counter::tensor_pipe,
     10,
     "Two blocks, one above the other, still read the same columns of B."},
    {"clusters",
     "two blocks share columns of B: each copies half into the shared memory of both. Alone, this "
     "adds almost nothing.",
     {"full.expect(sizeof(TensorStage));", "load(to.a, A, {0, tile.row, k / 64},", "  full);",
      "load_for(0b11, to.b[2 * rank], B, {0,", "  k, tile.col / 64 + 2 * rank}, full);"},
     Counter::l2,
     11,
     "While a block writes its tile, its tensor cores are idle."},
    {"persistent",
     "one block per SM computes tile after tile, without clusters. The copy engine writes a tile "
     "during the next one.",
     {"for (int i = blockIdx.x / Blocks;", "    i < tiles; i += gridDim.x / Blocks) {",
      "  Place tile = place(i, n, Blocks *", "    kRows, kCols, band / Blocks);",
      "if (one) store(C, {0, to.row,", "  to.col / 64}, out);"},
     Counter::tensor_pipe,
     12,
     "The next rung tries clusters again."},
    {"persistent clusters",
     "tile after tile, in clusters of two: now sharing adds a little.",
     {"resident_blocks(persistent<2>, 2, kAll);", "persistent<2><<<paired, kSpecialized,",
      "  kAll>>>(a, half_b, c, n, band);", "empty.arrive_at(lane);"},
     Counter::l2,
     13},
    {"fine-grained scales",
     "half the bytes per number. After every 128 products the sums are scaled and added in "
     "registers.",
     {"const float upper = memory", "  .a_scales[s][first + row] * b_scale;",
      "finish_products(part);", "sum[half][i] = fmaf(part[i], i % 4 < 2 ?",
      "  upper : lower, sum[half][i]);"},
     Counter::tensor_pipe,
     17,
     "These additions do not run on the tensor cores."},
    {"library",
     "cuBLASLt, in BF16, and in FP8 with the same scales.",
     {"cublasLtMatmul(handle_, product_, &one,", "  B_, factor_, A_, factor_, &zero, C_,",
      "  result_, C_, result_, &choice_,", "  workspace_, kWorkspace, nullptr)"}},
};

}  // namespace loom::scenes
