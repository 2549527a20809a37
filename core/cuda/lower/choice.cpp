// a ? b : c
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

bool has_call(const Node* node) {
  return node && (node->kind == NodeKind::call || node->kind == NodeKind::construct ||
                  std::any_of(node->kids.begin(), node->kids.end(), has_call));
}

}  // namespace

// The type that a choice between values of two types has.
const CType* Lowerer::chosen_type(const CType* yes, const CType* no) const {
  const bool numbers = (yes->is_scalar() || yes->is(Form::enumeration)) &&
                       (no->is_scalar() || no->is(Form::enumeration)) && !same(yes, no);
  const bool to_const = yes->is_pointer() && no->is_pointer() && no->of->is_const() &&
                        same(yes->of->plain, no->of->plain);
  return numbers                                     ? common(types_, yes, no)
         : to_const                                  ? no
         : yes->is_structure() || no->is_structure() ? (yes->is_structure() ? yes : no)
         : yes->is_pointer()                         ? yes
         : no->is_pointer()                          ? no
                                                     : yes;
}

// Where it is known which value is chosen: that one, in the type of both. The type of the other is
// not looked for where that may not end, in constant functions that call themselves, or where it
// means an error.
Value Lowerer::known_choice(const Node* node, bool yes) {
  const Node *taken = node->kids[yes ? 1 : 2], *other = node->kids[yes ? 2 : 1];
  if (evaluating_ > 0 && has_call(other)) return expression(taken);
  const CType* type = type_without_code(other);
  error_.reset();
  const Value made = expression(taken);
  if (bad() || !type || !(type->is_scalar() || type->is(Form::enumeration)) ||
      !(made.type->is_scalar() || made.type->is(Form::enumeration)) || same(type, made.type))
    return made;
  return convert(made, common(types_, type, made.type), node->place);
}

namespace {

// What may be a place: not what is computed.
bool names_place(const Node* node) {
  if (node->kind == NodeKind::ternary)
    return names_place(node->kids[1]) && names_place(node->kids[2]);
  return node->kind == NodeKind::name || node->kind == NodeKind::index ||
         node->kind == NodeKind::member || node->kind == NodeKind::arrow ||
         (node->kind == NodeKind::unary && node->name == "*");
}

}  // namespace

// What '=', '++', '&' or a reference is for. A choice means one of two places there.
Value Lowerer::place_of(const Node* node) {
  if (node->kind != NodeKind::ternary || !names_place(node)) return expression(node);
  const Value test = truth(expression(node->kids[0]), node->place);
  if (bad()) return test;
  if (test.is_constant()) return place_of(node->kids[test.bits != 0 ? 1 : 2]);
  const Register result = fresh(), tested = reg(test);
  const std::size_t otherwise = jump(Op::branch_false, tested);
  const Value yes = place_of(node->kids[1]);
  if (!bad()) copy_registers(result, address(yes, node->kids[1]->place));
  const std::size_t end = jump(Op::jump);
  land(otherwise);
  const Value no = place_of(node->kids[2]);
  if (!bad()) copy_registers(result, address(no, node->kids[2]->place));
  land(end);
  if (!bad() && yes.type != no.type)
    return failed(node->place, "a choice between variables of '%' and '%' is no variable",
                  {yes.type, no.type});
  return bad() ? yes : pointed(in_registers(types_.pointer_to(yes.type), result, false));
}

// Whether a function of this name may change its argument i.
bool Lowerer::takes_place(std::string_view name, std::size_t i) {
  for (auto [each, last] = unit_.functions_by_name.equal_range(name); each != last; ++each) {
    Callable& function = *each->second;
    if (i >= function.parameters.size() || !parse_body(unit_, function)) continue;
    const Node& parameter = *function.parameters[i];
    if (parameter.type->kind == NodeKind::type_reference &&
        !parameter.type->kids[0]->flags.is_const && function.changed.contains(parameter.name))
      return true;
  }
  return false;
}

Value Lowerer::ternary(const Node* node) {
  const Value test = truth(expression(node->kids[0]), node->place);
  if (bad()) return test;
  if (test.is_constant()) return known_choice(node, test.bits != 0);
  const CType* yes = type_without_code(node->kids[1]);
  const CType* no = type_without_code(node->kids[2]);
  if (bad()) return test;
  const CType* type = chosen_type(yes, no);
  if (yes->is(Form::functions) && no->is(Form::functions) && yes != no)
    if (const CType* pointer = pointer_type_of(yes->functions)) type = pointer;
  type = decayed(type);
  if (type->is(Form::closure) || (!type->flat && !type->is_structure()))
    return failed(node->place, "a choice between values of type '%' is not taken; use 'if'",
                  {type});
  if (unevaluated_ > 0 && evaluating_ == 0) return temporary(type);
  if (type->has_registers() && simple(node->kids[1]) && simple(node->kids[2])) {
    const Value a = convert(expression(node->kids[1]), type, node->place);
    const Value b = convert(expression(node->kids[2]), type, node->place);
    at(node->place);
    return computed(Op::select, type, type->scalar, test, a, b);
  }
  refuse_ends(type, node->place);
  Value into = type->flat ? in_registers(type, fresh(std::max(1, type->scalars)), false)
                          : new_variable(type, "", true, 0);
  into.lvalue = true;
  const Register tested = reg(test);
  at(node->place);
  const std::size_t otherwise = jump(Op::branch_false, tested);
  const auto choose = [&](const Node* kid) {
    if (type->is_structure()) return copy(into, expression(kid), node->place);
    const Value made = convert(expression(kid), type, node->place);
    if (type->scalars) copy_registers(into.first, made);
  };
  choose(node->kids[1]);
  at(node->place);
  const std::size_t end = jump(Op::jump);
  land(otherwise);
  choose(node->kids[2]);
  land(end);
  if (type->is(Form::nothing)) return nothing();
  into.lvalue = false;
  into.fresh = into.where == Value::Where::registers;
  return into;
}

}  // namespace loom::cuda
