// Question: what does a tile cost when the warps that multiply also load, when a warp of its own
//           loads for one consumer, and when two consumers share tiles or take turns?
// Method:   one block. A tile is one load by TMA from L2 (A 128×64, B 64×256, or both), `products`
//           wgmmas of 64×256×16 on it, and an epilogue of `epilogue` cycles by the clock, which
//           cooperative consumers halve, as they do the products; they wait for each other at the
//           end of a tile, `loose` ones do not. `both`: one warpgroup asks for a
//           tile, waits, multiplies, writes, and only then asks for the next; `ahead`: it asks for
//           the next tile of a buffer as soon as its products are done. Cycles from start to end
//           for many tiles and for half of them; the difference gives the pace. Also what each part
//           takes alone, and a ring of barriers as the page shows it.
// Output:   JSON: loads [{bytes, cycles from asking to the end of the wait, interval with four
//           buffers}], products [{products, cycles}], epilogues [{epilogue, cycles}], cases
//           [{bytes, products, epilogue, schedule, pace with 1 … 4 buffers}], ring [{tiles,
//           right}].
#include <cuda/ptx>
#include <string>

#include "gemm_tma.cuh"

using namespace cuda::ptx;

// [snippet: ring of barriers]
__global__ void sum_ring(const float* in, float* sums, int tiles) {  // by 129 threads
  __shared__ alignas(128) float ring[3][1024];
  __shared__ uint64_t full[3], empty[3];
  int me = threadIdx.x;
  if (me < 3) mbarrier_init(&full[me], 1), mbarrier_init(&empty[me], 128);
  fence_mbarrier_init(sem_release, scope_cluster);  // the copy engine sees them, too
  __syncthreads();
  for (int tile = 0; tile < tiles; ++tile) {
    int stage = tile % 3, parity = tile / 3 % 2;
    if (me == 128) {  // the producer
      while (!mbarrier_try_wait_parity(&empty[stage], parity ^ 1)) continue;
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full[stage], 4096);
      cp_async_bulk(space_cluster, space_global, ring[stage], &in[tile * 1024], 4096, &full[stage]);
    } else {  // one of 128 consumers
      while (!mbarrier_try_wait_parity(&full[stage], parity)) continue;
      for (int i = me; i < 1024; i += 128) sums[me] += ring[stage][i];
      mbarrier_arrive(&empty[stage]);
    }
  }
}
// [end]

namespace {

enum Schedule { kBoth, kAhead, kProducer, kCooperative, kLoose, kPingPong };
constexpr const char* kNames[] = {"both", "ahead", "producer", "cooperative", "loose", "ping-pong"};
constexpr int kThreads = 3 * kWarpgroup, kWarps = 4, kTiles = 256;

struct Case {
  bool a, b;  // which operands are copied
  int epilogue, stages;

  __host__ __device__ int bytes() const {
    return (a ? sizeof(TensorStage::a) : 0) + (b ? sizeof(TensorStage::b) : 0);
  }
};

struct Memory {
  TensorStage stages[kStages];
  Barrier full[kStages], empty[kStages], turn[2];
};

// Which buffer comes next, of as many as the case has.
struct Buffers {
  int stages, stage = 0;
  uint32_t parity = 0;

  __device__ void next() {
    if (++stage < stages) return;
    stage = 0;
    parity ^= 1;
  }
};

__device__ void spin(int cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__device__ void ask(Memory& memory, int stage, const CUtensorMap& A, const CUtensorMap& B,
                    const Case& each) {
  memory.full[stage].expect(each.bytes());
  if (each.a) load(memory.stages[stage].a, A, {0, 0, stage}, memory.full[stage]);
  if (each.b) load(memory.stages[stage].b, B, {0, stage * kDepth, 0}, memory.full[stage]);
}

// One arrival of each warp.
__device__ void arrive(Barrier& barrier) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) barrier.arrive();
}

template <int Count>
__device__ void start_products(float (&sum)[128], const TensorStage& now, int group) {
  begin_products();
#pragma unroll
  for (int i = 0; i < Count; ++i)
    multiply(sum, describe(&now.a[group * 64][i % 4 * 16], 0),
             describe(now.b[0][i % 4 * 16], sizeof now.b[0]), 1);
  end_products();
}

