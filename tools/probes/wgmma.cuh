// The warpgroup's matrix instruction (wgmma): d (64 rows) = (add ? d : 0) + a · b, while the warps
// go on. Operands lie in shared memory as `describe` says, rows of 128 bytes swizzled.
#pragma once

#include "gemm_bf16.cuh"

// Accumulators as the instruction's operands.
#define FOUR(d, i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define SIXTEEN(d, i) FOUR(d, i), FOUR(d, i + 4), FOUR(d, i + 8), FOUR(d, i + 12)
#define SIXTY_FOUR(d, i) SIXTEEN(d, i), SIXTEEN(d, i + 16), SIXTEEN(d, i + 32), SIXTEEN(d, i + 48)

// BF16: a is 64×16, each row along K; b is 16×256, each row along the columns.
__device__ inline void multiply(float (&d)[128], uint64_t a, uint64_t b, int add) {
  asm volatile(
      "{.reg .pred add; setp.ne.b32 add, %130, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, "
      "%66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, "
      "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
      "%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, "
      "%126, %127}, "
      "%128, %129, add, 1, 1, 0, 1;}"
      : SIXTY_FOUR(d, 0), SIXTY_FOUR(d, 64)
      : "l"(a), "l"(b), "r"(add));
}

// E4M3: a is 64×32 and b is 32×128, both with rows along K.
__device__ inline void multiply_fp8(float (&d)[64], uint64_t a, uint64_t b, int add) {
  asm volatile(
      "{.reg .pred add; setp.ne.b32 add, %66, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, "
      "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, "
      "%34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
      "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
      "%64, %65, add, 1, 1;}"
      : SIXTY_FOUR(d, 0)
      : "l"(a), "l"(b), "r"(add));
}

// Before a series of instructions, and after it.
__device__ inline void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void end_products() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// Until all but the last `Series` are done.
template <int Series>
__device__ void wait_for_products() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Series) : "memory");
}

// Until all are done; only then do the sums hold anything.
template <int N>
__device__ void finish_products(float (&sum)[N]) {
  wait_for_products<0>();
#pragma unroll
  for (float& s : sum) asm volatile("" : "+f"(s)::"memory");
}
