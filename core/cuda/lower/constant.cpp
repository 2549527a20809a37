// Calls of constexpr functions with constant values: their code runs here, so that they may call
// themselves. Variables that are known, too.
#include <algorithm>
#include <utility>

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/run/lanes.hpp"

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
                                        const Place& place) {
  Known key{candidate.function, candidate.owner, candidate.instance, {}};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i].value.lvalue = false;
    key.values.emplace_back(arguments[i].value.type->plain, arguments[i].value.bits);
  }
  if (const auto known = known_calls_.find(key); known != known_calls_.end()) return known->second;
  if (++evaluations_ > most_evaluations)
    return failed(place, "constant functions are called more than % times here",
                  {most_evaluations});
  const std::size_t from = here(), named = code_.names.size();
  const Register before = next_, most = most_;
  ++evaluating_;
  Value value = in_place(candidate, arguments, nullptr, place);
  --evaluating_;
  if (bad()) return value;
  if (!value.is_constant()) {
    if (!value.type->has_registers() || value.in_memory()) return value;
    const Register result = reg(value);
    Memory memory;
    const auto found = executed(from, result, &memory);
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

namespace {

constexpr std::int64_t apart = std::int64_t{1} << 32;  // between variables, as addresses here

}  // namespace

// A structure or an array that a constant function makes: its code runs here, with the variables of
// the frame in `memory`.
void Lowerer::put_computed(const CType* type, const Node* node, const Place& place,
                           std::vector<std::uint8_t>& bytes, std::size_t offset) {
  const std::size_t from = here(), named = code_.names.size(), first = code_.variables.size();
  const std::int64_t frame = code_.frame_bytes;
  const Register before = next_, most = most_;
  const int typing = std::exchange(unevaluated_, 0);
  const Value made = new_variable(type, "", true, 0);
  const std::size_t variable = code_.variables.size() - 1;
  node ? initialize(made, node, place) : initialize_default(made, place);
  unevaluated_ = typing;
  Memory memory;
  if (!bad() && !executed(from, constant(0, Type::i32), &memory))
    fail(place, "this value is not known before the kernel runs");
  for (std::size_t i = 0; i < static_cast<std::size_t>(type->size) && !bad(); ++i) {
    const auto found =
        memory.find(apart * static_cast<std::int64_t>(variable + 1) + static_cast<std::int64_t>(i));
    bytes[offset + i] = found == memory.end() ? std::uint8_t{0} : found->second;
  }
  code_.instructions.resize(std::min(from, code_.instructions.size()));
  code_.names.resize(std::min(named, code_.names.size()));
  const auto made_here = code_.variables.begin() + static_cast<std::ptrdiff_t>(first);
  code_.variables.erase(
      std::remove_if(made_here, code_.variables.end(),
                     [](const Variable& each) { return each.space == Space::local; }),
      code_.variables.end());
  code_.frame_bytes = frame;
  next_ = before;
  most_ = most;
  here();
}

// The address of a variable of the frame, or of one that never changes, for executed(); nothing
// for others.
std::optional<std::int64_t> Lowerer::frame_address(Register address) const {
  for (std::size_t i = 0; i < code_.variables.size(); ++i)
    if (code_.variables[i].address == address &&
        (code_.variables[i].space == Space::local || known_.contains(address)))
      return apart * static_cast<std::int64_t>(i + 1);
  return std::nullopt;
}

// What lies at such an address, of a variable that never changes.
std::optional<std::uint8_t> Lowerer::known_byte(std::int64_t address) const {
  const auto variable = static_cast<std::size_t>(address / apart - 1);
  const auto offset = static_cast<std::size_t>(address % apart);
  if (address < apart || variable >= code_.variables.size()) return std::nullopt;
  const Variable& held = code_.variables[variable];
  if (!known_.contains(held.address) || offset >= held.initial.size()) return std::nullopt;
  return held.initial[offset];
}

// A value in a variable that never changes needs no load.
std::optional<Value> Lowerer::known_value(const Value& from) {
  if (from.first < pool || !known_.contains(from.first) || from.type->is_volatile)
    return std::nullopt;
  const std::int64_t base = *frame_address(from.first) + from.bits;
  const auto bits_at = [&](Type type, int offset) -> std::optional<std::int64_t> {
    std::uint64_t bits = 0;
    for (int i = 0; i < loom::cuda::size_of(type); ++i) {
      const auto byte = known_byte(base + offset + i);
      if (!byte) return std::nullopt;
      bits |= std::uint64_t{*byte} << (8 * i);
    }
    return static_cast<std::int64_t>(extended(bits, type));
  };
  if (from.type->has_registers()) {
    const auto bits = bits_at(from.type->scalar, 0);
    return bits ? std::optional(number(from.type->plain, *bits)) : std::nullopt;
  }
  const Shape shape = shape_of(from.type);
  const Value made = in_registers(from.type->plain, fresh(std::max(1, from.type->scalars)));
  Register next = made.first;
  for (const Scalar& each : shape.scalars) {
    const auto bits = bits_at(each.type, each.offset);
    if (!bits) return std::nullopt;
    emit(Op::copy, each.type, next++, constant(static_cast<std::uint64_t>(*bits), each.type));
  }
  return made;
}

// A constexpr array or structure lies beside the code, so that what it holds is a constant, too:
// nvcc keeps it with the thread, a static one in global memory. False: its bytes are not known.
bool Lowerer::bind_table(const Node* node, const Node* initial, const CType* type, int alignment) {
  auto outer = std::exchange(pointing_, {});
  auto bytes = initial_bytes(type, initial, node->place);
  outer.swap(pointing_);
  if (bad() || !outer.empty()) {
    error_.reset();
    return false;
  }
  const Space space = node->flags.is_static ? Space::global : Space::constant;
  const auto same_table = [&](const Variable& each) {
    return known_.contains(each.address) && each.name == node->name && each.space == space &&
           each.initial == bytes;
  };
  auto table = std::find_if(code_.variables.begin(), code_.variables.end(), same_table);
  if (table == code_.variables.end()) {
    const std::size_t made = add_variable(node->name, space, type, alignment);
    known_.insert(address_of_variable(made));
    table = code_.variables.begin() + static_cast<std::ptrdiff_t>(made);
    table->initial = std::move(bytes);
  }
  Value value{types_.const_of(type->plain)};
  value.where = Value::Where::memory;
  value.lvalue = true;
  value.first = table->address;
  bind(node->name, value);
  now().scopes.back().names[node->name].stays = true;
  return true;
}

bool Lowerer::moved_in(Memory& memory, const Instruction& each, std::int64_t address,
                       std::map<Register, std::int64_t>& values) const {
  const int size = loom::cuda::size_of(each.type);
  for (int k = 0; k < each.count; ++k)
    for (int i = 0; i < size; ++i) {
      const std::int64_t at = address + each.imm + k * size + i;
      if (at < apart) return false;
      if (each.op == Op::store) {
        const auto from = values.find(each.b + k);
        std::int64_t bits = 0;
        if (from != values.end())
          bits = from->second;
        else if (each.b + k >= pool)
          bits = prologue_[static_cast<std::size_t>(each.b + k - pool)].imm;
        else
          return false;
        if (known_byte(at)) return false;
        memory[at] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(bits) >> (8 * i));
      } else {
        const auto found = memory.find(at);
        const auto byte = found != memory.end() ? std::optional(found->second) : known_byte(at);
        if (!byte) return false;  // never written
        std::uint64_t bits = i == 0 ? 0 : static_cast<std::uint64_t>(values[each.result + k]);
        bits |= std::uint64_t{*byte} << (8 * i);
        values[each.result + k] = static_cast<std::int64_t>(bits);
      }
    }
  if (each.op == Op::load)
    for (int k = 0; k < each.count; ++k) {
      auto& bits = values[each.result + k];
      bits = static_cast<std::int64_t>(extended(static_cast<std::uint64_t>(bits), each.type));
    }
  return true;
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
  bind(node->name, value);
  return true;
}

// The value of an expression; where it is not folded already, its code runs here, without memory.
Value Lowerer::constant_value(const Node* node) {
  const std::size_t from = here();
  const int typing = std::exchange(unevaluated_, 0);
  Value value = rvalue(expression(node));
  unevaluated_ = typing;
  if (bad() || value.is_constant() || !value.type->has_registers()) return value;
  const Register result = reg(value);
  Memory memory;
  if (const auto known = executed(from, result, &memory)) {
    code_.instructions.resize(from);
    here();
    return number(value.type, *known);
  }
  return value;
}

std::int64_t Lowerer::constant_of(Node* node, const char* what) {
  if (!node) return 0;
  const Value value = constant_value(node);
  if (bad()) return 0;
  if (!value.is_constant() || value.type->is_real()) {
    fail(node->place, "% must be a constant integer", {what});
    return 0;
  }
  return value.bits;
}

}  // namespace loom::cuda
