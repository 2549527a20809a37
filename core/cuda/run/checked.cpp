// Arithmetic of signed integers that become an index: a result that does not fit is a fault.
#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

using Wide = std::uint64_t;

// Which results do not fit. f(a, b, c, result) gives the result and
// whether it does not fit.
template <class T, class F>
Mask checked(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c, F f) {
  Mask faults = 0;
  for (int i = 0; i < warp_lanes; ++i) {
    T result;
    faults |= Mask{f(value_in<T>(a[i]), value_in<T>(b[i]), value_in<T>(c[i]), result)} << i;
    out[i] = bits_of(result);
  }
  return faults;
}
template <class T>
Mask checked_add(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  return checked<T>(out, a, b, c,
                    [](T x, T y, T, T& z) { return __builtin_add_overflow(x, y, &z); });
}
template <class T>
Mask checked_sub(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  return checked<T>(out, a, b, c,
                    [](T x, T y, T, T& z) { return __builtin_sub_overflow(x, y, &z); });
}
template <class T>
Mask checked_mul(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  return checked<T>(out, a, b, c,
                    [](T x, T y, T, T& z) { return __builtin_mul_overflow(x, y, &z); });
}
template <class T>
Mask checked_fma(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  return checked<T>(out, a, b, c, [](T x, T y, T z, T& result) {
    T product;
    const bool first = __builtin_mul_overflow(x, y, &product);
    const bool second = __builtin_add_overflow(product, z, &result);
    return first || second;
  });
}
template <class T>
Mask checked_negate(Lanes& out, const Lanes& a, const Lanes&, const Lanes&) {
  return checked<T>(out, a, a, a,
                    [](T x, T, T, T& z) { return __builtin_sub_overflow(T{0}, x, &z); });
}

// 32 bits, the common case, in 64: whether anything does not fit is known without asking each lane.
// f(a, b, c, lost) gives the result, exact if nothing was lost on the way; `again` tells which
// lanes are at fault.
Wide lost_in(Wide exact) { return exact ^ bits_of(static_cast<std::int32_t>(exact)); }
template <class F>
Mask checked_int(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c, F f,
                 LaneFunction again) {
  Wide results[warp_lanes], lost = 0;
  for (int i = 0; i < warp_lanes; ++i) {
    const Wide exact = f(a[i], b[i], c[i], lost);
    results[i] = bits_of(static_cast<std::int32_t>(exact));
    lost |= exact ^ results[i];
  }
  if (lost != 0) return again(out, a, b, c);
  for (int i = 0; i < warp_lanes; ++i) out[i] = results[i];
  return 0;
}

LaneFunction checked_int_function(Op op) {
  using L = const Lanes&;
  using I = std::int32_t;
  switch (op) {
    case Op::add:
      return [](Lanes& o, L a, L b, L c) {
        const auto f = [](Wide x, Wide y, Wide, Wide&) { return x + y; };
        return checked_int(o, a, b, c, f, checked_add<I>);
      };
    case Op::sub:
      return [](Lanes& o, L a, L b, L c) {
        const auto f = [](Wide x, Wide y, Wide, Wide&) { return x - y; };
        return checked_int(o, a, b, c, f, checked_sub<I>);
      };
    case Op::mul:
      return [](Lanes& o, L a, L b, L c) {
        const auto f = [](Wide x, Wide y, Wide, Wide&) { return x * y; };
        return checked_int(o, a, b, c, f, checked_mul<I>);
      };
    case Op::fma:
      return [](Lanes& o, L a, L b, L c) {
        const auto f = [](Wide x, Wide y, Wide z, Wide& lost) {
          lost |= lost_in(x * y);
          return x * y + z;
        };
        return checked_int(o, a, b, c, f, checked_fma<I>);
      };
    default:
      return op == Op::negate ? checked_negate<I> : nullptr;
  }
}

LaneFunction checked_long_function(Op op) {
  using T = std::int64_t;
  switch (op) {
    case Op::add:
      return checked_add<T>;
    case Op::sub:
      return checked_sub<T>;
    case Op::mul:
      return checked_mul<T>;
    case Op::fma:
      return checked_fma<T>;
    case Op::negate:
      return checked_negate<T>;
    default:
      return nullptr;
  }
}

}  // namespace

LaneFunction checked_function(Op op, Type type) {
  if (type == Type::i32) return checked_int_function(op);
  return type == Type::i64 ? checked_long_function(op) : nullptr;
}

}  // namespace loom::cuda
