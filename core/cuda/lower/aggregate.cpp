// Arrays and structures: values in braces, and zeros.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {
const std::vector<Callable*> no_functions;
}

void Lowerer::aggregate(const Value& target, const Node* given) {
  const CType* type = target.type->plain;
  const Node* braces = spelled_out(written_out(given), type);
  if (bad()) return;
  if (type->has_registers()) {
    if (braces->kids.empty()) return zero(target);
    return assign(target, expression(braces->kids[0]), braces->place);
  }
  if (type->is_structure() && has_constructor(type)) {
    std::vector<Given> arguments = arguments_of(braces, 0);
    if (!bad() && arguments.size() == 1 && arguments[0].value.type &&
        same(arguments[0].value.type, type))
      return copy(target, arguments[0].value, braces->place);
    if (!bad()) construct_into(target, arguments, braces->place, true);
    return;
  }
  if (!type->is(Form::array) && !type->is_structure()) {
    fail(braces->place, "'%' takes no values in braces", {type});
    return;
  }
  if (type->is_structure() && designates(braces)) return fill_named(target, braces);
  if (type->is_structure() && braces->kids.size() == 1 &&
      braces->kids[0]->kind != NodeKind::braces) {  // S a{b}: a copy
    const CType* given_type = type_without_code(braces->kids[0])->plain;
    if (!bad() && (same(given_type, type) || base_of(given_type, type)))
      return copy(target, expression(braces->kids[0]), braces->place);
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
  std::size_t i = 0;
  for (const Field& base : type->bases) {  // the first parts
    const Value part = member(target, base);
    const Node* kid = next < kids.size() ? kids[next] : nullptr;
    const CType* given =
        kid && kid->kind != NodeKind::braces ? type_without_code(kid)->plain : nullptr;
    if (bad()) return;
    if (kid && !given)
      aggregate(part, kid), ++next;
    else if (kid && (same(given, base.type) || base_of(given, base.type->plain)))
      copy(part, expression(kid), kid->place), ++next;
    else
      fill(part, kids, next, place);
    i = type->first_field;
  }
  for (; i < parts && next < kids.size() && !bad(); ++i) {
    if (!array && type->fields[i].reference) {
      initial_reference(target, type->fields[i], kids[next++]);
      continue;
    }
    Value part = array ? element(target, number(types_.int_(), static_cast<std::int64_t>(i)), place)
                       : member(target, type->fields[i]);
    part.lvalue = true;
    part.type = part.type->plain;
    const Node* kid = spelled_out(kids[next], part.type);
    if (kid->kind == NodeKind::braces) {
      ++next;
      aggregate(part, kid);
    } else if (part.type->is(Form::array)) {
      fill(part, kids, next, place);
    } else {
      ++next;
      copy(part, expression(kid), kid->place);
    }
  }
  if (i < parts) own_values(target, i, true, place);
}

// Whether a variable of the type has values that nobody gives it: of constructors or members.
bool Lowerer::has_own_values(const CType* type) {
  for (type = type->plain; type->is(Form::array);) type = type->of->plain;
  return type->is_structure() &&
         (has_constructor(type) ||
          std::any_of(type->bases.begin(), type->bases.end(),
                      [&](const Field& base) { return has_own_values(base.type); }) ||
          std::any_of(type->fields.begin(), type->fields.end(), [&](const Field& field) {
            return field.reference || (field.declared && !field.declared->kids.empty()) ||
                   has_own_values(field.type);
          }));
}

// A variable without a value: constructors and the values of members count, the rest is not
// written.
void Lowerer::initialize_default(const Value& target, const Place& place) {
  own_values(target, 0, false, place);
}

// The same, from a part of an array or a structure on; `zeroed`: it is zeros.
void Lowerer::own_values(const Value& target, std::size_t first, bool zeroed, const Place& place) {
  const CType* type = target.type->plain;
  if (bad()) return;
  const bool undefined = !zeroed && target.where == Where::registers;
  partly_ |= undefined && type->is_structure();
  if (undefined && type->has_registers()) emit(Op::undefine, type->scalar, none, target.first);
  if (!has_own_values(type) && !(undefined && type->is_structure())) return;
  if (type->is(Form::array)) {
    const Elements elements = begin_elements(target, static_cast<std::int64_t>(first));
    own_values(elements.each, 0, zeroed, place);
    return next_element(elements);
  }
  for (const Callable* each : type->structure ? type->structure->functions : no_functions)
    if (each->constructor && (each->parameters.empty() || !each->parameters[0]->kids.empty())) {
      std::vector<Given> no_values;
      construct_into(target, no_values, place, false);
      return;
    }
  if (!zeroed)
    for (const Field& base : type->bases) own_values(member(target, base), 0, false, place);
  for (std::size_t i = zeroed ? first : type->first_field; i < type->fields.size() && !bad(); ++i) {
    own_value(target, type->fields[i], zeroed, place);
  }
}

void Lowerer::own_value(const Value& target, const Field& field, bool zeroed, const Place& place) {
  const Node* own =
      field.declared && !field.declared->kids.empty() ? field.declared->kids[0] : nullptr;
  Activation inside;  // the value may name members before it
  inside.function = now().function;
  inside.owner = inside.self.type = target.type->plain;
  inside.instance = now().instance;
  inside.copy = now().copy;
  inside.self = target;
  Inside in(*this, inside);
  if (field.reference) return initial_reference(target, field, own);
  Value to = member(target, field);
  to.lvalue = true;
  own ? initialize(to, own, place) : own_values(to, 0, zeroed, place);
}

bool designates(const Node* list) {
  return !list->kids.empty() && list->kids[0] && list->kids[0]->kind == NodeKind::designated;
}

// {.a = 1, .c = 2}: in the order of the members; those between have their own values, or 0.
void Lowerer::fill_named(const Value& target, const Node* braces) {
  const CType* type = target.type->plain;
  zero(target);
  auto next = braces->kids.begin();
  for (std::size_t i = 0; i < type->fields.size() && !bad(); ++i) {
    const Field& field = type->fields[i];
    const bool named = next != braces->kids.end() && (*next)->kind == NodeKind::designated &&
                       (*next)->name == field.name && i >= type->first_field;
    if (!named) {
      if (!type->structure->is_union) own_value(target, field, true, braces->place);
      continue;
    }
    const Node* value = (*next++)->kids[0];
    if (field.reference) {
      initial_reference(target, field, value);
      continue;
    }
    Value part = member(target, field);
    part.lvalue = true;
    part.type = part.type->plain;
    initialize(part, value, value->place);
  }
  if (bad() || next == braces->kids.end()) return;
  if ((*next)->kind != NodeKind::designated)
    fail((*next)->place, "either all values in the braces name their members, or none");
  else
    fail((*next)->place,
         field_of(type, (*next)->name)
             ? "'.%' comes too late or twice: members of '%' get their values in their order"
             : "'.%' names no member of '%'",
         {(*next)->name, type});
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
  const Elements elements = begin_elements(target, 0);
  zero(elements.each);
  next_element(elements);
}

// A loop over the elements of an array, of the innermost ones if it is one of arrays.
Lowerer::Elements Lowerer::begin_elements(const Value& array, std::int64_t first) {
  Elements out{.each = array, .end = fresh()};
  std::int64_t count = 1;
  for (out.each.type = array.type->plain; out.each.type->is(Form::array);
       out.each.type = out.each.type->of->plain)
    count *= out.each.type->count;
  const std::int64_t size = out.each.type->size, from = first * array.type->plain->of->plain->size;
  const auto place = [&](Register to, std::int64_t offset) {
    emit(Op::add, Type::u64, to, array.first,
         constant(static_cast<std::uint64_t>(array.bits + offset), Type::u64));
  };
  place(out.each.first = fresh(), from);
  place(out.end, count * size);
  out.each.bits = 0;
  out.each.lvalue = true;
  out.top = here();
  return out;
}

void Lowerer::next_element(const Elements& elements) {
  const Register at = elements.each.first, test = fresh();
  emit(Op::add, Type::u64, at, at,
       constant(static_cast<std::uint64_t>(elements.each.type->size), Type::u64));
  emit(Op::less, Type::u64, test, at, elements.end);
  jump_back(elements.top, Op::branch_true, test);
  here();
}

}  // namespace loom::cuda
