// The transposition whose pages of Nsight Compute are core/recorded/h200/details.csv and source.csv, with their line numbers:
// nvcc -arch=native -lineinfo profiled.cu -o profiled && ncu --set full --import-source yes -c 1 --csv --page details ./profiled
constexpr int kSide = 8192;
__global__ void transpose(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  out[x * kSide + y] = in[y * kSide + x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * kSide * kSide);
  cudaMalloc(&out, sizeof(float) * kSide * kSide);
  transpose<<<dim3(kSide / 32, kSide / 8), dim3(32, 8)>>>(in, out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
