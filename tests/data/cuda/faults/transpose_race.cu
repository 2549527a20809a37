extern "C" __global__ void transpose_race(float* out, const float* in) {
  __shared__ float tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncwarp();
  out[y * 16 + x] = tile[x][y];  // fault
}