template <Schedule schedule, int Products>
__global__ void __launch_bounds__(kThreads, 1)
    run(Case each, int tiles, const __grid_constant__ CUtensorMap A,
        const __grid_constant__ CUtensorMap B, unsigned long long* cycles) {
  extern __shared__ __align__(1024) char dynamic[];
  Memory& memory = *reinterpret_cast<Memory*>(dynamic);
  constexpr bool together = schedule == kCooperative || schedule == kLoose,
                 in_turn = schedule == kPingPong, alone = schedule == kBoth || schedule == kAhead;
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      memory.full[i].init(1);
      memory.empty[i].init(kWarps * (together ? 2 : 1));
    }
    for (Barrier& turn : memory.turn) turn.init(kWarps);
    publish_barriers();
  }
  __syncthreads();
  const int group = threadIdx.x / kWarpgroup;
  const bool first = threadIdx.x == 0;
  const long long start = clock64();
  Buffers at{each.stages};
  if (group == 2) {
    if constexpr (!alone)
      if (threadIdx.x % kWarpgroup == 0)
        for (int tile = 0; tile < tiles; ++tile, at.next()) {
          memory.empty[at.stage].wait(at.parity ^ 1);
          ask(memory, at.stage, A, B, each);
        }
    return;
  }
  if (group == 1 && !together && !in_turn) return;
  const int step = in_turn ? 2 : 1;
  if (in_turn && group == 1) at.next();
  if (schedule == kAhead && first)
    for (int i = 0; i < each.stages && i < tiles; ++i) ask(memory, i, A, B, each);
  float sum[128] = {};
  uint32_t turn = 0;
  for (int tile = in_turn ? group : 0; tile < tiles; tile += step) {
    if (schedule == kBoth && first) ask(memory, at.stage, A, B, each);
    // The turn first: two tiles ahead of the other, `full` would look as if it had ended.
    if (in_turn) memory.turn[group].wait(turn ^ (group == 0));  // the first may begin at once
    memory.full[at.stage].wait(at.parity);
    start_products<Products / (together ? 2 : 1)>(sum, memory.stages[at.stage],
                                                  together ? group : 0);
    if (in_turn) arrive(memory.turn[group ^ 1]);  // the other's products queue behind these
    turn ^= 1;
    finish_products(sum);
    if (alone)
      sync_some(1, kWarpgroup);  // all its warps have read the buffer
    else
      arrive(memory.empty[at.stage]);
    if (schedule == kAhead && first && tile + each.stages < tiles)
      ask(memory, at.stage, A, B, each);
    if (each.epilogue > 0) spin(each.epilogue / (together ? 2 : 1));
    if (schedule == kBoth) sync_some(1, kWarpgroup);
    if (schedule == kCooperative) sync_some(1, kMultiplying);
    for (int i = 0; i < step; ++i) at.next();
  }
  if (threadIdx.x % kWarpgroup == 0) atomicMax(cycles, clock64() - start);
  if (sum[0] != 0) atomicMax(cycles, ~0ull);  // operands are zeros
}

// What products and epilogues take a warpgroup, with nothing to wait for.
template <int Products>
__global__ void __launch_bounds__(kWarpgroup, 1)
    parts(int epilogue, int rounds, unsigned long long* cycles) {
  extern __shared__ __align__(1024) char dynamic[];
  TensorStage& stage = *reinterpret_cast<TensorStage*>(dynamic);
  for (int i = threadIdx.x; i < static_cast<int>(sizeof stage / 4); i += kWarpgroup)
    reinterpret_cast<int*>(&stage)[i] = 0;
  publish_writes();
  __syncthreads();
  float sum[128] = {};
  const long long start = clock64();
  for (int round = 0; round < rounds; ++round) {
    if constexpr (Products > 0) {
      start_products<Products>(sum, stage, 0);
      finish_products(sum);
    }
    if (epilogue > 0) spin(epilogue);
  }
  if (threadIdx.x == 0) *cycles = clock64() - start;
  if (sum[0] != 0) *cycles = 0;
}

class Machine {
 public:
  Machine() {
    __nv_bfloat16 *a, *b;
    const size_t bytes = 512 * 512 * sizeof *a;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMemset(a, 0, bytes));
    CHECK(cudaMemset(b, 0, bytes));
    CHECK(cudaMalloc(&cycles_, sizeof *cycles_));
    A_ = in_blocks(a, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 512, 512, kRows, 1);
    B_ = in_blocks(b, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, 512, 512, kDepth, kCols / 64);
  }

  template <Schedule schedule, int Products>
  double pace(const Case& each) {
    return of_a_tile(run<schedule, Products>, sizeof(Memory), [&](int tiles) {
      run<schedule, Products><<<1, kThreads, sizeof(Memory)>>>(each, tiles, A_, B_, cycles_);
    });
  }
  template <int Products>
  double part(int epilogue) {
    return of_a_tile(parts<Products>, sizeof(TensorStage), [&](int rounds) {
      parts<Products><<<1, kWarpgroup, sizeof(TensorStage)>>>(epilogue, rounds, cycles_);
    });
  }

 private:
  template <typename Kernel, typename Launch>
  double of_a_tile(Kernel kernel, int bytes, Launch launch) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    const auto of = [&](int tiles) { return least([&] { launch(tiles); }); };
    return static_cast<double>(of(kTiles) - of(kTiles / 2)) / (kTiles / 2);
  }

  // Cycles of the fastest of some runs; the first finds cold caches.
  template <typename Launch>
  long long least(Launch launch) {
    long long found = 0;
    for (int i = 0; i < 5; ++i) {
      CHECK(cudaMemset(cycles_, 0, sizeof *cycles_));
      launch();
      CHECK(cudaGetLastError());
      long long now;
      CHECK(cudaMemcpy(&now, cycles_, sizeof now, cudaMemcpyDeviceToHost));
      REQUIRE(now > 0, "the products of zeros are not zero");
      if (i == 1 || (i > 1 && now < found)) found = now;
    }
    return found;
  }

  CUtensorMap A_, B_;
  unsigned long long* cycles_;
};

