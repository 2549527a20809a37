// A reference that a function gives is to one of several variables.
__device__ int& greater(int& a, int& b) {
  if (a > b) return a;
  return b;
}
__device__ int& other(int& a, int& b) { return a > b ? b : a; }
template <class T>
__device__ T& pick(bool c, T& a, T& b) {
  if (c) {
    return a;
  } else {
    return b;
  }
}
struct V {
  int a, b;
  __device__ V& put(int x) {
    if (x > 5) return *this;
    a = x;
    return *this;
  }
  __device__ int& at(int i) {
    switch (i) {
      case 0:
        return a;
      default:
        return b;
    }
  }
};
__device__ void add(int& a) { ++a; }

__global__ void k(int* o) {
  int x = 3, y = 8;
  int& r = greater(x, y);
  r = 100;
  o[0] = x;
  o[1] = y;  // o[1] is 100
  other(x, y) = 7;
  greater(x, y)++;
  add(other(x, y));
  o[2] = x;  // o[2] is 8
  o[3] = y;  // o[3] is 101
  float f = 1, g = 2;
  pick(o[0] == 3, f, g) += 3;
  o[4] = f * 10 + g;  // o[4] is 42
  V v{1, 2};
  v.put(4).put(9).b = 9;
  o[5] = v.a * 10 + v.b;
  v.at(o[5] - 49) = 20;
  v.at(1)--;
  o[6] = v.a + v.b;  // o[6] is 28
  // o[0] is 3
  // o[5] is 49
}
