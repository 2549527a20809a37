// What the parameters of a template stand for.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

const TemplateParameter* parameter_of(std::string_view name,
                                      const std::vector<TemplateParameter>& parameters) {
  for (const TemplateParameter& each : parameters)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace

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

// Whether the pattern can be this type; names that it settles go to `names`.
bool Lowerer::unify(const Node* pattern, const CType* type, Names& names,
                    const std::vector<TemplateParameter>& parameters, bool by_value) {
  Deeper deeper(*this, pattern->place);
  if (bad()) return false;
  switch (pattern->kind) {
    case NodeKind::type_reference:
      return unify(pattern->kids[0], type, names, parameters, false);
    case NodeKind::type_pointer:
      if (type->is_pointer() || type->is(Form::array))
        return unify(pattern->kids[0], type->of, names, parameters, false);
      return false;
    case NodeKind::type_array:
      if (!type->is(Form::array)) return false;
      return unify(pattern->kids[0], type->of, names, parameters, false) &&
             (!pattern->kids[1] || unify_value(pattern->kids[1], type->count, names, parameters));
    case NodeKind::type_named:
      break;
    default:
      return true;
  }
  if (!pattern->kids.empty()) return true;  // S<T>::type: T cannot be found from it
  const TemplateParameter* parameter =
      pattern->scope.empty() ? parameter_of(pattern->name, parameters) : nullptr;
  if (parameter && !parameter->type) {
    const CType* bound = by_value || pattern->flags.is_const ? type->plain : type;
    if (by_value && bound->is(Form::array)) bound = types_.pointer_to(bound->of);
    const auto [known, added] = names.try_emplace(pattern->name, Binding{{}, bound});
    return added || !known->second.type || same(known->second.type, bound);
  }
  if (!mentions(pattern, parameters)) {  // exactly this type
    const auto before = error_;
    const CType* exact = resolve(pattern);
    const bool equal = !bad() && same(exact, type);
    error_ = before;
    return equal;
  }
  if (!type->is_structure() || !type->structure || type->structure->name != pattern->name)
    return false;
  for (std::size_t i = 0; i < pattern->arguments.size() && i < type->arguments.size(); ++i) {
    const TemplateValue& each = type->arguments[i];
    const bool fits = each.is_value
                          ? unify_value(pattern->arguments[i], each.bits, names, parameters)
                          : unify(pattern->arguments[i], each.type, names, parameters, false);
    if (!fits) return false;
  }
  return true;
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

// Arguments that are written out: f<int, 4>.
bool Lowerer::template_names(const std::vector<TemplateParameter>& parameters,
                             const Node* explicit_arguments, Names& names) {
  if (!explicit_arguments) return true;
  const auto& given = explicit_arguments->arguments;
  if (given.size() > parameters.size()) return false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const TemplateValue value = template_value(given[i], nullptr);
    if (bad()) return false;
    if (!value.is_value && parameters[i].type &&
        (value.type->is(Form::functions) || value.type->is(Form::closure))) {
      names[parameters[i].name] = {Value{value.type}, nullptr};
      continue;
    }
    if (value.is_value != (parameters[i].type != nullptr)) return false;
    names[parameters[i].name] =
        value.is_value ? Binding{number(value.type, value.bits), nullptr} : Binding{{}, value.type};
  }
  return true;
}

// Those that are still unknown get their defaults. The template's names so far must be visible.
// Values get their types.
bool Lowerer::template_defaults(const std::vector<TemplateParameter>& parameters, Names& names,
                                std::string& instance) {
  std::vector<TemplateValue> all;
  for (const TemplateParameter& each : parameters) {
    if (!names.contains(each.name)) {
      if (!each.standard) return each.name.empty();
      const TemplateValue value = template_value(each.standard, each.type);
      if (bad()) return false;
      names[each.name] = value.is_value ? Binding{number(value.type, value.bits), nullptr}
                                        : Binding{{}, value.type};
    }
    Binding& bound = names[each.name];
    const bool callable = bound.value.type && (bound.value.type->is(Form::functions) ||
                                               bound.value.type->is(Form::closure));
    if (each.type && each.type->kind != NodeKind::type_auto && bound.value.type && !callable) {
      bound.value = convert(bound.value, resolve(each.type), each.type->place, true);
      if (bad()) return false;
    }
    all.push_back(bound.type || callable
                      ? TemplateValue{bound.type ? bound.type : bound.value.type, false, 0}
                      : TemplateValue{bound.value.type, true, bound.value.bits});
    if (!all.back().type) return false;
  }
  instance = instance_of(all);
  return true;
}

}  // namespace loom::cuda
