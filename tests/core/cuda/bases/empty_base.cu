// An empty base knows what it is part of.
template <class D>
struct L {
  __device__ D& self() { return *static_cast<D*>(this); }
  __device__ const D* that() const { return static_cast<const D*>(this); }
  __device__ int f(int x) { return self().g(x); }
  __device__ int h(int x) const { return that()->g(x) + 1; }
};
struct M : L<M> {
  int w;
  __device__ int g(int x) const { return w * x; }
};
__device__ M made(int w) {
  M m;
  m.w = w;
  return m;
}

__global__ void k(int* o) {
  M m;
  m.w = 2;
  o[0] = m.f(3);  // o[0] is 6
  o[1] = m.h(4);  // o[1] is 9
  L<M>* p = &m;
  o[2] = p->h(5);       // o[2] is 11
  o[3] = made(7).f(2);  // o[3] is 14
}
