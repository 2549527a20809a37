// Overloads that differ in const, or in the kind of reference.
__device__ int f(const int*) { return 1; }
__device__ int f(int*) { return 2; }
__device__ int g(const int&) { return 1; }
__device__ int g(int&) { return 2; }
__device__ int g(int&&) { return 3; }
__device__ int p(bool) { return 1; }
__device__ int p(const void*) { return 2; }

__global__ void k(int* o) {
  int a = 0;
  const int b = 0;
  const int* q = &a;
  const int& r = a;
  int&& s = 4;
  o[0] = f(&a) * 10 + f(q);              // o[0] is 21
  o[1] = g(a) * 100 + g(b) * 10 + g(3);  // o[1] is 213

  o[2] = g(r) * 100 + g(s) * 10 + g(a + 1);                              // o[2] is 123
  o[3] = g(std::move(a)) * 100 + g(static_cast<int&&>(a)) * 10 + p(&a);  // o[3] is 332
}
