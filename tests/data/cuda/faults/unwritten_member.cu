struct Pair {
  int key;
  float value;
};
extern "C" __global__ void unwritten_member(Pair* all, float* out) {
  int i = threadIdx.x;
  all[i].key = i;
  out[i] = all[i].value;  // fault
}
