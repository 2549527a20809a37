// Integer expressions, each with the values that it can have.
#include <algorithm>

#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

Expression Generator::integer_leaf(int depth) {
  switch (below(12)) {
    case 0:
    case 1:
      return literal(any_integer());
    case 2: {
      static const char* const names[] = {"threadIdx.", "blockIdx.", "blockDim.", "gridDim."};
      const int which = below(4), axis = below(3);
      const auto& of = which % 2 == 0 ? made_.block : made_.grid;
      const int count = static_cast<int>(of[static_cast<std::size_t>(axis)]);
      const int low = which < 2 ? 0 : count, high = which < 2 ? count - 1 : count;
      const std::string text = names[which] + std::string(1, "xyz"[axis]);
      return {text, Scalar::u32, {low, high}};
    }
    case 3:
      if (!constants_.empty()) return any(constants_);
      return {"warpSize", Scalar::i32, {32, 32}};
    case 4:
      if (chance(50)) {
        const Scalar type = any_scalar();
        return {"sizeof(" + spell(type) + ")", Scalar::unsigned_long, {bytes(type), bytes(type)}};
      }
      [[fallthrough]];
    default:
      if (auto found = any_place(false, depth, false)) {
        note(*found, false);
        return found->value;
      }
      return literal(any_integer());
  }
}

Expression Generator::integer(int depth) {
  if (depth <= 0) return integer_leaf(depth);
  switch (below(24)) {
    case 0:
    case 1:
      return integer_leaf(depth);
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return sum_or_product(depth);
    case 7:
      return quotient(depth);
    case 8:
    case 9:
      return shift(depth);
    case 10:
    case 11:
    case 12:
      return bitwise(depth);
    case 13:
      return condition(depth);
    case 14:
      return unary(depth);
    case 15:
    case 16:
      return cast(integer(depth - 1), any_integer());
    case 17:
      return choice(depth, false);
    case 18:
      return from_real(depth, any_integer(), true);
    case 19:
      if (auto made = effect(depth, false)) return *made;
      break;
    case 20:
      if (auto made = call(depth, false)) return *made;
      break;
    case 21:
      if (auto made = method_call(depth, false)) return *made;
      break;
    default:
      return intrinsic(depth);
  }
  return integer_leaf(depth);
}

// Something computed from it that is at most so far from 0; bound: 255 or more.
Expression Generator::tamed(Expression of, Wide bound) {
  if (of.range.low >= -bound && of.range.high <= bound) return of;
  const int way = below(3);
  if (way == 0) {
    std::vector<Scalar> fitting;
    for (int i = 1; i < integers; ++i)
      if (inside(range_of(static_cast<Scalar>(i)), {-bound - 1, bound}) &&
          range_of(static_cast<Scalar>(i)).low >= -bound)
        fitting.push_back(static_cast<Scalar>(i));
    if (!fitting.empty()) return cast(of, any(fitting));
  }
  if (way == 1) {
    const int divisor = between(2, static_cast<int>(std::min<Wide>(bound, 1000)));
    const Scalar type = common(of.type, Scalar::i32);
    return {at(of, product_level) + " % " + std::to_string(divisor),
            type,
            {is_signed(type) ? 1 - divisor : 0, divisor - 1},
            product_level};
  }
  int bits = 8;
  while (bits < 30 && (Wide{1} << (bits + 1)) - 1 <= bound && chance(80)) ++bits;
  const int mask = (1 << bits) - 1;
  return {at(of, bit_and_level) + " & " +
              (chance(50) ? std::to_string(mask) : "(1 << " + std::to_string(bits) + ") - 1"),
          common(of.type, Scalar::i32),
          {0, mask},
          bit_and_level};
}

