#include "core/cuda/run/run.hpp"

#include <algorithm>
#include <limits>

#include "core/cuda/run/grid.hpp"
#include "core/cuda/run/launch.hpp"
#include "core/cuda/run/machine.hpp"
#include "core/cuda/run/validate.hpp"

namespace loom::cuda {
namespace {

Error placed(const Code& code, const Error& error) { return {place_of(code) + error.message}; }

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

std::uint32_t blocks_of(const Launch& launch) {
  return launch.grid[0] * launch.grid[1] * launch.grid[2];
}

// One order of a launch.
struct Pass {
  Pass(const Code& code, const Launch& launch, int resident)
      : machine(code, launch), grid(machine, blocks_of(launch), resident) {}
  Machine machine;
  Grid grid;
};

bool ended(const Outcome& outcome) {
  return std::none_of(outcome.findings.begin(), outcome.findings.end(), [](const Finding& finding) {
    return finding.kind == Fault::step_limit || finding.kind == Fault::deadlock ||
           finding.kind == Fault::trap;
  });
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

std::string place_of(const Code& code) {
  const Place place = code.places.empty() ? Place{1, 1} : code.places.front();
  return std::to_string(std::max(1, place.line)) + ":" + std::to_string(std::max(1, place.column)) +
         ": ";
}

struct Run::State {
  const Code& code;
  const Launch& launch;
  Launch usual;  // the same in the usual order, if a seed is given
  int resident;
  std::unique_ptr<Pass> pass;
  std::optional<Outcome> first;  // of the order that was asked for
  long long steps_before = 0, blocks_before = 0;
  bool ended = false;

  bool second() const { return first.has_value(); }

  // The second pass, or nothing.
  bool next() {
    ended = !launch.order || second();
    Outcome out = outcome_of(pass->machine, resident);
    if (second())
      compare(code, launch, out, *first);
    else
      first = std::move(out);
    if (ended) return false;
    steps_before = pass->machine.steps;
    blocks_before = blocks_of(launch);
    usual = launch;
    usual.order.reset();
    usual.trace.reset();
    pass.reset();
    pass = std::make_unique<Pass>(code, usual, resident);
    return true;
  }
};

Run::Run(std::unique_ptr<State> state) : state_(std::move(state)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

Result<Run> Run::begin(const Code& code, const Launch& launch) {
  if (const auto error = unsound(code)) return placed(code, *error);
  if (const auto error = refused(code, launch)) return placed(code, *error);
  const Result<int> resident = resident_blocks(code, launch);
  if (!resident) return placed(code, resident.error());
  auto state = std::unique_ptr<State>(new State{code, launch, {}, *resident, {}, {}});
  state->pass = std::make_unique<Pass>(code, launch, *resident);
  return Run(std::move(state));
}

bool Run::go(long long steps) {
  if (state_->ended) return false;
  Machine& machine = state_->pass->machine;
  const long long most = std::numeric_limits<long long>::max();
  const long long until = steps > most - machine.steps ? most : machine.steps + steps;
  return state_->pass->grid.run(until) || state_->next();
}

Progress Run::progress() const {
  const State& s = *state_;
  const long long passes = s.launch.order ? 2 : 1;
  return {s.steps_before + s.pass->machine.steps, passes * s.launch.limits.steps,
          s.blocks_before + s.pass->grid.blocks_done(), passes * blocks_of(s.launch)};
}

Outcome Run::outcome() && { return std::move(*state_->first); }

Result<Outcome> run(const Code& code, const Launch& launch) {
  Result<Run> run = Run::begin(code, launch);
  if (!run) return run.error();
  while (run->go(std::numeric_limits<long long>::max())) {
  }
  return std::move(*run).outcome();
}

}  // namespace loom::cuda
