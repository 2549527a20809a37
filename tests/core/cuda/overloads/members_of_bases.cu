// Members of bases, and of one specialization.
struct A {
  int x;
  __device__ A(int v) : x(v) {}
  __device__ int f(int) { return 1; }
  __device__ int f(double) { return 2; }
};
struct C : A {
  using A::f;
  __device__ C() : A(5) {}
  __device__ int f(char) { return 3; }
  __device__ int f(double) { return 4; }
};
template <class T>
struct W : public T {
  __device__ W(int v) : T(v) {}
};
template <class T>
struct L {
  static __device__ int f() { return 1; }
};
template <>
__device__ int L<float>::f() {
  return 2;
}

__global__ void k(int* o) {
  C c;
  W<A> w(4);
  o[0] = c.f(1) * 100 + c.f(1.0) * 10 + c.f('a');  // o[0] is 143
  o[1] = w.x;                                      // o[1] is 4
  o[2] = L<float>::f() * 10 + L<int>::f();         // o[2] is 21
}
