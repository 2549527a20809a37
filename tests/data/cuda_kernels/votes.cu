// Votes, matches, reductions and shuffles of every kind.
__global__ void votes(const int* in, unsigned int* out) {
  int t = threadIdx.x, v = in[t];
  unsigned int all = 0xffffffffu;
  unsigned int ballot = __ballot_sync(all, v % 3 == 0);
  int any = __any_sync(all, v > 90), every = __all_sync(all, v >= 0);
  unsigned int same = __match_any_sync(all, v % 5);
  int up = __shfl_up_sync(all, v, 3), down = __shfl_down_sync(all, v, 5, 16), crossed = __shfl_xor_sync(all, v, 9), from = __shfl_sync(all, v, v % 32, 8);
  int sum = __reduce_add_sync(all, v), most = __reduce_max_sync(all, v);
  out[t * 4] = ballot ^ same;
  out[t * 4 + 1] = any * 2 + every;
  out[t * 4 + 2] = up * 1000000 + down * 10000 + crossed * 100 + from;
  out[t * 4 + 3] = sum * 1000 + most;
}
