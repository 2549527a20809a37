// Lanes that part, loops of different lengths.
__global__ void branches(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = in[i], steps = 0;
  while (v != 1 && steps < 200) {
    if (v % 2 == 0) {
      v = v / 2;
    } else {
      v = 3 * v + 1;
    }
    ++steps;
  }
  switch (steps % 4) {
    case 0:
      steps += 1000;
      break;
    case 1:
      steps -= 1000;
      break;
    default:
      steps *= 2;
  }
  out[i] = steps;
}
