// Friends that a structure defines are found through its values.
struct P {
  int a;
  __device__ operator float() const { return 100; }
  friend __device__ P operator*(float s, P v) { return P{(int)(s * v.a)}; }
  friend __device__ int get(const P* p) { return p->a; }
};
template <class T>
struct V {
  T x;
  friend __device__ V operator*(T s, const V& v) { return V{s * v.x}; }
  template <class U>
  friend __device__ U sum(const V& a, U u) {
    return a.x + u;
  }
};

__global__ void k(int* o) {
  P p{3};
  V<float> v{2.5f};
  o[0] = (2.0f * p).a;      // o[0] is 6
  o[1] = get(&p);           // o[1] is 3
  o[2] = (2 * v).x;         // o[2] is 5
  o[3] = sum(v, 2.5) * 10;  // o[3] is 50
}
