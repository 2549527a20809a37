#include <algorithm>

#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/lower/tables.hpp"
#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {

std::nullptr_t Lowerer::fail(const Place& place, const char* pattern, const Parts& parts) {
  if (!error_) error_ = error_at(place.line ? place : here_, pattern, parts);
  return nullptr;
}

Value Lowerer::failed(const Place& place, const char* pattern, const Parts& parts) {
  fail(place, pattern, parts);
  return number(types_.int_(), 0);
}

// What follows stands at this place. Places of our own text do not count: the call's stays.
void Lowerer::at(const Place& place) {
  if (place.line == 0 || in_prelude()) return;
  here_ = place;
  place_ = number_of(place);
}

bool Lowerer::in_prelude() const {
  return !active_.empty() && now().function && now().function->from_prelude;
}

// In Code::places.
std::int32_t Lowerer::number_of(const Place& place) {
  const auto [known, added] = places_.try_emplace({place.line, place.column},
                                                  static_cast<std::int32_t>(code_.places.size()));
  if (added) code_.places.push_back(place);
  return known->second;
}

Register Lowerer::fresh(int count) {
  const Register first = next_;
  next_ += count;
  most_ = std::max(most_, next_);
  if (next_ > 60000) fail({}, "the kernel needs too many registers");
  return first;
}

Register Lowerer::constant(std::uint64_t bits, Type type) {
  const auto [known, added] =
      constants_.try_emplace({bits, loom::cuda::size_of(type) == 8 ? 8 : 4},
                             static_cast<Register>(pool + prologue_.size()));
  if (added) {
    Instruction made{Op::constant, type};
    made.imm = static_cast<std::int64_t>(bits);
    made.result = known->second;
    prologue_.push_back(made);
  }
  return known->second;
}

Register Lowerer::special(Special which) {
  const auto [known, added] =
      specials_.try_emplace(which, static_cast<Register>(pool + prologue_.size()));
  if (added) {
    const bool wide = which == Special::dynamic_shared || which == Special::frame;
    Instruction made{Op::special, wide ? Type::u64 : Type::u32};
    made.imm = static_cast<std::int64_t>(which);
    made.result = known->second;
    prologue_.push_back(made);
  }
  return known->second;
}

Register Lowerer::address_of_variable(std::size_t variable) {
  Register& address = code_.variables[variable].address;
  if (address == none) {
    address = static_cast<Register>(pool + prologue_.size());
    prologue_.push_back({Op::jump});  // no instruction: the machine fills it
  }
  return address;
}

Instruction& Lowerer::emit(Op op, Type type, Register result, Register a, Register b, Register c) {
  if (code_.instructions.size() >= most_instructions)
    fail({}, "the code becomes too long; make loops and calls smaller");
  if (bad() && code_.instructions.size() > 1) code_.instructions.pop_back();
  Instruction made{op, type};
  made.result = result;
  made.a = a;
  made.b = b;
  made.c = c;
  made.place = place_;
  made.copy = active_.empty() ? 0 : now().copy;
  code_.instructions.push_back(made);
  return code_.instructions.back();
}

std::size_t Lowerer::jump(Op op, Register test) {
  emit(op, Type::boolean, none, test);
  return code_.instructions.size() - 1;
}

void Lowerer::jump_back(std::size_t top, Op op, Register test) {
  const std::size_t back = jump(op, test);
  if (!bad()) code_.instructions[back].imm = static_cast<std::int64_t>(top);
}

std::size_t Lowerer::here() { return barrier_ = code_.instructions.size(); }

void Lowerer::land(std::size_t from) {
  if (from < code_.instructions.size())
    code_.instructions[from].imm = static_cast<std::int64_t>(here());
}

void Lowerer::land(const std::vector<std::size_t>& jumps) {
  for (std::size_t each : jumps) land(each);
}

// The value, if all operands are constants and nothing is wrong with them.
std::optional<std::int64_t> Lowerer::folded(const Instruction& instruction, const Value& a,
                                            const Value& b, const Value& c) {
  for (const Value* each : {&a, &b, &c})
    if (each->type && !each->is_constant()) return std::nullopt;
  const LaneFunction function = lane_function(instruction);
  if (!function) return std::nullopt;
  Lanes out, x, y, z;
  x[0] = static_cast<std::uint64_t>(a.bits);
  y[0] = static_cast<std::uint64_t>(b.bits);
  z[0] = static_cast<std::uint64_t>(c.bits);
  for (int lane = 1; lane < warp_lanes; ++lane) x[lane] = x[0], y[lane] = y[0], z[lane] = z[0];
  if (function(out, x, y, z) != 0) return std::nullopt;
  return static_cast<std::int64_t>(out[0]);
}

