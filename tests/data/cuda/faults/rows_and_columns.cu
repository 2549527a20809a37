extern "C" __global__ void rows_and_columns(float* out, const float* in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[x * width + y] = 2.0f;  // fault
}
