#include "core/cuda/lower/atomics.hpp"

#include <algorithm>
#include <vector>

namespace loom::cuda {
namespace {

// What is known of registers by the source alone, from one instruction to the next.
class Known {
 public:
  explicit Known(const Code& code) : code_(code) {
    const auto registers = static_cast<std::size_t>(code.registers);
    std::vector<int> writers(registers);
    for (const Instruction& each : code.instructions)
      for (int k = 0; k < registers_written(each); ++k) ++writers[at(each.result + k)];
    now_.resize(registers);
    for (std::size_t i = 0; i < registers; ++i) now_[i].common = writers[i] == 0;  // parameters
    for (const Instruction& each : code.instructions) pass(each);
    for (std::size_t i = 0; i < registers; ++i)
      if (writers[i] > 1) now_[i] = {};
    always_ = now_;
    target_.resize(code.instructions.size() + 1);
    for (const Instruction& each : code.instructions)
      if (each.op == Op::jump || each.op == Op::branch_true || each.op == Op::branch_false)
        target_[static_cast<std::size_t>(each.imm)] = true;
  }

  // Comes to an instruction: where others jump to, only what always holds is known.
  void reach(std::size_t i) {
    if (target_[i]) now_ = always_;
  }
  void pass(const Instruction& each) {
    for (int k = 0; k < registers_written(each); ++k) now_[at(each.result + k)] = {};
    if (registers_written(each) != 1) return;
    const bool is_one =
        each.op == Op::constant ? each.imm == 1 : each.op == Op::copy && one(each.a);
    now_[at(each.result)] = {makes_common(each), is_one};
  }

  // All threads of a block have this value: a parameter, a constant, a number of the block, or
  // what is computed from them.
  bool common(Register value) const { return value == none || now_[at(value)].common; }
  bool one(Register value) const { return now_[at(value)].one; }

  // Whether what this instruction leaves is read, before the next one in the source writes there.
  bool used(std::size_t i) const {
    const Register result = code_.instructions[i].result;
    for (++i; result != none && i < code_.instructions.size(); ++i) {
      const Instruction& each = code_.instructions[i];
      const bool in_b = each.b != none && each.b <= result && result < each.b + each.count;
      if (each.a == result || in_b || each.c == result) return true;
      if (each.result != none && each.result <= result &&
          result < each.result + registers_written(each))
        return false;
    }
    return false;
  }

 private:
  struct Facts {
    bool common = false, one = false;
  };
  static std::size_t at(Register value) { return static_cast<std::size_t>(value); }

  bool makes_common(const Instruction& each) const {
    if (each.op == Op::constant) return true;
    if (each.op == Op::special) {
      const auto which = static_cast<Special>(each.imm);
      return (which >= Special::block_x && which <= Special::grid_size_z) ||
             which == Special::dynamic_shared;
    }
    return each.op > Op::constant && each.op <= Op::convert && common(each.a) && common(each.b) &&
           common(each.c);
  }

  const Code& code_;
  std::vector<Facts> now_, always_;  // by register
  std::vector<bool> target_;         // by instruction: others jump here
};

bool takes_at_once(const Instruction& atomic, const Known& known, bool used) {
  const auto what = static_cast<Atomic>(atomic.imm);
  if (what == Atomic::exchange || what == Atomic::compare_and_swap) return false;
  if (atomic.type != Type::i32 && atomic.type != Type::u32) return true;
  if (what == Atomic::increment || what == Atomic::decrement) return false;
  return (what == Atomic::add && known.one(atomic.b) && !used) || known.common(atomic.a);
}

}  // namespace

void mark_atomics(Code& code) {
  Known known(code);
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    Instruction& each = code.instructions[i];
    known.reach(i);
    if (each.op == Op::atomic) each.at_once = takes_at_once(each, known, known.used(i));
    known.pass(each);
  }
}

}  // namespace loom::cuda
