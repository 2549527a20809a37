#include "tools/loom/eval/cuda_answer.hpp"

#include "core/cuda/run/values.hpp"
#include "tools/loom/eval/cuda_arguments.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

Json party(const cuda::Party& party) { return {{"block", party.block}, {"thread", party.thread}}; }

// A value of each lane; null where the lane takes no part.
Json by_lane(const cuda::Lanes& lanes, cuda::Mask mask, cuda::Type type) {
  Json out = Json::array();
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!cuda::has(mask, lane))
      out.push_back(nullptr);
    else if (cuda::is_float(type))
      out.push_back(answer(cuda::float_value(lanes[lane], type)));
    else if (cuda::is_signed(type))
      out.push_back(static_cast<std::int64_t>(lanes[lane]));
    else
      out.push_back(lanes[lane]);
  }
  return out;
}

Json step(const cuda::Code& code, const cuda::TraceStep& step) {
  Json lanes = Json::array(), variables = Json::array(), accesses = Json::array();
  cuda::for_lanes(step.lanes, [&](int lane) { lanes.push_back(lane); });
  for (const auto& change : step.changes) {
    const cuda::Named& named = code.names[static_cast<std::size_t>(change.variable)];
    const auto at = static_cast<std::size_t>(change.scalar);
    const bool known = at < named.shape.scalars.size();
    const std::string member =
        known && !named.shape.scalars[at].name.empty() ? "." + named.shape.scalars[at].name : "";
    variables.push_back(
        {{"name", named.name + member},
         {"values", by_lane(change.values, step.lanes,
                            known ? named.shape.scalars[at].type : cuda::Type::u64)}});
  }
  for (const auto& access : step.accesses)
    accesses.push_back({{"kind", access.atomic  ? "atomic"
                                 : access.store ? "store"
                                                : "load"},
                        {"bytes", access.bytes},
                        {"addresses", by_lane(access.addresses, access.lanes, cuda::Type::u64)}});
  return {{"line", step.line}, {"lanes", lanes}, {"variables", variables}, {"accesses", accesses}};
}

}  // namespace

std::string place_of(const cuda::Code& code) {
  const cuda::Place place = code.places.empty() ? cuda::Place{1, 1} : code.places.front();
  return std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

Json counts(const cuda::LineCounts& line) {
  const cuda::Traffic& sums = line.traffic;
  return {{"line", line.line},
          {"executed", line.executed},
          {"lanes", line.lanes},
          {"divergent", line.divergent},
          {"global_requests", sums.requests},
          {"global_sectors", sums.sectors},
          {"global_ideal", sums.sectors_ideal},
          {"shared_wavefronts", sums.wavefronts},
          {"shared_ideal", sums.wavefronts_ideal},
          {"bytes", sums.bytes},
          {"atomic_conflicts", sums.atomic_conflicts}};
}

Json finding(const cuda::Finding& finding) {
  Json out = {{"kind", cuda::name(finding.kind)},
              {"line", finding.place.line},
              {"column", finding.place.column},
              {"message", finding.message},
              {"count", finding.count}};
  if (!finding.object.empty()) out["object"] = finding.object;
  if (finding.who) out.update(party(*finding.who));
  if (finding.other) {
    out["other"] = party(*finding.other);
    if (finding.other_place) out["other"]["line"] = finding.other_place->line;
  }
  return out;
}

Json answer(const cuda::Code& code, const Json& arguments, const cuda::Outcome& outcome) {
  Json values = Json::array(), lines = Json::array(), findings = Json::array();
  for (std::size_t i = 0; i < outcome.arguments.size(); ++i) {
    if (!code.parameters[i].pointer)
      values.push_back(nullptr);
    else
      values.push_back({{"values", array_values(outcome.arguments[i],
                                                element_of(code.parameters[i], arguments[i]))}});
  }
  for (const cuda::LineCounts& line : outcome.lines) lines.push_back(counts(line));
  for (const cuda::Finding& each : outcome.findings) findings.push_back(finding(each));
  Json total = counts(outcome.total);
  total.erase("line");
  Json out = {{"arguments", values},
              {"lines", lines},
              {"findings", findings},
              {"total", total},
              {"resident_blocks", outcome.resident_blocks}};
  if (!outcome.printed.empty()) out["printed"] = outcome.printed;
  if (outcome.trace) {
    out["steps"] = Json::array();
    for (const cuda::TraceStep& each : outcome.trace->steps)
      out["steps"].push_back(step(code, each));
    out["steps_cut"] = outcome.trace->cut;
  }
  return out;
}

}  // namespace loom::eval
