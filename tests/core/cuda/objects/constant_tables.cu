// Tables that constant functions make.
struct Table {
  int v[16];
};
constexpr Table make(int k) {
  Table t{};
  for (int i = 0; i < 16; ++i) t.v[i] = i * i + k;
  return t;
}
__device__ constexpr Table squares = make(0);
__constant__ Table shifted = make(100);
constexpr int nine = make(0).v[3];
template <int N>
struct Factorial {
  static constexpr int value = N * Factorial<N - 1>::value;
};
template <>
struct Factorial<0> {
  static constexpr int value = 1;
};

__global__ void k(int* o) {
  __shared__ int s[nine];
  s[0] = nine;
  o[0] = squares.v[7];         // o[0] is 49
  o[1] = shifted.v[2];         // o[1] is 104
  o[2] = s[0] + sizeof(s);     // o[2] is 45
  o[3] = Factorial<5>::value;  // o[3] is 120
}
