// Folds.
template <class... A>
__device__ int add(A... a) {
  return (a + ... + 0);
}
template <class... A>
__device__ int left_(A... a) {
  return (... - a);
}
template <class... A>
__device__ int right(A... a) {
  return (a - ...);
}
template <class... A>
__device__ int from(A... a) {
  return (100 - ... - a);
}
template <class... A>
__device__ bool all(A... a) {
  return (a && ...);
}
template <int... I>
__device__ int digits() {
  int s = 0;
  ((s = s * 10 + I), ...);
  return s;
}
template <class F, class... A>
__device__ void each(F f, A&&... a) {
  (f(a), ...);
}

__global__ void k(int* o) {
  o[0] = add(1, 2, 3);     // o[0] is 6
  o[1] = left_(10, 3, 2);  // o[1] is 5
  o[2] = right(10, 3, 2);  // o[2] is 9
  o[3] = from(1, 2);       // o[3] is 97

  o[4] = all(true, 1, 2) + 2 * all(1, 0) + 4 * all();  // o[4] is 5
  o[5] = digits<4, 2, 7>();                            // o[5] is 427

  int t = 0;
  each([&](int x) { t += x * x; }, 1, 2, 3);
  o[6] = t;  // o[6] is 14
}
