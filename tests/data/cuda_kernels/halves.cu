#include <cuda_fp16.h>
#include <cuda_bf16.h>
// Arithmetic in 16 bits.
__global__ void halves(const __half* a, const __half* b, __half* c, __nv_bfloat16* d, float* e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    __half p = __hmul(a[i], b[i]);
    c[i] = __hadd(p, __hfma(a[i], b[i], a[i]));
    d[i] = __float2bfloat16(__half2float(a[i]) / 3.0f);
    e[i] = __half2float(__hdiv(a[i], b[i]));
  }
}
