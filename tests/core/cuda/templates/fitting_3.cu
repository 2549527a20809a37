// Specializations and functions that only fit where an expression has a meaning.
template <class T>
using less = decltype(std::declval<T>() < std::declval<T>());
template <class, template <class> class Op, class = void>
struct Can : std::false_type {};
template <template <class> class Op, class T>
struct Can<T, Op, std::void_t<Op<T>>> : std::true_type {};
struct B {};
struct D : B {
  __device__ operator int() const { return 3; }
};
struct G {
  __device__ float operator()(int x) const { return x; }
};

__global__ void k(int* o) {
  o[0] = Can<int, less>::value * 10 + Can<B, less>::value;  // o[0] is 10
  o[1] = std::is_convertible_v<D, int> + 2 * std::is_convertible<B, int>::value +
         4 * std::is_base_of_v<B, D> + 8 * std::is_base_of_v<D, B>;  // o[1] is 5
  o[2] = std::is_same_v<std::invoke_result_t<G, int>, float> +
         2 * std::conjunction_v<std::true_type, std::is_class<B>> +
         4 * std::disjunction_v<std::false_type> +
         8 * std::negation_v<std::false_type>;  // o[2] is 11
  int q[2] = {1, 2};
  decltype(q[0]) r = q[1];
  r = 7;
  o[3] = q[1];  // o[3] is 7
}
