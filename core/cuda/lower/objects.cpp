// What the reader's copy constructors and destructors do: copies of objects, and their ends.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

constexpr std::int64_t most_elements = 64;  // of an array, each copied or ended by a call

}  // namespace

bool runs_copies(const CType* type) { return innermost(type)->copied; }
bool runs_assignments(const CType* type) { return innermost(type)->assigned; }
bool runs_ends(const CType* type) { return innermost(type)->ended; }

// S(const S&), S(S&&), perhaps with more parameters that have values; operator= with the like.
bool Lowerer::is_copy(const Callable& function, const CType* owner, bool assigns) {
  const auto& parameters = function.parameters;
  if ((assigns ? function.name != "operator=" : !function.constructor) || function.is_template ||
      parameters.empty() || (parameters.size() > 1 && parameters[1]->kids.empty()))
    return false;
  const Node* of = parameters[0]->type;
  if (of->kind == NodeKind::type_reference)
    of = of->kids[0];
  else if (!assigns)
    return false;
  if (of->kind != NodeKind::type_named || of->name != owner->structure->name) return false;
  return of->arguments.empty() || same(resolve(of), owner);
}

bool Lowerer::has_copy(const CType* type, bool assigns) {
  const auto& functions = type->structure->functions;
  Activation inside;
  inside.owner = type->plain;
  Inside in(*this, inside);
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Callable* each) { return is_copy(*each, type->plain, assigns); });
}

// Notes whether copies of a structure, and its end, run code of the reader's. Its names are known.
void Lowerer::note_objects(CType& made, const Structure& structure) {
  const auto note = [&](const Field& part) {
    if (part.reference) return;
    made.copied |= runs_copies(part.type);
    made.assigned |= runs_assignments(part.type);
    made.ended |= runs_ends(part.type);
  };
  std::for_each(made.fields.begin(), made.fields.end(), note);
  std::for_each(made.bases.begin(), made.bases.end(), note);
  for (const Callable* each : structure.functions) {
    made.copied |= is_copy(*each, &made);
    made.assigned |= is_copy(*each, &made, true);
    made.ended |= each->name.starts_with('~') &&
                  !(each->body_at && unit_.tokens[each->tokens][each->body_at + 1].is("}"));
  }
}

// Makes `to` a copy of a value of its type. A value that nothing else names becomes `to` itself.
// `assigns`: `to` is an object already, and gets the value as operator= gives it.
void Lowerer::copy(const Value& to, const Value& given, const Place& place, bool assigns) {
  const CType* type = to.type->plain;
  Value from = given;
  if (!bad() && from.type->is_structure() && type->is_structure())
    if (const auto base = base_of(from.type->plain, type)) from = member(from, *base);
  const bool runs = assigns ? runs_assignments(type) : from.lvalue && runs_copies(type);
  if (bad() || !runs || !alike(from.type, type)) return assign(to, from, place);
  Deeper deeper(*this, place);
  if (type->is(Form::array)) {
    if (type->count > most_elements) {
      fail(place, "this copies an array of more than % objects at once; use a loop",
           {most_elements});
      return;
    }
    for (std::int64_t i = 0; i < type->count; ++i) {
      const Value index = number(types_.int_(), i);
      copy(element(to, index, place), element(from, index, place), place, assigns);
    }
    return;
  }
  if (has_copy(type, assigns)) {
    std::vector<Given> arguments{{from, nullptr, place}};
    if (assigns)
      call_method(to, "operator=", nullptr, arguments, place);
    else
      construct_into(to, arguments, place, true);
    return;
  }
  const auto part = [&](Field field) {
    field.reference = false;
    Value target = member(to, field);
    target.type = target.type->plain;
    target.lvalue = true;
    copy(target, member(from, field), place, assigns);
  };
  std::for_each(type->bases.begin(), type->bases.end(), part);
  std::for_each(type->fields.begin() + static_cast<std::ptrdiff_t>(type->first_field),
                type->fields.end(), part);
}

// A copy in a place of its own.
Value Lowerer::copied(const Value& value, const Place& place) {
  const Value made = temporary(value.type);
  copy(made, value, place);
  return made;
}

// A variable, or a copy of what is none: what a function may change.
Value Lowerer::changeable(const Value& value, const Place& place) {
  if (value.lvalue || value.where == Value::Where::nothing) return value;
  const Value own = temporary(value.type);
  assign(own, value, place);
  return own;
}

// Calls the destructors of an object and of its parts, the last one first.
void Lowerer::end_object(Value object, const Place& place) {
  const CType* type = object.type = object.type->plain;
  if (bad() || !runs_ends(type)) return;
  Deeper deeper(*this, place);
  object.lvalue = true;
  if (type->is(Form::array)) {
    if (type->count > most_elements)
      fail(place, "an array of more than % objects with a destructor is not taken",
           {most_elements});
    for (std::int64_t i = std::min(type->count, most_elements); i-- > 0;)
      end_object(element(object, number(types_.int_(), i), place), place);
    return;
  }
  for (Callable* each : type->structure->functions) {
    if (!each->name.starts_with('~')) continue;
    Candidate candidate;
    candidate.function = each;
    candidate.owner = type;
    std::vector<Given> no_values;
    inlined(candidate, no_values, &object, place);
  }
  for (std::size_t i = type->fields.size(); i-- > type->first_field;)
    if (!type->fields[i].reference) end_object(member(object, type->fields[i]), place);
  for (std::size_t i = type->bases.size(); i-- > 0;)
    end_object(member(object, type->bases[i]), place);
}

// The objects of the scopes from this one inwards end, as control leaves them.
void Lowerer::leave(std::size_t first) {
  const Place place = here_;
  for (std::size_t i = now().scopes.size(); i-- > first;) {
    const std::vector<Value> objects = now().scopes[i].objects;
    for (std::size_t k = objects.size(); k-- > 0;) end_object(objects[k], place);
  }
}

bool Lowerer::has_objects() const {
  return std::any_of(now().scopes.begin(), now().scopes.end(),
                     [](const Scope& each) { return !each.objects.empty(); });
}

// Objects with a destructor are variables of blocks: others end where we do not call it.
void Lowerer::refuse_ends(const CType* type, const Place& place) {
  if (!bad() && runs_ends(type))
    fail(place,
         "an object of '%', which has a destructor, can only be a variable of a block here: write "
         "'% name(…);'",
         {type->plain, innermost(type)->plain});
}

}  // namespace loom::cuda
