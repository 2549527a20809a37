// Functions of const structures and of others.
struct S {
  int x;
  mutable int m;
  __device__ int& at() { return x; }
  __device__ int at() const { return x + 100; }
  __device__ int via() const {
    m = 5;
    return at();
  }
  __device__ int operator()(int) { return 1; }
  __device__ int operator()(int) const { return 2; }
};
__device__ int of(const S& s) { return s.at() * 10 + s(1); }
__device__ int of(const S* s) { return s->at(); }

__global__ void k(int* o) {
  S s{7, 1};
  const S c[2] = {{1, 1}, {2, 2}};
  s.at() += 1;
  o[0] = s.at() * 10 + s(1);  // o[0] is 81
  o[1] = of(s);               // o[1] is 1082
  o[2] = of(&s) + c[1].at();  // o[2] is 210
  o[3] = s.via() * 10 + s.m;  // o[3] is 1085
}
