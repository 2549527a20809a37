// Which function a call means.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// The same type, whatever const the elements of an array have.
bool alike(const CType* a, const CType* b) {
  while (a->is(Form::array) && b->is(Form::array) && a->count == b->count) {
    a = a->of;
    b = b->of;
  }
  return same(a, b);
}

std::vector<Given> Lowerer::arguments_of(const Node* node, std::size_t from,
                                         std::string_view function) {
  std::vector<Given> made;
  const bool before = indexing_;
  indexing_ = false;
  for (Node* kid : expanded(node->kids, from)) {
    if (bad()) break;
    Given argument{{}, nullptr, kid->place, kid->kind == NodeKind::ternary};
    Indexing index(*this,
                   !function.empty() && takes_index(function, made.size(), before) ? kid : nullptr);
    if (kid->kind == NodeKind::braces)
      argument.braces = kid;
    else
      argument.value = expression(kid);
    made.push_back(argument);
  }
  indexing_ = before;
  return made;
}

Value Lowerer::call(const Node* node) {
  const Node* callee = node->kids[0];
  if (callee->kind == NodeKind::member || callee->kind == NodeKind::arrow)
    return call_member(callee, node);
  if (callee->kind == NodeKind::name) return call_named(callee, node);
  const Value value = expression(callee);
  if (bad()) return value;
  std::vector<Given> arguments = arguments_of(node, 1);
  return bad() ? value : call_value(value, arguments, node->place);
}

Value Lowerer::call_value(const Value& callee, std::vector<Given>& arguments, const Place& place) {
  if (callee.type->is(Form::closure)) return call_closure(callee, arguments, place);
  if (callee.type->is(Form::function_pointer)) return call_pointer(callee, arguments, place);
  if (callee.type->is(Form::functions)) {
    if (auto made = call_functions(callee.type->functions, nullptr, arguments, place)) return *made;
    if (bad()) return callee;
    if (auto made = intrinsic(callee.type->functions, nullptr, arguments, place)) return *made;
    return failed(place, "no function '%' takes these values", {callee.type});
  }
  if (callee.type->is_structure())
    if (auto made = call_method(callee, "operator()", nullptr, arguments, place)) return *made;
  return failed(place, "a value of type '%' cannot be called", {callee.type});
}

// S<int>::f(…) reads like a value of a type f.
std::optional<Value> Lowerer::static_call(const Node* node) {
  const Node* type = node->type;
  if (!type || type->kind != NodeKind::type_named || type->kids.empty() || node->flags.braces ||
      type->kids[0]->name == "numeric_limits")
    return std::nullopt;
  const auto before = error_;
  const CType* outer = bad() ? nullptr : resolve(type->kids[0])->plain;
  error_ = before;
  if (!outer || !outer->structure) return std::nullopt;
  const auto& functions = outer->structure->functions;
  if (std::none_of(functions.begin(), functions.end(),
                   [&](const Callable* each) { return each->name == type->name; }))
    return std::nullopt;
  Node callee = *type, call = *node;
  callee.kind = NodeKind::name;
  callee.type = type->kids[0];
  callee.kids.clear();
  call.kind = NodeKind::call;
  call.type = nullptr;
  call.kids.insert(call.kids.begin(), &callee);
  return call_named(&callee, &call);
}

