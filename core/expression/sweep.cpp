#include "core/expression/sweep.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/expression/total.hpp"

namespace loom::expression {
namespace {

using Value = std::int64_t;
using Unsigned = std::uint64_t;
constexpr Value least_value = std::numeric_limits<Value>::min();

struct Never {
  bool operator()(Value, Value, Value) const { return false; }
};

const Value* filled(std::vector<Value>& numbers, Value value) {
  std::fill(numbers.begin(), numbers.end(), value);
  return numbers.data();
}

}  // namespace

Sweep::Sweep(const Expression& expression, std::vector<std::int64_t> values, int down, int across,
             int count)
    : expression_(&expression),
      values_(std::move(values)),
      down_(down),
      across_(across),
      count_(count),
      counting_(static_cast<std::size_t>(count)) {
  std::iota(counting_.begin(), counting_.end(), 0);
  const Tree tree(expression, down, across);
  for (const Tree::Node& node : tree.nodes) nodes_.push_back({node});
  root_ = tree.root;
  keep_rows();
}

// Computes what depends on `across` alone, if it has a value everywhere. Parts come before the
// nodes that contain them.
void Sweep::keep_rows() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!nodes_[i].by_across || nodes_[i].by_down || nodes_[i].op == Op::variable) continue;
    std::vector<Value> kept;
    bool good = true;
    for (int first = 0; good && first < count_; first += piece) {
      const int length = std::min(piece, count_ - first);
      Numbers found;
      good = many(static_cast<int>(i), first, length, nullptr, 0, found);
      for (int k = 0; good && k < length; ++k)
        kept.push_back(found.each ? found.each[k] : found.all);
    }
    if (!good) continue;
    nodes_[i].kept = std::move(kept);
    nodes_[i].every_row = true;
  }
  for (Node& node : nodes_) node.known = false;
}

std::vector<std::int64_t>& Sweep::buffer(int depth) {
  const auto at = static_cast<std::size_t>(depth);
  while (buffers_.size() <= at) buffers_.emplace_back(static_cast<std::size_t>(piece));
  return buffers_[at];
}

// The value of what does not depend on `across`, in this row.
bool Sweep::one(Node& node) {
  if (node.known) return node.good;
  node.known = true;
  const auto part = [&](int index) -> Node& { return nodes_[static_cast<std::size_t>(index)]; };
  const auto same_as = [&](Node& other) {
    node.good = one(other);
    node.value = other.value;
    return node.good;
  };
  if (node.op == Op::number || node.op == Op::variable) {
    node.value =
        node.op == Op::number ? node.operand : values_[static_cast<std::size_t>(node.operand)];
    return node.good = true;
  }
  Node& a = part(node.a);
  if (!(node.good = one(a))) return false;
  switch (node.op) {
    case Op::negate:
      node.good = a.value != least_value;
      node.value = static_cast<Value>(-static_cast<Unsigned>(a.value));
      return node.good;
    case Op::complement:
      node.value = ~a.value;
      return true;
    case Op::invert:
      node.value = a.value == 0;
      return true;
    case Op::logical_or:
    case Op::logical_and:
      node.value = a.value != 0;
      if ((a.value != 0) == (node.op == Op::logical_or)) return true;
      if (!(node.good = one(part(node.b)))) return false;
      node.value = part(node.b).value != 0;
      return true;
    case Op::skip_unless:
      return same_as(part(a.value != 0 ? node.b : node.c));
    default: {
      Node& b = part(node.b);
      if (!(node.good = one(b))) return false;
      const Result<Value> found = Expression::binary({node.op, 0, 0}, a.value, b.value);
      if (!(node.good = static_cast<bool>(found))) return false;
      node.value = *found;
      return true;
    }
  }
}

