// Parameter packs of structures.
#include <utility>
template <class F, size_t... I>
__device__ void unrolled(F f, std::index_sequence<I...>) {
  (f(I), ...);
}
template <int N, class F>
__device__ void repeat(F f) {
  unrolled(f, std::make_index_sequence<N>{});
}
template <int... D>
struct Shape {
  static constexpr int rank = sizeof...(D), size = (D * ...);
};

__global__ void k(int* o) {
  repeat<3>([&](int i) { o[i] = i * i; });
  o[3] = Shape<2, 3, 4>::size * 10 + Shape<5>::rank;  // o[3] is 241
  // o[0] is 0
  // o[1] is 1
  // o[2] is 4
}
