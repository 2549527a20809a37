// Cooperative groups, in CUDA.
#include "core/cuda/check/prelude.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view groups = R"(
#define ARRIVAL \
  struct arrival_token {}; \
  __device__ arrival_token barrier_arrive() const { return {}; } \
  __device__ void barrier_wait(arrival_token&&) const { sync(); }
namespace cooperative_groups {
struct thread_block {
  __device__ void sync() const { __syncthreads(); }
  __device__ unsigned thread_rank() const { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  __device__ unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ unsigned num_threads() const { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ uint3 thread_index() const { return threadIdx; }
  __device__ uint3 group_index() const { return blockIdx; }
  __device__ dim3 group_dim() const { return blockDim; }
  __device__ dim3 dim_threads() const { return blockDim; }
  ARRIVAL
};
template <unsigned N, class P = void> struct thread_block_tile {
  __device__ unsigned mask_() const { return N == 32 ? 0xffffffffu : ((1u << (N & 31)) - 1u) << (__loom_lane() / N * N); }
  __device__ void sync() const { __syncwarp(mask_()); }
  __device__ unsigned thread_rank() const { return __loom_lane() % N; }
  __device__ constexpr unsigned size() const { return N; }
  __device__ constexpr unsigned num_threads() const { return N; }
  __device__ unsigned meta_group_rank() const { return thread_block().thread_rank() / N; }
  __device__ unsigned meta_group_size() const { return (thread_block().size() + N - 1) / N; }
  template <class T> __device__ T shfl(T v, int lane) const { return __shfl_sync(mask_(), v, lane, N); }
  template <class T> __device__ T shfl_down(T v, unsigned d) const { return __shfl_down_sync(mask_(), v, d, N); }
  template <class T> __device__ T shfl_up(T v, unsigned d) const { return __shfl_up_sync(mask_(), v, d, N); }
  template <class T> __device__ T shfl_xor(T v, unsigned d) const { return __shfl_xor_sync(mask_(), v, d, N); }
  __device__ int any(int p) const { return __any_sync(mask_(), p); }
  __device__ int all(int p) const { return __all_sync(mask_(), p); }
  __device__ unsigned ballot(int p) const { return (__ballot_sync(mask_(), p) & mask_()) >> (__loom_lane() / N * N & 31); }
  template <class T> __device__ unsigned match_any(T v) const { return __match_any_sync(mask_(), v) >> (__loom_lane() / N * N & 31); }
  template <class T> __device__ unsigned match_all(T v, int& all) const { return __match_all_sync(mask_(), v, &all) >> (__loom_lane() / N * N & 31); }
};
struct coalesced_group {
  unsigned lanes_, meta_ = 0, metas_ = 1;
  __device__ unsigned mask_() const { return lanes_; }
  __device__ unsigned meta_group_rank() const { return meta_; }
  __device__ unsigned meta_group_size() const { return metas_; }
  __device__ void sync() const { __syncwarp(lanes_); }
  __device__ unsigned thread_rank() const { return __popc(lanes_ & ((1u << __loom_lane()) - 1u)); }
  __device__ unsigned size() const { return __popc(lanes_); }
  __device__ unsigned num_threads() const { return __popc(lanes_); }
  __device__ int lane_(int rank) const {
    unsigned rest = lanes_;
    for (int i = 0; i < rank; ++i) rest &= rest - 1;
    return __ffs(rest) - 1;
  }
  template <class T> __device__ T shfl(T v, int rank) const { return __shfl_sync(lanes_, v, lane_(rank)); }
  template <class T> __device__ T shfl_down(T v, unsigned d) const {
    int from = thread_rank() + d < size() ? lane_(thread_rank() + d) : (int)__loom_lane();
    return __shfl_sync(lanes_, v, from);
  }
  template <class T> __device__ T shfl_up(T v, unsigned d) const {
    int from = thread_rank() >= d ? lane_(thread_rank() - d) : (int)__loom_lane();
    return __shfl_sync(lanes_, v, from);
  }
  __device__ int any(int p) const { return __any_sync(lanes_, p); }
  __device__ int all(int p) const { return __all_sync(lanes_, p); }
  __device__ unsigned ranks_(unsigned lanes) const {
    unsigned made = 0, bit = 1;
    for (unsigned rest = lanes_; rest; rest &= rest - 1, bit *= 2)
      if (lanes & rest & -rest) made |= bit;
    return made;
  }
  __device__ unsigned ballot(int p) const { return ranks_(__ballot_sync(lanes_, p)); }
  template <class T> __device__ unsigned match_any(T v) const { return ranks_(__match_any_sync(lanes_, v)); }
  template <class T> __device__ unsigned match_all(T v, int& all) const { return ranks_(__match_all_sync(lanes_, v, &all)); }
};
__device__ unsigned __loom_arrived = 0, __loom_rounds = 0;
struct grid_group {
  __device__ unsigned long long thread_rank() const {
    unsigned long long block = (blockIdx.z * (unsigned long long)gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return block * thread_block().size() + thread_block().thread_rank();
  }
  __device__ unsigned long long size() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block().size(); }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long block_rank() const { return (blockIdx.z * (unsigned long long)gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  __device__ unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  __device__ dim3 group_dim() const { return gridDim; }
  __device__ dim3 dim_blocks() const { return gridDim; }
  __device__ dim3 block_index() const { return blockIdx; }
  __device__ bool is_valid() const { return true; }
  ARRIVAL
  __device__ void sync() const {
    __syncthreads();
    if (thread_block().thread_rank() == 0) {
      __threadfence();
      unsigned all = gridDim.x * gridDim.y * gridDim.z;
      volatile unsigned& rounds = __loom_rounds;
      unsigned round = rounds;
      if (atomicAdd(&__loom_arrived, 1u) % all == all - 1) atomicAdd(&__loom_rounds, 1u);
      while (rounds == round) {}
      __threadfence();
    }
    __syncthreads();
  }
};
struct thread_group {
  unsigned lanes_;
  __device__ thread_group(thread_block b) : lanes_(0) {}
  __device__ thread_group(thread_block_tile<32> t) : lanes_(32) {}
  __device__ thread_group(thread_block_tile<16> t) : lanes_(16) {}
  __device__ thread_group(thread_block_tile<8> t) : lanes_(8) {}
  __device__ thread_group(thread_block_tile<4> t) : lanes_(4) {}
  __device__ thread_group(thread_block_tile<2> t) : lanes_(2) {}
  __device__ unsigned mask_() const { return lanes_ == 32 ? 0xffffffffu : ((1u << (lanes_ & 31)) - 1u) << (__loom_lane() / lanes_ * lanes_); }
  __device__ void sync() const { if (lanes_ == 0) __syncthreads(); else __syncwarp(mask_()); }
  __device__ unsigned thread_rank() const { return lanes_ == 0 ? thread_block().thread_rank() : thread_block().thread_rank() % lanes_; }
  __device__ unsigned size() const { return lanes_ == 0 ? thread_block().size() : lanes_; }
  __device__ unsigned num_threads() const { return size(); }
};
__device__ thread_block this_thread_block() { return thread_block(); }
__device__ grid_group this_grid() { return grid_group(); }
__device__ coalesced_group coalesced_threads() { coalesced_group g{__activemask()}; return g; }
template <unsigned N, class G> __device__ thread_block_tile<N> tiled_partition(const G& g) {
  static_assert(N <= 32 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads here; take the block for more");
  return thread_block_tile<N>();
}
__device__ thread_group tiled_partition(thread_group g, unsigned n) { g.lanes_ = n; return g; }
template <class G> __device__ coalesced_group binary_partition(const G& g, bool p) {
  unsigned mask = g.mask_(), yes = __ballot_sync(mask, p), own = p ? yes : mask & ~yes;
  coalesced_group made{own, p && own != mask, 1u + (own != mask)};
  return made;
}
template <class G, class T> __device__ coalesced_group labeled_partition(const G& g, T label) {
  unsigned lanes = __match_any_sync(g.mask_(), label), first = lanes & -lanes;
  unsigned firsts = __ballot_sync(g.mask_(), first == 1u << __loom_lane());
  coalesced_group made{lanes, __popc(firsts & (first - 1)), __popc(firsts)};
  return made;
}
template <class G> __device__ coalesced_group labeled_partition(const G& g, bool label) { return binary_partition(g, label); }
template <class G> __device__ void sync(const G& g) { g.sync(); }
template <class G> __device__ void wait(const G& g) { g.sync(); }
template <class G, class T> __device__ void memcpy_async(const G& g, T* to, const T* from, unsigned long bytes) {
  for (unsigned long i = g.thread_rank(); i < bytes / sizeof(T); i += g.size()) to[i] = from[i];
}
template <class G> __device__ unsigned thread_rank(const G& g) { return g.thread_rank(); }
template <class G> __device__ unsigned group_size(const G& g) { return g.size(); }
template <unsigned N, class P, class T, class F> __device__ T reduce(const thread_block_tile<N, P>& g, T v, F f) {
  for (unsigned d = N / 2; d > 0; d /= 2) v = f(v, g.shfl_xor(v, d));
  return v;
}
template <class T, class F> __device__ T reduce(const coalesced_group& g, T v, F f) {
  T all = g.shfl(v, 0);
  for (unsigned i = 1; i < g.size(); ++i) all = f(all, g.shfl(v, i));
  return all;
}
#define TILE thread_block_tile<N, P>
#define SCANS(G, ...) \
  template <__VA_ARGS__ class T, class F> __device__ T inclusive_scan(const G& g, T v, F f) { \
    for (unsigned d = 1; d < g.size(); d *= 2) { \
      T other = g.shfl_up(v, d); \
      if (g.thread_rank() >= d) v = f(v, other); \
    } \
    return v; \
  } \
  template <__VA_ARGS__ class T> __device__ T inclusive_scan(const G& g, T v) { return inclusive_scan(g, v, plus<T>()); } \
  template <__VA_ARGS__ class T, class F> __device__ T exclusive_scan(const G& g, T v, F f) { \
    T before = g.shfl_up(inclusive_scan(g, v, f), 1); \
    return g.thread_rank() == 0 ? T{} : before; \
  } \
  template <__VA_ARGS__ class T> __device__ T exclusive_scan(const G& g, T v) { return exclusive_scan(g, v, plus<T>()); }
SCANS(TILE, unsigned N, class P,)
SCANS(coalesced_group, )
template <class G, class F, class... A> __device__ void invoke_one(const G& g, F&& f, A&&... a) { if (g.thread_rank() == 0) f(a...); }
template <class G, class F, class... A> __device__ auto invoke_one_broadcast(const G& g, F&& f, A&&... a) {
  decltype(f(a...)) made{};
  if (g.thread_rank() == 0) made = f(a...);
  return g.shfl(made, 0);
}
}
)";

}  // namespace

std::string_view prelude_groups() { return groups; }

}  // namespace loom::cuda
