// Structures of functions know the types and constants around them.
template <class T, int N>
__device__ int f(T x) {
  using Q = T;
  constexpr int M = N * 2;
  struct S {
    T a[M];
    Q b = 3;
    __device__ S(T v) {
      for (int i = 0; i < M; ++i) a[i] = v + i;
    }
    __device__ T sum() const {
      T s = 0;
      for (int i = 0; i < M; ++i) s += a[i];
      return s + b;
    }
    static __device__ int n() { return sizeof(T) + M; }
  };
  struct H {
    S s;
    int k;
  };
  S s(x);
  H h{s, 5};
  auto l = [&](S q) {
    S w = q;
    return w.sum();
  };
  return h.s.sum() * 100 + S::n() * 10 + (l(s) == s.sum());
}
template <class T>
struct O {
  struct I {
    T v;
    __device__ T twice() {
      T t = v;
      return t * 2;
    }
  };
  I i;
  __device__ int go() {
    struct L {
      T z;
      I y;
    };
    L l{3, i};
    return l.z + l.y.twice();
  }
};
template <class T>
__device__ auto made(T x) {
  struct R {
    T v;
  };
  return R{x};
}
template <class To, class From>
__device__ To bits(From f) {
  union {
    From a;
    To b;
  } u;
  u.a = f;
  return u.b;
}

__global__ void k(int* o) {
  o[0] = f<int, 2>(1);       // o[0] is 1381
  o[1] = f<double, 1>(1.5);  // o[1] is 801
  O<float> p;
  p.i.v = 2.5f;
  o[2] = p.go();                       // o[2] is 8
  o[3] = made(2.5).v * 2 + made(7).v;  // o[3] is 12
  o[4] = bits<int>(2.0f);              // o[4] is 1073741824
  o[5] = bits<float>(0x40400000);      // o[5] is 3
  for (struct { int i, j; } s = {0, 5}; s.i < 3; ++s.i) o[6] += s.j;
  const int c = 3;
  struct C {
    int q[c];
  };
  o[7] = sizeof(C);  // o[7] is 12
  // o[6] is 15
}
