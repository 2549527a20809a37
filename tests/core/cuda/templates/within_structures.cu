// What lies within structures of structures.
struct D {
  enum class Mode { r, g = 5 };
  Mode m = Mode::g;
};
namespace n {
struct X {
  enum class M { a = 9, b };
};
}  // namespace n
template <class T>
struct O {
  struct In {
    static constexpr int k = sizeof(T);
    static __device__ int f() { return 40 + k; }
  };
  enum class Q { z = 3 };
};
template <class T>
struct Base {
  using V = T;
  using W = T*;
};
template <class T>
struct E : Base<T> {
  using typename Base<T>::V;
  using typename Base<T>::W;
  V v;
  __device__ V get() {
    V x = v;
    W p = &x;
    return *p + 1;
  }
};

__global__ void k(int* o) {
  D d;
  using M = D::Mode;
  o[0] = (int)D::Mode::g * 10 + (d.m == M::g);    // o[0] is 51
  o[1] = (int)n::X::M::b;                         // o[1] is 10
  o[2] = O<int>::In::k;                           // o[2] is 4
  o[3] = O<double>::In::f() + (int)O<int>::Q::z;  // o[3] is 51
  E<float> e{{}, 2.5f};
  o[4] = 10 * e.get();  // o[4] is 35
}
