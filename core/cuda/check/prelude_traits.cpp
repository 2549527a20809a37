// <type_traits>, in CUDA.
#include "core/cuda/check/prelude.hpp"

namespace loom::cuda {
namespace {

constexpr std::string_view traits = R"(
template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  using value_type = T;
  using type = integral_constant<T, v>;
  __device__ constexpr operator T() const { return v; }
  __device__ constexpr T operator()() const { return v; }
};
template <bool v> using bool_constant = integral_constant<bool, v>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;
#define IS(name) \
  template <class T> struct is_##name : bool_constant<__loom_is_##name<T>> {}; \
  template <class T> constexpr bool is_##name##_v = __loom_is_##name<T>;
IS(integral) IS(floating_point) IS(arithmetic) IS(signed) IS(unsigned) IS(const) IS(pointer)
IS(array) IS(enum) IS(class) IS(void) IS(reference) IS(lvalue_reference) IS(rvalue_reference)
template <bool c, class A, class B> struct conditional { using type = A; };
template <class A, class B> struct conditional<false, A, B> { using type = B; };
template <bool c, class A, class B> using conditional_t = typename conditional<c, A, B>::type;
template <bool c, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool c, class T = void> using enable_if_t = typename enable_if<c, T>::type;
template <class... T> using void_t = void;
#define TO(name, from, to) \
  template <class T> struct name { using type = T; }; \
  template <class T> struct name<from> { using type = to; }; \
  template <class T> using name##_t = typename name<T>::type;
TO(remove_const, const T, T) TO(remove_volatile, volatile T, T) TO(remove_pointer, T*, T)
TO(remove_reference, T&, T)
template <class T> struct remove_reference<T&&> { using type = T; };
#define AS(name, to) \
  template <class T> struct name { using type = to; }; \
  template <class T> using name##_t = to;
AS(remove_cv, remove_const_t<remove_volatile_t<T>>)
AS(remove_cvref, remove_cv_t<remove_reference_t<T>>)
AS(add_const, const T)
AS(add_pointer, remove_reference_t<T>*)
template <class T> struct __loom_decay { using type = remove_cv_t<T>; };
template <class T, unsigned long n> struct __loom_decay<T[n]> { using type = T*; };
AS(decay, typename __loom_decay<remove_reference_t<T>>::type)
template <class T> struct make_signed { using type = T; };
template <class T> struct make_unsigned { using type = T; };
template <class T> using make_signed_t = typename make_signed<T>::type;
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
#define SIGNS(S) \
  template <> struct make_signed<unsigned S> { using type = signed S; }; \
  template <> struct make_unsigned<signed S> { using type = unsigned S; };
SIGNS(char) SIGNS(short) SIGNS(int) SIGNS(long) SIGNS(long long)
template <> struct make_signed<char> { using type = signed char; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <class A, class B> struct common_type { using type = remove_cvref_t<decltype(true ? A() : B())>; };
template <class A, class B> using common_type_t = typename common_type<A, B>::type;
template <class T> T&& declval();
template <class... B> struct conjunction : bool_constant<(B::value && ...)> {};
template <class... B> struct disjunction : bool_constant<(B::value || ...)> {};
template <class B> struct negation : bool_constant<!B::value> {};
template <class T> void __loom_take(T);
template <class A, class B, class = void> struct is_convertible : false_type {};
template <class A, class B> struct is_convertible<A, B, decltype(__loom_take<B>(declval<A>()))> : true_type {};
template <class A, class B> struct is_base_of : bool_constant<__loom_is_class<A> && is_convertible<B*, A*>::value> {};
#define V(name) template <class... T> constexpr bool name##_v = name<T...>::value;
V(conjunction) V(disjunction) V(negation) V(is_convertible) V(is_base_of)
template <class F, class... A> using invoke_result_t = decltype(declval<F>()(declval<A>()...));
template <class T> __device__ T&& move(T& x) { return x; }
template <class T> __device__ T&& forward(remove_reference_t<T>& x) { return x; }
)";

}  // namespace

std::string_view prelude_traits() { return traits; }

}  // namespace loom::cuda