Expression Generator::combine(char operation, Expression a, Expression b) {
  const Scalar type = common(a.type, b.type);
  Range range = combined(operation, fitted(a.range, type), fitted(b.range, type));
  if (is_signed(type) && !inside(range, type)) {
    if (chance(40)) {
      Expression& one = chance(50) ? a : b;
      one = cast(one, unsigned_of(type));
    } else {
      const Wide most = range_of(type).high;
      const Wide bound = operation == '*' ? (bytes(type) == 4 ? 46340 : 3037000499) : most / 2;
      a = tamed(a, bound);
      b = tamed(b, bound);
    }
    return combine(operation, a, b);
  }
  const int level = operation == '*' ? product_level : sum_level;
  return {at(a, level) + " " + operation + " " + at(b, level + 1), type, fitted(range, type),
          level};
}

Expression Generator::sum_or_product(int depth) {
  const auto [a, b] = two(&Generator::integer, depth - 1);
  return combine("+-*"[below(3)], a, b);
}

// A divisor: it is never 0, nor −1.
Expression Generator::positive(Expression of) {
  if (of.range.low > 0) return of;
  if (!is_signed(promoted(of.type)) && chance(40))
    return {at(of, bit_or_level) + " | 1",
            promoted(of.type),
            {1, range_of(promoted(of.type)).high},
            bit_or_level};
  Expression masked{at(of, bit_and_level) + " & " + std::to_string((1 << between(1, 12)) - 1),
                    common(of.type, Scalar::i32),
                    {0, 4095},
                    bit_and_level};
  return combine('+', masked, small(between(1, 9)));
}

Expression Generator::quotient(int depth) {
  Expression a, b;
  unsequenced([&] { a = integer(depth - 1); },
              [&] { b = chance(50) ? small(between(1, 40)) : positive(integer(depth - 1)); });
  const Scalar type = common(a.type, b.type);
  const Range of = fitted(a.range, type), by = fitted(b.range, type);
  const bool divides = chance(60);
  const Range range = divides ? Range{std::min<Wide>(of.low, 0), std::max<Wide>(of.high, 0)}
                              : Range{of.low < 0 ? 1 - by.high : Wide{0}, by.high - 1};
  return {at(a, product_level) + (divides ? " / " : " % ") + at(b, product_level + 1), type, range,
          product_level};
}

Expression Generator::shift(int depth) {
  Expression a, by;
  const bool left = chance(50);
  unsequenced([&] { a = integer(depth - 1); },
              [&] {
                const int most = 8 * bytes(promoted(a.type)) - 1;
                by = chance(50) ? small(below(most + 1)) : index(most + 1, depth - 1);
              });
  Scalar type = promoted(a.type);
  Range range = fitted(a.range, type);
  if (left && is_signed(type)) {
    const Wide most = range_of(type).high;
    if (range.low < 0 || (range.high << static_cast<int>(by.range.high)) > most) {
      a = cast(a, unsigned_of(type));
      type = a.type;
      range = range_of(type);
    } else {
      range = {0, range.high << static_cast<int>(by.range.high)};
    }
  } else if (left) {
    range = range_of(type);
  } else {
    range = {std::min<Wide>(range.low, 0), std::max<Wide>(range.high, 0)};
  }
  return {at(a, shift_level) + (left ? " << " : " >> ") + at(by, shift_level + 1), type, range,
          shift_level};
}

Expression Generator::bitwise(int depth) {
  const auto [a, b] = two(&Generator::integer, depth - 1);
  const Scalar type = common(a.type, b.type);
  const Range x = fitted(a.range, type), y = fitted(b.range, type);
  const int which = below(3), level = which == 0   ? bit_and_level
                                      : which == 1 ? bit_or_level
                                                   : bit_xor_level;
  Range range = range_of(type);
  if (x.low >= 0 && y.low >= 0) {
    Wide all = std::max(x.high, y.high);
    for (int by = 1; by < 64; by *= 2) all |= all >> by;
    range = {0, which == 0 ? std::min(x.high, y.high) : all};
  }
  return {at(a, level) + " " + "&|^"[which] + " " + at(b, level + 1), type, range, level};
}

