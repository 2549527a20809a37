// Question: what does L2 read, and what arrives at the multiprocessors, when blocks of a cluster
//           need the same tiles: with and without multicast, or by way of each other's memory?
// Method:   the loads of a matrix product without its arithmetic. A block adds up the words of its
//           128 rows of A and 128 columns of B, 64 numbers along K at a time; the sums are compared
//           with the CPU's. `alone`: each block copies its own tiles. `multicast`: it copies a part
//           of each, into all blocks of the cluster that need it. `distributed`: it copies the same
//           parts for itself, and reads the others in its neighbors' shared memory.
// Output:   JSON: n, k, tile; loads [{down, across, way, blocks, ms}] for clusters of down × across
//           blocks; clusters [{blocks, resident}]: how many blocks of 200 KB fit on the chip.
// Option:   --count: launches each once, for a profiler.
#include <cstring>
#include <string>

#include "hopper.cuh"

constexpr int kTile = 128, kDepth = 64, kRowBytes = 128, kStages = 4, kAdding = 128;
constexpr int kSide = 4096, kLength = 4096;  // A and B are kSide × kLength, in BF16, both along K

struct Stage {
  char a[kTile][kRowBytes], b[kTile][kRowBytes];
};
struct Memory {
  Stage stages[kStages];
  Barrier full[kStages], empty[kStages];
};

enum class Way { alone, multicast, distributed };
constexpr const char* kWays[] = {"alone", "multicast", "distributed"};

// Where a block stands in its cluster. Blocks of a row share A, those of a column share B.
struct Corner {
  int down, across, row, col;

  __device__ Corner(int rows, int cols)
      : down(rows), across(cols), row(blockIdx.y % rows), col(blockIdx.x % cols) {}
  __device__ int rank(int at_row, int at_col) const { return at_row * across + at_col; }
  __device__ int sharers() const { return down + across - 1; }
  // All blocks that share something with this one: its row, then the rest of its column.
  __device__ int sharer(int i) const {
    if (i < across) return rank(row, i);
    const int other = i - across;
    return rank(other + (other >= row), col);
  }
  __device__ uint16_t in_row() const { return ((1 << across) - 1) << rank(row, 0); }
  __device__ uint16_t in_column() const {
    int mask = 0;
    for (int i = 0; i < down; ++i) mask |= 1 << rank(i, col);
    return static_cast<uint16_t>(mask);
  }
};

__device__ inline unsigned words(const uint4& four) { return four.x + four.y + four.z + four.w; }

// The whole stage, by the adding threads.
__device__ unsigned add_up(const Stage& stage, int threads) {
  unsigned sum = 0;
  const auto* all = reinterpret_cast<const uint4*>(&stage);
  for (size_t i = threadIdx.x; i < sizeof(Stage) / 16; i += threads) sum += words(all[i]);
  return sum;
}

// One warp copies, four add.
template <Way way>
__global__ void __launch_bounds__(kAdding + 32, 1)
    load_tiles(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
               int down, int across, unsigned* sums) {
  extern __shared__ __align__(1024) char dynamic[];
  Memory& memory = *reinterpret_cast<Memory*>(dynamic);
  const Corner corner(down, across);
  constexpr bool kShared = way == Way::multicast;
  if (threadIdx.x == 0) {
    for (Barrier& barrier : memory.full) barrier.init(1);
    for (Barrier& barrier : memory.empty)
      barrier.init(kAdding / 32 * (kShared ? corner.sharers() : 1));
    publish_barriers();
  }
  sync_cluster();
  Ring<kStages> ring;
  if (threadIdx.x == kAdding) {
    const int a_rows = kTile / across, b_rows = kTile / down;  // of the part that is its own
    for (int k = 0; k < kLength / kDepth; ++k, ring.next()) {
      memory.empty[ring.stage].wait(ring.parity ^ 1);
      Barrier& full = memory.full[ring.stage];
      Stage& to = memory.stages[ring.stage];
      full.expect(sizeof(Stage));
      const int a_row = static_cast<int>(blockIdx.y) * kTile, b_row = blockIdx.x * kTile;
      if constexpr (kShared) {
        const int a = corner.col * a_rows, b = corner.row * b_rows;
        load_for(corner.in_row(), to.a[a], A, {0, a_row + a, k}, full);
        load_for(corner.in_column(), to.b[b], B, {0, b_row + b, k}, full);
      } else {
        load(to.a, A, {0, a_row, k}, full);
        load(to.b, B, {0, b_row, k}, full);
      }
    }
  } else if (threadIdx.x < kAdding) {
    unsigned sum = 0;
    const int lane = threadIdx.x % 32;
    for (int k = 0; k < kLength / kDepth; ++k, ring.next()) {
      memory.full[ring.stage].wait(ring.parity);
      sum += add_up(memory.stages[ring.stage], kAdding);
      __syncwarp();
      if (kShared && lane < corner.sharers())
        memory.empty[ring.stage].arrive_at(corner.sharer(lane));
      else if (!kShared && lane == 0)
        memory.empty[ring.stage].arrive();
    }
    atomicAdd(&sums[blockIdx.y * gridDim.x + blockIdx.x], sum);
  }
  sync_cluster();  // no block ends while others still write into it
}

