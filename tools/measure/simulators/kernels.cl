// The kernels of kernels.mjs for Oclgrind.
__kernel void product(__global const float* a, __global const float* b, __global float* c, int n) {
  __local float tile_a[16][16], tile_b[16][16];
  int x = get_local_id(0), y = get_local_id(1);
  int row = get_group_id(1) * 16 + y, column = get_group_id(0) * 16 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    tile_a[y][x] = a[row * n + t + x];
    tile_b[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

__kernel void reduction(__global const float* values, __global float* out, int n) {
  __local float part[256];
  int lane = get_local_id(0), i = get_group_id(0) * 256 + lane;
  part[lane] = i < n ? values[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 128; step > 0; step /= 2) {
    if (lane < step) part[lane] += part[lane + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = part[0];
}

__kernel void stencil(__global const float* values, __global float* out, int n) {
  int x = get_group_id(0) * 16 + get_local_id(0), y = get_group_id(1) * 16 + get_local_id(1);
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
    int at = y * n + x;
    out[at] = (values[at] + values[at - 1] + values[at + 1] + values[at - n] + values[at + n]) / 5;
  }
}
