// Structures within others: bases and their constructors, and members that are references.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// Another offset of the same object; for values in registers, another scalar.
Value Lowerer::shifted(const Value& value, const CType* type, int offset, int scalars) {
  Value made = value;
  made.type = value.type->is_const() ? types_.const_of(type->plain) : type->plain;
  made.fresh = false;
  if (made.in_memory())
    made.bits += offset;
  else if (made.first != none)
    made.first += scalars;
  return made;
}

// An object seen as one of its bases, or the other way around; nothing if the types do not hang
// together so.
std::optional<Value> Lowerer::seen_as(const Value& value, const CType* type) {
  const CType *from = value.type->plain, *to = type->plain;
  if (same(from, to)) return value;
  if (!from->is_structure() || !to->is_structure()) return std::nullopt;
  if (const auto base = base_of(from, to)) return shifted(value, to, base->offset, base->scalar);
  if (const auto base = base_of(to, from)) return shifted(value, to, -base->offset, -base->scalar);
  return std::nullopt;
}

// A pointer to a structure as one to its base, or the other way around.
std::optional<Value> Lowerer::converted_pointer(const Value& pointer, const CType* to) {
  const auto seen =
      pointer.type->of->is_structure() ? seen_as(pointed(pointer), to->of) : std::optional<Value>();
  if (!seen || same(pointer.type->of, to->of)) return std::nullopt;
  Value made = address(*seen, {});
  made.type = to;
  return made;
}

// What a pointer before '->' or behind '*' points to. `this` needs no address for that.
Value Lowerer::behind(const Node* pointer, std::string_view mark) {
  const bool cast = pointer->kind == NodeKind::cast && !pointer->kids.empty() &&
                    pointer->kids[0]->kind == NodeKind::this_pointer;
  if (cast || pointer->kind == NodeKind::this_pointer) {
    if (!now().self.type) return failed(pointer->place, "'this' stands outside of a structure");
    if (!cast) return now().self;
    const CType* to = resolve(pointer->type);
    if (!bad() && to->is_pointer())
      if (const auto seen = seen_as(now().self, to->of)) return *seen;
  }
  Value of = expression(pointer);
  if (bad()) return of;
  if (of.type->is_structure() && mark == "->")
    if (auto made = overloaded("->", {{of, nullptr, pointer->place}}, pointer->place)) of = *made;
  of = rvalue(of);
  if (bad()) return of;
  if (!of.type->is_pointer())
    return failed(pointer->place, "'%' needs a pointer, got '%'%",
                  {mark, of.type, mark == "->" ? "; use '.'" : ""});
  return pointed(of);
}

// What stands before '.' or '->', as the base that stands behind it, if there is one.
Value Lowerer::object_of(const Node* member) {
  const Node* before = member->kids[0];
  const Value of = member->kind == NodeKind::arrow ? behind(before, "->") : expression(before);
  if (bad() || !member->type) return of;
  const CType* base = nested_type(of.type->plain, member->type->name);
  if (!base) base = resolve(member->type);
  if (bad()) return of;
  const auto seen = seen_as(of, base);
  return seen ? *seen : failed(member->place, "'%' has no base '%'", {of.type, base});
}

// A structure within another one, whose template's parameters it knows.
const CType* Lowerer::nested_structure(Structure& inner, const CType* outer) {
  if (outer->bindings.empty()) return instantiate(inner, {}, inner.place);
  return inner_structure(inner, outer, outer->name, outer->bindings);
}

// A structure that a function declares. It knows the function's types and constants.
const CType* Lowerer::local_structure(Structure& inner) {
  std::map<std::string_view, TemplateValue> bindings;
  if (now().owner) bindings = now().owner->bindings;
  for (const Scope& scope : now().scopes)
    for (const auto& [name, binding] : scope.names)
      if (binding.type || binding.pack >= 0 || binding.value.is_constant())
        bindings[name] = template_value_of(binding);
  if (bindings.empty()) return instantiate(inner, {}, inner.place);
  const std::string owner = now().owner ? now().owner->name + "::" : "";
  return inner_structure(inner, now().owner, owner + now().instance, std::move(bindings));
}

const CType* Lowerer::inner_structure(Structure& inner, const CType* outer,
                                      const std::string& within,
                                      std::map<std::string_view, TemplateValue> bindings) {
  const CType*& known = structures_[{&inner, within}];
  if (known) return known;
  CType made;
  made.form = Form::structure;
  made.name = (within.empty() ? "" : within + "::") + std::string(inner.name);
  made.outer = outer;
  made.structure = &inner;
  made.bindings = std::move(bindings);
  CType* type = types_.add(std::move(made));
  known = type;
  type->open = true;
  fill_structure(*type, inner);
  type->open = false;
  types_.complete(type);
  return type;
}