// && and ||, ?: — whose sides are evaluated only where they are needed.
bool Sweep::many_lazy(const Node& node, int first, int length, Active active, int depth,
                      Numbers& found) {
  Numbers a;
  if (!many(node.a, first, length, active, depth, a)) return false;
  const bool choice = node.op == Op::skip_unless;
  const auto truth = [&](Numbers side) {
    found = {nullptr, side.all != 0};
    if (!side.each) return;
    Value* out = buffer(depth).data();
    for (int k = 0; k < length; ++k) out[k] = side.each[k] != 0;
    found.each = out;
  };
  if (!a.each) {  // decided for all of them
    if (choice) return many(a.all != 0 ? node.b : node.c, first, length, active, depth, found);
    if ((a.all != 0) == (node.op == Op::logical_or)) {
      found = {nullptr, a.all != 0};
      return true;
    }
    Numbers b;
    if (!many(node.b, first, length, active, depth, b)) return false;
    truth(b);
    return true;
  }
  // Which values need the first of the other sides, and which the second.
  std::vector<unsigned char> needs(static_cast<std::size_t>(length)), others(needs);
  const bool when = node.op != Op::logical_or;
  int needing = 0, other = 0;
  for (int k = 0; k < length; ++k) {
    const bool counts = !active || active[k];
    const auto at = static_cast<std::size_t>(k);
    needing += needs[at] = counts && (a.each[k] != 0) == when;
    other += others[at] = counts && (a.each[k] != 0) != when;
  }
  Numbers b{nullptr, 0}, c{nullptr, !when};
  if (needing > 0 &&
      !many(node.b, first, length, other > 0 || active ? needs.data() : nullptr, depth + 1, b))
    return false;
  if (choice && other > 0 &&
      !many(node.c, first, length, needing > 0 || active ? others.data() : nullptr, depth + 2, c))
    return false;
  Value* out = buffer(depth).data();
  for (int k = 0; k < length; ++k) {
    const bool first_side = (a.each[k] != 0) == when;
    const Value value = first_side ? (b.each ? b.each[k] : b.all) : (c.each ? c.each[k] : c.all);
    out[k] = choice ? value : value != 0;
  }
  found = {out, 0};
  return true;
}

// Both sides of an operator, or its only one, and where the results go: perhaps in place of a, one
// by one. False if a needed one has no value.
struct Sweep::Sides {
  Numbers a, b;
  Value* out;
  int length;
  Active active;

  // `fails` decides from both sides and the result. Local names are faster than members.
  template <class Operation, class Fails = Never>
  bool each(Operation operation, Fails fails = {}) const {
    const Numbers left = a, right = b;
    Value* const to = out;
    const int count = length;
    const Active needed = active;
    bool failed = false;
    const auto at = [&](int k, Value x, Value y) {
      const Value value = to[k] = operation(x, y);
      if (fails(x, y, value)) failed |= !needed || needed[k];
    };
    if (left.each && right.each)
      for (int k = 0; k < count; ++k) at(k, left.each[k], right.each[k]);
    else if (left.each)
      for (int k = 0; k < count; ++k) at(k, left.each[k], right.all);
    else
      for (int k = 0; k < count; ++k) at(k, left.all, right.each[k]);
    return !failed;
  }
  bool unary(Op op) const;
  bool arithmetic(Op op) const;
  bool total(Op op) const;
  bool rare(Op op) const;
};

bool Sweep::Sides::unary(Op op) const {
  switch (op) {
    case Op::negate:
      return each([](Value x, Value) { return static_cast<Value>(-static_cast<Unsigned>(x)); },
                  [](Value x, Value, Value) { return x == least_value; });
    case Op::complement:
      return each([](Value x, Value) { return ~x; });
    default:
      return each([](Value x, Value) { return Value{x == 0}; });
  }
}

