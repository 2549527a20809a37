extern "C" __global__ void vote_without_me(unsigned* out, const int* in) {
  int t = threadIdx.x;
  unsigned lanes = 0;
  if (t >= 4)
    lanes = __ballot_sync(0xffff0000u, in[t] & 1);  // fault
  out[t] = lanes;
}
