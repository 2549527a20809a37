// Calls of constexpr functions with constant values: their code runs here, so that they may call
// themselves. Variables that are known, too.
#include <algorithm>

#include "core/cuda/lower/lowerer.hpp"

namespace loom::cuda {

namespace {

// More than a result in a register.
bool has_effect(Op op) {
  return op == Op::store || op == Op::atomic || (op >= Op::copy_async && op <= Op::barrier) ||
         op == Op::print || op == Op::assertion || op == Op::trap || op == Op::exit;
}

}  // namespace

// Whether this call can be computed before the kernel runs.
bool Lowerer::known_call(const Candidate& candidate, const std::vector<Given>& arguments,
                         const Value* self) const {
  const Callable& function = *candidate.function;
  if (!function.is_constexpr || function.constructor || (self && self->where != Where::nothing) ||
      arguments.size() != function.parameters.size())
    return false;
  return std::all_of(arguments.begin(), arguments.end(), [](const Given& each) {
    return !each.braces && each.value.type && each.value.is_constant() &&
           each.value.type->has_registers();
  });
}

// Whether the function gives its variable another value, itself or through a reference.
bool Lowerer::may_change(const Callable& function, std::string_view name) const {
  if (function.assigned.contains(name)) return true;
  return std::any_of(function.passed.begin(), function.passed.end(), [&](const Passed& passed) {
    if (passed.variable != name) return false;
    const auto [first, last] = unit_.functions_by_name.equal_range(passed.callee);
    return first == last || std::any_of(first, last, [&](const auto& each) {
             const auto& parameters = each.second->parameters;
             return passed.index < parameters.size() &&
                    parameters[passed.index]->type->kind == NodeKind::type_reference;
           });
  });
}

// The call's value, or nothing where its code needs more than numbers.
std::optional<Value> Lowerer::evaluated(const Candidate& candidate, std::vector<Given> arguments,
                                        Place place) {
  Known key{candidate.function, candidate.owner, candidate.instance, {}};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i].value.lvalue = false;
    key.values.emplace_back(arguments[i].value.type->plain, arguments[i].value.bits);
  }
  if (const auto known = known_calls_.find(key); known != known_calls_.end()) return known->second;
  if (++evaluations_ > most_evaluations)
    return failed(place, "constant functions are called more than " +
                             std::to_string(most_evaluations) + " times here");
  const std::size_t from = here(), named = code_.names.size();
  const Register before = next_, most = most_;
  ++evaluating_;
  Value value = in_place(candidate, arguments, nullptr, place);
  --evaluating_;
  if (bad()) return value;
  if (!value.is_constant()) {
    if (!value.type->has_registers() || value.in_memory()) return value;
    const Register result = reg(value);
    const auto found = executed(from, result);
    if (!found) return value;
    value = number(value.type->plain, *found);
  }
  code_.instructions.resize(from);
  code_.names.erase(code_.names.begin() + static_cast<std::ptrdiff_t>(named), code_.names.end());
  next_ = before;
  most_ = most;
  here();
  value.lvalue = false;
  known_calls_[key] = value;
  return value;
}

// A const variable whose value is known needs no register. False: it is not known, and `value` is
// what was computed.
bool Lowerer::bind_constant(const Node* node, const Node* initial, Value& value,
                            const CType* type) {
  const Register before = next_;
  const std::size_t size = code_.instructions.size();
  if (!value.type) value = node->flags.is_constexpr ? constant_value(initial) : expression(initial);
  value = convert(value, type, node->place);
  if (bad() || !value.is_constant()) return false;
  const std::size_t from = std::min(code_.instructions.size(), std::max(size, barrier_));
  const auto start = code_.instructions.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::none_of(start, code_.instructions.end(), [&](const Instruction& each) {
        return has_effect(each.op) || (each.result != none && each.result < before);
      }))
    code_.instructions.resize(from);
  value.type = types_.const_of(type->plain);
  value.lvalue = false;
  next_ = before;
  bind(node->name, value, node->place);
  return true;
}

}  // namespace loom::cuda
