// What the parameters of a template stand for.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

const TemplateParameter* parameter_of(std::string_view name,
                                      const std::vector<TemplateParameter>& parameters) {
  for (const TemplateParameter& each : parameters)
    if (each.name == name) return &each;
  return nullptr;
}

bool mentions(const Node* node, const std::vector<TemplateParameter>& parameters) {
  if (!node) return false;
  if ((node->kind == NodeKind::type_named || node->kind == NodeKind::name) &&
      parameter_of(node->name, parameters))
    return true;
  for (std::string_view scope : node->scope)
    if (parameter_of(scope, parameters)) return true;
  const auto any = [&](const std::vector<Node*>& nodes) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](const Node* each) { return mentions(each, parameters); });
  };
  return any(node->kids) || any(node->arguments) || mentions(node->type, parameters);
}

// What the value of a call says about the pattern of a parameter: T&& is T& for what has a place.
bool Lowerer::unify_argument(const Node* pattern, const Value& value, Names& names,
                             const std::vector<TemplateParameter>& parameters) {
  const Node* of = pattern->kind == NodeKind::type_reference ? pattern->kids[0] : pattern;
  const bool object = !value.type->is(Form::closure) && !value.type->is(Form::functions);
  if (pattern->flags.rvalue && of->kind == NodeKind::type_named && of->scope.empty() &&
      !of->flags.is_const && parameter_of(of->name, parameters) && object && !value.is_rvalue())
    return unify(of, types_.reference_to(value.type), names, parameters, Match::exact);
  return unify(pattern, value.type, names, parameters, Match::value);
}

