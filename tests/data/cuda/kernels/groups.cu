// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void tile_sums(int* out, const int* in, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int i = blockIdx.x * blockDim.x + block.thread_rank();
  int value = i < n ? in[i] : 0;
  int sum = cg::reduce(tile, value, cg::plus<int>());
  int most = cg::reduce(tile, value, cg::greater<int>());
  if (i < n)
    out[i] = sum * 100 + most + tile.thread_rank();
}

extern "C" __global__ void tile_shuffles(float* out, const float* in) {
  __shared__ float whole[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int i = blockIdx.x * block.size() + block.thread_rank();
  float value = in[i];
  for (int step = warp.size() / 2; step > 0; step /= 2)
    value += warp.shfl_down(value, step);
  if (warp.thread_rank() == 0)
    whole[warp.meta_group_rank()] = value;
  block.sync();
  unsigned lanes = warp.ballot(value > 8.0f);
  out[i] = whole[threadIdx.x % (blockDim.x / 32)] + (float)(lanes & 7u) + (warp.any(value > 1e6f) ? 1.0f : 0.0f);
}

extern "C" __global__ void aggregated(int* counter, int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 40) {
    cg::coalesced_group some = cg::coalesced_threads();
    if (some.thread_rank() == 0)
      atomicAdd(counter, (int)some.size());
    out[i] = (int)some.thread_rank();
  }
}

extern "C" __global__ void tile_scan(int* out, const int* in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  int with = cg::inclusive_scan(tile, value);
  int before = cg::exclusive_scan(tile, value);
  out[i] = with * 1000 + before;
}
