#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

Value Lowerer::expression(const Node* node) {
  if (bad() || !node) return number(types_.int_(), 0);
  Deeper deeper(*this, node->place);
  if (bad()) return number(types_.int_(), 0);
  at(node->place);
  Value made = expression_of(node);
  if (bad() || !made.type) return number(types_.int_(), 0);
  if (made.in_memory() && !in_prelude()) made.place = number_of(access_place(node));
  return made;
}

Value Lowerer::expression_of(const Node* node) {
  switch (node->kind) {
    case NodeKind::literal:
      return literal(node);
    case NodeKind::text:
      return string(node);
    case NodeKind::name:
      return name(node);
    case NodeKind::this_pointer: {
      if (!now().self.type) return failed(node->place, "'this' stands outside of a structure");
      return address(now().self, node->place);  // *this and this->x need none: see behind()
    }
    case NodeKind::unary:
      return unary(node);
    case NodeKind::postfix:
      return step(node, false);
    case NodeKind::binary:
      return binary(node);
    case NodeKind::assign:
      return assignment(node);
    case NodeKind::ternary:
      return ternary(node);
    case NodeKind::call:
      return call(node);
    case NodeKind::index:
      return index_of(node);
    case NodeKind::member:
    case NodeKind::arrow:
      return member_of(node);
    case NodeKind::cast:
      return cast(node);
    case NodeKind::construct: {
      if (!node->type)  // auto x(1, 2)
        return failed(node->place, "expected one value here");
      if (auto made = static_call(node)) return *made;
      const CType* type = deduced_class(node->type, node);
      if (!type) type = resolve(node->type);
      return bad() ? number(types_.int_(), 0) : construct(type, node);
    }
    case NodeKind::braces:
      return failed(node->place, "values in braces need a type before them here");
    case NodeKind::designated:
      return failed(node->place,
                    "'.%' can only give a member its value in a structure without constructors, "
                    "where all values in the braces name theirs",
                    {node->name});
    case NodeKind::size_of:
      return size_of(node);
    case NodeKind::fold:
      return fold(node);
    case NodeKind::lambda:
      return lambda(node);
    default:
      return failed(node->place, "this is no expression");
  }
}

Value Lowerer::literal(const Node* node) {
  const auto read = literal_of(node->token);
  if (!read) return failed(node->place, "this number cannot be read");
  return number(
      types_.scalar(read->type),
      static_cast<std::int64_t>(read->type == "int" || read->type == "char"
                                    ? static_cast<std::uint64_t>(static_cast<std::int64_t>(
                                          static_cast<std::int32_t>(read->bits)))
                                    : read->bits));
}

Value Lowerer::member_of(const Node* node) {
  const Value of = object_of(node);
  if (!bad() && node->kind == NodeKind::member && of.type->is_pointer())
    return failed(node->place, "'.' needs a structure, got '%'; use '->'", {of.type});
  if (bad()) return of;
  at(node->place);
  const CType* type = of.type->plain;
  if (const auto field = field_of(type, node->name)) return member(of, *field);
  bool found = false;
  const Value made = static_member(type, node->name, node->place, found);
  if (found) return made;
  return failed(node->place, "'%' has no member '%'", {type, node->name});
}

Value Lowerer::index_of(const Node* node) {
  Value of = expression(node->kids[0]);
  if (bad()) return of;
  if (of.type->is_structure()) {
    const Value by = expression(node->kids[1]);
    if (auto made =
            overloaded("[]", {{of, nullptr, node->place}, {by, nullptr, node->place}}, node->place))
      return *made;
    of = plain_number(of, node->place);
    if (of.type->is_structure()) return failed(node->place, "'%' has no operator []", {of.type});
  }
  if (!of.type->is(Form::array)) of = rvalue(of);
  Value by;
  {
    Indexing index(*this, true);
    by = rvalue(expression(node->kids[1]));
  }
  if (bad()) return of;
  at(node->place);
  if (by.type->is_pointer() && of.type->is_integer()) std::swap(of, by);
  if (!of.type->is_pointer() && !of.type->is(Form::array))
    return failed(node->place, "'[' needs an array or a pointer, got '%'", {of.type});
  return element(of, by, node->place);
}