// The type that A::B:: or S<int>::B:: names; nullptr for namespaces and enumerations.
const CType* Lowerer::scope_type(const Node* node) {
  const Node* before = node->kids.empty() ? node->type : node->kids[0];
  const CType* type = before ? resolve(before)->plain : nullptr;
  for (std::string_view name : node->scope) {
    if (bad()) return nullptr;
    if (type) {
      type = nested_type(type, name);
      if (!type) return nullptr;
      type = type->plain;
      continue;
    }
    if (const Binding* found = local(name)) {
      type = found->type;
      continue;
    }
    const bool known = unit_.structures_by_name.contains(name) ||
                       unit_.aliases_by_name.contains(name) || names_own_type(name);
    if (!known || unit_.spaces.contains(name)) continue;
    Node named{NodeKind::type_named, node->place};
    named.name = name;
    type = resolve(&named);
  }
  return type;
}

// Whether the structure that is being read declares or gets a type of this name.
bool Lowerer::names_own_type(std::string_view name) const {
  for (const CType* owner : lineage(active_.empty() ? nullptr : now().owner)) {
    if (const auto bound = owner->bindings.find(name);
        bound != owner->bindings.end() && !bound->second.is_value && bound->second.pack < 0)
      return true;
    if (owner->structure &&
        std::any_of(owner->structure->types.begin(), owner->structure->types.end(),
                    [&](const Node* each) { return each->name == name; }))
      return true;
  }
  return false;
}

// A member that is a reference gets the address of what it names.
void Lowerer::refer(const Value& structure, const Field& field, const Value& to,
                    const Place& place) {
  if (bad()) return;
  Field slot = field;
  slot.reference = false;
  if (!same(to.type, field.type->of) && !alike(to.type, field.type->of)) {
    fail(place, "the reference '%' to '%' cannot name a value of type '%'",
         {field.name, field.type->of, to.type});
    return;
  }
  Value pointer = address(to, place);
  pointer.type = field.type->plain;
  Value into = member(structure, slot);
  into.type = into.type->plain;
  into.lvalue = true;
  assign(into, pointer, place);
}

// The same, for a value in a list or behind the member's name.
void Lowerer::initial_reference(const Value& structure, const Field& field, const Node* initial) {
  const bool list = initial && (initial->kind == NodeKind::braces ||
                                (initial->kind == NodeKind::construct && !initial->type));
  if (!initial || (list && initial->kids.size() != 1)) {
    fail(initial ? initial->place : here_, "the reference '%' needs a value", {field.name});
    return;
  }
  refer(structure, field, expression(list ? initial->kids[0] : initial), initial->place);
}

// The constructors of a structure: its own, and those that it has from a base by `using B::B`.
Functions Lowerer::constructors_of(const CType* type) {
  Functions made;
  type = type->plain;
  if (!type->structure) return made;
  for (Callable* each : type->structure->functions)
    if (each->constructor) made.emplace_back(each, type);
  for (const Field& base : type->bases)
    for (std::string_view name : type->structure->used) {
      const CType* of = base.type->plain;
      if (of->structure->name != name && nested_type(type, name) != of) continue;
      for (const auto& each : constructors_of(of))
        if (!each.first->parameters.empty() && !is_copy(*each.first, each.second))
          made.push_back(each);
    }
  return made;
}

bool Lowerer::has_constructor(const CType* type) { return !constructors_of(type).empty(); }

bool Lowerer::construct_into(const Value& target, std::vector<Given>& arguments, const Place& place,
                             bool needed) {
  const CType* type = target.type->plain;
  const auto chosen = choose(constructors_of(type), nullptr, arguments, place);
  if (!chosen) {
    if (arguments.empty()) {
      initialize_default(target, place);
      return true;
    }
    if (needed) fail(place, "'%' cannot be made of these values", {type});
    return false;
  }
  Value self = target;
  self.type = type;
  self.lvalue = true;
  construct_by(*chosen, arguments, self, place);
  return true;
}

// Calls the constructor for the object, or for its base that has it; its other parts get their own
// values.
void Lowerer::construct_by(const Candidate& constructor, std::vector<Given>& arguments,
                           const Value& object, const Place& place) {
  const CType* type = object.type;
  if (same(type, constructor.owner)) {
    inlined(constructor, arguments, &object, place);
    return;
  }
  for (const Field& base : type->bases) {
    const Value part = member(object, base);
    if (same(base.type, constructor.owner) || base_of(base.type, constructor.owner))
      construct_by(constructor, arguments, part, place);
    else
      initialize_default(part, place);
  }
  for (std::size_t i = type->first_field; i < type->fields.size() && !bad(); ++i)
    own_value(object, type->fields[i], false, place);
}

// A variable in registers whose address is needed after all: once more, with it in memory.
bool Lowerer::moves_to_memory(const Value& value) {
  if (value.where != Where::registers || value.first == none || value.first >= pool) return false;
  for (Activation* each : active_)
    for (const Scope& scope : each->scopes)
      for (const auto& [name, binding] : scope.names) {
        const Value& held = binding.value;
        if (!each->function || each->function->from_prelude || !held.type ||
            held.where != Where::registers || value.first < held.first ||
            value.first >= held.first + held.type->scalars)
          continue;
        again_ |= each->function->addressed.insert(name).second;
      }
  return again_;
}

}  // namespace loom::cuda
