#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

// A copy of its own of what a lambda captures. Only one that is mutable can change a number.
Value Lowerer::captured(Value value, std::string_view name, const Callable& function,
                        const Place& place) {
  refuse_ends(value.type, place);
  if (bad() || (value.is_constant() && (function.is_const || !value.type->has_registers())))
    return value;
  if (value.type->is(Form::closure)) return lambda_copy(value, place);
  if (!value.in_memory() && value.type->scalars == 0) return value;
  const bool is_const = value.type->is_const();
  const bool addressed = function.addressed.contains(name) ||
                         (now().function && now().function->addressed.contains(name));
  Value own = new_variable(value.type, name, addressed || !value.type->plain->flat, 0);
  value.unset = false;
  copy(own, value, place);
  if (is_const) own.type = types_.const_of(own.type);
  return own;
}

// A variable of this name, or a pack of such, by value.
void Lowerer::capture(Closure& closure, std::string_view name, const Place& place) {
  if (const auto found = closure.names.find(name);
      found != closure.names.end() && found->second.value.type && !found->second.stays) {
    found->second.value = captured(found->second.value, name, *closure.lambda->function, place);
    closure.own.push_back(name);
  }
  for (int i = 0; i < pack_of(name); ++i)
    capture(closure, element_name(name, static_cast<std::size_t>(i)), place);
}

// Copies of a lambda that changes what it has captured are apart; of others nobody can tell.
Value Lowerer::lambda_copy(const Value& value, const Place& place) {
  const Closure& from = *value.type->closure;
  if (from.lambda->function->is_const || from.own.empty()) return value;
  CType type = *value.type;
  type.closure = std::make_shared<Closure>(from);
  for (std::string_view name : from.own) {
    Value& own = type.closure->names[name].value;
    own.lvalue = true;
    own = captured(own, name, *from.lambda->function, place);
  }
  return Value{types_.add(std::move(type))};
}

// A lambda is a type of its own, which knows what it has captured; its value needs no registers.
Value Lowerer::lambda(const Node* node) {
  auto closure = std::make_shared<Closure>();
  closure->lambda = node;
  closure->self = now().self;
  closure->owner = now().owner;
  closure->instance = now().instance + "@" + std::to_string(node->place.line) + ":" +
                      std::to_string(node->place.column);
  for (const Scope& scope : now().scopes)
    for (const auto& [name, binding] : scope.names) closure->names[name] = binding;
  if (node->name == "=")
    for (std::string_view used : node->function->used) {
      const auto named = [&](const Node* each) { return each->name == used; };
      if (std::none_of(node->kids.begin(), node->kids.end(), named))
        capture(*closure, used, node->place);
    }
  for (const Node* each : node->kids) {
    if (each->kind == NodeKind::this_pointer) {
      if (!now().self.type) return failed(each->place, "'this' stands outside of a structure");
      Value self = now().self;
      self.lvalue = true;
      closure->self = captured(self, "", *node->function, each->place);
      if (node->function->is_const && !bad())
        closure->self.type = types_.const_of(closure->self.type);
    } else if (!each->kids.empty() && each->flags.reference) {
      closure->names[each->name] = {pinned(expression(each->kids[0])), nullptr};
    } else if (!each->kids.empty()) {
      Value value = expression(each->kids[0]);
      if (value.type->is(Form::array)) value = rvalue(value);
      value = captured(value, each->name, *node->function, each->place);
      value.lvalue = true;
      value.fresh = false;
      closure->names[each->name] = {value, nullptr};
      closure->own.push_back(each->name);
    } else if (pack_of(each->name) < 0 && !(local(each->name) && local(each->name)->value.type)) {
      return failed(each->place, "nothing is called '%' here", {each->name});
    } else if (!each->flags.reference) {
      capture(*closure, each->name, each->place);
    }
    if (bad()) return nothing();
  }
  CType type;
  type.form = Form::closure;
  type.name = message("(lambda at %:%)", {node->place.line, node->place.column});
  type.closure = std::move(closure);
  return Value{types_.add(std::move(type))};
}

}  // namespace loom::cuda
