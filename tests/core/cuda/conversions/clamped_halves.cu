// Clamped halves, and words of small integers.
#include <cuda_fp16.h>

__global__ void k(int* o) {
  __half a = __float2half(0.75f), n = __float2half(nanf(""));
  o[0] = (int)(100 * __half2float(__hadd_sat(a, a))) +
         (int)(100 * __half2float(__hmul_sat(a, n)));  // o[0] is 100

  o[1] = __vadd4(0x01ff7f80u, 0x01010180u) == 0x02008000u &&
         __vsub2(0x00010000u, 0x00020001u) == 0xffffffffu;  // o[1] is 1

  o[2] = __vmaxs4(0x80017fffu, 0x00000000u) == 0x00017f00u &&
         __vminu2(0x80010003u, 0x00020004u) == 0x00020003u;  // o[2] is 1

  o[3] = __vsadu4(0xff000105u, 0x00010203u) +
         (__vcmpgts4(0x7f80ff01u, 0x00000000u) == 0xff0000ffu);  // o[3] is 260
}
