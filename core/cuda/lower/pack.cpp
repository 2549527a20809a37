// Parameter packs. Element i of a pack lies under a name of its own, "pack[i]", so a pattern is
// expanded by copies of it that have these names.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

constexpr std::size_t most_nodes = 2000000;  // of all copies and the source

}  // namespace

Binding Lowerer::binding_of(const TemplateValue& value) {
  Binding made;
  made.pack = value.pack;
  if (value.pack >= 0) return made;
  if (value.is_value) {
    made.value.type = value.type;
    made.value.where = Where::constant;
    made.value.bits = value.bits;
  } else {
    made.type = value.type;
  }
  return made;
}

TemplateValue Lowerer::template_value_of(const Binding& binding) {
  TemplateValue made;
  made.pack = binding.pack;
  made.is_value = !binding.type;
  made.type = binding.type ? binding.type : binding.value.type;
  if (made.is_value) made.bits = binding.value.bits;
  if (made.is_value && made.type &&
      (made.type->is(Form::functions) || made.type->is(Form::closure)))
    made.is_value = false;
  return made;
}

std::string_view Lowerer::element_name(std::string_view pack, std::size_t i) {
  return *unit_.element_names.insert(message("%[%]", {pack, i})).first;
}

void Lowerer::bind_pack(Names& names, std::string_view name, const std::vector<Binding>& elements) {
  Binding pack;
  pack.pack = static_cast<int>(elements.size());
  names[name] = pack;
  for (std::size_t i = 0; i < elements.size(); ++i) names[element_name(name, i)] = elements[i];
}

// The values in their order; a pack takes all that are left.
void Lowerer::bind_template(const std::vector<TemplateParameter>& parameters,
                            const std::vector<TemplateValue>& values, Names& names) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].pack) {
      std::vector<Binding> rest;
      for (std::size_t k = i; k < values.size(); ++k) rest.push_back(binding_of(values[k]));
      return bind_pack(names, parameters[i].name, rest);
    }
    if (i < values.size()) names[parameters[i].name] = binding_of(values[i]);
  }
}

// How many elements the name's pack has; -1: it is no pack.
int Lowerer::pack_of(std::string_view name) const {
  if (const Binding* found = local(name)) return found->pack;
  if (!active_.empty())
    if (const CType* owner = now().owner)
      if (const auto bound = owner->bindings.find(name); bound != owner->bindings.end())
        return bound->second.pack;
  return -1;
}

// The packs that an expansion of this pattern goes through.
void Lowerer::packs_in(const Node* pattern, std::set<std::string_view>& names) const {
  if (!pattern || pattern->kind == NodeKind::expand || pattern->kind == NodeKind::fold ||
      (pattern->kind == NodeKind::size_of && pattern->name == "sizeof..."))
    return;
  if ((pattern->kind == NodeKind::name || pattern->kind == NodeKind::type_named) &&
      pack_of(pattern->name) >= 0)
    names.insert(pattern->name);
  for (std::string_view scope : pattern->scope)
    if (pack_of(scope) >= 0) names.insert(scope);
  for (const Node* each : pattern->kids) packs_in(each, names);
  for (const Node* each : pattern->arguments) packs_in(each, names);
  packs_in(pattern->type, names);
}

// The pattern with element i of these packs; parts without a pack are not copied.
Node* Lowerer::element_of(Node* pattern, const std::set<std::string_view>& packs, std::size_t i) {
  if (!pattern || bad() || pattern->kind == NodeKind::expand || pattern->kind == NodeKind::fold ||
      (pattern->kind == NodeKind::size_of && pattern->name == "sizeof..."))
    return pattern;
  if (pattern->kind == NodeKind::lambda) {
    for (std::string_view each : packs)
      if (pattern->function->used.contains(each))
        fail(pattern->place, "a lambda within an expansion is not taken; give it a name before");
    return pattern;
  }
  Node made = *pattern;
  bool changed = false;
  const auto put = [&](std::string_view& name) {
    if (!packs.contains(name)) return;
    name = element_name(name, i);
    changed = true;
  };
  if (made.kind == NodeKind::name || made.kind == NodeKind::type_named) put(made.name);
  for (std::string_view& scope : made.scope) put(scope);
  const auto copy = [&](Node*& part) {
    Node* other = element_of(part, packs, i);
    changed |= other != part;
    part = other;
  };
  for (Node*& each : made.kids) copy(each);
  for (Node*& each : made.arguments) copy(each);
  copy(made.type);
  if (!changed) return pattern;
  if (unit_.nodes.size() > most_nodes) fail(pattern->place, "this expands to too much code");
  unit_.nodes.push_back(std::move(made));
  return &unit_.nodes.back();
}

