// What was measured on two GPUs, and the forward pass by the model of a step.
#include <algorithm>

#include "core/scaling/collective_fit.hpp"
#include "core/scaling/forward_pass.hpp"
#include "core/scaling/other_collectives.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

using namespace scaling;

constexpr Field collective_in[] = {
    {"operation", "\"all_reduce\", \"reduce_scatter\", \"all_gather\" or \"all_to_all\""},
    {"way",
     "algorithm and protocol: \"ring LL\", \"ring Simple\"; forced also \"ring LL128\" and, for an "
     "all-reduce, \"tree LL\", \"tree LL128\", \"tree Simple\"; for an all-to-all \"sends LL\", "
     "\"sends Simple\", \"sends Simple, all channels\""},
    {"runs",
     "\"chosen\" (the default: as NCCL chooses, from buffer to buffer), \"in_place\" or \"forced\" "
     "(at every size)",
     true},
};
constexpr Field collective_out[] = {
    {"least", "bytes held by each GPU, of the smallest run"},
    {"most", "of the largest"},
    {"latency", "seconds, fitted to every other run"},
    {"rate", "bytes a second that each GPU sends, fitted to the same"},
    {"worst", "the greatest relative error at the other runs, with its sign"},
    {"worst_of_all", "the same at all runs"},
};

Json run_collective(const Value& fields) {
  constexpr std::string_view names[] = {"all_reduce", "reduce_scatter", "all_gather",
                                        "all_to_all"};  // in the order of Collective
  constexpr std::string_view sets[] = {"chosen", "in_place", "forced"};
  const std::string name = choice(fields["operation"], "operation", names);
  const auto operation =
      static_cast<Collective>(std::find(std::begin(names), std::end(names), name) - names);
  const std::string set = fields.contains("runs") ? choice(fields["runs"], "runs", sets) : "chosen";
  const std::span<const h200::CollectiveRun> runs =
      set == "chosen"     ? std::span<const h200::CollectiveRun>(h200::collective_runs)
      : set == "in_place" ? std::span<const h200::CollectiveRun>(h200::in_place_runs)
                          : std::span<const h200::CollectiveRun>(h200::forced_runs);
  const std::vector<CollectiveFit> found = collective_fits(operation, runs);
  if (found.empty()) throw Refused("field 'runs': \"" + set + "\" has no run of \"" + name + "\"");
  std::vector<std::string_view> ways;
  for (const CollectiveFit& each : found) ways.push_back(each.way);
  const std::string way = choice(fields["way"], "way", ways);
  const CollectiveFit& fit = *std::find_if(
      found.begin(), found.end(), [&](const CollectiveFit& each) { return each.way == way; });
  return {{"least", answer(fit.least)},         {"most", answer(fit.most)},
          {"latency", answer(fit.fit.latency)}, {"rate", answer(fit.fit.rate)},
          {"worst", answer(fit.worst)},         {"worst_of_all", answer(fit.worst_of_all)}};
}

constexpr Field forward_in[] = {
    {"parameters", "of the whole model, 1 to 1e15"},
    {"layers", "1 to 1048576"},
    {"hidden", "numbers of a token between layers, 1 to 1048576"},
    {"sequence", "tokens, 1 to 1048576"},
    {"microbatches", "of one sequence each, one after another, 1 to 1048576"},
    {"tensor", "tensor-parallel GPUs, a divisor of 'hidden'"},
    {"pipeline", "stages, 1 to 'layers'"},
    {"peak", "operations a second of a GPU, above 0, up to 1e18"},
    {"efficiency", "share of the peak that is reached, above 0, up to 1"},
    {"link", "bytes a second of a GPU in one direction, above 0, up to 1e18"},
};
constexpr Field forward_out[] = {
    {"seconds", "of the forward pass: computing, the bubble, and all that is sent"}};

Json run_forward(const Value& fields) {
  const auto count = [&](const char* name) {
    return static_cast<int>(integer(fields[name], name, 1, most_parallel));
  };
  const auto rate = [&](const char* name) {
    return within(fields[name], name, std::numeric_limits<double>::min(), 1e18,
                  "a number above 0, up to 1e18");
  };
  StepOptions options;
  TrainingOptions& model = options.model;
  model.parameters =
      within(fields["parameters"], "parameters", 1, most_parameters, "a number from 1 to 1e15");
  model.layers = count("layers");
  model.hidden = count("hidden");
  model.sequence = count("sequence");
  model.tensor = count("tensor");
  model.pipeline = count("pipeline");
  options.batch = count("microbatches");
  const double link = rate("link");
  const Cluster cluster = {
      .node = most_parallel,
      .peak = rate("peak"),
      .efficiency = within(fields["efficiency"], "efficiency", std::numeric_limits<double>::min(),
                           1, "a number above 0, up to 1"),
      .link = link,
      .network = link};
  return {{"seconds", answer(accept(forward_pass(options, cluster)))}};
}

}  // namespace

const Operation scaling_collective = {
    "scaling.collective", "what two numbers say of NCCL's operations, measured on two H200s",
    collective_in, collective_out, run_collective};
const Operation scaling_forward = {"scaling.forward", "a model's forward pass on many GPUs",
                                   forward_in, forward_out, run_forward};

}  // namespace loom::eval
