// Question: how long does a kernel take that does nothing, one after the other?
// Method:   median of 21 rounds of 2,000 launches of an empty kernel in one stream, by the host's
//           launches and as one CUDA graph.
// Output:   JSON: seconds of one launch either way.
#include "common.cuh"

__global__ void nothing() {}

int main() {
  constexpr int kLaunches = 2000, kRounds = 21;
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  const auto burst = [&] {
    for (int i = 0; i < kLaunches; ++i) nothing<<<1, 32, 0, stream>>>();
  };
  cudaGraph_t graph;
  cudaGraphExec_t program;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  burst();
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&program, graph, 0));
  const auto timed = [&](auto launch) {
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int round = 0; round < kRounds; ++round) {
      CHECK(cudaEventRecord(start, stream));
      launch();
      CHECK(cudaEventRecord(stop, stream));
      CHECK(cudaEventSynchronize(stop));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, start, stop));
      if (round > 0) times.push_back(ms);
    }
    return median(times) / 1e3 / kLaunches;
  };
  std::printf("{\"launches\":%d,\"stream_seconds\":%.4g,\"graph_seconds\":%.4g}\n", kLaunches,
              timed(burst), timed([&] { CHECK(cudaGraphLaunch(program, stream)); }));
}