Value Lowerer::call_named(const Node* callee, const Node* node) {
  const std::string_view name = callee->name;
  const bool plain = callee->scope.empty() && !callee->type;
  if (plain)
    if (const Binding* found = local(name); found && found->value.type) {
      std::vector<Given> arguments = arguments_of(node, 1);
      return bad() ? found->value : call_value(found->value, arguments, node->place);
    }
  for (std::string_view scope : callee->scope)
    if (const std::string why = why_refused(scope); !why.empty())
      return failed(callee->place, "%::%: %", {scope, name, why});
  std::vector<Given> arguments = arguments_of(node, 1, name);
  if (bad()) return number(types_.int_(), 0);
  at(node->place);
  if (!plain) {  // S::f(…), S<int>::f(…)
    const CType* type =
        callee->type ? resolve(callee->type) : scope_type(callee->scope, callee->place);
    if (bad()) return number(types_.int_(), 0);
    if (type && type->is_structure()) {
      Value self{type};
      if (now().self.type && now().owner && same(now().owner, type)) self = now().self;
      if (auto made = call_method(self, name, callee->flags.has_arguments ? callee : nullptr,
                                  arguments, node->place))
        return *made;
      if (bad()) return number(types_.int_(), 0);
      return failed(node->place, "'%' has no function '%' for these values", {type, name});
    }
  } else if (now().owner) {
    Value self = now().self;
    if (!self.type) self = Value{now().owner};
    if (auto made = call_method(self, name, callee->flags.has_arguments ? callee : nullptr,
                                arguments, node->place))
      return *made;
    if (bad()) return number(types_.int_(), 0);
    if (now().self.type)
      if (const auto field = field_of(now().owner, name))
        return call_value(member(now().self, *field), arguments, node->place);
  }
  const Node* explicit_arguments = callee->flags.has_arguments ? callee : nullptr;
  if (auto made = call_functions(name, explicit_arguments, arguments, node->place)) return *made;
  if (bad()) return number(types_.int_(), 0);
  if (auto made = intrinsic(name, explicit_arguments, arguments, node->place)) return *made;
  if (bad()) return number(types_.int_(), 0);
  if (plain)
    if (const auto found = unit_.variables.find(name); found != unit_.variables.end())
      return call_value(global(found->second, node->place), arguments, node->place);
  if (!unit_.functions_by_name.contains(name)) return unknown_name(callee);
  std::string types;
  for (const Given& each : arguments)
    types += (types.empty() ? "" : ", ") +
             (each.value.type ? spelled(each.value.type) : std::string("{…}"));
  return failed(node->place, "no function '%' takes (%)", {name, types});
}

Value Lowerer::call_member(const Node* callee, const Node* node) {
  Value of =
      callee->kind == NodeKind::arrow ? behind(callee->kids[0], "->") : expression(callee->kids[0]);
  if (bad()) return of;
  std::vector<Given> arguments = arguments_of(node, 1);
  if (bad()) return of;
  at(node->place);
  if (!of.type->is_structure()) return failed(callee->place, "'%' has no functions", {of.type});
  if (auto made = call_method(of, callee->name, callee->flags.has_arguments ? callee : nullptr,
                              arguments, node->place))
    return *made;
  if (bad()) return of;
  if (const auto field = field_of(of.type->plain, callee->name))
    return call_value(member(of, *field), arguments, node->place);
  return failed(callee->place, "'%' has no function '%' for these values",
                {of.type->plain, callee->name});
}

std::optional<Value> Lowerer::call_functions(std::string_view name, const Node* explicit_arguments,
                                             std::vector<Given>& arguments, const Place& place) {
  std::vector<std::pair<Callable*, const CType*>> functions;
  for (auto [each, last] = unit_.functions_by_name.equal_range(name); each != last; ++each)
    functions.emplace_back(each->second, nullptr);
  if (functions.empty()) return std::nullopt;
  const auto chosen = choose(functions, explicit_arguments, arguments, place);
  if (!chosen) return std::nullopt;
  const Callable& function = *chosen->function;
  if (function.global)
    return failed(place,
                  "kernels cannot be called from a kernel here; make '%' a __device__ function",
                  {name});
  if (!function.device && !function.is_constexpr && !function.from_prelude)
    return failed(place, "'%' is a function of the host; declare it __device__", {name});
  return inlined(*chosen, arguments, nullptr, place);
}

