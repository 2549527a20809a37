#include "core/expression/bounded.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "core/expression/total.hpp"

namespace loom::expression {
namespace {

using Op = Tree::Op;

// Cuts the longer side where the most low bits of the next number are 0, so that bits which the
// numbers of a part have in common decide as early as they can.
std::pair<Rectangle, Rectangle> halves(const Rectangle& whole) {
  const auto cut = [](int begin, int end) {
    const auto last = static_cast<unsigned>(end - 1),
               differing = static_cast<unsigned>(begin) ^ last;
    return static_cast<int>(last & ~(std::bit_floor(differing) - 1));
  };
  std::pair<Rectangle, Rectangle> parts = {whole, whole};
  if (whole.rows() >= whole.columns())
    parts.first.bottom = parts.second.top = cut(whole.top, whole.bottom);
  else
    parts.first.right = parts.second.left = cut(whole.left, whole.right);
  return parts;
}

}  // namespace

std::optional<Bounded> Bounded::make(const Tree& tree, std::vector<std::int64_t> values, int down,
                                     int across, int count) {
  Bounded made(tree, std::move(values), down, across);
  for (const std::int64_t value : made.values_) made.variables_.push_back({value, value});
  for (const int variable : {down, across})
    made.variables_[static_cast<std::size_t>(variable)] = {0, count - 1};
  if (!bound(tree, made.variables_, made.spans_)) return std::nullopt;
  made.buffers_.resize(tree.nodes.size());
  for (const Span& span : made.spans_) made.numbers_.push_back({.natural = span.low >= 0});
  made.keep_rows(count);
  return made;
}

Span Bounded::span_of(const Rectangle& where) {
  variables_[static_cast<std::size_t>(down_)] = {where.top, where.bottom - 1};
  variables_[static_cast<std::size_t>(across_)] = {where.left, where.right - 1};
  // All pairs have values, but bounds of fewer are not always closer in each part.
  if (!bound(tree_, variables_, spans_)) return {0, 1};
  return spans_[static_cast<std::size_t>(tree_.root)];
}

// One operation for the columns of a row.
struct Bounded::Loop {
  Numbers a, b;
  int columns;
  Value* out;

