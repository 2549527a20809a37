#include "core/cuda/lower/tables.hpp"

#include <algorithm>
#include <array>

namespace loom::cuda {
namespace {

constexpr std::int64_t most_looks = 4'000'000;  // at an instruction; then no table is found

bool is_jump(Op op) { return op == Op::jump || op == Op::branch_true || op == Op::branch_false; }
bool is_pure(Op op) { return op <= Op::function; }

// A set of values: what an instruction wrote, or what a register holds between blocks of
// instructions that are done one after another. Registers of temporaries are used again and again.
class Values {
 public:
  explicit Values(const Code& code) : code_(code) {
    const std::size_t size = code.instructions.size();
    std::vector<bool> begins(size + 1);
    for (std::size_t pc = 0; pc < size; ++pc)
      if (const Instruction& i = code.instructions[pc]; is_jump(i.op))
        begins[pc + 1] = begins[static_cast<std::size_t>(i.imm)] = true;
    const auto registers = static_cast<std::size_t>(std::max<Register>(code.registers, 1));
    std::vector<int> last(registers, -1);
    local_.resize(size);
    stays_.resize(size);
    std::size_t block = 0;
    const auto close = [&](std::size_t end) {
      for (std::size_t pc = block; pc < end; ++pc)
        for (int k = 0; k < registers_written(code.instructions[pc]); ++k)
          if (int& at = last[at_of(code.instructions[pc].result + k)]; at >= 0) {
            stays_[static_cast<std::size_t>(at)] = true;
            at = -1;
          }
      block = end;
    };
    for (std::size_t pc = 0; pc < size; ++pc) {
      if (begins[pc]) close(pc);
      const Instruction& i = code.instructions[pc];
      const Register read[] = {i.a, i.b, i.c};
      for (std::size_t k = 0; k < 3; ++k)
        local_[pc][k] = read[k] == none ? -1 : last[at_of(read[k])];
      for (int k = 0; k < registers_written(i); ++k)
        last[at_of(i.result + k)] = static_cast<int>(pc);
    }
    close(size);
    written_.resize(size);
    held_.resize(registers);
  }

  bool has(std::size_t pc, std::size_t operand) const {
    const Instruction& i = code_.instructions[pc];
    const Register read = operand == 0 ? i.a : operand == 1 ? i.b : i.c;
    if (read == none) return false;
    const int from = local_[pc][operand];
    return from < 0 ? held_[at_of(read)] : written_[static_cast<std::size_t>(from)];
  }
  bool has_any(std::size_t pc) const { return has(pc, 0) || has(pc, 1) || has(pc, 2); }
  bool wrote(std::size_t pc) const { return written_[pc]; }
  bool stays(std::size_t pc) const { return stays_[pc]; }

  // True: it is new.
  bool hold(Register at) {
    if (held_[at_of(at)]) return false;
    return held_[at_of(at)] = true;
  }
  bool write(std::size_t pc) {
    bool changed = !written_[pc];
    written_[pc] = true;
    for (int k = 0; stays_[pc] && k < registers_written(code_.instructions[pc]); ++k)
      changed |= hold(code_.instructions[pc].result + k);
    return changed;
  }
  static std::size_t at_of(Register at) { return static_cast<std::size_t>(at); }

 private:
  const Code& code_;
  std::vector<std::array<int, 3>>
      local_;                // the instruction of the same block that wrote an operand
  std::vector<bool> stays_;  // what it writes lasts beyond its block
  std::vector<bool> written_, held_;
};

// What depends on more than constants. A variable of a loop does if the loop's end does.
class Late {
 public:
  Late(const Code& code, const std::vector<Register>& tables) : code_(code), values_(code) {
    const auto registers = static_cast<std::size_t>(std::max<Register>(code.registers, 1));
    first_.assign(registers, size());
    last_.assign(registers, 0);
    std::vector<bool> written(registers);
    for (std::size_t pc = 0; pc < size(); ++pc)
      each_result(pc, [&](Register at) {
        written[Values::at_of(at)] = true;
        if (!values_.stays(pc)) return;
        first_[Values::at_of(at)] = std::min(first_[Values::at_of(at)], pc);
        last_[Values::at_of(at)] = pc;
      });
    for (std::size_t at = 0; at < registers; ++at) {  // a parameter
      const auto each = static_cast<Register>(at);
      if (!written[at] && std::find(tables.begin(), tables.end(), each) == tables.end())
        values_.hold(each);
    }
    bool changed = true;
    while (changed && looks_ < most_looks) {
      changed = false;
      for (std::size_t pc = 0; pc < size(); ++pc) {
        if (code.instructions[pc].result != none &&
            (!is_pure(code.instructions[pc].op) || values_.has_any(pc)))
          changed |= values_.write(pc);
        looks_ += 1;
        changed |= looks_ < most_looks && control(pc);
      }
    }
    settled_ = !changed && looks_ < most_looks;
  }

