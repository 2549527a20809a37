// What a type in the source stands for at this point.
#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

const CType* Lowerer::resolve(const Node* type) {
  if (bad() || !type) return types_.int_();
  Deeper deeper(*this, type->place);
  if (bad()) return types_.int_();
  const CType* made = types_.int_();
  switch (type->kind) {
    case NodeKind::type_named:
      made = resolve_name(type);
      break;
    case NodeKind::type_pointer: {
      const CType* of = resolve(type->kids[0]);
      made = types_.pointer_to(of->is(Form::reference) ? of->of : of);
      break;
    }
    case NodeKind::type_reference: {
      const CType* of = resolve(type->kids[0]);
      const bool both = type->flags.rvalue && (!of->is(Form::reference) || of->count);
      made = types_.reference_to(of->is(Form::reference) ? of->of : of, both);
      break;
    }
    case NodeKind::type_array:
      made = resolve_array(type, nullptr);
      break;
    case NodeKind::type_function:
      made = function_pointer_type(type);
      break;
    case NodeKind::type_decltype: {
      const Node* of = type->kids[0];
      if (!of)
        return fail(type->place, "decltype(auto) is not taken; write auto, auto& or the type"),
               made;
      bool lvalue = false;
      made = type_without_code(of, &lvalue);
      if (lvalue && (of->kind == NodeKind::index || of->kind == NodeKind::call ||
                     of->kind == NodeKind::unary))
        made = types_.reference_to(made);
      break;
    }
    default:
      fail(type->place, "'auto' needs a value here");
  }
  if (bad()) return types_.int_();
  if (type->flags.is_volatile) made = types_.volatile_of(made);
  return type->flags.is_const ? types_.const_of(made) : made;
}

// How many elements an array gets from its values; −1: nothing says so.
std::int64_t Lowerer::count_of_list(const Node* list, const CType* of) {
  const Node* all = spelled_out(written_out(list), types_.array_of(of, 0));
  return all && all->kind == NodeKind::braces ? static_cast<std::int64_t>(all->kids.size()) : -1;
}

const CType* Lowerer::resolve_array(const Node* type, const Node* braces) {
  if (type->kind != NodeKind::type_array) return resolve(type);
  const CType* of = resolve(type->kids[0]);
  if (!bad() && of->plain->is(Form::nothing))
    return fail(type->place, "an array has no elements of type 'void'"), types_.int_();
  std::int64_t count = -1;
  if (type->kids[1])
    count = constant_of(type->kids[1], "the size of an array");
  else if (braces)
    count = count_of_list(braces, of);
  if (count < 0 && !type->kids[1] && !bad()) fail(type->place, "the array needs a size");
  if (bad()) return types_.int_();
  if (count < 0 || (of->size > 0 && count > most_bytes / of->size))
    return fail(type->place, "an array of % elements, expected 0 to %",
                {count, std::to_string(most_bytes / std::max<std::int64_t>(1, of->size))}),
           types_.int_();
  return types_.array_of(of, count);
}

const CType* Lowerer::nested_type(const CType* in_type, std::string_view name) {
  for (const CType* of : lineage(in_type)) {
    if (!of->structure) continue;
    for (const Node* each : of->structure->types) {
      if (each->name != name) continue;
      Activation inside;
      if (!of->bases.empty()) inside.owner = of->bases[0].type;
      for (const auto& [bound, value] : of->bindings)
        inside.scopes[0].names[bound] = binding_of(value);
      Inside in(*this, inside);
      return resolve(each->type);
    }
    for (Enumeration* each : of->structure->enumerations)
      if (each->name == name) return enumeration(*each);
    for (Structure* each : of->structure->structures)
      if (each->name == name && each->complete && !each->is_template)
        return nested_structure(*each, of);
    if (const auto bound = of->bindings.find(name);
        bound != of->bindings.end() && !bound->second.is_value)
      return bound->second.type;
  }
  return nullptr;
}

