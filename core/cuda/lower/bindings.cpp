// Other names for what is there: references, and auto [a, b].
#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// T& name = value: the same thing under another name.
void Lowerer::reference(const Node* node) {
  if (node->kids.empty()) {
    fail(node->place, "the reference '%' needs a value", {node->name});
    return;
  }
  Value value = place_of(unwrapped(node->kids[0]));
  if (bad()) return;
  if (value.type->is(Form::text)) value = characters(value);
  const bool written = node->type->kind == NodeKind::type_reference;  // else what a T stands for
  const Node* inner = written ? node->type->kids[0] : node->type;
  const CType* type = inner->kind == NodeKind::type_auto ? value.type : resolve(node->type)->of;
  if (bad()) return;
  if (base_of(value.type->plain, type)) value = *seen_as(value, type);
  if (!alike(type, value.type) || (!value.lvalue && !value.type->is(Form::closure))) {
    if (value.lvalue && !type->is_const() && inner->kind != NodeKind::type_auto) {
      fail(node->place, "a reference to '%' cannot name a value of type '%'", {type, value.type});
      return;
    }
    const Value own = new_variable(type, node->name, !type->plain->flat, 0);
    assign(own, value, node->place);
    value = own;
  }
  value = pinned(value);
  if (type->is_const() || inner->flags.is_const) value.type = types_.const_of(value.type);
  bind(node->name, value);
}

// auto [a, b] = structure
void Lowerer::bindings(const Node* node) {
  Value value = expression(node->kids[0]);
  if (bad()) return;
  if (!value.type->is_structure() && !value.type->is(Form::array)) {
    fail(node->place, "'auto […]' takes a structure or an array, got '%'", {value.type});
    return;
  }
  const bool array = value.type->is(Form::array);
  const std::size_t parts =
      array ? static_cast<std::size_t>(value.type->count) : value.type->plain->fields.size();
  if (parts != node->kids.size() - 1) {
    fail(node->place, "'%' has % parts, got % names", {value.type, parts, node->kids.size() - 1});
    return;
  }
  if (node->flags.reference) {
    value = pinned(value);
  } else {
    const Value own = new_variable(value.type, "", !value.type->plain->flat, 0);
    copy(own, value, node->place);
    if (runs_ends(own.type)) now().scopes.back().objects.push_back(own);
    value = own;
  }
  for (std::size_t i = 0; i < parts && !bad(); ++i) {
    Value part =
        array ? element(value, number(types_.int_(), static_cast<std::int64_t>(i)), node->place)
              : member(value, value.type->plain->fields[i]);
    part.lvalue = true;
    bind(node->kids[i + 1]->name, part);
  }
}

}  // namespace loom::cuda