std::vector<Node*> Lowerer::elements_of(Node* pattern) {
  std::set<std::string_view> packs;
  packs_in(pattern, packs);
  std::vector<Node*> made;
  if (packs.empty()) {
    fail(pattern->place, "'...' needs a parameter pack before it");
    return made;
  }
  const int count = pack_of(*packs.begin());
  for (std::string_view each : packs)
    if (pack_of(each) != count) {
      fail(pattern->place, "the packs of this expansion have % and % elements",
           {count, pack_of(each)});
      return made;
    }
  for (int i = 0; i < count && !bad(); ++i)
    made.push_back(element_of(pattern, packs, static_cast<std::size_t>(i)));
  return made;
}

// A list of values or types, from a place on, with its expansions written out.
std::vector<Node*> Lowerer::expanded(const std::vector<Node*>& list, std::size_t from) {
  std::vector<Node*> made;
  made.reserve(list.size());
  for (std::size_t i = from; i < list.size() && !bad(); ++i) {
    if (list[i]->kind != NodeKind::expand) {
      made.push_back(list[i]);
      continue;
    }
    const auto elements = elements_of(list[i]->kids[0]);
    made.insert(made.end(), elements.begin(), elements.end());
  }
  return made;
}

// The node, with the expansions among its values written out.
const Node* Lowerer::written_out(const Node* node) {
  if (std::none_of(node->kids.begin(), node->kids.end(),
                   [](const Node* each) { return each && each->kind == NodeKind::expand; }))
    return node;
  Node made = *node;
  made.kids = expanded(node->kids);
  unit_.nodes.push_back(std::move(made));
  return &unit_.nodes.back();
}

// The type of element i of a parameter such as 'const T&... x'.
const Node* Lowerer::pack_type(const Node* parameter, std::size_t i) {
  std::set<std::string_view> packs;
  packs_in(parameter->type, packs);
  for (std::string_view each : packs)
    if (static_cast<std::size_t>(pack_of(each)) <= i) {
      fail(parameter->place, "the pack '%' has too few elements", {each});
      return parameter->type;
    }
  return element_of(parameter->type, packs, i);
}

// A function's parameter that is a pack gets the arguments from one on.
void Lowerer::bind_arguments(const Node* parameter, const std::vector<const CType*>& types,
                             std::vector<Given>& arguments, std::size_t from,
                             const Callable& function) {
  for (std::size_t i = from; i < arguments.size() && !bad(); ++i)
    bind_parameter(parameter, element_name(parameter->name, i - from), types[i], arguments[i],
                   function);
  Binding pack;
  pack.pack = static_cast<int>(arguments.size() - from);
  now().scopes.back().names[parameter->name] = pack;
}

// name<arguments>, the constant that a template of variables gives.
Value Lowerer::variable_template(const Node* node) {
  Deeper deeper(*this, node->place);
  const VariableTemplate* best = nullptr;
  Names names;
  const std::vector<Node*> given = expanded(node->arguments);
  std::vector<TemplateValue> values;
  for (const Node* each : given) {
    if (bad()) return nothing();
    values.push_back(template_value(each, nullptr));
  }
  auto [each, last] = unit_.variable_templates.equal_range(node->name);
  const bool own = unit_.variable_templates.own.contains(node->name);
  for (; each != last && !bad(); ++each) {
    const VariableTemplate& other = each->second;
    if (own && !other.variable->place.line) continue;  // the prelude's
    Names found;
    if (other.specialized.empty() && (best || !template_names(other.templates, node, found)))
      continue;
    if (!other.specialized.empty() &&
        (!unify_list(other.specialized, values, found, other.templates) ||
         !same_arguments(other.specialized, values, found) ||
         (best && !best->specialized.empty() &&
          !more_special({other.specialized, other.templates},
                        {best->specialized, best->templates}))))
      continue;
    best = &other;
    names = std::move(found);
  }
  if (bad()) return nothing();
  std::string instance;
  Activation inside;
  inside.scopes[0].names = std::move(names);
  Inside in(*this, inside);
  if (!best || !template_defaults(best->templates, inside.scopes[0].names, instance))
    return failed(node->place, "these template arguments do not fit '%'", {node->name});
  const Node* variable = best->variable;
  if (variable->kids.empty()) return failed(node->place, "'%' has no value", {node->name});
  const Node* initial = variable->kids[0];
  if (initial->kind == NodeKind::braces && initial->kids.size() == 1) initial = initial->kids[0];
  Value made = constant_value(initial);
  if (!bad() && variable->type->kind != NodeKind::type_auto)
    made = convert(made, resolve(variable->type), node->place);
  if (!bad() && !made.is_constant() && !made.type->is(Form::functions))
    return failed(node->place, "the value of '%' is not known before the kernel runs",
                  {node->name});
  return made;
}

