// How a function gives its value to the call that it stands in place of.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// What a function is declared to give; nullptr: its values say it.
const CType* Lowerer::declared_result(const Callable& function) {
  const Node* inner = function.result;
  while (inner &&
         (inner->kind == NodeKind::type_reference || inner->kind == NodeKind::type_pointer))
    inner = inner->kids[0];
  return inner && inner->kind != NodeKind::type_auto ? resolve(function.result) : nullptr;
}

// auto, auto& or const auto& of a value.
const CType* Lowerer::result_of(const Node* declared, const CType* type) {
  if (!declared || declared->kind != NodeKind::type_reference) return decayed(type);
  return types_.reference_to(declared->kids[0]->flags.is_const ? types_.const_of(type) : type);
}

// A reference: to the value itself, or by its address, if it may be one of several.
void Lowerer::returned_place(const Value& value, bool last, const Place& place) {
  Activation& inside = now();
  const bool first = !inside.has_result;
  inside.has_result = true;
  if (last || (first && !value.in_memory())) {
    inside.result = value;
  } else if (value.in_memory() && (first || !same(inside.result.type, value.type))) {
    const Value pointer = address(value, place);
    if (first) {
      inside.result = in_registers(pointer.type, fresh(), false);
      inside.floor = std::max(inside.floor, next_);
    }
    if (!bad()) copy_registers(inside.result.first, pointer);
  } else if (value.in_memory() || inside.result.first != value.first) {
    moves_to_memory(value.in_memory() ? inside.result : value);
    fail(place, "a reference to one of several variables is not taken here; return a pointer");
  }
}

// Puts the value where the call finds it. `last`: nothing follows, so the value itself is the
// result.
void Lowerer::returned(const Value& given, bool last, const Place& place) {
  Activation& inside = now();
  at(place);
  if (!inside.result_type) inside.result_type = result_of(inside.function->result, given.type);
  const bool reference = inside.result_type->is(Form::reference);
  if (inside.result_type->is(Form::nothing)) return;
  const CType* of = reference ? inside.result_type->of : nullptr;
  Value value = given;
  if (of && value.lvalue && value.type->is_structure() && base_of(value.type->plain, of->plain))
    value = *seen_as(value, of);
  if (of && same(value.type, of) && (last || value.in_memory() || !of->is_const())) {
    returned_place(value, last, place);
  } else {
    const CType* type = reference ? inside.result_type->of->plain : inside.result_type->plain;
    const bool plain = type->flat && type->scalars > 0;
    if (last || (!plain && type->flat)) {
      inside.result = type->is(Form::closure) || type->is(Form::functions)
                          ? value
                          : convert(value, type, place);
      inside.result.lvalue = false;
      if (type->is(Form::closure)) inside.floor = std::max(inside.floor, next_);
    } else {
      if (!inside.result.type) {
        inside.result = temporary(type);
        inside.result.lvalue = false;
        inside.floor = std::max(inside.floor, next_);
      }
      Value to = inside.result;
      to.lvalue = true;
      assign(to, value, place);
    }
    inside.has_result = true;
  }
}

// Whether a copy constructor runs: not for a variable of the function's own, if it is the only
// thing that is returned.
bool Lowerer::returns_copy(const Node* node, const Value& value) const {
  const Activation& inside = now();
  if (!value.lvalue || !runs_copies(value.type) ||
      (inside.result_type && !same(inside.result_type, value.type)))
    return false;
  const auto& parameters = inside.function->parameters;
  return node->kind != NodeKind::name || !local(node->name) || inside.function->returns != 1 ||
         std::any_of(parameters.begin(), parameters.end(),
                     [&](const Node* each) { return each->name == node->name; });
}

void Lowerer::return_(const Node* node) {
  Activation& inside = now();
  if (active_.size() == 1) {
    if (node->kids[0]) {
      fail(node->place, "a kernel gives nothing back; write 'return;'");
      return;
    }
    leave(0);
    jump(Op::exit);
    return;
  }
  if (has_objects()) inside.direct = false;
  const bool last = inside.direct;
  if (inside.indexing) note_names(node->kids[0], *inside.function, inside.function->returning);
  Indexing index(*this, inside.indexing);
  if (node->kids[0] && !(inside.result_type && inside.result_type->is(Form::nothing) &&
                         node->kids[0]->kind == NodeKind::braces)) {
    Value value;
    if (node->kids[0]->kind == NodeKind::braces) {
      if (!inside.result_type) {
        fail(node->place, "values in braces need the type of the result");
        return;
      }
      value = temporary(inside.result_type);
      aggregate(value, node->kids[0]);
    } else {
      const CType* type = inside.result_type;
      const bool variable = type && type->is(Form::reference) && !type->of->is_const();
      value = variable ? place_of(node->kids[0]) : expression(node->kids[0]);
      if (!bad() && returns_copy(node->kids[0], value)) value = copied(value, node->place);
    }
    if (bad()) return;
    returned(value, last, node->place);
  } else if (!inside.result_type) {
    inside.result_type = types_.nothing();
  }
  if (!last) leave(0);
  if (last)
    inside.floor = std::max(inside.floor, next_);  // the result's registers
  else
    inside.exits.push_back(jump(Op::jump));
  inside.left = evaluating_ > 0;
}

}  // namespace loom::cuda
