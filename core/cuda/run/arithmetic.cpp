#include "core/cuda/run/arithmetic.hpp"

namespace loom::cuda {
namespace {

Mask copy(Lanes& out, const Lanes& a, const Lanes&, const Lanes&) {
  out = a;
  return 0;
}

Mask select(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
  for (int i = 0; i < warp_lanes; ++i) out[i] = a[i] != 0 ? b[i] : c[i];
  return 0;
}

}  // namespace

LaneFunction lane_function(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::copy:
      return copy;
    case Op::select:
      return select;
    case Op::convert:
      return conversion(instruction.type, instruction.from);
    default:
      break;
  }
  if (is_half(instruction.type)) return half_function(instruction.op, instruction.type);
  if (is_float(instruction.type)) return float_function(instruction.op, instruction.type);
  return integer_function(instruction.op, instruction.type, instruction.checked);
}

}  // namespace loom::cuda
