// Expressions of floats and doubles. All they use is rounded correctly, so that every machine
// agrees; what a NaN's bits are does not matter, so no expression shows them.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

Expression Generator::real(int depth) {
  const auto leaf = [&]() -> Expression {
    if (chance(70))
      if (auto found = any_place(false, depth, true)) {
        note(*found, false);
        return found->value;
      }
    return real_literal(chance(60) ? Scalar::f32 : Scalar::f64);
  };
  if (depth <= 0) return leaf();
  switch (below(16)) {
    case 0:
    case 1:
      return leaf();
    case 2:
      return choice(depth, true);
    case 3: {
      const Expression of = real(depth - 1);
      return {(chance(80) ? "-" : "+") + at(of, unary_level), of.type, {}, unary_level};
    }
    case 4:
      return cast(numeric(depth - 1), chance(60) ? Scalar::f32 : Scalar::f64);
    case 5:
      if (auto made = effect(depth, true)) return *made;
      return leaf();
    case 6:
      if (auto made = call(depth, true)) return *made;
      return leaf();
    case 7:
      if (auto made = method_call(depth, true)) return *made;
      return leaf();
    case 8:
    case 9:
    case 10:
      return real_function(depth);
    default: {
      Expression a, b;
      unsequenced([&] { a = real(depth - 1); }, [&] { b = numeric(depth - 1); });
      if (chance(30)) std::swap(a, b);
      const char mark = "+-*/"[below(4)];
      const int level = mark == '+' || mark == '-' ? sum_level : product_level;
      return {
          at(a, level) + " " + mark + " " + at(b, level + 1), common(a.type, b.type), {}, level};
    }
  }
}

// Both numbers are converted to the function's type.
Expression Generator::real_function(int depth) {
  static const char* const one[] = {"sqrt", "fabs", "floor", "ceil", "trunc", "rint", "round"};
  static const char* const both_of[] = {"fmin", "fmax", "fmod", "fdim"};
  const bool single = chance(65);
  const Scalar type = single ? Scalar::f32 : Scalar::f64;
  const std::string f = single ? "f" : "";
  const auto given = [&](int to) {  // sqrt of a float is a float
    const Expression of = as(type, to);
    return at(single || of.type == type ? of : cast(of, type), assignment_level);
  };
  const auto pair = [&] {
    std::string a, b;
    unsequenced([&] { a = given(depth - 1); }, [&] { b = given(depth - 1); });
    return a + ", " + b;
  };
  switch (below(8)) {
    case 0:
    case 1:
      return {one[below(7)] + f + "(" + given(depth - 1) + ")", type};
    case 2:
      return {both_of[below(4)] + f + "(" + pair() + ")", type};
    case 3: {
      std::string c, ab;
      unsequenced([&] { ab = pair(); }, [&] { c = given(depth - 1); });
      return {(chance(50) ? "fma" + f
               : single   ? std::string("__fmaf_rn")
                          : std::string("__fma_rn")) +
                  "(" + ab + ", " + c + ")",
              type};
    }
    case 4: {  // rounded as it says
      static const char* const names[] = {"add", "mul", "div", "sub"};
      static const char* const ways[] = {"_rn", "_rz", "_ru", "_rd"};
      return {std::string(single ? "__f" : "__d") + names[below(4)] + ways[below(4)] + "(" +
                  pair() + ")",
              type};
    }
    case 5: {  // not `pow`: its error may be more than half a unit
      std::string a;
      Expression by;
      unsequenced([&] { a = given(depth - 1); },
                  [&] {
                    by = with_range({-40, 40}, Scalar::i32, depth - 1);
                  });
      return {"ldexp" + f + "(" + a + ", " + at(by, assignment_level) + ")", type};
    }
    case 6: {  // the bits of a number that no NaN has
      const std::string bits = at(index(1 << 23, depth - 1), bit_xor_level);
      return {"__int_as_float(" + bits + " ^ 0x3f000000)", Scalar::f32};
    }
    default: {
      static const char* const names[] = {
          "__int2float_rn",  "__uint2float_rz",   "__int2float_ru",    "__ll2float_rd",
          "__int2double_rn", "__double2float_rd", "__double2float_rz", "__ull2double_rz"};
      static const Scalar from[] = {Scalar::i32, Scalar::u32, Scalar::i32, Scalar::i64,
                                    Scalar::i32, Scalar::f64, Scalar::f64, Scalar::u64};
      static const Scalar to[] = {Scalar::f32, Scalar::f32, Scalar::f32, Scalar::f32,
                                  Scalar::f64, Scalar::f32, Scalar::f32, Scalar::f64};
      const int which = below(8);
      return {
          std::string(names[which]) + "(" + at(as(from[which], depth - 1), assignment_level) + ")",
          to[which]};
    }
  }
}

// Integers that say something of a number with a fraction.
Expression Generator::number_of_bits(int depth) {
  const bool single = chance(70);
  const Scalar type = single ? Scalar::f32 : Scalar::f64;
  const std::string f = single ? "f" : "";
  const std::string of = at(as(type, depth - 1), assignment_level);
  const std::string number =
      "fmin" + f + "(fmax" + f + "(" + of + ", -1e6" + f + "), 1e6" + f + ")";
  switch (below(5)) {
    case 0:
      return single
                 ? Expression{"__float_as_int(" + number + ")", Scalar::i32, range_of(Scalar::i32)}
                 : Expression{"__double_as_longlong(" + number + ")", Scalar::i64,
                              range_of(Scalar::i64)};
    case 1: {
      static const char* const names[] = {"isnan", "isinf", "isfinite"};
      // Of an integer, C++ and CUDA have other functions of these names.
      const Expression tested = cast({of, type, {}, assignment_level}, type);
      return {std::string(names[below(3)]) + "(" + tested.text + ")", Scalar::boolean, {0, 1}};
    }
    case 2:
      return {"__float_as_uint(" + std::string("fabsf(fminf(") + of + ", 2.5f)))", Scalar::u32,
              range_of(Scalar::u32)};
    default: {
      static const char* const ways[] = {"rn", "rz", "ru", "rd"};
      return {std::string(single ? "__float2int_" : "__double2int_") + ways[below(4)] + "(" +
                  number + ")",
              Scalar::i32,
              {-1000000, 1000000}};
    }
  }
}

}  // namespace loom::random_kernels