// Whether the pattern can be this type; names that it settles go to `names`.
bool Lowerer::unify(const Node* pattern, const CType* type, Names& names,
                    const std::vector<TemplateParameter>& parameters, Match how) {
  Deeper deeper(*this, pattern->place);
  if (bad()) return false;
  const bool exact = how == Match::exact;
  const Match inner = exact ? how : Match::within;
  const CType* const given = type;
  const bool takes_const = pattern->flags.is_const, takes_volatile = pattern->flags.is_volatile;
  if (exact && (takes_const || takes_volatile)) {
    const bool leaves_const = type->is_const() && !takes_const,
               leaves_volatile = type->is_volatile && !takes_volatile;
    if (type->is_const() < takes_const || type->is_volatile < takes_volatile) return false;
    type = leaves_volatile ? types_.volatile_of(type->plain) : type->plain;
    if (leaves_const) type = types_.const_of(type);
  }
  switch (pattern->kind) {
    case NodeKind::type_reference:
      if (exact && (!type->is(Form::reference) || (type->count != 0) != pattern->flags.rvalue))
        return false;
      return unify(pattern->kids[0], exact ? type->of : type, names, parameters, inner);
    case NodeKind::type_pointer:
      if (!type->is_pointer() && !(how == Match::value && type->is(Form::array))) return false;
      return !(exact && type->is_const()) &&
             unify(pattern->kids[0], type->of, names, parameters, inner);
    case NodeKind::type_array:
      if (!type->is(Form::array)) return false;
      return unify(pattern->kids[0], type->of, names, parameters, inner) &&
             (!pattern->kids[1] || unify_value(pattern->kids[1], type->count, names, parameters));
    case NodeKind::type_function: {
      if (!type->is(Form::function_pointer)) return !exact;
      const auto& its = type->arguments;
      if (pattern->kids.size() != its.size() + 1 ||
          !unify(pattern->kids[0], type->of, names, parameters, Match::exact))
        return false;
      for (std::size_t i = 0; i < its.size(); ++i)
        if (!unify(pattern->kids[i + 1]->type, its[i].type, names, parameters, Match::exact))
          return false;
      return true;
    }
    case NodeKind::type_named:
      break;
    default:
      return true;
  }
  const bool inside =
      std::any_of(pattern->scope.begin(), pattern->scope.end(),
                  [&](std::string_view each) { return parameter_of(each, parameters) != nullptr; });
  if (inside || !pattern->kids.empty()) return true;  // S<T>::type: T cannot be found from it
  const TemplateParameter* parameter =
      pattern->scope.empty() ? parameter_of(pattern->name, parameters) : nullptr;
  if (parameter && !parameter->type && !parameter->is_template) {
    const bool drops = how == Match::value || (!exact && pattern->flags.is_const);
    const CType* bound = drops ? type->plain : type;
    if (how == Match::value && bound->is(Form::array)) bound = types_.pointer_to(bound->of);
    const auto [known, added] = names.try_emplace(pattern->name, Binding{{}, bound});
    return added || !known->second.type ||
           (exact ? known->second.type == bound : same(known->second.type, bound));
  }
  if (parameter && parameter->is_template && type->is(Form::structure_template))
    return names.try_emplace(pattern->name, Binding{{}, type}).first->second.type == type;
  if (parameter && parameter->is_template) {
    if (!type->is_structure() || !type->structure || pattern->arguments.empty()) return false;
    Node named{NodeKind::type_named, pattern->place};
    named.name = type->structure->name;
    const CType* bound = structure_template(&named);
    if (!bound) return false;
    const auto [known, added] = names.try_emplace(pattern->name, Binding{{}, bound});
    return (added || known->second.type == bound) &&
           unify_list(pattern->arguments, type->arguments, names, parameters);
  }
  if (!mentions(pattern, parameters)) {  // exactly this type
    const auto before = error_;
    const CType* made = resolve(pattern);
    const bool equal = !bad() && (exact ? made == given : same(made, type));
    error_ = before;
    return equal;
  }
  if (exact && type->is_const()) return false;
  if (const auto alias = unit_.aliases_by_name.find(pattern->name);
      alias != unit_.aliases_by_name.end() && !unit_.structures_by_name.contains(pattern->name)) {
    Names settled;
    if (!unify(alias->second->type, type, settled, alias->second->templates, inner)) return false;
    std::vector<TemplateValue> values;
    for (const TemplateParameter& each : alias->second->templates) {
      if (!settled.contains(each.name)) return true;  // its type does not tell
      const Binding& bound = settled[each.name];
      for (int i = 0; i < bound.pack; ++i)
        values.push_back(
            template_value_of(settled[element_name(each.name, static_cast<std::size_t>(i))]));
      if (!each.pack) values.push_back(template_value_of(bound));
    }
    return unify_list(pattern->arguments, values, names, parameters);
  }
  if (!type->is_structure() || !type->structure) return false;
  if (type->structure->name != pattern->name)
    return !exact && std::any_of(type->bases.begin(), type->bases.end(), [&](const Field& base) {
      Names tried = names;
      if (!unify(pattern, base.type, tried, parameters, how)) return false;
      names = std::move(tried);
      return true;
    });
  if (!pattern->arguments.empty() && pattern->arguments.back()->kind == NodeKind::expand)
    return unify_list(pattern->arguments, type->arguments, names, parameters);
  const auto count =
      static_cast<std::ptrdiff_t>(std::min(pattern->arguments.size(), type->arguments.size()));
  return unify_list({pattern->arguments.begin(), pattern->arguments.begin() + count},
                    {type->arguments.begin(), type->arguments.begin() + count}, names, parameters);
}

bool Lowerer::unify_value(const Node* pattern, std::int64_t bits, Names& names,
                          const std::vector<TemplateParameter>& parameters) {
  const bool plain = (pattern->kind == NodeKind::name || pattern->kind == NodeKind::type_named) &&
                     pattern->scope.empty();
  const TemplateParameter* parameter = plain ? parameter_of(pattern->name, parameters) : nullptr;
  if (parameter && parameter->type) {
    const CType* type =
        parameter->type->kind == NodeKind::type_auto ? types_.int_() : resolve(parameter->type);
    const auto [known, added] =
        names.try_emplace(pattern->name, Binding{number(type, bits), nullptr});
    return added || known->second.value.bits == bits;
  }
  if (pattern->kind == NodeKind::type_named) return false;
  const auto before = error_;
  const Value value = expression(pattern);
  const bool equal = !bad() && value.is_constant() && value.bits == bits;
  error_ = before;
  return equal;
}