// Words of `rows` rows that begin at `from` of the block of this rank.
__device__ unsigned add_from(const void* from, int rank, int rows) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < rows * kRowBytes / 16; i += kAdding) {
    uint4 four;
    asm volatile(
        "{.reg .b32 there; mapa.shared::cluster.u32 there, %4, %5;\n"
        "ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [there];}"
        : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
        : "r"(shared_address(from) + 16 * i), "r"(rank)
        : "memory");
    sum += words(four);
  }
  return sum;
}

// With one buffer; all blocks of the cluster wait for each other before and after it is read.
__global__ void __launch_bounds__(kAdding, 1)
    read_neighbors(const __grid_constant__ CUtensorMap A, const __grid_constant__ CUtensorMap B,
                   int down, int across, unsigned* sums) {
  extern __shared__ __align__(1024) char dynamic[];
  Memory& memory = *reinterpret_cast<Memory*>(dynamic);
  const Corner corner(down, across);
  const int a_rows = kTile / across, b_rows = kTile / down;
  Barrier& full = memory.full[0];
  Stage& own = memory.stages[0];
  if (threadIdx.x == 0) {
    full.init(1);
    publish_barriers();
  }
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < kLength / kDepth; ++k) {
    if (threadIdx.x == 0) {
      full.expect((a_rows + b_rows) * kRowBytes);
      const int a_row = static_cast<int>(blockIdx.y) * kTile + corner.col * a_rows;
      const int b_row = static_cast<int>(blockIdx.x) * kTile + corner.row * b_rows;
      load(own.a, A, {0, a_row, k}, full);
      load(own.b, B, {0, b_row, k}, full);
    }
    full.wait(k % 2);
    sync_cluster();
    for (int i = 0; i < across; ++i) sum += add_from(own.a, corner.rank(corner.row, i), a_rows);
    for (int i = 0; i < down; ++i) sum += add_from(own.b, corner.rank(i, corner.col), b_rows);
    sync_cluster();
  }
  atomicAdd(&sums[blockIdx.y * gridDim.x + blockIdx.x], sum);
}

using Kernel = void (*)(CUtensorMap, CUtensorMap, int, int, unsigned*);
Kernel kernel_of(Way way) {
  return way == Way::alone       ? load_tiles<Way::alone>
         : way == Way::multicast ? load_tiles<Way::multicast>
                                 : read_neighbors;
}

struct Launch {
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute cluster{};

  Launch(Kernel kernel, dim3 grid, dim3 blocks, int threads, size_t bytes) {
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    config.gridDim = grid;
    config.blockDim = threads;
    config.dynamicSmemBytes = bytes;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {blocks.x, blocks.y, 1};
    config.attrs = &cluster;
    config.numAttrs = 1;
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;
};

// Words of each strip of kTile rows, in strips.
std::vector<unsigned> strips(const std::vector<unsigned>& matrix) {
  std::vector<unsigned> sums(kSide / kTile);
  const size_t words_of_strip = matrix.size() / sums.size();
  for (size_t i = 0; i < matrix.size(); ++i) sums[i / words_of_strip] += matrix[i];
  return sums;
}

class Loads {
 public:
  explicit Loads(bool count) : count_(count), a_words_(make(1)), b_words_(make(2)) {
    A_ = to_device(a_words_);
    B_ = to_device(b_words_);
    CHECK(cudaMalloc(&sums_, kBlocks * sizeof *sums_));
  }
  ~Loads() {
    for (unsigned* memory : {A_, B_, sums_}) cudaFree(memory);
  }
  Loads(const Loads&) = delete;
  Loads& operator=(const Loads&) = delete;

