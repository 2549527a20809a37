#include "core/cuda/lower/atomics.hpp"

#include <vector>

namespace loom::cuda {
namespace {

// What is known of registers by the source alone.
class Known {
 public:
  explicit Known(const Code& code) {
    const auto registers = static_cast<std::size_t>(code.registers);
    std::vector<int> writers(registers);
    for (const Instruction& each : code.instructions)
      for (int k = 0; k < registers_written(each); ++k)
        ++writers[static_cast<std::size_t>(each.result + k)];
    common_.resize(registers);
    one_.resize(registers);
    for (std::size_t i = 0; i < registers; ++i) common_[i] = writers[i] == 0;  // parameters
    for (const Instruction& each : code.instructions) {
      if (each.result == none || writers[static_cast<std::size_t>(each.result)] != 1) continue;
      const auto result = static_cast<std::size_t>(each.result);
      common_[result] = makes_common(each);
      one_[result] = each.op == Op::constant ? each.imm == 1 : each.op == Op::copy && one(each.a);
    }
  }

  // All threads of a block have this value: a parameter, a constant, a number of the block, or
  // what is computed from them.
  bool common(Register value) const {
    return value == none || common_[static_cast<std::size_t>(value)];
  }
  bool one(Register value) const { return one_[static_cast<std::size_t>(value)]; }

 private:
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

  std::vector<bool> common_, one_;  // by register
};

bool takes_at_once(const Instruction& atomic, const Known& known) {
  const auto what = static_cast<Atomic>(atomic.imm);
  if (what == Atomic::exchange || what == Atomic::compare_and_swap) return false;
  if (atomic.type != Type::i32 && atomic.type != Type::u32) return true;
  if (what == Atomic::increment || what == Atomic::decrement) return false;
  return (what == Atomic::add && known.one(atomic.b)) || known.common(atomic.a);
}

}  // namespace

void mark_atomics(Code& code) {
  const Known known(code);
  for (Instruction& each : code.instructions)
    if (each.op == Op::atomic) each.at_once = takes_at_once(each, known);
}

}  // namespace loom::cuda
