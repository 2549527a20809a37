// Guides and constructors say what a template of structures is of.
template <class T>
struct V {
  T a, b;
  __device__ V(T x, T y) : a(x), b(y) {}
};
template <class T, int N>
struct A {
  T d[N];
};
template <class T, class... U>
A(T, U...) -> A<T, 1 + sizeof...(U)>;
template <class T>
struct W {
  T v;
  __device__ W(const char* s) : v(4) {}
  __device__ W(T t) : v(t) {}
};
explicit W(const char*)->W<int>;
template <class F>
struct L {
  F f;
};
template <class F>
L(F) -> L<F>;
template <class T>
struct R {
  T t;
  template <class U>
  __device__ R(U u, U w) : t(u + w) {}
};
template <class U>
R(U, U) -> R<double>;

__global__ void k(int* o) {
  V v{1.5f, 2.5f};
  o[0] = v.b * 2;  // o[0] is 5
  A a{1, 2, 3};
  o[1] = sizeof(a) + a.d[2];  // o[1] is 15
  W s("hi");
  o[2] = s.v;  // o[2] is 4
  W w(2.5);
  o[3] = w.v * 2;  // o[3] is 5
  auto g = [&](int x) { return x + 9; };
  L l{g};
  o[4] = l.f(1);  // o[4] is 10
  R r(1, 2);
  o[5] = r.t / 2 * 10;  // o[5] is 15
  o[6] = V(3, 4).b;     // o[6] is 4
  const V c(5, 6);
  V d{c};
  o[7] = d.a;  // o[7] is 5
}
