// Question: how long do collective operations of NCCL take between GPUs that NVLink joins, by algorithm, protocol and size?
// Method:   a process for each GPU, as programs have it. Floats are added. A captured graph holds many calls in a row on
//           the same buffers, without registering them (NCCL_GRAPH_REGISTER=0); events around its replay, which begins
//           after a barrier on all GPUs; the median over 9 replays of the slowest GPU. With --launched the same calls are
//           also launched one by one. NCCL_ALGO and NCCL_PROTO, if set, choose how. Every result is compared.
// Usage:    collectives [--launched] GPUS OPERATION…   all_reduce, reduce_scatter, all_gather, all_to_all
//           collectives --copies                       GPU 0 to GPU 1, and both ways at once
// Output:   JSON: per operation, in place or not, and bytes (held by each GPU before an all-reduce, a reduce-scatter or an
//           all-to-all, and after an all-gather): us of one call, and launched_us.
#include <nccl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "common.cuh"

#define NCCL(call) REQUIRE((call) == ncclSuccess, ncclGetLastError(nullptr))

constexpr size_t kLeast = 1 << 10, kMost = size_t{1} << 30;
constexpr int kReplays = 9;

struct Gpu {
  int rank = 0, ranks = 1;
  ncclComm_t all = nullptr;
  cudaStream_t stream = nullptr;
  float *in = nullptr, *out = nullptr, *agreed = nullptr;
};

// Small whole numbers, whose sums are exact in any order.
__host__ __device__ float number(int rank, size_t i) { return static_cast<float>((i * 7 + static_cast<size_t>(rank) * 5) % 64); }

__global__ void fill(float* at, size_t count, int rank, size_t first) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
    at[i] = number(rank, first + i);
}

enum class Operation { all_reduce, reduce_scatter, all_gather, all_to_all };
constexpr const char* kNames[] = {"all_reduce", "reduce_scatter", "all_gather", "all_to_all"};

// What a GPU should hold at the end: `first` is the place of its first element in what all of them hold.
__global__ void compare(const float* at, size_t count, Operation operation, int rank, int ranks, size_t whole, int* wrong) {
  const size_t stride = static_cast<size_t>(gridDim.x) * blockDim.x, part = whole / static_cast<size_t>(ranks);
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride) {
    float expected = 0;
    if (operation == Operation::all_reduce || operation == Operation::reduce_scatter)
      for (int r = 0; r < ranks; ++r)
        expected += number(r, operation == Operation::all_reduce ? i : static_cast<size_t>(rank) * part + i);
    else if (operation == Operation::all_gather)
      expected = number(static_cast<int>(i / part), i);
    else  // part number `rank` of the GPU that sent it
      expected = number(static_cast<int>(i / part), static_cast<size_t>(rank) * part + i % part);
    if (at[i] != expected) atomicAdd(wrong, 1);
  }
}

struct Case {
  Operation operation;
  bool in_place;
  size_t count;  // floats: bytes / 4

  size_t part(const Gpu& gpu) const { return count / static_cast<size_t>(gpu.ranks); }
  const float* source(const Gpu& gpu) const {
    const size_t own = static_cast<size_t>(gpu.rank) * part(gpu);
    return in_place && operation == Operation::all_gather ? gpu.out + own : in_place ? gpu.out : gpu.in;
  }
  float* target(const Gpu& gpu) const {
    return in_place && operation == Operation::reduce_scatter ? gpu.out + static_cast<size_t>(gpu.rank) * part(gpu) : gpu.out;
  }
  void fill_source(const Gpu& gpu) const {
    const bool gathers = operation == Operation::all_gather;
    fill<<<512, 256, 0, gpu.stream>>>(const_cast<float*>(source(gpu)), gathers ? part(gpu) : count, gpu.rank,
                                      gathers ? static_cast<size_t>(gpu.rank) * part(gpu) : 0);
  }
  void call(const Gpu& gpu) const {
    const float* from = source(gpu);
    float* to = target(gpu);
    switch (operation) {
      case Operation::all_reduce:
        NCCL(ncclAllReduce(from, to, count, ncclFloat, ncclSum, gpu.all, gpu.stream));
        break;
      case Operation::reduce_scatter:
        NCCL(ncclReduceScatter(from, to, part(gpu), ncclFloat, ncclSum, gpu.all, gpu.stream));
        break;
      case Operation::all_gather:
        NCCL(ncclAllGather(from, to, part(gpu), ncclFloat, gpu.all, gpu.stream));
        break;
      case Operation::all_to_all:
        NCCL(ncclGroupStart());
        for (int peer = 0; peer < gpu.ranks; ++peer) {
          const size_t at = static_cast<size_t>(peer) * part(gpu);
          NCCL(ncclSend(from + at, part(gpu), ncclFloat, peer, gpu.all, gpu.stream));
          NCCL(ncclRecv(to + at, part(gpu), ncclFloat, peer, gpu.all, gpu.stream));
        }
        NCCL(ncclGroupEnd());
    }
  }
};

