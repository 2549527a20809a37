#include "core/cuda/run/run.hpp"

#include <algorithm>
#include <limits>

#include "core/cuda/message.hpp"
#include "core/cuda/run/grid.hpp"
#include "core/cuda/run/launch.hpp"
#include "core/cuda/run/machine.hpp"
#include "core/cuda/run/validate.hpp"
#include "core/cuda/run/watch.hpp"

namespace loom::cuda {
namespace {

Error placed(const Code& code, const Error& error) { return {place_of(code) + error.message}; }

Outcome outcome_of(Machine& machine, int resident) {
  Outcome out;
  out.lines = by_line(machine.code, machine.tallies);
  out.total = total(out.lines);
  out.findings = std::move(machine.findings.all());
  for (const int slot : machine.slots)
    out.arguments.push_back(slot < 0 ? std::vector<std::uint8_t>{}
                                     : std::move(machine.memory.at(slot).bytes));
  out.printed = std::move(machine.printed);
  out.steps = machine.steps;
  for (const Tally& tally : machine.tallies) out.lane_operations += tally.lanes;
  out.resident_blocks = resident;
  out.trace = machine.recorder.take();
  return out;
}

std::uint32_t blocks_of(const Launch& launch) {
  return launch.grid[0] * launch.grid[1] * launch.grid[2];
}

bool found(const Outcome& outcome, std::initializer_list<Fault> kinds) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), [&](const Finding& each) {
    return std::find(kinds.begin(), kinds.end(), each.kind) != kinds.end();
  });
}

// All blocks in one order, perhaps with an eye on some words of memory.
struct Pass {
  Pass(const Code& code, const Launch& launch, int resident, bool careful = false,
       const std::set<Address>& watched = {})
      : machine(code, launch, careful), grid(machine, blocks_of(launch), resident) {
    if (!watched.empty()) machine.watch = &watch.emplace(watched);
  }
  Machine machine;
  std::optional<Watch> watch;
  Grid grid;
};

bool ended(const Outcome& outcome) {
  return !found(outcome, {Fault::step_limit, Fault::deadlock, Fault::trap});
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
    finding.object = element_at(name, parameter.shape, {}, differ.first - a.begin());
    finding.message =
        message("% depends on the order in which blocks and warps run", {finding.object});
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
  return message("%:%: ", {std::max(1, place.line), std::max(1, place.column)});
}

struct Run::State {
  const Code& code;
  const Launch& launch;
  int resident;
  std::unique_ptr<Pass> pass;
  Launch usual;                  // the same in the usual order, if a seed is given
  std::optional<Outcome> first;  // of the order that was asked for
  bool comparing = false, ended = false;
  long long steps_before = 0, passes_before = 0;

  void start(std::unique_ptr<Pass> another) {
    steps_before += pass->machine.steps;
    ++passes_before;
    pass = std::move(another);
  }

  // Another pass, or nothing.
  bool next() {
    Outcome out = outcome_of(pass->machine, resident);
    if (comparing) {
      compare(code, launch, out, *first);
      ended = true;
      return false;
    }
    const bool cut = found(out, {Fault::step_limit}), again = pass->watch.has_value();
    const bool careful = pass->machine.careful;
    // Where something was copied that had no value, the same again, to tell where that is used.
    if (pass->machine.suspect && !careful && !cut) {
      start(std::make_unique<Pass>(code, launch, resident, true));
      return true;
    }
    const std::set<Address> unnamed =
        again ? std::set<Address>{} : std::move(pass->machine.unnamed);
    if (!again || !cut) first = std::move(out);
    // Where races have another side that the shadow does not name, the same again, with an eye on
    // these words. A run that is cut off is not worth its time twice.
    if (!unnamed.empty() && !cut) {
      start(std::make_unique<Pass>(code, launch, resident, careful, unnamed));
      return true;
    }
    ended = !launch.order;
    if (ended) return false;
    comparing = true;
    usual = launch;
    usual.order.reset();
    usual.trace.reset();
    start(std::make_unique<Pass>(code, usual, resident));
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
  auto state = std::unique_ptr<State>(new State{code, launch, *resident, {}, {}, {}});
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
  const long long blocks = blocks_of(s.launch);
  const long long passes = s.passes_before + 1 + (s.launch.order && !s.comparing);
  return {s.steps_before + s.pass->machine.steps, passes * s.launch.limits.steps,
          s.passes_before * blocks + s.pass->grid.blocks_done(), passes * blocks};
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
