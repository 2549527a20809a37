#include "core/cuda/run/run.hpp"

#include <algorithm>

#include "core/cuda/run/launch.hpp"
#include "core/cuda/run/machine.hpp"
#include "core/cuda/run/validate.hpp"
#include "core/cuda/run/watch.hpp"

namespace loom::cuda {
namespace {

// "LINE:COLUMN: …" of the kernel.
Error placed(const Code& code, const Error& error) {
  const Place place = code.places.empty() ? Place{1, 1} : code.places.front();
  return {std::to_string(std::max(1, place.line)) + ":" +
          std::to_string(std::max(1, place.column)) + ": " + error.message};
}

Outcome outcome_of(Machine& machine, int resident) {
  Outcome out;
  out.lines = by_line(machine.code, machine.tallies);
  out.total = total(machine.tallies);
  out.findings = std::move(machine.findings.all());
  for (const int slot : machine.slots)
    out.arguments.push_back(slot < 0 ? std::vector<std::uint8_t>{}
                                     : std::move(machine.memory.at(slot).bytes));
  out.printed = std::move(machine.printed);
  out.steps = machine.steps;
  out.resident_blocks = resident;
  out.trace = machine.recorder.take();
  return out;
}

bool found(const Outcome& outcome, std::initializer_list<Fault> kinds) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), [&](const Finding& each) {
    return std::find(kinds.begin(), kinds.end(), each.kind) != kinds.end();
  });
}

bool ended(const Outcome& outcome) {
  return !found(outcome, {Fault::step_limit, Fault::deadlock, Fault::trap});
}

// Where races have another side that the shadow does not name, the same again, with an eye on these
// words. A run that is cut off is not worth its time twice.
Outcome run_once(const Code& code, const Launch& launch, int resident) {
  const std::uint32_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  std::set<Address> unnamed;
  Outcome out;
  {
    Machine machine(code, launch);
    run_grid(machine, blocks, resident);
    out = outcome_of(machine, resident);
    unnamed = std::move(machine.unnamed);
  }
  if (unnamed.empty() || found(out, {Fault::step_limit})) return out;
  Machine machine(code, launch);
  Watch watch(unnamed);
  machine.watch = &watch;
  run_grid(machine, blocks, resident);
  Outcome again = outcome_of(machine, resident);
  if (!found(again, {Fault::step_limit})) return again;
  return out;
}

// What differs between two orders, an element for each argument.
void compare(const Code& code, const Launch& launch, const Outcome& usual, Outcome& out) {
  if (!ended(usual) || !ended(out)) return;
  for (std::size_t i = 0; i < out.arguments.size(); ++i) {
    const auto& a = usual.arguments[i];
    const auto& b = out.arguments[i];
    const auto differ = std::mismatch(a.begin(), a.end(), b.begin());
    if (differ.first == a.end()) continue;
    const Parameter& parameter = code.parameters[i];
    const std::string& name =
        launch.arguments[i].name.empty() ? parameter.name : launch.arguments[i].name;
    Finding finding{.kind = Fault::order_dependent,
                    .place = code.places.front(),
                    .message = {},
                    .object = {},
                    .who = {},
                    .other = {},
                    .other_place = {}};
    finding.object = element_at(name, parameter.shape, {},
                                (differ.first - a.begin()) / std::max(1, parameter.shape.size) *
                                    std::max(1, parameter.shape.size));
    finding.message = finding.object + " depends on the order in which blocks and warps run";
    finding.count = 0;
    const auto size = static_cast<std::size_t>(std::max(1, parameter.shape.size));
    for (std::size_t at = 0; at < a.size(); at += size)
      finding.count +=
          !std::equal(a.begin() + static_cast<std::ptrdiff_t>(at),
                      a.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, a.size())),
                      b.begin() + static_cast<std::ptrdiff_t>(at));
    out.findings.push_back(finding);
  }
}

}  // namespace

Result<Outcome> run(const Code& code, const Launch& launch) {
  if (const auto error = unsound(code)) return placed(code, *error);
  if (const auto error = refused(code, launch)) return placed(code, *error);
  const Result<int> resident = resident_blocks(code, launch);
  if (!resident) return placed(code, resident.error());
  Outcome out = run_once(code, launch, *resident);
  if (launch.order) {
    Launch usual = launch;
    usual.order.reset();
    usual.trace.reset();
    compare(code, launch, run_once(code, usual, *resident), out);
  }
  return out;
}

}  // namespace loom::cuda