void verify(const Gpu& gpu, const Case& test) {
  int* wrong = nullptr;
  int found = 0;
  CHECK(cudaMalloc(&wrong, sizeof(int)));
  CHECK(cudaMemsetAsync(wrong, 0, sizeof(int), gpu.stream));
  test.fill_source(gpu);
  test.call(gpu);
  const bool scatters = test.operation == Operation::reduce_scatter;
  compare<<<512, 256, 0, gpu.stream>>>(test.target(gpu), scatters ? test.part(gpu) : test.count, test.operation, gpu.rank,
                                       gpu.ranks, test.count, wrong);
  CHECK(cudaStreamSynchronize(gpu.stream));
  CHECK(cudaMemcpy(&found, wrong, sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(found == 0, kNames[static_cast<int>(test.operation)]);
  CHECK(cudaFree(wrong));
}

// Median microseconds of what `launch` does, on the slowest GPU of each replay.
template <typename Launch>
double slowest_us(const Gpu& gpu, Launch launch) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int replay = -2; replay < kReplays; ++replay) {
    NCCL(ncclAllReduce(gpu.agreed, gpu.agreed, 1, ncclFloat, ncclMax, gpu.all, gpu.stream));  // all begin together
    CHECK(cudaEventRecord(start, gpu.stream));
    launch();
    CHECK(cudaEventRecord(stop, gpu.stream));
    CHECK(cudaStreamSynchronize(gpu.stream));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (replay >= 0) times.push_back(ms);
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaMemcpy(gpu.agreed, times.data(), kReplays * sizeof(float), cudaMemcpyHostToDevice));
  NCCL(ncclAllReduce(gpu.agreed, gpu.agreed, kReplays, ncclFloat, ncclMax, gpu.all, gpu.stream));
  CHECK(cudaStreamSynchronize(gpu.stream));
  CHECK(cudaMemcpy(times.data(), gpu.agreed, kReplays * sizeof(float), cudaMemcpyDeviceToHost));
  return median(times) * 1e3;
}