// Sums of whole numbers are exact.
bool ring_is_right(int tiles) {
  std::vector<float> in(static_cast<size_t>(tiles) * 1024), sums(128);
  for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 7 % 61);
  float *from, *to;
  CHECK(cudaMalloc(&from, in.size() * sizeof(float)));
  CHECK(cudaMalloc(&to, sums.size() * sizeof(float)));
  CHECK(cudaMemcpy(from, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(to, 0, sums.size() * sizeof(float)));
  sum_ring<<<1, 129>>>(from, to, tiles);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), to, sums.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (size_t me = 0; me < sums.size(); ++me) {
    float expected = 0;
    for (size_t i = me; i < in.size(); i += 128) expected += in[i];
    if (sums[me] != expected) return false;
  }
  return true;
}

// What separates an entry from the one before it.
class Comma {
 public:
  const char* next() {
    const bool first = first_;
    first_ = false;
    return first ? "" : ",\n";
  }

 private:
  bool first_ = true;
};

constexpr bool kOperands[][2] = {{true, false}, {false, true}, {true, true}};
constexpr int kEpilogues[] = {0, 200, 500, 1000, 2000};

template <Schedule schedule, int Products>
void print_cases(Machine& machine, Comma& comma) {
  for (const auto& [a, b] : kOperands)
    for (const int epilogue : kEpilogues) {
      std::printf("%s{\"schedule\":\"%s\",\"products\":%d,\"bytes\":%d,\"epilogue\":%d,\"pace\":[",
                  comma.next(), kNames[schedule], Products, Case{a, b}.bytes(), epilogue);
      for (int stages = 1; stages <= (schedule == kBoth ? 1 : kStages); ++stages)
        std::printf("%s%.1f", stages > 1 ? "," : "",
                    machine.pace<schedule, Products>({a, b, epilogue, stages}));
      std::printf("]}");
    }
}

template <int Products>
void print_products(Machine& machine, Comma& comma) {
  std::printf("%s{\"products\":%d,\"cycles\":%.1f}", comma.next(), Products,
              machine.part<Products>(0));
}

template <int Products>
void print_schedules(Machine& machine, Comma& comma) {
  print_cases<kBoth, Products>(machine, comma);
  print_cases<kAhead, Products>(machine, comma);
  print_cases<kProducer, Products>(machine, comma);
  print_cases<kCooperative, Products>(machine, comma);
  print_cases<kLoose, Products>(machine, comma);
  print_cases<kPingPong, Products>(machine, comma);
}

}  // namespace

int main() {
  Machine machine;
  Comma loads, products, epilogues, cases, rings;
  std::printf("{\"tiles\":%d,\n\"loads\":[\n", kTiles);
  for (const auto& [a, b] : kOperands) {
    const Case one{a, b, 0, 1}, four{a, b, 0, kStages};
    std::printf("%s{\"bytes\":%d,\"cycles\":%.1f,\"interval\":%.1f}", loads.next(), one.bytes(),
                machine.pace<kBoth, 0>(one), machine.pace<kProducer, 0>(four));
  }
  std::printf("],\n\"products\":[\n");
  print_products<1>(machine, products);
  print_products<2>(machine, products);
  print_products<4>(machine, products);
  print_products<8>(machine, products);
  print_products<16>(machine, products);
  std::printf("],\n\"epilogues\":[\n");
  for (const int epilogue : {100, 200, 250, 500, 1000, 2000})
    std::printf("%s{\"epilogue\":%d,\"cycles\":%.1f}", epilogues.next(), epilogue,
                machine.part<0>(epilogue));
  std::printf("],\n\"cases\":[\n");
  print_schedules<2>(machine, cases);
  print_schedules<4>(machine, cases);
  print_schedules<8>(machine, cases);
  print_schedules<16>(machine, cases);
  std::printf("],\n\"ring\":[\n");
  for (const int tiles : {1, 2, 3, 4, 7, 1000})
    std::printf("%s{\"tiles\":%d,\"right\":%s}", rings.next(), tiles,
                ring_is_right(tiles) ? "true" : "false");
  std::printf("]}\n");
}
