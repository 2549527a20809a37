// Instructions that only write a register, or look at one.
#include <algorithm>

#include "core/cuda/message.hpp"
#include "core/cuda/run/machine.hpp"
#include "core/cuda/run/undefined.hpp"

namespace loom::cuda {
namespace {

// The same value for all lanes.
void fill(const Step& step, std::uint64_t value) {
  Lanes& result = step.warp[step.instruction().result];
  if (step.lanes == all_lanes)
    result.at.fill(value);
  else
    for_lanes(step.lanes, [&](int lane) { result[lane] = value; });
}
template <class F>
void each(const Step& step, F f) {
  Lanes& result = step.warp[step.instruction().result];
  for_lanes(step.lanes, [&](int lane) { result[lane] = f(lane); });
}

// Of a special number that all lanes of a warp share.
std::uint64_t shared_number(const Step& step, Special which) {
  const Machine& m = step.machine;
  const auto number = static_cast<std::size_t>(which);
  switch (which) {
    case Special::block_x:
    case Special::block_y:
    case Special::block_z:
      return step.block.index[number - static_cast<std::size_t>(Special::block_x)];
    case Special::block_size_x:
    case Special::block_size_y:
    case Special::block_size_z:
      return m.launch.block[number - static_cast<std::size_t>(Special::block_size_x)];
    case Special::grid_size_x:
    case Special::grid_size_y:
    case Special::grid_size_z:
      return m.launch.grid[number - static_cast<std::size_t>(Special::grid_size_x)];
    case Special::warp:
      return static_cast<std::uint64_t>(step.warp.number);
    case Special::dynamic_shared:
      return window::shared_base + static_cast<std::uint64_t>((m.code.shared_bytes + 15) / 16 * 16);
    case Special::frame:
      return window::local_base;
    default:
      return 0;
  }
}

void special(const Step& step, Special which) {
  if (which <= Special::thread_z) {
    const Lanes& threads = step.warp.thread[static_cast<std::size_t>(which)];
    each(step, [&](int lane) { return threads[lane]; });
  } else if (which == Special::lane) {
    each(step, [](int lane) { return static_cast<std::uint64_t>(lane); });
  } else {
    fill(step, shared_number(step, which));
  }
}

}  // namespace

void simple(const Step& step) {
  const Instruction& i = step.instruction();
  Warp& warp = step.warp;
  switch (i.op) {
    case Op::constant:
      return fill(step, static_cast<std::uint64_t>(i.imm));
    case Op::special:
      return special(step, static_cast<Special>(i.imm));
    case Op::active_mask:
      return fill(step, step.lanes);
    case Op::function: {
      const MathFunction math = step.ready().math;
      const Lanes &a = warp[std::max(i.a, 0)], &b = warp[std::max(i.b, 0)],
                  &c = warp[std::max(i.c, 0)];
      return each(step, [&](int lane) { return math(a[lane], b[lane], c[lane]); });
    }
    default:
      break;
  }
}

void declare(const Step& step) {
  const Instruction& i = step.instruction();
  const Register at = i.a != none ? i.a : i.result;
  Mask& undefined = step.warp.undefined[static_cast<std::size_t>(at)];
  if (i.op == Op::use) {  // perhaps only to be copied: see undefined.hpp
    if ((undefined & step.lanes) != 0)
      step.warp.last_used = variable_name(step.machine.code, at, step.pc);
    return;
  }
  undefined |= step.lanes;
  if (step.machine.careful) step.warp.origins[static_cast<std::size_t>(at)] = {};
  for_lanes(step.lanes, [&](int lane) { step.warp[at][lane] = 0; });
}

void assertion(const Step& step) {
  const Instruction& i = step.instruction();
  Mask failed = step.lanes;
  if (i.op == Op::assertion) {
    failed = 0;
    for_lanes(step.lanes, [&](int lane) { failed |= Mask{step.warp[i.a][lane] == 0} << lane; });
  }
  if (failed == 0) return;
  const bool named = i.op == Op::assertion && i.imm >= 0 &&
                     static_cast<std::size_t>(i.imm) < step.machine.code.texts.size();
  step.machine.report(i.op == Op::trap ? Fault::trap : Fault::assertion, step.pc, 0, step.block,
                      step.warp, failed, [&](Finding& finding) {
                        finding.message =
                            i.op == Op::trap ? "__trap() ends the kernel" : "the assertion fails";
                        if (named)
                          finding.message = message(
                              "the assertion '%' fails",
                              {step.machine.code.texts[static_cast<std::size_t>(i.imm)].text});
                      });
  if (i.op == Op::trap) step.machine.stopped = true;
}

}  // namespace loom::cuda
