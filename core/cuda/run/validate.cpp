#include "core/cuda/run/validate.hpp"

#include <bit>
#include <string>

#include "core/cuda/message.hpp"
#include "core/cuda/run/arithmetic.hpp"
#include "core/cuda/run/functions.hpp"

namespace loom::cuda {
namespace {

constexpr Register most_registers = 1 << 16;
constexpr std::int64_t most_bytes = 1 << 24;  // of shared memory, of a frame

class Check {
 public:
  explicit Check(const Code& code) : code_(code) {}

  std::optional<Error> all() {
    if (code_.registers < 0 || code_.registers > most_registers)
      return Error{message("the kernel needs % registers, expected at most %",
                           {code_.registers, most_registers})};
    if (code_.shared_bytes < 0 || code_.shared_bytes > most_bytes)
      return Error{"too much shared memory"};
    if (code_.frame_bytes < 0 || code_.frame_bytes > most_bytes)
      return Error{"a thread's arrays take too much memory"};
    if (code_.instructions.empty() || code_.instructions.back().op != Op::exit)
      return Error{"the code does not end with exit"};
    for (std::size_t at = 0; at < code_.instructions.size(); ++at)
      if (!sound(code_.instructions[at]))
        return Error{message("instruction % of the code is not sound", {at})};
    for (const Parameter& each : code_.parameters)
      if (!inside(each.first, each.pointer ? 1 : static_cast<int>(each.shape.scalars.size()), true))
        return Error{message("parameter '%' has no register", {each.name})};
    for (const Variable& each : code_.variables)
      if (!sound(each)) return Error{message("variable '%' is not sound", {each.name})};
    return std::nullopt;
  }

 private:
  bool inside(Register first, int count = 1, bool optional = false) const {
    if (first == none) return optional;
    return first >= 0 && count >= 0 && first + count <= code_.registers;
  }

  bool sound(const Variable& each) const {
    const bool in_block = each.space == Space::shared || each.space == Space::local;
    if (in_block && (each.characters || !each.strings.empty())) return false;
    for (const std::int64_t offset : each.strings)
      if (offset < 0 || offset + 8 > each.bytes) return false;
    return inside(each.address, 1, true) && each.bytes >= 0 &&
           each.bytes <= (std::int64_t{1} << 31) &&
           (!in_block || (each.offset >= (each.space == Space::shared ? -1 : 0) &&
                          each.offset <= most_bytes * 2));
  }

  bool sound(const Instruction& i) const {
    if (i.place < 0 || static_cast<std::size_t>(i.place) >= code_.places.size()) return false;
    if (i.type > Type::f64 || i.from > Type::f64 || i.op > Op::trap) return false;
    const auto text = [&] {
      return i.imm >= 0 && static_cast<std::size_t>(i.imm) < code_.texts.size();
    };
    switch (i.op) {
      case Op::constant:
      case Op::active_mask:
        return inside(i.result);
      case Op::special:
        return inside(i.result) && i.imm >= 0 && i.imm <= static_cast<int>(Special::frame);
      case Op::function:
        return inside(i.result) && operands(i) && math_function(i.imm, i.type, i.from).code;
      case Op::load:
        return i.count > 0 && inside(i.a) && inside(i.result, i.count);
      case Op::store:
        return i.count > 0 && inside(i.a) && inside(i.b, i.count);
      case Op::atomic:
        return atomic(i);
      case Op::copy_async:
        return (i.count == 4 || i.count == 8 || i.count == 16) && inside(i.a) && inside(i.b) &&
               inside(i.c, 1, true);
      case Op::copy_async_commit:
      case Op::fence:
      case Op::exit:
      case Op::trap:
        return true;
      case Op::copy_async_wait:
        return i.imm >= -1;
      case Op::barrier:
        return i.imm >= 0 && i.imm <= 3 && inside(i.b, 1, i.imm == 0) &&
               inside(i.result, 1, i.imm == 0);
      case Op::sync_warp:
        return inside(i.a, 1, true);
      case Op::undefine:
      case Op::use:
        return inside(i.a != none ? i.a : i.result);
      case Op::jump:
        return target(i);
      case Op::branch_true:
      case Op::branch_false:
        return target(i) && inside(i.a);
      case Op::print:
        return text() && inside(i.a, i.count, i.count == 0);
      case Op::assertion:
        return inside(i.a);
      default:
        break;
    }
    if (i.op >= Op::shuffle_index && i.op <= Op::reduce_xor) return exchange(i);
    const bool ternary = i.op == Op::fma || i.op == Op::select;
    const bool unary = i.op == Op::copy || i.op == Op::convert || i.op == Op::negate ||
                       i.op == Op::bit_not || i.op == Op::absolute;
    return inside(i.result) && inside(i.a) && inside(i.b, 1, unary) && inside(i.c, 1, !ternary) &&
           lane_function(i);
  }

  bool operands(const Instruction& i) const {
    return inside(i.a) && inside(i.b, 1, true) && inside(i.c, 1, true);
  }
  bool target(const Instruction& i) const {
    return i.imm >= 0 && static_cast<std::size_t>(i.imm) < code_.instructions.size();
  }

  bool atomic(const Instruction& i) const {
    const int width = size_of(i.type) * i.count;
    if (i.imm < 0 || i.imm > static_cast<int>(Atomic::bit_xor) || width < 1 || width > 16 ||
        !std::has_single_bit(static_cast<unsigned>(width)))
      return false;
    const bool swap = i.imm == static_cast<int>(Atomic::compare_and_swap);
    return inside(i.a) && inside(i.b, i.count) && inside(i.c, i.count, !swap) &&
           inside(i.result, i.count, true);
  }

  bool exchange(const Instruction& i) const {
    const bool shuffle = i.op <= Op::shuffle_xor;
    if (shuffle &&
        (i.imm < 1 || i.imm > warp_lanes || !std::has_single_bit(static_cast<unsigned>(i.imm))))
      return false;
    return inside(i.a, 1, true) && inside(i.b) && inside(i.c, 1, !shuffle) &&
           inside(i.result, i.op == Op::match_all ? 2 : 1);
  }

  const Code& code_;
};

}  // namespace

std::optional<Error> unsound(const Code& code) { return Check(code).all(); }

}  // namespace loom::cuda