void measure(const Gpu& gpu, const Case& test, bool launched, bool& first) {
  verify(gpu, test);
  const size_t bytes = test.count * sizeof(float);
  const int calls = bytes <= 1 << 20 ? 50 : bytes <= 64 << 20 ? 20 : 5;
  const auto all = [&] {
    for (int i = 0; i < calls; ++i) test.call(gpu);
  };
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CHECK(cudaStreamBeginCapture(gpu.stream, cudaStreamCaptureModeThreadLocal));
  all();
  CHECK(cudaStreamEndCapture(gpu.stream, &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  const double us = slowest_us(gpu, [&] { CHECK(cudaGraphLaunch(ready, gpu.stream)); }) / calls;
  const double launched_us = launched ? slowest_us(gpu, all) / calls : 0;
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaGraphDestroy(graph));
  if (gpu.rank != 0) return;
  std::printf("%s{\"operation\":\"%s\",\"in_place\":%s,\"bytes\":%zu,\"us\":%.2f", first ? "" : ",\n",
              kNames[static_cast<int>(test.operation)], test.in_place ? "true" : "false", bytes, us);
  if (launched) std::printf(",\"launched_us\":%.2f", launched_us);
  std::printf("}");
  first = false;
}

// Powers of two, and one and a half times each.
std::vector<size_t> sizes() {
  std::vector<size_t> found;
  for (size_t bytes = kLeast; bytes <= kMost; bytes *= 2) {
    found.push_back(bytes);
    if (bytes < kMost) found.push_back(bytes / 2 * 3);
  }
  return found;
}

void run(int rank, int ranks, const ncclUniqueId& id, bool launched, const std::vector<Operation>& operations) {
  Gpu gpu{.rank = rank, .ranks = ranks};
  CHECK(cudaSetDevice(rank));
  CHECK(cudaStreamCreate(&gpu.stream));
  CHECK(cudaMalloc(&gpu.in, kMost));
  CHECK(cudaMalloc(&gpu.out, kMost));
  CHECK(cudaMalloc(&gpu.agreed, kReplays * sizeof(float)));
  CHECK(cudaMemset(gpu.agreed, 0, kReplays * sizeof(float)));
  NCCL(ncclCommInitRank(&gpu.all, ranks, id, rank));
  int version = 0;
  NCCL(ncclGetVersion(&version));
  if (rank == 0) std::printf("{\"about\":{\"gpus\":%d,\"nccl\":%d},\"runs\":[\n", ranks, version);
  bool first = true;
  for (const Operation operation : operations)
    for (const bool in_place : {false, true}) {
      if (in_place && operation == Operation::all_to_all) continue;  // NCCL has none
      for (const size_t bytes : sizes()) measure(gpu, {operation, in_place, bytes / sizeof(float)}, launched, first);
    }
  if (rank == 0) std::printf("]}\n");
  NCCL(ncclCommDestroy(gpu.all));
}

// What the wires carry: copies from memory to memory by the copy engines.
void copies() {
  void *at[2], *to[2];
  cudaStream_t streams[2];
  for (int gpu = 0; gpu < 2; ++gpu) {
    CHECK(cudaSetDevice(gpu));
    CHECK(cudaMalloc(&at[gpu], kMost));
    CHECK(cudaMalloc(&to[gpu], kMost));
    CHECK(cudaMemset(at[gpu], gpu + 1, kMost));
    CHECK(cudaStreamCreate(&streams[gpu]));
    int can = 0;
    CHECK(cudaDeviceCanAccessPeer(&can, gpu, 1 - gpu));
    if (can) CHECK(cudaDeviceEnablePeerAccess(1 - gpu, 0));
    CHECK(cudaDeviceSynchronize());
  }
  CHECK(cudaSetDevice(0));
  const auto measured = [&](int ways) {
    cudaEvent_t other;
    CHECK(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int round = -1; round < kReplays; ++round) {
      CHECK(cudaEventRecord(start, streams[0]));
      CHECK(cudaStreamWaitEvent(streams[1], start));
      for (int i = 0; i < 4; ++i)
        for (int from = 0; from < ways; ++from)
          CHECK(cudaMemcpyPeerAsync(to[1 - from], 1 - from, at[from], from, kMost, streams[from]));
      CHECK(cudaSetDevice(1));
      CHECK(cudaEventDestroy(other));
      CHECK(cudaEventCreateWithFlags(&other, cudaEventDisableTiming));
      CHECK(cudaEventRecord(other, streams[1]));
      CHECK(cudaSetDevice(0));
      CHECK(cudaStreamWaitEvent(streams[0], other));
      CHECK(cudaEventRecord(stop, streams[0]));
      CHECK(cudaEventSynchronize(stop));
      float ms = 0;
      CHECK(cudaEventElapsedTime(&ms, start, stop));
      if (round >= 0) times.push_back(ms / 4);
    }
    return static_cast<double>(kMost) / median(times) * 1e-6;
  };
  const double one = measured(1), both = measured(2);
  std::printf("{\"copies\":{\"bytes\":%zu,\"one_way_gb_per_s\":%.1f,\"both_ways_gb_per_s_each\":%.1f}}\n", kMost, one, both);
}

int main(int count, char** arguments) {
  bool launched = false;
  int ranks = 0;
  std::vector<Operation> operations;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto* known = std::find(std::begin(kNames), std::end(kNames), word);
    if (word == "--copies") return copies(), 0;
    if (word == "--launched")
      launched = true;
    else if (known != std::end(kNames))
      operations.push_back(static_cast<Operation>(known - kNames));
    else
      ranks = std::atoi(word.c_str());
  }
  REQUIRE(ranks > 0 && !operations.empty(), "usage: collectives [--launched] GPUS OPERATION…, or collectives --copies");
  setenv("NCCL_GRAPH_REGISTER", "0", 1);
  // The first process makes what the others join with. CUDA begins in none before they part.
  std::vector<int> pipes;
  std::vector<pid_t> others;
  for (int rank = 1; rank < ranks; ++rank) {
    int ends[2];
    REQUIRE(pipe(ends) == 0, "no pipe");
    const pid_t child = fork();
    REQUIRE(child >= 0, "no process");
    if (child == 0) {
      ncclUniqueId id;
      REQUIRE(read(ends[0], &id, sizeof id) == sizeof id, "no word from the first process");
      run(rank, ranks, id, launched, operations);
      return 0;
    }
    pipes.push_back(ends[1]);
    others.push_back(child);
  }
  ncclUniqueId id;
  NCCL(ncclGetUniqueId(&id));
  for (const int pipe : pipes) REQUIRE(write(pipe, &id, sizeof id) == sizeof id, "no word to a process");
  run(0, ranks, id, launched, operations);
  for (const pid_t other : others) {
    int status = 0;
    waitpid(other, &status, 0);
    REQUIRE(status == 0, "another process failed");
  }
}