  void measure(unsigned down, unsigned across, Way way) const {
    const auto map = [&](const unsigned* matrix, unsigned parts) {
      const int rows = way == Way::alone ? kTile : kTile / static_cast<int>(parts);
      return in_blocks(matrix, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, kSide, kLength, rows, 1);
    };
    const CUtensorMap a = map(A_, across), b = map(B_, down);
    const Kernel kernel = kernel_of(way);
    const Launch launch(kernel, {kStrips, kStrips}, {across, down},
                        way == Way::distributed ? kAdding : kAdding + 32, sizeof(Memory));
    CHECK(cudaMemset(sums_, 0, kBlocks * sizeof *sums_));
    const auto once = [&] {
      CHECK(cudaLaunchKernelEx(&launch.config, kernel, a, b, static_cast<int>(down),
                               static_cast<int>(across), sums_));
    };
    once();
    CHECK(cudaDeviceSynchronize());
    check();
    std::printf("%s{\"down\":%u,\"across\":%u,\"way\":\"%s\",\"blocks\":%d,\"ms\":%.3f}",
                first_ ? "" : ",\n", down, across, kWays[static_cast<int>(way)], kBlocks,
                count_ ? 0 : median_ms(once, 5));
    first_ = false;
  }

 private:
  static constexpr int kStrips = kSide / kTile, kBlocks = kStrips * kStrips;

  static std::vector<unsigned> make(unsigned seed) {
    std::vector<unsigned> words(static_cast<size_t>(kSide) * kLength / 2);
    for (unsigned& word : words) word = seed = seed * 1664525u + 1013904223u;
    return words;
  }
  static unsigned* to_device(const std::vector<unsigned>& words) {
    unsigned* memory;
    CHECK(cudaMalloc(&memory, words.size() * sizeof words[0]));
    CHECK(cudaMemcpy(memory, words.data(), words.size() * sizeof words[0], cudaMemcpyHostToDevice));
    return memory;
  }
  void check() const {
    std::vector<unsigned> found(kBlocks);
    CHECK(cudaMemcpy(found.data(), sums_, kBlocks * sizeof found[0], cudaMemcpyDeviceToHost));
    for (int i = 0; i < kBlocks; ++i)
      REQUIRE(found[i] == a_sums_[i / kStrips] + b_sums_[i % kStrips], "a sum is wrong");
  }

  bool count_;
  mutable bool first_ = true;
  std::vector<unsigned> a_words_, b_words_;
  std::vector<unsigned> a_sums_ = strips(a_words_), b_sums_ = strips(b_words_);
  unsigned *A_ = nullptr, *B_ = nullptr, *sums_ = nullptr;
};

// One block on each multiprocessor, in clusters of so many.
int resident(unsigned blocks) {
  const Kernel kernel = kernel_of(Way::alone);
  const Launch launch(kernel, blocks, blocks, kAdding + 32, 200 * 1024);
  int clusters = 0;
  CHECK(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config));
  return clusters * static_cast<int>(blocks);
}

int main(int count, char** words) {
  const bool counting = count > 1 && words[1] == std::string("--count");
  std::printf("{\"n\":%d,\"k\":%d,\"tile\":[%d,%d,%d],\"loads\":[\n", kSide, kLength, kTile, kTile,
              kDepth);
  const Loads loads(counting);
  constexpr unsigned kShapes[][2] = {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4}, {4, 2},
                                     {2, 4}, {8, 1}, {1, 8}, {4, 4}, {8, 2}, {2, 8}};
  for (const auto& [down, across] : kShapes)
    for (const Way way : {Way::alone, Way::multicast, Way::distributed})
      loads.measure(down, across, way);
  std::printf("\n],\"clusters\":[\n");
  for (unsigned blocks = 1; blocks <= 16; blocks *= 2)
    std::printf("%s{\"blocks\":%u,\"resident\":%d}", blocks > 1 ? ",\n" : "", blocks,
                resident(blocks));
  std::printf("\n]}\n");
}
