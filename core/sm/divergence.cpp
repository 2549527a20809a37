#include "core/sm/divergence.hpp"

#include <bit>
#include <string>

namespace loom::sm {
namespace {

std::optional<Error> check(const char* name, int value, int least) {
  if (value >= least && value <= max_side) return std::nullopt;
  return Error{std::string(name) + ": got " + std::to_string(value) + ", expected " +
               std::to_string(least) + " to " + std::to_string(max_side)};
}

}  // namespace

Result<BranchRun> run_branch(const BranchOptions& options) {
  if (const auto error = check("then", options.then, 1)) return *error;
  if (const auto error = check("otherwise", options.otherwise, 0)) return *error;

  BranchRun run;
  const auto issue = [&](BranchPart part, std::uint32_t lanes, int instructions) {
    if (instructions == 0) return;
    run.stretches.push_back({part, lanes, instructions});
    run.warp_instructions += instructions;
    run.lane_instructions += instructions * std::popcount(lanes);
  };
  const std::uint32_t taking = options.taking, others = ~taking;
  if (options.predicated) {
    issue(BranchPart::then, taking, options.then);
    issue(BranchPart::otherwise, others, options.otherwise);
  } else {
    issue(BranchPart::part, ~0u, 2);
    if (taking != 0) {
      issue(BranchPart::then, taking, options.then);
      issue(BranchPart::meet, taking, 1);
    }
    if (others != 0) {
      issue(BranchPart::otherwise, others, options.otherwise);
      issue(BranchPart::leave, others, options.otherwise > 0);
      issue(BranchPart::meet, others, 1);
    }
  }
  run.utilization = static_cast<double>(run.lane_instructions) /
                    (memory::warp_lanes * static_cast<double>(run.warp_instructions));
  return run;
}

std::optional<int> branch_cycles(const BranchOptions& options) {
  if (options.predicated || !run_branch(options)) return std::nullopt;
  const int taking = std::popcount(options.taking), others = memory::warp_lanes - taking;
  const bool one_sided = options.otherwise == 0;
  const int instructions = (taking > 0 ? options.then : 0) + (others > 0 ? options.otherwise : 0);
  const bool most_jump = one_sided ? others >= taking : taking >= others;
  const int beyond = others == 0   ? 35
                     : taking == 0 ? (one_sided ? 49 : 40)
                     : one_sided   ? (most_jump ? 51 : 68)
                                   : (most_jump ? 58 : 59);
  return dependent_cycles * instructions + beyond;
}

}  // namespace loom::sm