// Runs the instructions from here to the end for one lane; nothing if one of them needs memory, a
// thread or too long.
std::optional<std::int64_t> Lowerer::executed(std::size_t from, Register result, Memory* memory) {
  std::map<Register, std::int64_t> values;
  const auto read = [&](Register each, Value& value) {
    if (each == none) return true;
    const auto known = values.find(each);
    if (known == values.end()) {
      if (memory)
        if (const auto address = frame_address(each)) {
          value = number(types_.int_(), *address);
          return true;
        }
      if (each < pool || prologue_[static_cast<std::size_t>(each - pool)].op != Op::constant)
        return false;
      value = number(types_.int_(), prologue_[static_cast<std::size_t>(each - pool)].imm);
    } else {
      value = number(types_.int_(), known->second);
    }
    return true;
  };
  std::size_t at_instruction = from;
  for (int steps = 0; at_instruction < code_.instructions.size(); ++steps) {
    const Instruction& each = code_.instructions[at_instruction++];
    Value a, b, c;
    const bool moves = memory && (each.op == Op::load || each.op == Op::store);
    if (steps > 100000 || ++constant_steps_ > most_constant_steps || !read(each.a, a) ||
        (!moves && !read(each.b, b)) || !read(each.c, c))
      return std::nullopt;
    if (moves) {
      if (!moved_in(*memory, each, a.bits, values)) return std::nullopt;
      continue;
    }
    if (memory && (each.op == Op::undefine || each.op == Op::use)) continue;
    if (each.op == Op::jump || each.op == Op::branch_true || each.op == Op::branch_false) {
      if (each.op == Op::jump || (a.bits != 0) == (each.op == Op::branch_true))
        at_instruction = static_cast<std::size_t>(each.imm);
      if (at_instruction < from) return std::nullopt;
      continue;
    }
    const auto made =
        each.result == none || each.op == Op::function ? std::nullopt : folded(each, a, b, c);
    if (!made) return std::nullopt;
    values[each.result] = *made;
  }
  Value value;
  return read(result, value) ? std::optional(value.bits) : std::nullopt;
}

// One instruction over scalars that have the right types already, in type `in`; the result's type
// is `type`.
Value Lowerer::computed(Op op, const CType* type, Type in, const Value& a, const Value& b,
                        const Value& c) {
  Instruction made{op, in};
  const bool ours = in_prelude();
  made.checked = indexing_ && !ours && (in == Type::i32 || in == Type::i64) &&
                 (op == Op::add || op == Op::sub || op == Op::mul);
  if (const auto known = folded(made, a, b, c)) return number(type, *known);
  const Register ra = reg(a), rb = b.type ? reg(b) : none, rc = c.type ? reg(c) : none;
  const Register result = fresh();
  emit(op, in, result, ra, rb, rc).checked = made.checked;
  return in_registers(type, result);
}

namespace {

template <class F>
void each_register(Instruction& instruction, F f) {
  for (Register* each : {&instruction.result, &instruction.a, &instruction.b, &instruction.c})
    if (*each != none) f(*each);
}

}  // namespace

// Gives the registers of the pool their numbers, and puts those that are used before the kernel.
void Lowerer::finish() {
  std::vector<bool> used(prologue_.size());
  const auto mark = [&](Register each) {
    if (each >= pool) used[static_cast<std::size_t>(each - pool)] = true;
  };
  for (Instruction& each : code_.instructions) each_register(each, [&](Register& at) { mark(at); });
  for (const Variable& each : code_.variables)
    if (!each.strings.empty()) mark(strings_);
  std::vector<Register> number(prologue_.size(), none);
  std::vector<Instruction> all;
  for (std::size_t i = 0; i < prologue_.size(); ++i) {
    if (!used[i]) continue;
    number[i] = most_++;
    if (prologue_[i].op == Op::jump) continue;
    prologue_[i].result = number[i];
    all.push_back(prologue_[i]);
  }
  const auto renumber = [&](Register& each) {
    if (each >= pool) each = number[static_cast<std::size_t>(each - pool)];
  };
  const auto shift = static_cast<std::int64_t>(all.size());
  for (Instruction& each : code_.instructions) {
    each_register(each, renumber);
    if (each.op == Op::jump || each.op == Op::branch_true || each.op == Op::branch_false)
      each.imm += shift;
  }
  all.insert(all.end(), code_.instructions.begin(), code_.instructions.end());
  code_.instructions = std::move(all);
  std::erase_if(code_.variables, [&](const Variable& each) {  // only their values are used
    return known_.contains(each.address) && !used[static_cast<std::size_t>(each.address - pool)];
  });
  std::vector<Register> never_change;
  for (Variable& each : code_.variables) {
    const bool known = known_.contains(each.address);
    if (each.address != none) renumber(each.address);
    if (known) never_change.push_back(each.address);
  }
  std::erase_if(code_.names, [](const Named& each) { return each.first >= pool; });
  for (Named& each : code_.names) {
    each.from += static_cast<std::int32_t>(shift);
    each.to += static_cast<std::int32_t>(shift);
  }
  code_.registers = most_;
  place_tables(code_, never_change);
}

}  // namespace loom::cuda