Value Lowerer::unary(const Node* node) {
  const std::string_view mark = node->name;
  if (mark == "++" || mark == "--") return step(node, true);
  const Node* kid = node->kids[0];
  if (mark == "*" && (kid->kind == NodeKind::this_pointer || kid->kind == NodeKind::cast))
    return behind(node->kids[0], "*");
  Value of = mark == "&" ? place_of(node->kids[0]) : expression(node->kids[0]);
  if (bad()) return of;
  at(node->place);
  if (mark == "&") {
    if (of.type->is(Form::text)) of = characters(of);
    if (of.type->is(Form::functions) || of.type->is(Form::closure)) return of;
    return address(of, node->place);
  }
  if (has_operators(of.type))
    if (auto made = overloaded(mark, {{of, nullptr, node->place}}, node->place)) return *made;
  of = rvalue(of);
  if (auto made = converted_structure(of, mark == "!" ? types_.boolean() : nullptr, node->place))
    of = *made;
  if (mark == "*") {
    if (of.type->is(Form::closure) || of.type->is(Form::functions) ||
        of.type->is(Form::function_pointer))
      return of;
    if (!of.type->is_pointer())
      return failed(node->place, "'*' needs a pointer, got '%'", {of.type});
    if (of.type->of->is(Form::nothing))
      return failed(node->place,
                    "a pointer to void points at nothing that can be read; cast it first");
    return pointed(of);
  }
  if (mark == "!")
    return computed(Op::equal, types_.boolean(), Type::boolean, truth(of, node->place),
                    number(types_.boolean(), 0));
  if (of.type->is_pointer() && mark == "+") return of;
  if (!of.type->is_scalar() && !(of.type->is(Form::enumeration) && !of.type->scoped))
    return failed(node->place, "no operator '%' for '%'", {mark, of.type});
  const CType* type = promoted(types_, of.type);
  of = convert_scalar(of, type);
  if (mark == "+") return of;
  if (mark == "~" && type->is_real())
    return failed(node->place, "the operator '~' takes integers, got '%'", {type});
  return computed(mark == "-" ? Op::negate : Op::bit_not, type, type->scalar, of);
}

// ++ and --, before or behind their operand.
Value Lowerer::step(const Node* node, bool before) {
  const Value of = place_of(node->kids[0]);
  if (bad()) return of;
  at(node->place);
  if (has_operators(of.type)) {
    std::vector<Given> arguments{{of, nullptr, node->place}};
    if (!before) arguments.push_back({number(types_.int_(), 0), nullptr, node->place});
    if (auto made = overloaded(node->name, arguments, node->place)) return *made;
  }
  if (!of.lvalue) return failed(node->place, "'%' needs a variable", {node->name});
  if (of.type->is_const()) return failed(node->place, "this is const and cannot change");
  Value old = rvalue(of);
  if (!before && !of.in_memory()) {  // the old value, before its register changes
    const Register kept = fresh();
    old.fresh = false;
    copy_registers(kept, old);
    old.first = kept;
    old.where = Where::registers;
  }
  Indexing index(*this, becomes_index(node->kids[0]));
  const Value one = number(types_.int_(), 1);
  const std::string_view mark = node->name == "++" ? "+" : "-";
  const Value next = operate(mark, old, one, node->place);
  assign(of, next, node->place);
  return before ? of : old;
}

// The type of an expression; what it emits is dropped.
const CType* Lowerer::type_without_code(const Node* node, bool* lvalue) {
  const auto size = code_.instructions.size();
  const auto barrier = barrier_;
  const Register next = next_;
  ++unevaluated_;
  const Value made = expression(node);
  --unevaluated_;
  code_.instructions.resize(std::min(size, code_.instructions.size()));
  barrier_ = barrier;
  next_ = next;
  if (lvalue) *lvalue = made.lvalue && !made.expiring;
  return made.type;
}

