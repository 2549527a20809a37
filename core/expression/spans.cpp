#include "core/expression/spans.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace loom::expression {
namespace {

using Op = Tree::Op;

constexpr Span unknown = {0, 1}, yes = {1, 1}, no = {0, 0};

Span truth(bool always, bool never) { return always ? yes : never ? no : unknown; }

// The least and the greatest of `operation` at the four corners, between which it never turns.
template <class Operation>
Span corners(const Span& a, const Span& b, Operation operation) {
  const auto [low, high] = std::minmax({operation(a.low, b.low), operation(a.low, b.high),
                                        operation(a.high, b.low), operation(a.high, b.high)});
  return {low, high};
}

// The bits that the numbers of a span have in common, and those that differ.
struct Bits {
  std::int64_t common, differing;
  explicit Bits(const Span& span) {
    const auto changing = static_cast<std::uint64_t>(span.low ^ span.high);
    differing = static_cast<std::int64_t>((std::uint64_t{1} << std::bit_width(changing)) - 1);
    common = span.low & ~differing;
  }
  std::int64_t most() const { return common | differing; }
};

Span bitwise(Op op, const Span& a, const Span& b) {
  if ((a.low < 0) != (a.high < 0) || (b.low < 0) != (b.high < 0)) {
    if (op == Op::bit_and && a.low >= 0) return {0, a.high};
    if (op == Op::bit_and && b.low >= 0) return {0, b.high};
    std::uint64_t all = 0;  // bits that any of them needs beside its sign
    for (const std::int64_t each : {a.low, a.high, b.low, b.high})
      all |= static_cast<std::uint64_t>(each < 0 ? ~each : each);
    const std::int64_t most = (std::int64_t{1} << std::bit_width(all)) - 1;
    return {-most - 1, most};
  }
  const Bits x(a), y(b);
  if (op == Op::bit_and) return {x.common & y.common, x.most() & y.most()};
  if (op == Op::bit_or) return {x.common | y.common, x.most() | y.most()};
  const std::int64_t differing = x.differing | y.differing;
  const std::int64_t low = (x.common ^ y.common) & ~differing;
  return {low, low | differing};
}

std::optional<Span> divided(bool remainder, const Span& a, const Span& b) {
  if (!b.always()) return std::nullopt;
  const Span quotient = corners(a, b, [](std::int64_t x, std::int64_t y) { return x / y; });
  if (!remainder || !quotient.fits()) return quotient;  // −2^31 % −1 has no value in 32 bits
  if (b.single() && quotient.single()) return Span{a.low % b.low, a.high % b.low};
  const std::int64_t most = std::max(std::abs(b.low), std::abs(b.high)) - 1;
  return Span{a.low < 0 ? std::max(a.low, -most) : 0, a.high > 0 ? std::min(a.high, most) : 0};
}

std::optional<Span> shifted(bool left, const Span& a, const Span& b) {
  if (b.low < 0 || b.high > 31) return std::nullopt;
  return left ? corners(a, b, [](std::int64_t x, std::int64_t y) { return x * (1ll << y); })
              : corners(a, b, [](std::int64_t x, std::int64_t y) { return x >> y; });
}

Span compared(Op op, const Span& a, const Span& b) {
  switch (op) {
    case Op::less:
      return truth(a.high < b.low, a.low >= b.high);
    case Op::less_equal:
      return truth(a.high <= b.low, a.low > b.high);
    case Op::equal:
      return truth(a.single() && b.single() && a.low == b.low, a.high < b.low || b.high < a.low);
    default: {
      const Span same = compared(Op::equal, a, b);
      return {1 - same.high, 1 - same.low};
    }
  }
}

std::optional<Span> binary(Op op, const Span& a, const Span& b) {
  switch (op) {
    case Op::logical_or:
      return truth(a.always() || b.always(), a.never() && b.never());
    case Op::logical_and:
      return truth(a.always() && b.always(), a.never() || b.never());
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_and:
      return bitwise(op, a, b);
    case Op::equal:
    case Op::unequal:
    case Op::less:
    case Op::less_equal:
      return compared(op, a, b);
    case Op::more:
      return compared(Op::less, b, a);
    case Op::more_equal:
      return compared(Op::less_equal, b, a);
    case Op::shift_left:
    case Op::shift_right:
      return shifted(op == Op::shift_left, a, b);
    case Op::add:
      return Span{a.low + b.low, a.high + b.high};
    case Op::subtract:
      return Span{a.low - b.high, a.high - b.low};
    case Op::multiply:
      return corners(a, b, [](std::int64_t x, std::int64_t y) { return x * y; });
    case Op::divide:
    case Op::remainder:
      return divided(op == Op::remainder, a, b);
    case Op::min:
      return Span{std::min(a.low, b.low), std::min(a.high, b.high)};
    default:
      return Span{std::max(a.low, b.low), std::max(a.high, b.high)};
  }
}

}  // namespace

bool bound(const Tree& tree, std::span<const Span> variables, std::vector<Span>& found) {
  found.clear();
  const auto of = [&](int node) { return found[static_cast<std::size_t>(node)]; };
  for (const Tree::Node& node : tree.nodes) {
    std::optional<Span> span;
    switch (node.op) {
      case Op::number:
        span = Span{node.operand, node.operand};
        break;
      case Op::variable:
        span = variables[static_cast<std::size_t>(node.operand)];
        break;
      case Op::negate:
        span = Span{-of(node.a).high, -of(node.a).low};
        break;
      case Op::complement:
        span = Span{~of(node.a).high, ~of(node.a).low};
        break;
      case Op::invert:
        span = truth(of(node.a).never(), of(node.a).always());
        break;
      case Op::skip_unless: {
        const Span when = of(node.a), b = of(node.b), c = of(node.c);
        span = when.always()  ? b
               : when.never() ? c
                              : Span{std::min(b.low, c.low), std::max(b.high, c.high)};
        break;
      }
      default:
        span = binary(node.op, of(node.a), of(node.b));
    }
    if (!span || !span->fits()) return false;
    found.push_back(*span);
  }
  return true;
}

}  // namespace loom::expression