TemplateValue Lowerer::template_value(const Node* node, const Node* value_type) {
  const bool is_type = node->kind == NodeKind::type_named || node->kind == NodeKind::type_pointer ||
                       node->kind == NodeKind::type_reference ||
                       node->kind == NodeKind::type_array ||
                       node->kind == NodeKind::type_decltype || node->kind == NodeKind::type_auto ||
                       node->kind == NodeKind::type_function;
  if (is_type) {
    if (const CType* made = structure_template(node)) return {made, false, 0};
    return {resolve(node), false, 0};
  }
  const Value value = constant_value(node);
  if (bad()) return {};
  if (value.type->is(Form::functions) || value.type->is(Form::closure))
    return {value.type, false, 0};
  if (!value.is_constant()) {
    fail(node->place, "a template argument must be a constant");
    return {};
  }
  const CType* type =
      value_type && value_type->kind != NodeKind::type_auto ? resolve(value_type) : value.type;
  const Value made = convert(value, type, node->place, true);
  return {made.type, true, made.bits};
}

std::string Lowerer::instance_of(const std::vector<TemplateValue>& values) const {
  std::string made;
  for (const TemplateValue& each : values)
    made += (made.empty() ? "" : ", ") + (each.is_value ? std::to_string(each.bits)
                                          : each.type   ? spelled(each.type)
                                                        : "?");
  return made;
}

// The specialization that fits, or the structure itself; names: what its parameters stand for.
Structure* Lowerer::specialization(Structure& structure,
                                   const std::vector<TemplateValue>& arguments, Names& names) {
  Structure* best = nullptr;
  for (auto [each, last] = unit_.structures_by_name.equal_range(structure.name); each != last;
       ++each) {
    Structure& other = *each->second;
    if (!other.is_specialized || other.tokens < structure.tokens) continue;
    Names found;
    if (!unify_list(other.specialized, arguments, found, other.templates) ||
        !same_arguments(other.specialized, arguments, found) ||
        (best &&
         !more_special({other.specialized, other.templates}, {best->specialized, best->templates})))
      continue;
    best = &other;
    names = std::move(found);
  }
  if (best) return best;
  bind_template(structure.templates, arguments, names);
  return &structure;
}

constexpr std::size_t longest_arguments = 10'000;  // as text

const CType* Lowerer::instantiate(Structure& structure, std::vector<TemplateValue> arguments,
                                  const Place& place) {
  if (!structure.error.empty()) return fail(place, "%", {structure.error}), types_.int_();
  if (structure.is_template || !arguments.empty()) {
    Activation inside;
    bind_template(structure.templates, arguments, inside.scopes[0].names);
    Inside in(*this, inside);
    const bool open = !structure.templates.empty() && structure.templates.back().pack;
    for (std::size_t i = arguments.size(); i < structure.templates.size() - (open ? 1 : 0); ++i) {
      const TemplateParameter& parameter = structure.templates[i];
      if (!parameter.standard)
        return fail(place, "'%' needs % template arguments",
                    {structure.name, structure.templates.size()}),
               types_.int_();
      arguments.push_back(template_value(parameter.standard, parameter.type));
      if (bad()) return types_.int_();
      inside.scopes[0].names[parameter.name] = binding_of(arguments[i]);
    }
    for (std::size_t i = 0; i < arguments.size() && !structure.templates.empty(); ++i) {
      const Node* kind = structure.templates[std::min(i, structure.templates.size() - 1)].type;
      if (!arguments[i].is_value || !mentions(kind, structure.templates)) continue;  // <T, T value>
      const Value value =
          convert(number(arguments[i].type, arguments[i].bits), resolve(kind), place, true);
      arguments[i] = {value.type, true, value.bits};
    }
    if (bad()) return types_.int_();
    if (!open && arguments.size() > structure.templates.size())
      return fail(place, "'%' has too many template arguments", {structure.name}), types_.int_();
  }
  const std::string instance = instance_of(arguments);
  if (instance.size() > longest_arguments)  // each could have the one before twice
    return fail(place, "the template arguments of '%' are too long", {structure.name}),
           types_.int_();
  const CType*& known = structures_[{&structure, instance}];
  if (known) return known;
  Names names;
  Structure* chosen =
      structure.is_template ? specialization(structure, arguments, names) : &structure;
  if (bad()) return types_.int_();
  if (!chosen->complete)
    return fail(place, "'%' is declared, but not defined here", {structure.name}), types_.int_();
  CType made;
  made.form = Form::structure;
  made.name = std::string(structure.name) + (instance.empty() ? "" : "<" + instance + ">");
  made.structure = chosen;
  made.arguments = std::move(arguments);
  for (const auto& [name, binding] : names) made.bindings[name] = template_value_of(binding);
  CType* type = types_.add(std::move(made));
  known = type;
  type->open = true;
  fill_structure(*type, *chosen);
  type->open = false;
  types_.complete(type);
  return type;
}

