#include "core/cuda/run/recorder.hpp"

#include <algorithm>

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {
namespace {

void note_access(const Step& step, TraceStep& out) {
  const Instruction& i = step.instruction();
  if (i.op != Op::load && i.op != Op::store && i.op != Op::atomic) return;
  TraceStep::Access access{
      i.op == Op::store, i.op == Op::atomic, size_of(i.type) * i.count, step.lanes, {}};
  const bool overwritten =
      i.op != Op::store && i.a >= i.result && i.a < i.result + registers_written(i);
  if (overwritten) return;  // the address is gone
  const std::uint64_t offset = i.op == Op::atomic ? 0 : static_cast<std::uint64_t>(i.imm);
  for (int lane = 0; lane < warp_lanes; ++lane)
    access.addresses[lane] = step.warp[i.a][lane] + offset;
  out.accesses.push_back(access);
}

void note_change(TraceStep& out, std::int32_t variable, std::int32_t scalar, const Lanes& values) {
  for (TraceStep::Change& change : out.changes)
    if (change.variable == variable && change.scalar == scalar) {
      change.values = values;
      return;
    }
  out.changes.push_back({variable, scalar, values});
}

}  // namespace

void Recorder::record(const Step& step) {
  const Instruction& i = step.instruction();
  const int line = step.machine.place(step.pc).line;
  if (i.op == Op::constant || i.op == Op::special || line < 1) return;
  const bool same = !trace_.steps.empty() && trace_.steps.back().line == line &&
                    trace_.steps.back().lanes == step.lanes;
  if (!same) {
    if (trace_.steps.size() >= request_->most) {
      trace_.cut = true;
      return;
    }
    trace_.steps.push_back({line, step.lanes, {}, {}});
  }
  TraceStep& out = trace_.steps.back();
  note_access(step, out);
  for (int k = 0; k < registers_written(i); ++k) {
    const Register at = i.result + k;
    const std::vector<Named>& names = step.machine.code.names;
    for (std::size_t n = 0; n < names.size(); ++n) {
      const auto scalars =
          static_cast<Register>(std::max<std::size_t>(1, names[n].shape.scalars.size()));
      if (at < names[n].first || at >= names[n].first + scalars || step.pc < names[n].from ||
          step.pc > names[n].to)
        continue;
      note_change(out, static_cast<std::int32_t>(n), at - names[n].first, step.warp[at]);
    }
  }
}

}  // namespace loom::cuda
