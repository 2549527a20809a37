// What the name of a type stands for.
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

// The name after '::', in what is before it; nothing where that is no type.
const CType* Lowerer::resolve_nested(const Node* type) {
  const std::string_view name = type->name;
  const CType* outer = scope_type(type);
  if (!outer) return nullptr;
  if (const CType* made = nested_type(outer->plain, name)) return made;
  if (!bad()) fail(type->place, "'%' has no type '%'", {outer, name});
  return types_.int_();
}

// A type of the reader's own.
const CType* Lowerer::resolve_structure(const Node* type) {
  const std::string_view name = type->name;
  Structure* structure = nullptr;
  for (auto [each, last] = unit_.structures_by_name.equal_range(name); each != last; ++each)
    if (!each->second->is_specialized && (!structure || each->second->tokens >= structure->tokens))
      structure = each->second;
  const bool hidden =
      structure && structure->tokens == 0 && unit_.aliases_by_name.own.contains(name);
  if (!structure || hidden) return nullptr;
  if (structure->is_template && !type->flags.has_arguments && !structure->templates.empty() &&
      !structure->templates[0].standard && !structure->templates[0].pack)
    return fail(type->place, "'%' needs template arguments", {name}), types_.int_();
  return instantiated(*structure, type);
}

const CType* Lowerer::resolve_alias(const Node* type) {
  const auto alias = unit_.aliases_by_name.find(type->name);
  if (alias == unit_.aliases_by_name.end()) return nullptr;
  if (const CType* made = standard_type(type)) return made;
  Activation inside;
  std::string instance;
  if (!template_names(alias->second->templates, type, inside.scopes[0].names))
    return fail(type->place, "these template arguments do not fit"), types_.int_();
  Inside in(*this, inside);
  if (!template_defaults(alias->second->templates, inside.scopes[0].names, instance))
    return fail(type->place, "'%' needs template arguments", {type->name}), types_.int_();
  return resolve(alias->second->type);
}

const CType* Lowerer::resolve_name(const Node* type) {
  if ((type->name == "less" || type->name == "greater") && !type->scope.empty() &&
      type->scope.back() == "std") {  // cooperative groups' give the lesser and the greater value
    Node named = *type;
    named.name = type->name == "less" ? "__loom_less" : "__loom_greater";
    return resolve_name(&named);
  }
  const std::string_view name = type->name;
  if (!type->kids.empty() || (!type->scope.empty() && !unit_.spaces.contains(type->scope.back())))
    if (const CType* made = resolve_nested(type)) return made;
  if (pack_of(name) >= 0)
    return fail(type->place, "'%' is a parameter pack; expand it with ...", {name}), types_.int_();
  if (const Binding* found = local(name); found && found->type)
    return of_template(found->type, type);
  for (const CType* around = active_.empty() ? nullptr : now().owner; around;
       around = around->outer)
    for (const CType* owner : lineage(around)) {
      if (const auto bound = owner->bindings.find(name);
          bound != owner->bindings.end() && !bound->second.is_value)
        return of_template(bound->second.type, type);
      if (owner->structure && owner->structure->name == name && !type->flags.has_arguments)
        return owner->plain;
      if (const CType* made = nested_type(owner, name)) return made;
    }
  // The reader's names come before CUDA's.
  if (const CType* made = resolve_structure(type)) return made;
  if (const CType* made = resolve_alias(type)) return made;
  if (const auto found = unit_.enumerations_by_name.find(name);
      found != unit_.enumerations_by_name.end())
    return enumeration(*found->second);
  if (const CType* scalar = types_.scalar(name)) return scalar;
  std::string why = why_refused(name);
  for (std::string_view scope : type->scope)
    if (why.empty()) why = why_refused(scope);
  if (!why.empty()) return fail(type->place, "%: %", {name, why}), types_.int_();
  return fail(type->place, "unknown type '%'%", {name, elsewhere(unit_.sources[1].missing)}),
         types_.int_();
}

