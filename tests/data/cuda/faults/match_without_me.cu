extern "C" __global__ void match_without_me(unsigned* out, const int* in) {
  int t = threadIdx.x;
  out[t] = t < 31 ? 1u : __match_any_sync(0x0000ffffu, in[t]);  // fault
}