  bool settled() const { return settled_; }
  bool reads(std::size_t pc, std::size_t operand) const { return values_.has(pc, operand); }
  bool wrote(std::size_t pc) const { return values_.wrote(pc); }

 private:
  std::size_t size() const { return code_.instructions.size(); }

  template <class F>
  void each_result(std::size_t pc, F f) const {
    const Instruction& i = code_.instructions[pc];
    for (int k = 0; k < registers_written(i); ++k) f(i.result + k);
  }

  // Registers written within [from, to), which may be left out or done again, and outside.
  bool mark_between(std::size_t from, std::size_t to) {
    bool changed = false;
    looks_ += static_cast<std::int64_t>(to - from);
    for (std::size_t pc = from; pc < std::min(to, size()); ++pc)
      if (values_.stays(pc))
        each_result(pc, [&](Register at) {
          if (first_[Values::at_of(at)] < from || last_[Values::at_of(at)] >= to)
            changed |= values_.hold(at);
        });
    return changed;
  }

  bool control(std::size_t pc) {
    const Instruction& i = code_.instructions[pc];
    if (!is_jump(i.op)) return false;
    const auto to = static_cast<std::size_t>(i.imm);
    if (to > pc) return i.op != Op::jump && values_.has(pc, 0) && mark_between(pc, to);
    return !ends(to, pc) && mark_between(to, pc + 1);
  }

  // Whether a loop's end is known: one of the branches out of it.
  bool ends(std::size_t from, std::size_t back) {
    looks_ += static_cast<std::int64_t>(back - from);
    for (std::size_t pc = from; pc <= back; ++pc) {
      const Instruction& i = code_.instructions[pc];
      if (i.op != Op::branch_true && i.op != Op::branch_false) continue;
      const auto to = static_cast<std::size_t>(i.imm);
      if ((pc == back || to < from || to > back) && !values_.has(pc, 0)) return true;
    }
    return false;
  }

  const Code& code_;
  Values values_;
  std::vector<std::size_t> first_, last_;  // instructions whose write of a register stays
  bool settled_ = false;
  std::int64_t looks_ = 0;
};

// Whether all that is done with the address is to load at places that are known.
bool read_at_known(const Code& code, const Late& late, Register table) {
  Values derived(code);
  derived.hold(table);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
      if (!derived.has_any(pc)) continue;
      const Instruction& i = code.instructions[pc];
      if (i.op == Op::load ? late.reads(pc, 0) : !is_pure(i.op) || late.wrote(pc)) return false;
      if (i.op != Op::load) changed |= derived.write(pc);
    }
  }
  return true;
}

}  // namespace

void place_tables(Code& code, const std::vector<Register>& never_change) {
  std::vector<Variable*> tables;
  for (Variable& each : code.variables) {
    const bool fixed =
        std::find(never_change.begin(), never_change.end(), each.address) != never_change.end();
    std::int64_t elements = 1;
    for (std::int64_t size : each.dimensions) elements *= size;
    if (fixed && each.space == Space::global && elements <= most_unrolled) tables.push_back(&each);
  }
  if (tables.empty()) return;
  const Late late(code, never_change);
  if (!late.settled()) return;
  for (Variable* each : tables)
    if (read_at_known(code, late, each->address)) each->space = Space::constant;
}

}  // namespace loom::cuda