// Types that the prelude cannot write.
const CType* Lowerer::standard_type(const Node* type) {
  const std::string_view name = type->name;
  const auto& arguments = type->arguments;
  if ((name == "make_index_sequence" && arguments.size() == 1) ||
      (name == "make_integer_sequence" && arguments.size() == 2))
    return sequence(name == "make_index_sequence" ? types_.size() : resolve(arguments[0]),
                    constant_of(arguments.back(), "the length of a sequence"), type->place);
  return nullptr;
}

// A structure with the arguments that stand behind its name.
const CType* Lowerer::instantiated(Structure& structure, const Node* type) {
  const std::vector<Node*> given = expanded(type->arguments);
  std::vector<TemplateValue> arguments;
  for (std::size_t i = 0; i < given.size() && !bad(); ++i) {
    const auto& parameters = structure.templates;
    const Node* kind =
        parameters.empty() ? nullptr : parameters[std::min(i, parameters.size() - 1)].type;
    arguments.push_back(template_value(given[i], mentions(kind, parameters) ? nullptr : kind));
  }
  return bad() ? types_.int_() : instantiate(structure, std::move(arguments), type->place);
}

// The name of a template of structures, without arguments: itself an argument of a template.
const CType* Lowerer::structure_template(const Node* type) {
  if (type->kind != NodeKind::type_named || type->flags.has_arguments || !type->kids.empty())
    return nullptr;
  if (const Binding* found = local(type->name))
    return found->type && found->type->is(Form::structure_template) ? found->type : nullptr;
  if (!active_.empty() && now().owner && now().owner->structure &&
      now().owner->structure->name == type->name)
    return nullptr;
  for (auto [each, last] = unit_.structures_by_name.equal_range(type->name); each != last; ++each) {
    Structure& structure = *each->second;
    if (!structure.is_template || structure.templates.empty() || structure.is_specialized ||
        (structure.tokens == 0 && unit_.aliases_by_name.own.contains(type->name)))
      continue;
    const CType*& known = structures_[{&structure, "template"}];
    if (known) return known;
    CType made;
    made.form = Form::structure_template;
    made.name = std::string(structure.name);
    made.structure = &structure;
    return known = types_.add(std::move(made));
  }
  const auto alias = unit_.aliases_by_name.find(type->name);
  if (alias == unit_.aliases_by_name.end() || alias->second->templates.empty()) return nullptr;
  const CType*& known = structures_[{nullptr, std::string(type->name)}];
  if (known) return known;
  CType made;
  made.form = Form::structure_template;
  made.name = std::string(type->name);
  made.functions = type->name;
  return known = types_.add(std::move(made));
}

// std::integer_sequence<T, 0, 1 … count − 1>
const CType* Lowerer::sequence(const CType* type, std::int64_t count, const Place& place) {
  const auto found = unit_.structures_by_name.find("integer_sequence");
  if (bad() || found == unit_.structures_by_name.end()) return types_.int_();
  if (count < 0 || count > 1024)
    return fail(place, "a sequence of % numbers, expected 0 to 1024", {count}), types_.int_();
  std::vector<TemplateValue> arguments{{type}};
  for (std::int64_t i = 0; i < count; ++i) arguments.push_back({type, true, i});
  return instantiate(*found->second, std::move(arguments), place);
}

// What a name of a template's parameter stands for: F<T> where F is a template itself.
const CType* Lowerer::of_template(const CType* bound, const Node* type) {
  if (!bound->is(Form::structure_template)) return bound;
  if (!type->flags.has_arguments)
    return fail(type->place, "'%' needs template arguments", {type->name}), types_.int_();
  if (!bound->structure) {
    Node alias = *type;
    alias.name = bound->functions;
    return resolve_alias(&alias);
  }
  return instantiated(*bound->structure, type);
}

}  // namespace loom::cuda
