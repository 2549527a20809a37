// Traits of types.
template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
__device__ int kind(T) {
  return 1;
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
__device__ int kind(T) {
  return 2;
}
template <class T>
__device__ typename std::enable_if<std::is_pointer<T>::value, int>::type kind(T) {
  return 3;
}
template <class T>
__device__ int tag(T, std::true_type) {
  return 1;
}
template <class T>
__device__ int tag(T, std::false_type) {
  return 2;
}
template <class T>
__device__ int tagged(T x) {
  return tag(x, std::is_same<T, int>()) * 10 + tag(x, std::is_signed<T>{});
}

__global__ void k(int* o) {
  o[0] = kind(1) * 100 + kind(1.5f) * 10 + kind(o);  // o[0] is 123

  o[1] = tagged(1) * 100 + tagged('a' * 1.0f);  // o[1] is 1121

  std::conditional_t<(sizeof(int) > 2), int, float> c = 3.7;
  std::remove_reference_t<int&> r = 4;
  std::make_unsigned_t<signed char> u = -1;
  std::decay_t<const int&> d = 5;
  o[2] = c * 100000 + r * 10000 + d * 1000 + u;  // o[2] is 345255

  o[3] = std::is_same_v<std::remove_cv_t<const volatile int>, int> +
         2 * std::is_const<const int>::value + 4 * std::is_same<int, long>::value +
         8 * std::is_array_v<int[3]> +
         16 * std::is_same_v<std::common_type_t<int, float>, float>;  // o[3] is 27
}
