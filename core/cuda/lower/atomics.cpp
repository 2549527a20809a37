#include "core/cuda/lower/atomics.hpp"

namespace loom::cuda {
namespace {

// What is known of registers that one instruction at most writes.
class Makers {
 public:
  explicit Makers(const Code& code)
      : code_(code), maker_(static_cast<std::size_t>(code.registers), none) {
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
      const Instruction& each = code.instructions[i];
      for (int k = 0; k < registers_written(each); ++k) {
        std::int32_t& maker = maker_[static_cast<std::size_t>(each.result + k)];
        maker = maker == none ? static_cast<std::int32_t>(i) : several;
      }
    }
  }

  bool is_one(Register value) const {
    const Instruction* made = maker(value);
    while (made && made->op == Op::copy) made = maker(made->a);
    return made && made->op == Op::constant && made->imm == 1;
  }

  // Whether all threads of a block have the same value by the source: parameters, constants, the
  // numbers of the block, and what is computed from them.
  bool is_common(Register value, int depth = 0) const {
    if (value == none || maker_[static_cast<std::size_t>(value)] == none) return true;
    const Instruction* made = maker(value);
    if (!made || depth > deepest) return false;
    if (made->op == Op::constant) return true;
    if (made->op == Op::special) {
      const auto which = static_cast<Special>(made->imm);
      return (which >= Special::block_x && which <= Special::grid_size_z) ||
             which == Special::dynamic_shared;
    }
    return made->op > Op::constant && made->op <= Op::convert && is_common(made->a, depth + 1) &&
           is_common(made->b, depth + 1) && is_common(made->c, depth + 1);
  }

 private:
  static constexpr std::int32_t several = -2;
  static constexpr int deepest = 16;

  const Instruction* maker(Register value) const {
    const std::int32_t at = maker_[static_cast<std::size_t>(value)];
    return at < 0 ? nullptr : &code_.instructions[static_cast<std::size_t>(at)];
  }

  const Code& code_;
  std::vector<std::int32_t> maker_;  // by register
};

bool takes_at_once(const Instruction& atomic, const Makers& makers) {
  switch (static_cast<Atomic>(atomic.imm)) {
    case Atomic::exchange:
    case Atomic::compare_and_swap:
    case Atomic::increment:
    case Atomic::decrement:
      return false;
    default:
      break;
  }
  if (atomic.type != Type::i32 && atomic.type != Type::u32) return true;
  const bool counts = static_cast<Atomic>(atomic.imm) == Atomic::add && makers.is_one(atomic.b);
  return counts || makers.is_common(atomic.a);
}

}  // namespace

void mark_atomics(Code& code) {
  const Makers makers(code);
  for (Instruction& each : code.instructions)
    if (each.op == Op::atomic) each.at_once = takes_at_once(each, makers);
}

}  // namespace loom::cuda
