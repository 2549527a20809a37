#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

using Form = CType::Form;

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
  const auto copied = [&](Value value) {
    const bool in_registers_ =
        value.where == Where::registers && value.type->flat && value.type->scalars > 0;
    if (!in_registers_)
      return value;  // constants, and arrays and addressed variables, which stay where they are
    const Register own = fresh(value.type->scalars);
    value.fresh = false;
    copy_registers(own, value);
    value.first = own;
    return value;
  };
  const auto copy_named = [&](std::string_view name) {
    if (const auto found = closure->names.find(name);
        found != closure->names.end() && found->second.value.type)
      found->second.value = copied(found->second.value);
  };
  const auto copy_all = [&](std::string_view name) {
    copy_named(name);
    for (int i = 0; i < pack_of(name); ++i)
      copy_named(element_name(name, static_cast<std::size_t>(i)));
  };
  if (node->name == "=")
    for (std::string_view used : node->function->used) copy_all(used);
  for (const Node* capture : node->kids) {
    Value value;
    if (pack_of(capture->name) >= 0 && capture->kids.empty()) {
      if (!capture->flags.reference) copy_all(capture->name);
      continue;
    }
    if (!capture->kids.empty()) {
      value = copied(rvalue(expression(capture->kids[0])));
      value.lvalue = true;
    } else if (const Binding* found = local(capture->name); found && found->value.type) {
      value = capture->flags.reference ? found->value : copied(found->value);
    } else {
      return failed(capture->place, "nothing is called '%' here", {capture->name});
    }
    value.fresh = false;
    closure->names[capture->name] = {value, nullptr};
  }
  CType type;
  type.form = Form::closure;
  type.name = message("(lambda at %:%)", {node->place.line, node->place.column});
  type.closure = std::move(closure);
  return Value{types_.add(std::move(type))};
}

}  // namespace loom::cuda
