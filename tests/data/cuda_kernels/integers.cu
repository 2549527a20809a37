// Integer arithmetic of every width, bits and conversions.
__global__ void integers(const int* in, long long* wide, unsigned int* bits, short* narrow, unsigned char* bytes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int v = in[i] * 2654435 - 77;
    wide[i] = (long long)v * v - (v >> 3) + (v / 7) % 5;
    bits[i] = __popc(v) + __clz(v) * 64 + (__brev(v) ^ __ffs(v)) + ((unsigned int)v >> 5);
    narrow[i] = (short)(v * 3);
    bytes[i] = (unsigned char)(v ^ (v >> 8)) + (v > 0 ? 1 : 2);
  }
}
