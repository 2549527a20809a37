// Guides and constructors say what a template of structures is of.
template <class T>
struct U {
  T v;
  template <class Q>
  __device__ U(Q q, T t) : v(t + (int)q) {}
  __device__ U(const T* p, int n) : v(p[n]) {}
};
template <class A, class B = int>
struct D {
  A a;
  B b = 4;
  __device__ D(A x) : a(x) {}
};
template <class... T>
struct N {
  int n = sizeof...(T);
  __device__ N(T... t) {}
};
template <class T, int M>
struct A {
  T (&r)[M];
  __device__ A(T (&a)[M]) : r(a) {}
};

__global__ void k(int* o) {
  U u(1, 2.5f);
  o[0] = u.v * 2;  // o[0] is 7
  float q[2] = {1.5f, 2.5f};
  const float* p = q;
  U w(p, 1);
  o[1] = w.v * 2;  // o[1] is 5
  D d(2.5f);
  o[2] = d.a * 2 + d.b;  // o[2] is 9
  N n(1, 2.f, 'c');
  o[3] = n.n;  // o[3] is 3
  A r(q);
  o[4] = r.r[1] * 2 + sizeof(r.r);  // o[4] is 13
}
