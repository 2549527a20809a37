// Arrays and structures: values in braces, and zeros.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

void Lowerer::aggregate(const Value& target, const Node* given) {
  const Node* braces = written_out(given);
  const CType* type = target.type->plain;
  if (bad()) return;
  if (type->has_registers()) {
    if (braces->kids.empty()) return zero(target);
    return assign(target, expression(braces->kids[0]), braces->place);
  }
  if (type->is_structure() && has_constructor(type)) {
    std::vector<Given> arguments = arguments_of(braces, 0);
    if (!bad() && arguments.size() == 1 && arguments[0].value.type &&
        same(arguments[0].value.type, type))
      return assign(target, arguments[0].value, braces->place);
    if (!bad()) construct_into(target, arguments, braces->place, true);
    return;
  }
  if (!type->is(Form::array) && !type->is_structure()) {
    fail(braces->place, "'%' takes no values in braces", {type});
    return;
  }
  std::size_t next = 0;
  fill(target, braces->kids, next, braces->place);
  if (!bad() && next < braces->kids.size())
    fail(braces->kids[next]->place, "too many values for '%'", {type});
}

// Gives the parts of an array or a structure the values from kids[next] on; the rest becomes 0.
void Lowerer::fill(const Value& target, const std::vector<Node*>& kids, std::size_t& next,
                   const Place& place) {
  Deeper deeper(*this, place);
  const CType* type = target.type->plain;
  const bool array = type->is(Form::array);
  const std::size_t parts = array ? static_cast<std::size_t>(type->count) : type->fields.size();
  if (kids.size() - next < parts) zero(target);
  for (std::size_t i = 0; i < parts && next < kids.size() && !bad(); ++i) {
    if (!array && type->fields[i].reference) {
      initial_reference(target, type->fields[i], kids[next++]);
      continue;
    }
    Value part = array ? element(target, number(types_.int_(), static_cast<std::int64_t>(i)), place)
                       : member(target, type->fields[i]);
    part.lvalue = true;
    part.type = part.type->plain;
    const Node* kid = kids[next];
    if (kid->kind == NodeKind::braces) {
      ++next;
      aggregate(part, kid);
    } else if (part.type->is(Form::array)) {
      fill(part, kids, next, place);
    } else {
      ++next;
      assign(part, expression(kid), kid->place);
    }
  }
}

void Lowerer::zero(const Value& target) {
  if (bad()) return;
  const CType* type = target.type->plain;
  if (target.where == Where::registers) {
    const Shape shape = shape_of(type);
    for (int i = 0; i < type->scalars; ++i)
      emit(Op::copy, shape.scalars[static_cast<std::size_t>(i)].type, target.first + i,
           constant(0, shape.scalars[static_cast<std::size_t>(i)].type));
    return;
  }
  const CType* element_type = type;
  std::int64_t count = 1;
  for (; element_type->is(Form::array); element_type = element_type->of)
    count *= element_type->count;
  if (count <= 64) {
    for (std::int64_t i = 0; i < count; ++i)
      for (const auto& [offset, part, scalar, n] : pieces_of(element_type)) {
        Register first = constant(0, scalar);
        if (n > 1) {
          first = fresh(n);
          for (int k = 0; k < n; ++k) emit(Op::copy, scalar, first + k, constant(0, scalar));
        }
        Instruction& made = emit(Op::store, scalar, none, target.first, first);
        made.count = static_cast<std::uint8_t>(n);
        made.imm = target.bits + i * element_type->size + offset;
      }
    return;
  }
  // A loop over the elements.
  const Register at_register = fresh(), end = fresh(), test = fresh();
  emit(Op::add, Type::u64, at_register, target.first,
       constant(static_cast<std::uint64_t>(target.bits), Type::u64));
  emit(Op::add, Type::u64, end, at_register,
       constant(static_cast<std::uint64_t>(count * element_type->size), Type::u64));
  const std::size_t top = here();
  Value each{element_type};
  each.where = Where::memory;
  each.lvalue = true;
  each.first = at_register;
  zero(each);
  emit(Op::add, Type::u64, at_register, at_register,
       constant(static_cast<std::uint64_t>(element_type->size), Type::u64));
  emit(Op::less, Type::u64, test, at_register, end);
  jump_back(top, Op::branch_true, test);
  here();
}

}  // namespace loom::cuda
