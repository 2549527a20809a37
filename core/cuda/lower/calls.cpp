// Which function a call means.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"

namespace loom::cuda {

using Form = CType::Form;

std::vector<Given> Lowerer::arguments_of(const Node* node, std::size_t from,
                                         std::string_view function) {
  std::vector<Given> made;
  const bool before = indexing_;
  indexing_ = false;
  const bool in_order = node->kind == NodeKind::braces || node->flags.braces;
  const std::vector<Node*> kids = expanded(node->kids, from);
  for (auto each = kids.begin(); each != kids.end() && !bad(); ++each) {
    Node* kid = *each;
    Given argument{{}, nullptr, kid->place};
    const bool choice = kid->kind == NodeKind::ternary;
    Indexing index(*this,
                   !function.empty() && takes_index(function, made.size(), before) ? kid : nullptr);
    if (kid->kind == NodeKind::braces)
      argument.braces = kid;
    else
      argument.value =
          choice && takes_place(function, made.size()) ? place_of(kid) : expression(kid);
    argument.choice = choice && !argument.value.lvalue;
    if (const CType* type = argument.value.type;
        in_order && type && argument.value.lvalue && type->flat && type->scalars > 0 && !bad() &&
        std::any_of(each + 1, kids.end(),
                    [&](const Node* later) { return may_change_others(later); })) {
      argument.early = in_registers(type->plain, fresh(type->scalars), false);
      copy_registers(argument.early.first, rvalue(argument.value));
    }
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
  if (!type || type->kind != NodeKind::type_named || type->kids.empty() || node->flags.braces)
    return std::nullopt;
  const auto before = error_;
  const CType* outer = bad() ? nullptr : scope_type(type);
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
  const bool plain = callee->scope.empty() && !callee->type, outside = callee->flags.is_extern;
  if (plain && !outside)
    if (const Binding* found = local(name); found && found->value.type) {
      std::vector<Given> arguments = arguments_of(node, 1, name);
      return bad() ? found->value : call_value(found->value, arguments, node->place);
    }
  for (std::string_view scope : callee->scope)
    if (const std::string why = why_refused(scope); !why.empty())
      return failed(callee->place, "%::%: %", {scope, name, why});
  std::vector<Given> arguments = arguments_of(node, 1, name);
  if (bad()) return number(types_.int_(), 0);
  at(node->place);
  if (!plain) {  // S::f(…), S<int>::f(…)
    const CType* type = scope_type(callee);
    if (bad()) return number(types_.int_(), 0);
    if (type && type->is_structure()) {
      Value self{type};
      if (now().self.type)
        if (const auto seen = seen_as(now().self, type)) self = *seen;
      if (auto made = call_method(self, name, callee->flags.has_arguments ? callee : nullptr,
                                  arguments, node->place))
        return *made;
      if (bad()) return number(types_.int_(), 0);
      return failed(node->place, "'%' has no function '%' for these values", {type, name});
    }
  } else if (now().owner && !outside) {
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
  const Value of = object_of(callee);
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

// The function of this name for these values: of all that there are, and of the friends that the
// structures among the values define.
std::optional<Candidate> Lowerer::function_for(std::string_view name,
                                               const Node* explicit_arguments,
                                               const std::vector<Given>& arguments,
                                               const Place& place) {
  Functions functions;
  for (auto [each, last] = unit_.functions_by_name.equal_range(name); each != last; ++each)
    functions.emplace_back(each->second, nullptr);
  for (const Given& given : arguments) {
    const CType* type = given.value.type;
    if (type && type->is_pointer()) type = type->of;
    if (!type || !type->is_structure()) continue;
    const auto add = [&](Callable* function, const CType* owner) {
      const std::pair<Callable*, const CType*> made{function, owner};
      if (std::find(functions.begin(), functions.end(), made) == functions.end())
        functions.push_back(made);
    };
    for (const CType* owner : lineage(type->plain)) {
      if (!owner->structure) continue;
      for (Callable* each : owner->structure->friends)
        if (each->name == name) add(each, owner);
      std::string beside;  // a function of the structure's namespace, as text/namespaces.hpp has it
      for (std::string_view space : owner->structure->space) beside.append(space).append("::");
      beside += name;
      for (auto [each, last] = unit_.functions_by_name.equal_range(beside); each != last; ++each)
        add(each->second, nullptr);
    }
  }
  if (functions.empty()) return std::nullopt;
  return choose(functions, explicit_arguments, arguments, place);
}

Value Lowerer::call_function(const Candidate& chosen, std::vector<Given>& arguments,
                             const Place& place) {
  const Callable& function = *chosen.function;
  if (unevaluated_) return inlined(chosen, arguments, nullptr, place);
  if (function.global)
    return failed(place,
                  "kernels cannot be called from a kernel here; make '%' a __device__ function",
                  {function.name});
  if (!function.device && !function.is_constexpr && !function.from_prelude)
    return failed(place, "'%' is a function of the host; declare it __device__", {function.name});
  return inlined(chosen, arguments, nullptr, place);
}

std::optional<Value> Lowerer::call_functions(std::string_view name, const Node* explicit_arguments,
                                             std::vector<Given>& arguments, const Place& place) {
  const auto chosen = function_for(name, explicit_arguments, arguments, place);
  if (!chosen) return std::nullopt;
  return call_function(*chosen, arguments, place);
}

// The member function of this name: the structure's own, with those of bases where it says so; else
// those of its bases.
std::optional<Candidate> Lowerer::method_for(const Value& self, std::string_view name,
                                             const Node* explicit_arguments,
                                             const std::vector<Given>& arguments,
                                             const Place& place) {
  Functions functions;
  for (const CType* type : lineage(self.type->plain)) {
    if (!type->structure) continue;
    for (Callable* each : type->structure->functions)
      if (each->name == name && !each->constructor) functions.emplace_back(each, type->plain);
    const bool used = type->structure->used.contains(name);
    const bool last = name == "operator=" && !used;  // the implicit one hides those of bases
    if (!last && (functions.empty() || used)) continue;
    if (auto chosen = choose(functions, explicit_arguments, arguments, place, &self)) return chosen;
    if (bad() || last) return std::nullopt;
    functions.clear();
  }
  return std::nullopt;
}

std::optional<Value> Lowerer::call_method(const Value& self, std::string_view name,
                                          const Node* explicit_arguments,
                                          std::vector<Given>& arguments, const Place& place) {
  const auto chosen = method_for(self, name, explicit_arguments, arguments, place);
  if (const Value* one = arguments.size() == 1 ? &arguments[0].value : nullptr;
      !chosen && !bad() && name == "operator=" && one && one->type &&
      (same(one->type, self.type) || base_of(one->type->plain, self.type))) {
    copy(self, *one, place, true);
    return self;
  }
  if (!chosen || self.where == Where::constant || self.times != none) return std::nullopt;
  if (chosen->function->is_static) {
    const Value no_object{chosen->owner};
    return inlined(*chosen, arguments, &no_object, place);
  }
  if (self.where == Where::nothing && !unevaluated_)
    return failed(place, "'%' needs an object", {name});
  const Value of = chosen->function->is_const ? self : changeable(self, place);
  const auto base = base_of(self.type->plain, chosen->owner);
  const Value part = base ? member(of, *base) : of;
  return inlined(*chosen, arguments, &part, place);
}

}  // namespace loom::cuda
