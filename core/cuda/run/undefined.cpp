#include "core/cuda/run/undefined.hpp"

#include <algorithm>

#include "core/cuda/message.hpp"
#include "core/cuda/run/access.hpp"

namespace loom::cuda {
namespace {

bool is_shuffle(Op op) { return op >= Op::shuffle_index && op <= Op::shuffle_xor; }
bool passes_on(Op op) { return op == Op::copy || op == Op::select || is_shuffle(op); }
bool computes(Op op) {
  return (op <= Op::convert && op != Op::constant) || op == Op::function || passes_on(op);
}

int results_of(const Instruction& i) {
  return i.op == Op::use || i.op == Op::undefine ? 0 : registers_written(i);
}
Register declared(const Instruction& i) { return i.a != none ? i.a : i.result; }

// Calls f with each register whose value the instruction needs at once.
template <class F>
void for_needed(const Instruction& i, F f) {
  if (i.op == Op::undefine || i.op == Op::use || i.op == Op::copy) return;
  if (i.op == Op::select) return f(i.a);
  if (is_shuffle(i.op)) return f(i.a), f(i.c);
  const int a = i.op == Op::print ? i.count : 1;
  const int b = i.op == Op::store || i.op == Op::atomic ? i.count : 1;
  for (int k = 0; k < a && i.a != none; ++k) f(i.a + k);
  for (int k = 0; k < b && i.b != none; ++k) f(i.b + k);
  if (i.c != none) f(i.c);
}

Mask& undefined(const Step& step, Register at) {
  return step.warp.undefined[static_cast<std::size_t>(at)];
}
Mask foreign(const Step& step, Register at) {
  return at == none ? 0 : step.warp.foreign[static_cast<std::size_t>(at)];
}

void check_foreign(const Step& step) {
  if (computes(step.instruction().op) && !is_shuffle(step.instruction().op)) return;
  for_needed(step.instruction(), [&](Register at) {
    const Mask found = foreign(step, at) & step.lanes;
    if (found == 0) return;
    step.warp.foreign[static_cast<std::size_t>(at)] &= ~found;
    step.machine.report(
        Fault::inactive_shuffle, step.warp.foreign_at, 0, step.block, step.warp, found,
        [](Finding& finding) {
          finding.message =
              "a lane uses the value of a lane that does not take part in the shuffle; here it is "
              "0";
        });
  });
}

void spread_foreign(const Step& step) {
  const Instruction& i = step.instruction();
  Mask out = 0;
  if (is_shuffle(i.op)) {
    out = undefined_after_shuffle(step, foreign(step, i.b)) | step.warp.took_foreign;
  } else if (i.op == Op::select) {
    out = foreign(step, i.a);
    for_lanes(step.lanes, [&](int lane) {
      out |= foreign(step, step.warp[i.a][lane] != 0 ? i.b : i.c) & (1u << lane);
    });
  } else if (computes(i.op)) {
    out = foreign(step, i.a) | foreign(step, i.b) | foreign(step, i.c);
  }
  for (int k = 0; k < results_of(i); ++k) {
    Mask& mask = step.warp.foreign[static_cast<std::size_t>(i.result + k)];
    mask = (mask & ~step.lanes) | (out & step.lanes);
  }
}

// Registers that may hold something, from those of `first` on: f(instruction) tells whether its
// result may, is(register) asks.
template <class First, class Passes>
std::vector<bool> reached(const Code& code, First first, Passes passes) {
  std::vector<bool> may_be(static_cast<std::size_t>(std::max<Register>(code.registers, 1)));
  const auto is = [&](Register at) { return at != none && may_be[static_cast<std::size_t>(at)]; };
  bool changed = false;
  for (const Instruction& i : code.instructions)
    if (const Register at = first(i); at != none)
      for (int k = 0; k < std::max(1, results_of(i)); ++k)
        may_be[static_cast<std::size_t>(at + k)] = changed = true;
  if (!changed) return {};
  while (changed) {
    changed = false;
    for (const Instruction& i : code.instructions)
      if (i.result != none && !is(i.result) && passes(i, is))
        may_be[static_cast<std::size_t>(i.result)] = changed = true;
  }
  return may_be;
}

}  // namespace

bool find_undefined(const Code& code, std::vector<Ready>& ready, bool careful) {
  const auto undefined = reached(
      code,
      [&](const Instruction& i) {
        return i.op == Op::undefine ? declared(i) : careful && i.op == Op::load ? i.result : none;
      },
      [](const Instruction& i, const auto& is) {
        if (!passes_on(i.op)) return false;
        return i.op == Op::copy ? is(i.a) : is(i.b) || (i.op == Op::select && is(i.c));
      });
  const auto foreign = reached(
      code, [](const Instruction& i) { return is_shuffle(i.op) && i.a != none ? i.result : none; },
      [](const Instruction& i, const auto& is) {
        return computes(i.op) && (is(i.a) || is(i.b) || is(i.c));
      });
  for (const std::vector<bool>* may_be : {&undefined, &foreign}) {
    if (may_be->empty()) continue;
    const auto is = [&](Register at) {
      return at != none && (*may_be)[static_cast<std::size_t>(at)];
    };
    for (std::size_t at = 0; at < code.instructions.size(); ++at) {
      const Instruction& i = code.instructions[at];
      for_needed(i, [&](Register each) { ready[at].depends |= is(each); });
      for (int k = 0; k < results_of(i); ++k) ready[at].defines |= is(i.result + k);
    }
  }
  return !foreign.empty();
}

std::string variable_name(const Code& code, Register at, std::int32_t pc) {
  for (const Named& named : code.names)
    if (at >= named.first && at < named.first + static_cast<Register>(named.shape.scalars.size()) &&
        pc >= named.from && pc <= named.to) {
      const std::string& member =
          named.shape.scalars[static_cast<std::size_t>(at - named.first)].name;
      return member.empty() ? named.name : named.name + "." + member;
    }
  return "";
}

bool may_lack(const Instruction& i, int kind) {
  const bool result = i.op == Op::store && i.count == 1;  // of a vector, every element counts
  return kind == 3 || (i.whole && (kind == 2 || result));
}

void lack(const Step& step, Register at, Mask lanes, Address address) {
  Warp::Origin& origin = step.warp.origins[static_cast<std::size_t>(at)];
  if (undefined(step, at) == 0) origin = {step.pc, address};
  undefined(step, at) |= lanes;
}

namespace {

// Whether the instruction only moves the register to memory that may lack a value.
bool only_moves(const Step& step, Register at) {
  const Instruction& i = step.instruction();
  return i.op == Op::store && at >= i.b && at < i.b + i.count &&
         may_lack(
             i, window::kind(step.warp[i.a][first_lane(step.lanes)] + static_cast<Address>(i.imm)));
}

// What was loaded without a value is told where the load stands.
bool report_loaded(const Step& step, Register at, Mask lanes) {
  if (!step.machine.careful) return false;
  const Warp::Origin origin = step.warp.origins[static_cast<std::size_t>(at)];
  if (origin.pc < 0) return false;
  Step load = step;
  load.pc = origin.pc;
  for_lanes(lanes, [&](int lane) { report_uninitialized(load, lane, origin.address); });
  return true;
}

}  // namespace

void check_defined(const Step& step) {
  if (!step.warp.foreign.empty()) check_foreign(step);
  for_needed(step.instruction(), [&](Register at) {
    if (at == none) return;
    const Mask found = undefined(step, at) & step.lanes;
    if (found == 0) return;
    if (only_moves(step, at)) {
      step.machine.suspect = true;
      if (step.machine.careful) return;
    }
    undefined(step, at) &= ~found;  // told once
    if (report_loaded(step, at, found)) return;
    step.machine.report(
        Fault::uninitialized, step.pc, 0, step.block, step.warp, found, [&](Finding& finding) {
          finding.object = variable_name(step.machine.code, at, step.pc);
          if (finding.object.empty()) finding.object = step.warp.last_used;
          finding.message =
              message(finding.object.empty() ? "a variable is used before it has a value"
                                             : "'%' is used before it has a value",
                      {finding.object});
        });
  });
}

void spread_undefined(const Step& step) {
  const Instruction& i = step.instruction();
  if (!step.warp.foreign.empty()) spread_foreign(step);
  if (step.machine.careful && i.op == Op::load) return;  // it has said so itself
  Mask out = 0;
  Register source = i.b;
  if (i.op == Op::copy) {
    source = i.a;
    out = undefined(step, i.a);
  } else if (i.op == Op::select) {
    for_lanes(step.lanes, [&](int lane) {
      const Register from = step.warp[i.a][lane] != 0 ? i.b : i.c;
      const Mask its = undefined(step, from) & (1u << lane);
      out |= its;
      if (its != 0) source = from;
    });
  } else if (is_shuffle(i.op)) {
    const Mask before = undefined(step, i.b);
    if (before != 0) out = undefined_after_shuffle(step, before);
  }
  if (step.machine.careful && (out & step.lanes) != 0)
    step.warp.origins[static_cast<std::size_t>(i.result)] =
        step.warp.origins[static_cast<std::size_t>(source)];
  for (int k = 0; k < results_of(i); ++k) {
    Mask& mask = undefined(step, i.result + k);
    mask = (mask & ~step.lanes) | (out & step.lanes);
  }
}

}  // namespace loom::cuda
