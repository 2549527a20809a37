#include <cmath>

#include "core/cuda/run/arithmetic.hpp"
#include "core/cuda/run/fused.hpp"  // IWYU pragma: keep

namespace loom::cuda {
namespace {

using L = const Lanes&;

template <class T, class R = T, class F>
Mask each(Lanes& out, L a, L b, F f) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = bits_of<R>(f(value_in<T>(a[i]), value_in<T>(b[i])));
  return 0;
}

// The number where one is NaN; −0 is less than 0.
template <class T>
T lesser(T x, T y) {
  if (x == y) return std::signbit(x) ? x : y;
  return x < y || y != y ? x : y;
}
template <class T>
T greater(T x, T y) {
  if (x == y) return std::signbit(x) ? y : x;
  return x > y || y != y ? x : y;
}

// WebAssembly has no such instruction; the function of its library is slow, and rounds what lies in
// the middle of two floats up.
float once_rounded(float x, float y, float z) {
#ifdef __EMSCRIPTEN__
  return fused(x, y, z);
#else
  return std::fma(x, y, z);
#endif
}
double once_rounded(double x, double y, double z) { return std::fma(x, y, z); }

template <class T>
LaneFunction comparison(Op op) {
  switch (op) {
    case Op::equal:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x == y; });
      };
    case Op::not_equal:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x != y; });
      };
    case Op::less:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x < y; });
      };
    case Op::less_equal:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x <= y; });
      };
    case Op::greater:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x > y; });
      };
    case Op::greater_equal:
      return [](Lanes& o, L a, L b, L) {
        return each<T, bool>(o, a, b, [](T x, T y) { return x >= y; });
      };
    default:
      return nullptr;
  }
}

template <class T>
LaneFunction of_type(Op op) {
  switch (op) {
    case Op::add:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, [](T x, T y) { return x + y; }); };
    case Op::sub:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, [](T x, T y) { return x - y; }); };
    case Op::mul:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, [](T x, T y) { return x * y; }); };
    case Op::div:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, [](T x, T y) { return x / y; }); };
    case Op::rem:
      return [](Lanes& o, L a, L b, L) {
        return each<T>(o, a, b, [](T x, T y) { return std::fmod(x, y); });
      };
    case Op::min:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, lesser<T>); };
    case Op::max:
      return [](Lanes& o, L a, L b, L) { return each<T>(o, a, b, greater<T>); };
    case Op::negate:
      return [](Lanes& o, L a, L, L) { return each<T>(o, a, a, [](T x, T) { return -x; }); };
    case Op::absolute:
      return
          [](Lanes& o, L a, L, L) { return each<T>(o, a, a, [](T x, T) { return std::fabs(x); }); };
    case Op::fma:
      return [](Lanes& out, L a, L b, L c) -> Mask {
        for (int i = 0; i < warp_lanes; ++i)
          out[i] =
              bits_of<T>(once_rounded(value_in<T>(a[i]), value_in<T>(b[i]), value_in<T>(c[i])));
        return 0;
      };
    default:
      return comparison<T>(op);
  }
}

}  // namespace

LaneFunction float_function(Op op, Type type) {
  return type == Type::f32 ? of_type<float>(op) : of_type<double>(op);
}

}  // namespace loom::cuda