Expression Generator::unary(int depth) {
  Expression a = integer(depth - 1);
  const Scalar type = promoted(a.type);
  const int which = below(3);
  if (which == 0)
    return {"~" + at(a, unary_level), type, fitted({-1 - a.range.high, -1 - a.range.low}, type),
            unary_level};
  if (which == 1 && chance(30)) return {"+" + at(a, unary_level), type, a.range, unary_level};
  if (is_signed(type) && a.range.low == range_of(type).low) a = tamed(a, range_of(type).high);
  if (promoted(a.type) != type) return a;
  return {"-" + at(a, unary_level), type, fitted({-a.range.high, -a.range.low}, type), unary_level};
}

Expression Generator::cast(const Expression& of, Scalar to) {
  const Range range = to == Scalar::boolean             ? Range{0, 1}
                      : is_real(to) || is_real(of.type) ? Range{}
                                                        : fitted(of.range, to);
  const std::string name = spell(to);
  const int way = below(3);
  if (way == 0) return {"static_cast<" + name + ">(" + of.text + ")", to, range};
  // T(U(x)) could declare a function.
  if (way == 1 && name.find(' ') == name.npos && of.text.find('(') == of.text.npos)
    return {name + "(" + at(of, assignment_level) + ")", to, range};
  return {"(" + name + ")" + at(of, unary_level), to, range, unary_level};
}

// A number with a fraction, as an integer that it fits.
Expression Generator::from_real(int depth, Scalar to, bool by_cast) {
  const Expression of = real(depth - 1);
  if (to == Scalar::boolean)
    return by_cast ? cast(of, to) : Expression{of.text, of.type, {0, 1}, of.level};
  const Range all = range_of(to);
  const long long low = all.low < -1000000 ? -1000000 : static_cast<long long>(all.low);
  const long long high = all.high > 16000000 ? 16000000 : static_cast<long long>(all.high);
  const bool single = of.type == Scalar::f32 && chance(80);
  const char *end = single ? ".0f" : ".0", *f = single ? "f" : "";
  const std::string text = std::string("fmin") + f + "(fmax" + f + "(" + at(of, assignment_level) +
                           ", " + std::to_string(low) + end + "), " + std::to_string(high) + end +
                           ")";
  Expression made{text, single ? Scalar::f32 : Scalar::f64};
  if (by_cast) made = cast(made, to);
  made.range = {low, high};
  return made;
}

// Inside an array of so many.
Expression Generator::index(int count, int depth) {
  if (count == 1) return small(0);
  if (chance(40)) {
    std::vector<const Variable*> fitting;
    for (const Scope& scope : scopes_)
      for (const Variable& each : scope.variables)
        if (each.kind == Variable::scalar && !is_real(each.type) && can_read(each.bits) &&
            each.range.low >= 0 && each.range.high < count)
          fitting.push_back(&each);
    if (!fitting.empty()) {
      const Variable& chosen = *any(fitting);
      reads_ |= chosen.bits;
      return {chosen.name, chosen.type, chosen.range};
    }
  }
  if (depth < 0 || chance(25)) return small(below(count));
  Expression of = integer(depth);
  if (of.range.low >= 0 && of.range.high < count) return of;
  int mask = 1;
  while (2 * mask + 1 < count && chance(90)) mask = 2 * mask + 1;
  if (chance(50) && mask < count)
    return {at(of, bit_and_level) + " & " + std::to_string(mask),
            common(of.type, Scalar::i32),
            {0, mask},
            bit_and_level};
  if (of.range.low < 0)
    of =
        cast(of, is_signed(promoted(of.type)) ? unsigned_of(promoted(of.type)) : promoted(of.type));
  return {at(of, product_level) + " % " + std::to_string(count),
          common(of.type, Scalar::i32),
          {0, count - 1},
          product_level};
}

}  // namespace loom::random_kernels
