// Structures within others: bases, and members that are references.
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

// A structure within another one, whose template's parameters it knows.
const CType* Lowerer::nested_structure(Structure& inner, const CType* outer) {
  if (outer->bindings.empty()) return instantiate(inner, {}, inner.place);
  const CType*& known = structures_[{&inner, outer->name}];
  if (known) return known;
  CType made;
  made.form = Form::structure;
  made.name = outer->name + "::" + std::string(inner.name);
  made.structure = &inner;
  made.bindings = outer->bindings;
  CType* type = types_.add(std::move(made));
  known = type;
  fill_structure(*type, inner);
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
