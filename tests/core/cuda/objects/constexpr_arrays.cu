// What constexpr arrays and structures hold is a constant.
struct Cfg {
  int bm, bn;
  constexpr Cfg(int a, int b) : bm(a), bn(b) {}
  constexpr int area() const { return bm * bn; }
  static constexpr int t[3] = {4, 5, 6};
};
struct A {
  short s[3];
  double d;
};
constexpr int table[] = {1, 2, 3, 4};
constexpr Cfg outer(4, 8);
constexpr A made(int n) {
  A a{};
  for (int i = 0; i < 3; i++) a.s[i] = n * i - table[i];
  a.d = n;
  return a;
}
constexpr A five = made(5);
__constant__ int copy[2] = {table[3], five.s[2]};
template <int N>
__device__ int number() {
  return N;
}
template <class T>
__device__ int sum(T v) {
  constexpr int t[] = {sizeof(T), 10};
  constexpr Cfg c{t[0], 2};
  char q[c.area()];
  return v * (t[0] + t[1]) + sizeof(q);
}
__device__ int at(const int* p, int i) { return p[i]; }

__global__ void k(int* o) {
  constexpr Cfg c{2, 3};
  int q[c.area()];
  o[0] = sizeof(q);  // o[0] is 24
  constexpr int a[] = {1, 2, 3};
  constexpr int b = a[1];
  int r[b];
  o[1] = sizeof(r);  // o[1] is 8
  int s[outer.area()];
  o[2] = sizeof(s);                        // o[2] is 128
  o[3] = number<five.s[1] + Cfg::t[2]>();  // o[3] is 9
  o[4] = sum(2) + sum(2.0);                // o[4] is 88
  int i = o[5] + 1;
  o[5] = a[i] * 100 + table[i] * 10 + at(a, i);
  o[6] = copy[0] + copy[1];  // o[6] is 11
  Cfg d = c;
  d.bm = 9;
  o[7] = d.area() + c.area();  // o[7] is 33
  __shared__ int t[c.bn * a[2]];
  o[8] = sizeof(t);  // o[8] is 36
  switch (i + 1) {
    case c.bm:
      o[9] = (int)five.d;
  }
  // o[5] is 222
  // o[9] is 5
}
