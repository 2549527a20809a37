// Names of enumerations, references to functions, objects as pointers, noexcept.
enum class Op { add, mul };
using Same = Op;
template <Op p>
__device__ int of(int a, int b) {
  return p == Op::add ? a + b : a * b;
}
__device__ int twice(int x) noexcept(true) { return x * 2; }
struct F {
  int* p;
  __device__ F(int* q) noexcept(false) : p(q) {}
  __device__ operator int*() { return p; }
};
template <class T>
struct A {
  int x{3}, y = x + 1;
  T z = T(y) / 2;
};

__global__ void k(int* o) {
  o[0] = of<Same::mul>(3, 4);  // o[0] is 12
  int (&r)(int) = twice;
  o[1] = r(3);  // o[1] is 6
  F f(o);
  f[2] = 5;
  *(f + 3) = 6;
  A<float> a;
  o[4] = a.z * 10;  // o[4] is 20
  A<int> b{7};
  o[5] = b.y * 10 + b.z;  // o[5] is 84
  A<int> c[2];
  o[6] = c[1].y;  // o[6] is 4
  // o[2] is 5
  // o[3] is 6
}