// Whether the patterns are these values, once their names are known: what a pattern such as
// typename S<T>::type says does not tell what T is.
bool Lowerer::same_arguments(const std::vector<Node*>& patterns,
                             const std::vector<TemplateValue>& values, const Names& names) {
  const auto before = error_;
  Activation inside;
  inside.scopes[0].names = names;
  Inside in(*this, inside);
  const std::vector<Node*> all = expanded(patterns);
  bool equal = !bad() && all.size() == values.size();
  for (std::size_t i = 0; i < all.size() && equal; ++i) {
    const TemplateValue made = template_value(all[i], nullptr);
    equal = !bad() && made.is_value == values[i].is_value &&
            (made.is_value ? made.bits == values[i].bits : made.type == values[i].type);
  }
  error_ = before;
  return equal;
}

// Arguments that are written out: f<int, 4>.
bool Lowerer::template_names(const std::vector<TemplateParameter>& parameters,
                             const Node* explicit_arguments, Names& names) {
  if (!explicit_arguments) return true;
  const std::vector<Node*> given = expanded(explicit_arguments->arguments);
  const bool open = !parameters.empty() && parameters.back().pack;
  if (bad() || (!open && given.size() > parameters.size())) return false;
  std::vector<Binding> rest;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const TemplateParameter& parameter = parameters[std::min(i, parameters.size() - 1)];
    const TemplateValue value = template_value(given[i], nullptr);
    if (bad()) return false;
    Binding made = binding_of(value);
    if (!value.is_value && parameter.type &&
        (value.type->is(Form::functions) || value.type->is(Form::closure)))
      made = {Value{value.type}, nullptr};
    else if (value.is_value != (parameter.type != nullptr))
      return false;
    if (parameter.pack)
      rest.push_back(made);
    else
      names[parameter.name] = made;
  }
  if (!rest.empty()) bind_pack(names, parameters.back().name, rest);
  return true;
}

// Gives a value its parameter's type, and puts what it is behind `all`.
bool Lowerer::settled(const TemplateParameter& parameter, Binding& bound,
                      std::vector<TemplateValue>& all) {
  const bool callable = bound.value.type && (bound.value.type->is(Form::functions) ||
                                             bound.value.type->is(Form::closure));
  if (parameter.type && parameter.type->kind != NodeKind::type_auto && bound.value.type &&
      !callable) {
    bound.value = convert(bound.value, resolve(parameter.type), parameter.type->place, true);
    if (bad()) return false;
  }
  all.push_back(template_value_of(bound));
  return all.back().type != nullptr;
}

// Those that are still unknown get their defaults. The template's names so far must be visible.
// Values get their types.
bool Lowerer::template_defaults(const std::vector<TemplateParameter>& parameters, Names& names,
                                std::string& instance) {
  std::vector<TemplateValue> all;
  for (const TemplateParameter& each : parameters) {
    if (each.pack) {
      if (!names.contains(each.name)) bind_pack(names, each.name, {});
      for (int i = 0; i < names[each.name].pack; ++i)
        if (!settled(each, names[element_name(each.name, static_cast<std::size_t>(i))], all))
          return false;
      continue;
    }
    if (each.name.empty() || !names.contains(each.name)) {
      if (!each.standard) return each.name.empty();
      const TemplateValue value = template_value(each.standard, each.type);
      if (bad()) return false;
      names[each.name] = binding_of(value);
    }
    if (!settled(each, names[each.name], all)) return false;
  }
  instance = instance_of(all);
  return true;
}

}  // namespace loom::cuda
