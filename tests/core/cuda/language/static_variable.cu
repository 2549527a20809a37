// A static variable of a function is one for all threads and calls.
__device__ int table(int i) {
  static const int t[4] = {10, 20, 30, 40};
  return t[i];
}
__device__ int half(int i) {
  static constexpr float t[] = {1.5f, 2.5f};
  return t[i] * 2;
}
__device__ int count() {
  static int n = 5;
  return ++n;
}
template <class T>
__device__ int sized() {
  static int n = sizeof(T);
  return ++n;
}
struct S {
  __device__ int f() {
    static int z = 2;
    return z *= 2;
  }
};

__global__ void k(int* o) {
  static __shared__ int s[4];
  s[1] = 4;
  static float a[3] = {1, 2, 3};
  a[1] += 1;
  static auto b = 6;
  b++;
  static const int c = 9;
  static __device__ int d = 3;
  d++;
  static int e;
  e += 2;
  S p, q;
  p.f();
  o[0] = table(2) + half(1);  // o[0] is 35
  count();
  o[1] = count();  // o[1] is 7
  sized<int>();
  o[2] = sized<int>() * 100 + sized<double>();  // o[2] is 609
  o[3] = s[1];                                  // o[3] is 4
  o[4] = a[1] * 10 + b;                         // o[4] is 37
  o[5] = c * 100 + d * 10 + e;                  // o[5] is 942
  o[6] = q.f();                                 // o[6] is 8
  auto f = [] {
    static int k = 1;
    return k++;
  };
  f();
  o[7] = f();  // o[7] is 2
}
