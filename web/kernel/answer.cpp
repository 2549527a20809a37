#include "web/kernel/answer.hpp"

#include "core/cuda/count/lines.hpp"
#include "core/cuda/count/traffic.hpp"
#include "core/cuda/run/values.hpp"
#include "core/json/fields.hpp"
#include "core/warp.hpp"
#include "web/kernel/arguments.hpp"

namespace loom::kernel {
namespace {

using json::Value;

Value listed(const cuda::Index3& index) { return Value::Array(index.begin(), index.end()); }

void add_party(Value& out, const cuda::Party& party) {
  out.add("block", listed(party.block)).add("thread", listed(party.thread));
}

// A value of each lane; null where the lane takes no part.
Value by_lane(const cuda::Lanes& lanes, cuda::Mask mask, cuda::Type type) {
  Value::Array out;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!cuda::has(mask, lane))
      out.emplace_back();
    else if (cuda::is_float(type))
      out.push_back(json::real(cuda::float_value(lanes[lane], type)));
    else if (cuda::is_signed(type))
      out.push_back(static_cast<std::int64_t>(lanes[lane]));
    else
      out.push_back(lanes[lane]);
  }
  return out;
}

Value changed(const cuda::Code& code, const cuda::TraceStep& step,
              const cuda::TraceStep::Change& change) {
  const cuda::Named& named = code.names[static_cast<std::size_t>(change.variable)];
  const auto at = static_cast<std::size_t>(change.scalar);
  const bool known = at < named.shape.scalars.size();
  const std::string member =
      known && !named.shape.scalars[at].name.empty() ? "." + named.shape.scalars[at].name : "";
  Value out;
  out.add("name", named.name + member);
  out.add("values", by_lane(change.values, step.lanes,
                            known ? named.shape.scalars[at].type : cuda::Type::u64));
  return out;
}

Value traced(const cuda::Code& code, const cuda::TraceStep& step) {
  Value::Array lanes, variables, accesses;
  cuda::for_lanes(step.lanes, [&](int lane) { lanes.push_back(lane); });
  for (const auto& each : step.changes) variables.push_back(changed(code, step, each));
  for (const auto& access : step.accesses) {
    const char* kind = access.atomic ? "atomic" : access.store ? "store" : "load";
    accesses.emplace_back()
        .add("kind", kind)
        .add("bytes", access.bytes)
        .add("addresses", by_lane(access.addresses, access.lanes, cuda::Type::u64));
  }
  Value out;
  out.add("line", step.line)
      .add("lanes", std::move(lanes))
      .add("variables", std::move(variables))
      .add("accesses", std::move(accesses));
  return out;
}

void add_counts(Value& out, const cuda::LineCounts& line) {
  const cuda::Traffic& sums = line.traffic;
  out.add("executed", line.executed)
      .add("lanes", line.lanes)
      .add("divergent", line.divergent)
      .add("global_requests", sums.requests)
      .add("global_sectors", sums.sectors)
      .add("global_ideal", sums.sectors_ideal)
      .add("shared_wavefronts", sums.wavefronts)
      .add("shared_ideal", sums.wavefronts_ideal)
      .add("bytes", sums.bytes)
      .add("atomic_conflicts", sums.atomic_conflicts);
}

Value told(const cuda::Finding& finding) {
  Value out;
  out.add("kind", cuda::name(finding.kind))
      .add("line", finding.place.line)
      .add("column", finding.place.column)
      .add("message", finding.message)
      .add("count", finding.count);
  if (!finding.object.empty()) out.add("object", finding.object);
  if (finding.who) add_party(out, *finding.who);
  if (finding.other) {
    Value other;
    add_party(other, *finding.other);
    if (finding.other_place) other.add("line", finding.other_place->line);
    out.add("other", std::move(other));
  }
  return out;
}

}  // namespace

Value answer(const cuda::Code& code, std::span<const std::string> types,
             const cuda::Outcome& outcome) {
  Value::Array values, lines, findings;
  for (std::size_t i = 0; i < outcome.arguments.size(); ++i) {
    const cuda::Parameter& parameter = code.parameters[i];
    Value& made = values.emplace_back();
    if (parameter.pointer)
      made.add("values", array_values(outcome.arguments[i], element_of(parameter, types[i])));
  }
  for (const cuda::LineCounts& line : outcome.lines)
    add_counts(lines.emplace_back().add("line", line.line), line);
  for (const cuda::Finding& each : outcome.findings) findings.push_back(told(each));
  Value out, total;
  add_counts(total, outcome.total);
  out.add("arguments", std::move(values))
      .add("lines", std::move(lines))
      .add("findings", std::move(findings))
      .add("total", std::move(total))
      .add("resident_blocks", outcome.resident_blocks)
      .add("lane_operations", static_cast<std::int64_t>(outcome.lane_operations));
  if (!outcome.printed.empty()) out.add("printed", outcome.printed);
  if (outcome.trace) {
    Value::Array steps;
    for (const cuda::TraceStep& each : outcome.trace->steps) steps.push_back(traced(code, each));
    out.add("steps", std::move(steps)).add("steps_cut", outcome.trace->cut);
  }
  return out;
}

}  // namespace loom::kernel
