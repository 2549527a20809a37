// Parameter packs of structures.
template <class... T>
struct Tuple;
template <>
struct Tuple<> {
  static constexpr int size = 0;
};
template <class H, class... T>
struct Tuple<H, T...> {
  H head;
  Tuple<T...> tail;
  static constexpr int size = 1 + sizeof...(T);
};
template <int I>
struct Get {
  template <class T>
  static __device__ auto of(const T& t) {
    if constexpr (I == 0)
      return t.head;
    else
      return Get<I - 1>::of(t.tail);
  }
};
template <class... T>
struct Sizes {
  static constexpr int bytes = (sizeof(T) + ... + 0);
};

__global__ void k(int* o) {
  Tuple<int, float, char> t{5, {2.5f, {'a', {}}}};
  o[0] = t.head;             // o[0] is 5
  o[1] = Get<1>::of(t) * 2;  // o[1] is 5

  o[2] = Get<2>::of(t) + 1000 * decltype(t)::size;  // o[2] is 3097
  o[3] = Sizes<int, double, char>::bytes;           // o[3] is 13
}
