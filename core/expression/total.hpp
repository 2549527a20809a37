// The operators of two numbers that have a value for all pairs.
#pragma once

#include <algorithm>

namespace loom::expression {

// Calls use(f) with f(x, y) → Value; false, and no call, for other operators. Op: Expression's.
template <class Value, class Op, class Use>
bool with_total(Op op, Use use) {
  switch (op) {
    case Op::equal:
      use([](Value x, Value y) { return Value{x == y}; });
      return true;
    case Op::unequal:
      use([](Value x, Value y) { return Value{x != y}; });
      return true;
    case Op::less:
      use([](Value x, Value y) { return Value{x < y}; });
      return true;
    case Op::less_equal:
      use([](Value x, Value y) { return Value{x <= y}; });
      return true;
    case Op::more:
      use([](Value x, Value y) { return Value{x > y}; });
      return true;
    case Op::more_equal:
      use([](Value x, Value y) { return Value{x >= y}; });
      return true;
    case Op::bit_or:
      use([](Value x, Value y) { return x | y; });
      return true;
    case Op::bit_xor:
      use([](Value x, Value y) { return x ^ y; });
      return true;
    case Op::bit_and:
      use([](Value x, Value y) { return x & y; });
      return true;
    case Op::min:
      use([](Value x, Value y) { return std::min(x, y); });
      return true;
    case Op::max:
      use([](Value x, Value y) { return std::max(x, y); });
      return true;
    default:
      return false;
  }
}

}  // namespace loom::expression