std::optional<Value> Lowerer::call_method(const Value& self, std::string_view name,
                                          const Node* explicit_arguments,
                                          std::vector<Given>& arguments, const Place& place) {
  for (const CType* type : lineage(self.type->plain)) {
    if (!type->structure) continue;
    std::vector<std::pair<Callable*, const CType*>> functions;
    for (Callable* each : type->structure->functions)
      if (each->name == name && !each->constructor) functions.emplace_back(each, type->plain);
    if (functions.empty()) continue;
    if (const auto chosen = choose(functions, explicit_arguments, arguments, place)) {
      if (self.where == Where::constant || self.times != none) break;
      const auto base = base_of(self.type->plain, type);
      const Value part = base ? member(self, *base) : self;
      return inlined(*chosen, arguments, &part, place);
    }
    if (bad()) return std::nullopt;
  }
  return std::nullopt;
}

// The best of the functions that fit.
std::optional<Candidate> Lowerer::choose(
    const std::vector<std::pair<Callable*, const CType*>>& functions,
    const Node* explicit_arguments, const std::vector<Given>& arguments, const Place& place) {
  std::optional<Candidate> best;
  std::string broken;
  for (const auto& [function, owner] : functions) {
    if (!function->error.empty() && function->parameters.empty()) {
      broken = function->error;
      continue;
    }
    Candidate candidate;
    candidate.function = function;
    candidate.owner = owner;
    const auto before = error_;
    const auto size = code_.instructions.size();
    const bool suits = fits(candidate, explicit_arguments, arguments);
    code_.instructions.resize(std::min(size, code_.instructions.size()));
    error_ = before;
    if (!suits) continue;
    if (!best || candidate.score < best->score) {
      best = std::move(candidate);
      continue;
    }
    if (candidate.score > best->score) continue;
    // Equal: a definition before a declaration, a plain function before a template, the reader's
    // before ours, a specialization before what it specializes.
    const auto rank = [](const Callable& each) {
      const bool open = !each.parameters.empty() && each.parameters.back()->flags.pack;
      return (open ? 0 : 16) + (each.body_at ? 8 : 0) +
             (each.is_template && !each.templates.empty() ? 0 : 4) + (each.from_prelude ? 0 : 2) +
             (each.specialized.empty() ? 0 : 1);
    };
    if (rank(*function) > rank(*best->function)) best = std::move(candidate);
  }
  if (!best && !broken.empty()) {
    error_ = Error{broken};
    if (place.line && broken.find(':') == std::string::npos)
      error_ = error_at(place, "%", {broken});
  }
  return best;
}

bool Lowerer::fits(Candidate& candidate, const Node* explicit_arguments,
                   const std::vector<Given>& arguments) {
  Callable& function = *candidate.function;
  const auto& parameters = function.parameters;
  const bool open = !parameters.empty() && parameters.back()->flags.pack;
  const std::size_t fixed = parameters.size() - (open ? 1 : 0);
  if (!open && arguments.size() > fixed) return false;
  for (std::size_t i = arguments.size(); i < fixed; ++i)
    if (parameters[i]->kids.empty()) return false;
  Activation inside;
  inside.owner = candidate.owner;
  inside.function = &function;
  Names& names = inside.scopes[0].names;
  if (explicit_arguments && !function.is_template) return false;
  if (!function.specialized.empty() ||
      (function.is_template && function.templates.empty())) {  // template<> f<int>(…)
    if (explicit_arguments && explicit_arguments->arguments.size() == function.specialized.size())
      for (std::size_t i = 0; i < function.specialized.size(); ++i) {
        const TemplateValue a = template_value(explicit_arguments->arguments[i], nullptr),
                            b = template_value(function.specialized[i], nullptr);
        if (bad() || a.is_value != b.is_value ||
            (a.is_value ? a.bits != b.bits : !same(a.type, b.type)))
          return false;
      }
    else if (explicit_arguments)
      return false;
  } else if (!template_names(function.templates, explicit_arguments, names)) {
    return false;
  }
  Inside in(*this, inside);
  if (function.is_template) {
    for (std::size_t i = 0; i < arguments.size() && i < fixed; ++i)
      if (arguments[i].value.type && mentions(parameters[i]->type, function.templates) &&
          !unify(parameters[i]->type, arguments[i].value.type, names, function.templates,
                 parameters[i]->type->kind != NodeKind::type_reference))
        return false;
    if (open && !unify_pack(parameters.back(), arguments, fixed, names, function.templates))
      return false;
    if (!template_defaults(function.templates, names, candidate.instance)) return false;
    if (function.result && mentions(function.result, function.templates) &&
        function.result->kind != NodeKind::type_auto)
      resolve(function.result);
    if (bad()) return false;
  }
  for (std::size_t i = 0; i < std::max(fixed, arguments.size()); ++i) {
    const Node* parameter = parameters[std::min(i, parameters.size() - 1)];
    const Node* type = i < fixed ? parameter->type : pack_type(parameter, i - fixed);
    const bool is_given = i < arguments.size() && arguments[i].value.type;
    candidate.types.push_back(is_given ? deduced(type, arguments[i].value, parameter->place)
                                       : resolve(type));
    if (bad()) return false;
    if (i >= arguments.size()) continue;
    if (type->kind == NodeKind::type_reference &&
        !candidate.types.back()->is(Form::reference))  // auto&
      candidate.types.back() = types_.reference_to(arguments[i].value.type);
    const int score = fit_argument(arguments[i], candidate.types.back());
    if (score < 0) return false;
    candidate.score += score;
  }
  candidate.names = names;
  return !function.name.starts_with("operator") || candidate.owner ||
         operator_applies(candidate, arguments);
}

