// Bases.
template <class D>
struct Base {
  __device__ int run(int x) { return static_cast<D*>(this)->impl(x) + 1; }
  __device__ int twice(int x) const { return static_cast<const D&>(*this).other(x); }
};
struct Derived : Base<Derived> {
  int k = 2;
  __device__ int impl(int x) { return x * k; }
  __device__ int other(int x) const { return x * k * k; }
};
struct Chain {
  int v;
  __device__ Chain* me() { return this; }
  __device__ Chain& set(int x) {
    v = x;
    return *this;
  }
};
struct P {
  int v = 4;
  __device__ int f() const { return of(this); }
  static __device__ int of(const P* p) { return p->v; }
};

__global__ void k(int* o) {
  Derived t;
  o[0] = t.run(5);    // o[0] is 11
  o[1] = t.twice(5);  // o[1] is 20
  Chain s;
  s.set(3).set(8);
  o[2] = s.me()->v;  // o[2] is 8
  P p;
  o[3] = p.f();  // o[3] is 4
}