// Fails for a structure, or an array of such, whose members are just being read.
bool Lowerer::contains_open(const CType* type, const Place& place) {
  while (type->is(Form::array)) type = type->of;
  if (!type->plain->open) return false;
  fail(place, "a structure cannot contain itself");
  return true;
}

void Lowerer::fill_structure(CType& made, Structure& structure) {
  Activation inside;
  inside.owner = &made;
  Inside in(*this, inside);
  for (const Node* base : structure.bases) {
    const CType* type = resolve(base);
    if (bad()) return;
    if (!type->is_structure()) {
      fail(base->place, "'%' is no structure", {type});
      return;
    }
    if (contains_open(type, base->place)) return;
    add_base(made, type);
  }
  for (const Node* field : structure.fields) {
    if (field->flags.is_static) continue;
    const CType* type = resolve(field->type);
    if (bad()) return;
    const bool reference = type->is(Form::reference);
    if (reference) type = types_.pointer_to(type->of);
    if (contains_open(type, field->place)) return;
    const auto alignment = field->alignment ? constant_of(field->alignment, "an alignment") : 0;
    if (bad()) return;
    add_field(made, field->name, type, static_cast<int>(std::min<std::int64_t>(alignment, 128)),
              field);
    made.fields.back().reference = reference;
    if (made.size > most_bytes) {
      fail(field->place, "the structure is too large");
      return;
    }
  }
  if (structure.alignment)
    made.alignment =
        std::max(made.alignment, static_cast<int>(std::min<std::int64_t>(
                                     128, constant_of(structure.alignment, "an alignment"))));
  if ((made.alignment & (made.alignment - 1)) != 0)
    fail(structure.place, "an alignment must be a power of two");
  finish_structure(made);
  note_objects(made, structure);
}

const CType* Lowerer::enumeration(Enumeration& from) {
  if (const auto known = enumerations_.find(&from); known != enumerations_.end())
    return known->second;
  CType made;
  made.form = Form::enumeration;
  made.name = std::string(from.name);
  made.of = from.base ? resolve(from.base) : types_.int_();
  made.scalar = made.of->scalar;
  made.rank = made.of->rank;
  made.size = made.of->size;
  made.alignment = made.of->alignment;
  made.scalars = 1;
  made.scoped = from.scoped;
  return enumerations_[&from] = types_.add(std::move(made));
}

Value Lowerer::enumerator(Enumeration& from, std::string_view name, const Place& place) {
  const CType* type = enumeration(from);
  std::int64_t next = 0;
  Activation outside;
  outside.owner = active_.empty() ? nullptr : now().owner;
  Inside in(*this, outside);
  const std::pair<const Node*, std::string> key{from.members.empty() ? nullptr : from.members[0],
                                                outside.owner ? outside.owner->name : ""};
  if (!being_read_.insert(key).second && depth_ > deepest_lowering / 2)
    return failed(place, "'%' needs its own value", {name});
  for (const Node* member : from.members) {
    if (!member->kids.empty()) next = constant_of(member->kids[0], "an enumeration's value");
    outside.scopes[0].names[member->name] = {number(type, next), nullptr};
    if (member->name == name || bad()) break;
    ++next;
  }
  being_read_.erase(key);
  if (bad()) return number(types_.int_(), 0);
  if (!outside.scopes[0].names.contains(name))
    return failed(place, "'%' has no '%'", {from.name, name});
  return number(type, next);
}

// The type of a variable declared with this type and value: `auto` is the value's.
const CType* Lowerer::deduced(const Node* type, const Value& value, const Place& place) {
  const Node* inner = type;
  while ((inner->kind == NodeKind::type_pointer || inner->kind == NodeKind::type_reference) &&
         inner->kids[0])
    inner = inner->kids[0];
  if (inner->kind != NodeKind::type_auto) return resolve(type);
  const CType* made = decayed(value.type);
  if (type->kind == NodeKind::type_pointer && !made->is_pointer())
    return fail(place, "'auto*' needs a pointer, got '%'", {made}), types_.int_();
  if (made->is(Form::nothing))
    return fail(place, "the value has no type: the function gives nothing back"), types_.int_();
  return type->flags.is_const && type->kind == NodeKind::type_auto ? types_.const_of(made) : made;
}

}  // namespace loom::cuda