// A value of the type where nothing is run.
Value Lowerer::imagined(const CType* type) {
  const bool reference = type->is(Form::reference);
  Value made{reference ? type->of : type};
  made.where = Where::memory;
  made.first = fresh();
  made.lvalue = reference && !type->count;
  return made;
}

Value Lowerer::cast(const Node* node) {
  const CType* to = resolve(node->type);
  if (bad()) return number(types_.int_(), 0);
  if (node->kids[0]->kind == NodeKind::braces) return construct(to, node->kids[0]);
  Value of = expression(node->kids[0]);
  if (bad()) return of;
  at(node->place);
  if (to->is(Form::reference)) {  // the same place, seen as another type
    const CType* seen = to->of;
    of.expiring = to->count != 0;
    if (const auto other = seen_as(of, seen); other && node->name != "reinterpret_cast")
      return *other;
    if (same(seen, of.type) || of.type->is_structure() == false || node->name != "static_cast") {
      if (!of.in_memory() && !same(seen, of.type))
        return failed(node->place,
                      "this value does not lie in memory, so it cannot be seen as another type");
      of.type = seen;
      return of;
    }
    of.type = seen;
    return of;
  }
  if (to->is(Form::nothing)) {
    rvalue(of);
    return nothing();
  }
  if (node->name == "reinterpret_cast" && !to->is_pointer() && !of.type->is_pointer() &&
      !of.type->is(Form::array))
    return failed(node->place,
                  "reinterpret_cast is for pointers and references; use __float_as_int and its kin "
                  "for the bits of a number");
  return convert(of, to, node->place, true);
}

// type(values…) and type{values…}
Value Lowerer::construct(const CType* type, const Node* given) {
  const Node* node = written_out(given);
  type = type->plain;
  const bool braces = node->kind == NodeKind::braces || node->flags.braces;
  if (!type->is_structure() && !type->is(Form::array)) {
    if (node->kids.empty()) return type->is(Form::nothing) ? nothing() : number(type, 0);
    if (node->kids.size() > 1)
      return failed(node->place, "'%' takes one value, got %", {type, node->kids.size()});
    return convert(expression(node->kids[0]), type, node->place, true);
  }
  const Value made = temporary(type);
  const bool wrapped = node->kids.size() == 1 && node->kids[0]->kind == NodeKind::braces && !braces;
  if (!has_constructor(type) && (braces || wrapped || node->kids.size() != 1)) {
    aggregate(made, wrapped ? node->kids[0] : node);  // S({…}) is S{…}
    return rvalue(made);
  }
  std::vector<Given> arguments = arguments_of(node, 0);
  if (bad()) return made;
  if (arguments.size() == 1 && arguments[0].value.type && same(arguments[0].value.type, type))
    return rvalue(arguments[0].value.lvalue && runs_copies(type)
                      ? copied(arguments[0].value, node->place)
                      : arguments[0].value);
  if (!has_constructor(type)) return convert(arguments[0].value, type, node->place, true);
  construct_into(made, arguments, node->place, true);
  return rvalue(made);
}

Value Lowerer::size_of(const Node* node) {
  if (node->name == "sizeof...") {
    const int count = pack_of(node->kids[0]->name);
    if (count < 0) return failed(node->place, "'%' is no parameter pack", {node->kids[0]->name});
    return number(types_.size(), count);
  }
  if (!node->type && node->kids[0]->kind == NodeKind::text) {
    const auto text = characters_of(node->kids[0]->token);
    return number(types_.size(), text ? static_cast<std::int64_t>(text->size()) + 1 : 0);
  }
  const CType* type = node->type ? resolve(node->type) : type_without_code(node->kids[0]);
  if (bad()) return number(types_.int_(), 0);
  if (type->is(Form::reference)) type = type->of;
  type = type->plain;
  return number(types_.size(), node->name == "sizeof" ? type->size : type->alignment);
}

}  // namespace loom::cuda
