// Question: how fast is a copy, by the bytes that are copied and by the width of its loads and stores?
// Method:   every thread copies elements of one width, the grid's threads side by side. The same two buffers each time,
//           so what fits in L2 stays there. Events around as many copies as take a while; the median of 9 rounds.
// Output:   JSON: per width and size us (of one copy) and gb_per_s, bytes read and written.
#include "common.cuh"

template <typename T>
__global__ void copy(T* out, const T* in, size_t count) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = in[i];
}

template <typename T>
void measure(void* out, const void* in, size_t bytes, int sms, bool& first) {
  const size_t count = bytes / sizeof(T);
  const int blocks = static_cast<int>(std::min<size_t>((count + 255) / 256, static_cast<size_t>(sms) * 32));
  const int times = static_cast<int>(std::max<size_t>(4, (size_t{256} << 20) / std::max<size_t>(bytes, 1 << 20)));
  const float ms = median_ms(
      [&] {
        for (int i = 0; i < times; ++i) copy<<<blocks, 256>>>(static_cast<T*>(out), static_cast<const T*>(in), count);
      },
      9);
  const double us = ms * 1e3 / times;
  std::printf("%s{\"width\":%zu,\"bytes\":%zu,\"us\":%.3f,\"gb_per_s\":%.1f}", first ? "" : ",\n", sizeof(T), bytes, us,
              2e-3 * static_cast<double>(bytes) / us);
  first = false;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const size_t most = size_t{1} << 30;
  void *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, most));
  CHECK(cudaMalloc(&out, most));
  std::vector<unsigned> random(most / 4);
  unsigned state = 1;
  for (unsigned& each : random) each = state = state * 1664525u + 1013904223u;
  CHECK(cudaMemcpy(in, random.data(), most, cudaMemcpyHostToDevice));
  std::printf("{\"copies\":[\n");
  bool first = true;
  for (size_t bytes = 1 << 16; bytes <= most; bytes *= 2) {
    const int sms = device.multiProcessorCount;
    measure<unsigned char>(out, in, bytes, sms, first);
    measure<unsigned short>(out, in, bytes, sms, first);
    measure<unsigned>(out, in, bytes, sms, first);
    measure<uint2>(out, in, bytes, sms, first);
    measure<uint4>(out, in, bytes, sms, first);
  }
  std::vector<unsigned> back(most / 4);
  CHECK(cudaMemcpy(back.data(), out, most, cudaMemcpyDeviceToHost));
  REQUIRE(back == random, "the copy differs");
  std::printf("]}\n");
}
