// Specializations and functions that only fit where an expression has a meaning.
template <class T, class = void>
struct X {
  static constexpr int v = 0;
};
template <class T>
struct X<T, std::void_t<decltype(T::x)>> {
  static constexpr int v = 1;
};
template <class T, class = void>
struct F : std::false_type {};
template <class T>
struct F<T, std::void_t<decltype(std::declval<T>().f(1))>> : std::true_type {};
template <class T, class E = void>
struct K {
  static constexpr int v = 1;
};
template <class T>
struct K<T, std::enable_if_t<std::is_integral<T>::value>> {
  static constexpr int v = 2;
};
template <class T>
struct K<T, typename std::enable_if<std::is_floating_point_v<T>>::type> {
  static constexpr int v = 3;
};
template <class A, class B, class = void>
struct Sum : std::false_type {};
template <class A, class B>
struct Sum<A, B, std::void_t<decltype(std::declval<A>() + std::declval<B>())>> : std::true_type {};
struct P {
  int x;
  __device__ int f(int a) { return a + 5; }
};
struct Q {
  int y;
};

__global__ void k(int* o) {
  o[0] = X<P>::v * 10 + X<Q>::v + X<int>::v;                // o[0] is 10
  o[1] = F<P>::value * 10 + F<Q>::value;                    // o[1] is 10
  o[2] = K<P>::v * 100 + K<int>::v * 10 + K<float>::v;      // o[2] is 123
  o[3] = Sum<int, float>::value * 10 + Sum<P, int>::value;  // o[3] is 10
}