bool Sweep::Sides::arithmetic(Op op) const {
  const auto undivided = [](Value x, Value y) { return y == 0 || (y == -1 && x == least_value); };
  const auto undivided_too = [&](Value x, Value y, Value) { return undivided(x, y); };
  switch (op) {
    case Op::add:
      return each(
          [](Value x, Value y) {
            return static_cast<Value>(static_cast<Unsigned>(x) + static_cast<Unsigned>(y));
          },
          [](Value x, Value y, Value z) { return ((x ^ z) & (y ^ z)) < 0; });
    case Op::subtract:
      return each(
          [](Value x, Value y) {
            return static_cast<Value>(static_cast<Unsigned>(x) - static_cast<Unsigned>(y));
          },
          [](Value x, Value y, Value z) { return ((x ^ y) & (x ^ z)) < 0; });
    case Op::divide:
      return each([&](Value x, Value y) { return undivided(x, y) ? 0 : x / y; }, undivided_too);
    case Op::remainder:
      return each([&](Value x, Value y) { return undivided(x, y) ? 0 : x % y; }, undivided_too);
    case Op::multiply:
      return each(
          [](Value x, Value y) {
            return static_cast<Value>(static_cast<Unsigned>(x) * static_cast<Unsigned>(y));
          },
          [](Value x, Value y, Value) {
            Value product;
            return __builtin_mul_overflow(x, y, &product);
          });
    default:
      return total(op);
  }
}

bool Sweep::Sides::total(Op op) const {
  bool good = true;
  return with_total<Value>(op, [&](auto operation) { good = each(operation); }) ? good : rare(op);
}

bool Sweep::Sides::rare(Op op) const {  // shifts, in masks
  bool good = true;
  for (int k = 0; k < length; ++k) {
    const Result<Value> value =
        Expression::binary({op, 0, 0}, a.each ? a.each[k] : a.all, b.each ? b.each[k] : b.all);
    out[k] = value ? *value : 0;
    good &= value || (active && !active[k]);
  }
  return good;
}

// The values first … first + length − 1; false if a needed one has no value. They are in the buffer
// `depth`, or in one that is no longer written; deeper buffers are overwritten.
bool Sweep::many(int index, int first, int length, Active active, int depth, Numbers& found) {
  Node& node = nodes_[static_cast<std::size_t>(index)];
  if (!node.by_across) {
    found = {nullptr, 0};
    if (!one(node)) return false;
    found.all = node.value;
    return true;
  }
  if (node.op == Op::variable || node.every_row) {
    found = {(node.every_row ? node.kept : counting_).data() + first, 0};
    return true;
  }
  if (node.op == Op::logical_or || node.op == Op::logical_and || node.op == Op::skip_unless)
    return many_lazy(node, first, length, active, depth, found);

  Numbers a, b;
  if (!many(node.a, first, length, active, depth, a)) return false;
  if (node.b >= 0 && !many(node.b, first, length, active, depth + 1, b)) return false;
  if (!a.each && !b.each) a.each = filled(buffer(depth), a.all);  // decided by other rows' numbers
  found = {buffer(depth).data(), 0};
  const Sides sides = {a, b, buffer(depth).data(), length, active};
  return node.b < 0 ? sides.unary(node.op) : sides.arithmetic(node.op);
}

std::optional<Sweep::Refusal> Sweep::row(std::int64_t down, std::span<unsigned char> found) {
  values_[static_cast<std::size_t>(down_)] = down;
  for (Node& node : nodes_) node.known = false;
  for (int first = 0; first < count_; first += piece) {
    const int length = std::min(piece, count_ - first);
    Numbers numbers;
    unsigned char* out = found.data() + first;
    if (many(root_, first, length, nullptr, 0, numbers)) {
      for (int k = 0; k < length; ++k) out[k] = (numbers.each ? numbers.each[k] : numbers.all) != 0;
      continue;
    }
    // One by one, to find the first that has no value, and the reason.
    for (int k = first; k < first + length; ++k) {
      values_[static_cast<std::size_t>(across_)] = k;
      const Result<Value> value = expression_->at(values_);
      if (!value) return Refusal{k, value.error()};
      found[static_cast<std::size_t>(k)] = *value != 0;
    }
  }
  return std::nullopt;
}

}  // namespace loom::expression
