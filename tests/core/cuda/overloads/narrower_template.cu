// The template that takes less is meant.
template <class A, class B>
struct Q {
  A a;
  B b;
};
template <class T>
__device__ int f(T) {
  return 1;
}
template <class T>
__device__ int f(T*) {
  return 2;
}
template <class T>
__device__ int f(T**) {
  return 3;
}
template <class A, class B>
__device__ int f(Q<A, B>) {
  return 4;
}
template <class A>
__device__ int f(Q<A, A>) {
  return 5;
}
template <class T>
__device__ int c(T&) {
  return 1;
}
template <class T>
__device__ int c(const T&) {
  return 2;
}
template <class T, class... U>
__device__ int v(T, U...) {
  return 1;
}
template <class T, class U, class... V>
__device__ int v(T, U, V...) {
  return 2;
}
template <class T>
__device__ int s(T) {
  return 1;
}
template <>
__device__ int s<int>(int) {
  return 2;
}
__device__ int s(double) { return 3; }

__global__ void k(int* o) {
  int a = 0;
  const int b = 0;
  int* p = &a;
  Q<int, float> q{};
  Q<int, int> r{};
  o[0] = f(a) * 100 + f(p) * 10 + f(&p);  // o[0] is 123
  o[1] = f(q) * 10 + f(r);                // o[1] is 45

  o[2] = c(a) * 100 + c(b) * 10 + c(3);           // o[2] is 122
  o[3] = v(1) * 100 + v(1, 2) * 10 + v(1, 2, 3);  // o[3] is 122
  o[4] = s(1) * 100 + s(1.0) * 10 + s('a');       // o[4] is 231
}