// (pack op ...), (... op pack) and both with a value before or behind.
Value Lowerer::fold(const Node* node) {
  std::set<std::string_view> first, last;
  packs_in(node->kids[0], first);
  packs_in(node->kids[1], last);
  if (first.empty() == last.empty())
    return failed(node->place, first.empty() ? "a fold needs a parameter pack"
                                             : "a fold takes one parameter pack");
  const bool left = node->flags.left || first.empty();  // (value op ... op pack)
  std::vector<Node*> all = elements_of(node->kids[first.empty() ? 1 : 0]);
  if (Node* other = node->kids[first.empty() ? 0 : 1])
    all.insert(left ? all.begin() : all.end(), other);
  if (bad()) return nothing();
  if (all.empty()) {
    if (node->name == "&&" || node->name == "||")
      return number(types_.boolean(), node->name == "&&");
    if (node->name == ",") return nothing();
    return failed(node->place,
                  "the pack is empty, and '%' has no value for that; write (pack % ... % value)",
                  {node->name, node->name, node->name});
  }
  Node* sum = left ? all.front() : all.back();
  for (std::size_t i = 1; i < all.size(); ++i) {
    Node* next = left ? all[i] : all[all.size() - 1 - i];
    Node both{NodeKind::binary, node->place};
    both.name = node->name;
    both.kids = left ? std::vector<Node*>{sum, next} : std::vector<Node*>{next, sum};
    unit_.nodes.push_back(std::move(both));
    sum = &unit_.nodes.back();
  }
  return expression(sum);
}

// Patterns of a template's arguments against what they are; an expansion at the end takes the rest.
bool Lowerer::unify_list(const std::vector<Node*>& patterns,
                         const std::vector<TemplateValue>& values, Names& names,
                         const std::vector<TemplateParameter>& parameters) {
  const bool open = !patterns.empty() && patterns.back()->kind == NodeKind::expand;
  const std::size_t fixed = patterns.size() - (open ? 1 : 0);
  if (open ? values.size() < fixed : values.size() != fixed) return false;
  const auto one = [&](const Node* pattern, const TemplateValue& value, Names& into) {
    return value.is_value ? unify_value(pattern, value.bits, into, parameters)
                          : unify(pattern, value.type, into, parameters, Match::exact);
  };
  for (std::size_t i = 0; i < fixed; ++i)
    if (!one(patterns[i], values[i], names)) return false;
  if (!open) return true;
  std::map<std::string_view, std::vector<Binding>> found;
  for (const TemplateParameter& each : parameters)
    if (each.pack && mentions(patterns.back()->kids[0], {each})) found[each.name];
  for (std::size_t i = fixed; i < values.size(); ++i) {
    Names own = names;
    for (const auto& [name, elements] : found) own.erase(name);
    if (!one(patterns.back()->kids[0], values[i], own)) return false;
    for (auto& [name, elements] : found) {
      if (!own.contains(name)) return false;
      elements.push_back(own[name]);
    }
  }
  for (const auto& [name, elements] : found) bind_pack(names, name, elements);
  return true;
}

// What the arguments of a call, from one on, say about the packs of a parameter such as 'const
// T&... x'.
bool Lowerer::unify_pack(const Node* parameter, const std::vector<Given>& arguments,
                         std::size_t from, Names& names,
                         const std::vector<TemplateParameter>& parameters) {
  std::map<std::string_view, std::vector<Binding>> found;
  for (const TemplateParameter& each : parameters)
    if (each.pack && !names.contains(each.name) && mentions(parameter->type, {each}))
      found[each.name];
  if (found.empty()) return true;
  for (std::size_t i = from; i < arguments.size(); ++i) {
    if (!arguments[i].value.type) return false;
    Names own = names;
    if (!unify_argument(parameter->type, arguments[i].value, own, parameters)) return false;
    for (auto& [name, elements] : found) {
      if (!own.contains(name)) return false;
      elements.push_back(own[name]);
    }
  }
  for (const auto& [name, elements] : found) bind_pack(names, name, elements);
  return true;
}

}  // namespace loom::cuda
