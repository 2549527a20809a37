#include <algorithm>
#include <iterator>
#include <string>

#include "core/expression/expression.hpp"
#include "core/warp.hpp"

namespace loom::expression {
namespace {

using Value = std::int64_t;

// The result of a product, sum and so on, which may not fit.
Result<Value> fitting(bool overflow, Value value, Value a, const char* sign, Value b) {
  if (!overflow) return value;
  return Error{"overflow, " + std::to_string(a) + sign + std::to_string(b) +
               " does not fit into 64 bits"};
}

Result<Value> shifted(bool left, Value a, Value b) {
  if (b < 0 || b > 63) return Error{"a shift by " + std::to_string(b) + ", expected 0 to 63"};
  if (!left) return a >> b;
  const auto value = static_cast<Value>(static_cast<std::uint64_t>(a) << b);
  return fitting(value >> b != a, value, a, " << ", b);
}

Result<Value> divided(bool remainder, Value a, Value b) {
  if (b == 0) return Error{remainder ? "a remainder by zero" : "a division by zero"};
  if (b == -1 && a == INT64_MIN) return fitting(true, 0, a, remainder ? " % " : " / ", b);
  return remainder ? a % b : a / b;
}

}  // namespace

Result<Value> Expression::binary(const Step& step, Value a, Value b) {
  Value value = 0;
  bool overflow = false;
  switch (step.op) {
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::bit_and:
      return a & b;
    case Op::equal:
      return Value{a == b};
    case Op::unequal:
      return Value{a != b};
    case Op::less:
      return Value{a < b};
    case Op::less_equal:
      return Value{a <= b};
    case Op::more:
      return Value{a > b};
    case Op::more_equal:
      return Value{a >= b};
    case Op::shift_left:
    case Op::shift_right:
      return shifted(step.op == Op::shift_left, a, b);
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &value);
      return fitting(overflow, value, a, " + ", b);
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &value);
      return fitting(overflow, value, a, " - ", b);
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &value);
      return fitting(overflow, value, a, " * ", b);
    case Op::divide:
    case Op::remainder:
      return divided(step.op == Op::remainder, a, b);
    case Op::min:
      return std::min(a, b);
    default:
      return std::max(a, b);
  }
}

// All others have the same last 32 bits, whether these are an unsigned number or not.
bool Expression::minds_sign(Op op) {
  constexpr Op all[] = {Op::divide, Op::remainder,  Op::shift_right, Op::less, Op::less_equal,
                        Op::more,   Op::more_equal, Op::min,         Op::max};
  return std::find(std::begin(all), std::end(all), op) != std::end(all);
}

Result<Value> Expression::at(const Thread& thread) const {
  const Value values[] = {thread.lane, thread.warp, Value{thread.warp} * warp_lanes + thread.lane};
  Result<Value> found = at(values);
  if (!found) return Error{found.error().message + ", in lane " + std::to_string(thread.lane)};
  return found;
}

Result<Value> Expression::at(std::span<const Value> values, Wraps numbers) const {
  std::vector<Value> stack;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const auto skipped = static_cast<std::size_t>(step.operand);
    Value* last = stack.empty() ? nullptr : &stack.back();
    const auto refused = [&](const std::string& why) {
      return Error{"column " + std::to_string(step.column) + ": " + why};
    };
    const auto negative = [&](Value value) {
      return refused(std::to_string(value) + ", where the number is unsigned");
    };
    switch (step.op) {
      case Op::number:
        stack.push_back(step.operand);
        break;
      case Op::variable:
        stack.push_back(values[static_cast<std::size_t>(step.operand)]);
        break;
      case Op::negate:
        if (*last == INT64_MIN)
          return refused("overflow, -(" + std::to_string(*last) + ") does not fit into 64 bits");
        *last = -*last;
        break;
      case Op::complement:
        *last = ~*last;
        break;
      case Op::invert:
        *last = *last == 0;
        break;
      case Op::truth:
        *last = *last != 0;
        break;
      case Op::logical_or:  // decided by the left side, or by what comes
      case Op::logical_and:
        if ((*last != 0) == (step.op == Op::logical_or)) {
          *last = *last != 0;
          i += skipped;
        } else {
          stack.pop_back();
        }
        break;
      case Op::skip_unless:
        if (*last == 0) i += skipped;
        stack.pop_back();
        break;
      case Op::skip:
        i += skipped;
        break;
      default: {
        const Value b = *last;
        stack.pop_back();
        const Value less = std::min(stack.back(), b);
        if (numbers != Wraps::none && less < 0 && minds_sign(step.op)) return negative(less);
        const Result<Value> value = binary(step, stack.back(), b);
        if (!value) return refused(value.error().message);
        stack.back() = *value;
      }
    }
    if (numbers == Wraps::mixed && !stack.empty() && stack.back() < 0)
      return negative(stack.back());
  }
  return stack.back();
}

}  // namespace loom::expression