  template <class Operation>
  void each(Operation operation) const {
    const Value *x = a.at, *y = b.at;
    Value* to = out;
    for (int left = columns; left > 0; --left, x += a.step, y += b.step) *to++ = operation(*x, *y);
  }
  void run(Op op) const;
  void arithmetic(Op op) const;
  void divided_by(Value divisor, bool remainder) const;
};

// Numbers from 0 on by a product and a shift, which give the quotient of every number below 2^31:
// the factor is too large by less than one in 2^31.
void Bounded::Loop::divided_by(Value divisor, bool remainder) const {
  const auto by = static_cast<std::uint32_t>(divisor);
  const int shift = 31 + static_cast<int>(std::bit_width(by - 1));
  const std::uint64_t factor = (std::uint64_t{1} << shift) / by + 1;
  const auto quotient = [=](Value x) {
    return static_cast<Value>(static_cast<std::uint64_t>(x) * factor >> shift);
  };
  if (remainder) return each([=](Value x, Value) { return x - quotient(x) * divisor; });
  each([=](Value x, Value) { return quotient(x); });
}

void Bounded::Loop::run(Op op) const {
  if (!with_total<Value>(op, [&](auto operation) { each(operation); })) arithmetic(op);
}

void Bounded::Loop::arithmetic(Op op) const {
  switch (op) {
    case Op::logical_or:
      return each([](Value x, Value y) { return Value{x != 0 || y != 0}; });
    case Op::logical_and:
      return each([](Value x, Value y) { return Value{x != 0 && y != 0}; });
    case Op::negate:
      return each([](Value x, Value) { return -x; });
    case Op::complement:
      return each([](Value x, Value) { return ~x; });
    case Op::invert:
      return each([](Value x, Value) { return Value{x == 0}; });
    case Op::shift_left:
      return each(
          [](Value x, Value y) { return static_cast<Value>(static_cast<std::uint32_t>(x) << y); });
    case Op::shift_right:
      return each([](Value x, Value y) { return x >> y; });
    case Op::add:
      return each([](Value x, Value y) { return x + y; });
    case Op::subtract:
      return each([](Value x, Value y) { return x - y; });
    case Op::multiply:
      return each([](Value x, Value y) { return x * y; });
    case Op::divide:
    case Op::remainder:
      if (a.natural && b.step == 0 && *b.at > 0) return divided_by(*b.at, op == Op::remainder);
      if (op == Op::divide) return each([](Value x, Value y) { return x / y; });
      return each([](Value x, Value y) { return x % y; });
    default:
      return;
  }
}

// An operation whose parts are in numbers_.
void Bounded::compute(const Tree::Node& node, int columns, Value* out) const {
  const auto part = [&](int index) { return numbers_[static_cast<std::size_t>(index)]; };
  const Numbers a = part(node.a);
  if (node.op != Op::skip_unless)
    return Loop{a, node.b < 0 ? a : part(node.b), columns, out}.run(node.op);
  const Numbers b = part(node.b), c = part(node.c);
  for (int k = 0; k < columns; ++k)
    out[k] = a.at[k * a.step] != 0 ? b.at[k * b.step] : c.at[k * c.step];
}

// What depends on `across` alone is computed once.
void Bounded::keep_rows(int count) {
  kept_.resize(tree_.nodes.size());
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const Tree::Node& node = tree_.nodes[i];
    if (node.by_down) continue;
    std::vector<Value>& all = kept_[i];
    all.resize(node.by_across ? static_cast<std::size_t>(count) : 1);
    if (node.op == Op::number)
      all[0] = static_cast<Value>(node.operand);
    else if (node.op == Op::variable && node.by_across)
      std::iota(all.begin(), all.end(), 0);
    else if (node.op == Op::variable)
      all[0] = static_cast<Value>(values_[static_cast<std::size_t>(node.operand)]);
    else
      compute(node, static_cast<int>(all.size()), all.data());
    numbers_[i].at = all.data();
    numbers_[i].step = node.by_across;
  }
}

Bounded::Numbers Bounded::row(int down, int left, int columns) {
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const Tree::Node& node = tree_.nodes[i];
    if (!node.by_down) {
      numbers_[i].at = kept_[i].data() + (node.by_across ? left : 0);
      continue;
    }
    numbers_[i].at = buffers_[i].data();
    numbers_[i].step = node.by_across;
    if (node.op == Op::variable)
      buffers_[i][0] = down;
    else
      compute(node, node.by_across ? columns : 1, buffers_[i].data());
  }
  return numbers_[static_cast<std::size_t>(tree_.root)];
}

std::int64_t Bounded::count(const Rectangle& where) {
  const Span span = span_of(where);
  if (span.never()) return 0;
  if (span.always()) return std::int64_t{where.rows()} * where.columns();
  if (where.rows() > piece || where.columns() > piece) {
    const auto [first, second] = halves(where);
    return count(first) + count(second);
  }
  std::int64_t sum = 0;
  for (int down = where.top; down < where.bottom; ++down) {
    const Numbers found = row(down, where.left, where.columns());
    int in_row = 0;
    for (int k = 0; k < where.columns(); ++k) in_row += found.at[k * found.step] != 0;
    sum += in_row;
  }
  return sum;
}

bool Bounded::any(const Rectangle& where) {
  const Span span = span_of(where);
  if (span.never() || span.always()) return span.always();
  if (where.rows() > piece || where.columns() > piece) {
    const auto [first, second] = halves(where);
    return any(first) || any(second);
  }
  for (int down = where.top; down < where.bottom; ++down) {
    const Numbers found = row(down, where.left, where.columns());
    for (int k = 0; k < where.columns(); ++k)
      if (found.at[k * found.step] != 0) return true;
  }
  return false;
}

}  // namespace loom::expression