// An operator of the reader's needs a structure, or an enumeration that it takes as it is: else the
// built-in one is meant.
bool Lowerer::operator_applies(const Candidate& candidate, const std::vector<Given>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CType *type = arguments[i].value.type, *to = candidate.types[i];
    if (!type || type->is_structure()) return true;
    if (type->is(Form::enumeration) && same(type, to->is(Form::reference) ? to->of : to))
      return true;
  }
  return false;
}

int Lowerer::fit_argument(const Given& argument, const CType* to) {
  const CType* wanted = to->is(Form::reference) ? to->of : to;
  if (argument.braces) return wanted->is_structure() || wanted->is(Form::array) ? 1 : 2;
  const Value& value = argument.value;
  const CType* from = value.type;
  if (to->is(Form::reference) && alike(from, wanted)) {
    if (from->is_const() && !wanted->is_const()) return value.lvalue ? -1 : 0;
    return 0;
  }
  if (to->is(Form::reference) && wanted->is(Form::array)) return -1;
  if (to->is(Form::reference) && !wanted->is_const() && value.lvalue && from->is_scalar() &&
      wanted->is_scalar())
    return -1;
  const int scalar = fit(types_, from, wanted->plain);
  if (scalar >= 0) return scalar * 2;
  if (wanted->is_pointer() && value.is_constant() && value.bits == 0 && from->is_integer())
    return 4;
  if (base_of(from, wanted)) return 3;
  if (wanted->is(Form::function_pointer))
    return from->is(Form::functions) || from->is(Form::closure) ? 0 : -1;
  if (from->is_pointer() && wanted->is_pointer() && base_of(from->of, wanted->of) &&
      (wanted->of->is_const() || !from->of->is_const()))
    return 3;
  if (wanted->is_structure() && wanted->structure && has_constructor(wanted)) {
    Activation inside;
    inside.owner = wanted->plain;
    Inside in(*this, inside);
    for (const Callable* each : wanted->structure->functions) {
      if (!each->constructor || each->is_template || each->parameters.empty() ||
          (each->parameters.size() > 1 && each->parameters[1]->kids.empty()))
        continue;
      const CType* type = resolve(each->parameters[0]->type);
      if (bad()) return -1;
      if (fit(types_, from, type->is(Form::reference) ? type->of->plain : type->plain) >= 0)
        return 8;
    }
  }
  if (from->is_structure() && from->structure && wanted->is_scalar())
    for (const Callable* each : from->structure->functions)
      if (each->name == "operator cast") return 8;
  return -1;
}

}  // namespace loom::cuda
