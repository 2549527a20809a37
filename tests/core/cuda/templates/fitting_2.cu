// Specializations and functions that only fit where an expression has a meaning.
template <class T>
__device__ auto f(T t) -> decltype(t.f(1)) {
  return t.f(1);
}
template <class T>
__device__ std::enable_if_t<!std::is_class_v<T>, int> f(T t) {
  return -1;
}
template <class... A>
__device__ auto sum(A... a) -> decltype((a + ...)) {
  return (a + ...);
}
struct P {
  int x;
  __device__ int f(int a) { return a + 5; }
  template <class T>
  __device__ auto add(T y) -> decltype(x + y) {
    return x + y;
  }
  template <class T>
  __device__ auto mul(T y) -> decltype(this->x * y) {
    return x * y;
  }
};
template <class T, class = std::enable_if_t<std::is_integral_v<T>>,
          class = std::enable_if_t<(sizeof(T) > 4)>>
__device__ int big(T) {
  return 1;
}
template <class T, std::enable_if_t<!(std::is_integral_v<T> && (sizeof(T) > 4)), int> = 0>
__device__ int big(T) {
  return 2;
}

__global__ void k(int* o) {
  P p{5};
  o[0] = f(p) * 10 + f(3);                        // o[0] is 59
  o[1] = sum(1, 2.5f, 3) * 2;                     // o[1] is 13
  o[2] = p.add(2.5f) * 2;                         // o[2] is 15
  o[3] = p.mul(3) * 100 + big(1L) * 10 + big(1);  // o[3] is 1512
}
