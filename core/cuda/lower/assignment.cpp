#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

// A structure is copied where the one to copy stands; any other value is put where it goes.
Place store_place(const Node* node, const Value& value) {
  const Place right = node->kids[1]->place, left = access_place(node->kids[0]);
  const bool copied = value.lvalue && value.type && value.type->is_structure();
  if (copied && right.line != node->place.line) return right;
  return left.line == node->place.line ? node->place : left;
}

// a = b = c puts c into both: it does not read b again.
Value without_load(const Node* right, Value value) {
  if (right->kind != NodeKind::assign || value.stored == none) return value;
  value.type = value.type->plain;
  value.where = Value::Where::registers;
  value.first = value.stored;
  value.lvalue = value.fresh = false;
  value.bits = 0;
  return value;
}

}  // namespace

Place access_place(const Node* node) {
  const bool reaches = node->kind == NodeKind::index || node->kind == NodeKind::member ||
                       (node->kind == NodeKind::unary && node->name == "*");
  const Node* last = node;
  while (reaches && !last->kids.empty() && last->kids.back()) last = last->kids.back();
  return last->place.line == node->place.line ? node->place : last->place;
}

// Whether computing it may change a variable.
bool Lowerer::may_change_something(const Node* node) const {
  if (!node) return false;
  const bool steps = (node->kind == NodeKind::unary || node->kind == NodeKind::postfix) &&
                     (node->name == "++" || node->name == "--");
  if (steps || node->kind == NodeKind::assign) return true;
  if (node->kind == NodeKind::index &&
      std::any_of(unit_.functions.begin(), unit_.functions.end(), [](const Callable& each) {
        return each.name == "operator[]" && !each.is_const && !each.from_prelude;
      }))
    return true;
  if (node->kind == NodeKind::call) {
    const Node* callee = node->kids[0];
    if (callee->kind != NodeKind::name || local(callee->name)) return true;
    const auto [first, last] = unit_.functions_by_name.equal_range(callee->name);
    for (auto each = first; each != last; ++each)
      for (const Node* parameter : each->second->parameters)
        if (parameter->type && (parameter->type->kind == NodeKind::type_reference ||
                                parameter->type->kind == NodeKind::type_pointer))
          return true;
  }
  return std::any_of(node->kids.begin(), node->kids.end(),
                     [&](const Node* kid) { return may_change_something(kid); });
}

// C++ computes the right side first; that matters only if one side changes what the other reads.
Value Lowerer::assignment(const Node* node) {
  const Node *left = node->kids[0], *right = node->kids[1];
  const std::string_view mark = node->name.substr(0, node->name.size() - 1);
  const bool first = right->kind != NodeKind::braces && left->kind != NodeKind::name &&
                     (may_change_something(left) || may_change_something(right));
  Value value;
  if (first) {
    Indexing index(*this, becomes_index(left) ? right : nullptr);
    value = expression(right);
    if (bad()) return value;
    value = without_load(right, value);
    if (value.type->has_registers()) value = kept(rvalue(value));
  }
  const Value to = place_of(left);
  if (bad()) return to;
  Indexing pointer(*this, to.type->is_pointer() && !mark.empty() ? right : nullptr);
  Indexing index(*this, becomes_index(left) ? right : nullptr);
  if (right->kind == NodeKind::braces) {
    const Value made = temporary(to.type);
    aggregate(made, right);
    assign(to, rvalue(made), node->place);
    return to;
  }
  if (!first) value = without_load(right, expression(right));
  if (bad()) return to;
  at(node->place);
  return assigned(node, mark, to, value);
}

// A value that stays when variables change.
Value Lowerer::kept(const Value& value) {
  if (value.is_constant() || value.fresh) return value;
  const Register copied = fresh();
  copy_registers(copied, value);
  return in_registers(value.type->plain, copied);
}

Value Lowerer::assigned(const Node* node, std::string_view mark, const Value& to,
                        const Value& value) {
  const bool same_type = mark.empty() && to.type->is_structure() && alike(to.type, value.type);
  if (to.type->is_structure() && (!same_type || has_copy(to.type, true)))
    if (auto made = overloaded(
            node->name, {{to, nullptr, node->place}, {value, nullptr, node->place}}, node->place))
      return *made;
  if (bad()) return to;
  if (to.type->is_const())
    return failed(node->place, "this is const and cannot be given another value");
  if (!to.lvalue) return failed(node->place, "expected a variable before '%'", {node->name});
  if (mark.empty()) {
    const bool own = same_type && runs_assignments(to.type);
    const Value put = to.type->flat && !own ? convert(value, to.type, node->place) : value;
    copy(to, put, store_place(node, value), true);
    Value made = to;
    if (!bad() && to.in_memory() && to.type->flat && !to.type->is_volatile && put.times == none)
      made.stored = to.type->has_registers() ? reg(put) : put.first;
    return made;
  }
  const Value old = to.type->is_structure() ? to : rvalue(to);
  const Value made = operate(mark, old, value, node->place);
  if (bad()) return to;
  const bool converts =
      made.type->is_scalar() && (to.type->is_scalar() || to.type->is(Form::enumeration));
  assign(to, converts ? convert(made, to.type, node->place, true) : made, store_place(node, made));
  return to;
}

}  // namespace loom::cuda
