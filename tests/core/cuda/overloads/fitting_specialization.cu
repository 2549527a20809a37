// A specialization fits only what it says.
template <class T>
struct N {
  static constexpr int v = 0;
};
template <class T>
struct N<T*> {
  static constexpr int v = 1;
};
template <class T>
struct N<T**> {
  static constexpr int v = 2;
};
template <class T>
struct N<const T> {
  static constexpr int v = 3;
};
template <class T>
struct N<T&> {
  static constexpr int v = 4;
};
template <class T>
struct N<T&&> {
  static constexpr int v = 5;
};
template <class R, class A>
struct N<R (*)(A)> {
  static constexpr int v = 6;
};
template <class A, class B>
struct M {
  static constexpr int v = 0;
};
template <class A>
struct M<A, A> {
  static constexpr int v = 1;
};
template <class A>
struct M<A*, A*> {
  static constexpr int v = 2;
};

__global__ void k(int* o) {
  o[0] = N<int>::v * 1000 + N<const int>::v * 100 + N<int&>::v * 10 + N<int&&>::v;  // o[0] is 345

  o[1] = N<float*>::v * 1000 + N<float**>::v * 100 + N<float[5]>::v * 10 +
         N<int (*)(int)>::v;  // o[1] is 1206
  o[2] = N<const float*>::v;  // o[2] is 1

  int both = M<int, float>::v * 100 + M<int, int>::v * 10;
  o[3] = both + M<int*, int*>::v;  // o[3] is 12
}
