#include "core/sm/divergence.hpp"
#include "core/sm/occupancy.hpp"
#include "core/sm/scheduler.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

constexpr Field occupancy_in[] = {
    {"compute_capability",
     "\"7.0\", \"7.5\", \"8.0\", \"8.6\", \"8.9\", \"9.0\", \"10.0\", \"10.3\" or \"12.0\""},
    {"threads", "per block, a whole number from 1; above 1024 no block fits"},
    {"registers", "per thread, a whole number from 0; above 255 no block fits"},
    {"shared_bytes",
     "dynamic shared memory per block in bytes, for a kernel that may use all the device allows"},
    {"static_shared_bytes", "static shared memory per block in bytes; default 0", true},
    {"barriers",
     "named barriers that the kernel uses, 16 for a number known only at run time; default 0",
     true},
};
constexpr Field occupancy_out[] = {
    {"blocks", "resident on one SM; 0 when the kernel cannot run"},
    {"warps", "resident on one SM"},
    {"occupancy", "warps as a share of what the SM holds, 0 to 1"},
    {"limiter",
     "what allows no more: \"warps\", \"registers\", \"shared_memory\", \"blocks\" or "
     "\"barriers\"; an array "
     "of them, in this order, when several tie"},
};

const device::Capability& capability(const Value& value) {
  std::vector<std::string_view> names;
  for (const device::Capability& known : device::capabilities()) names.push_back(known.name);
  return *device::find_capability(choice(value, "compute_capability", names));
}

Json limiters(const sm::Occupancy& found) {
  Json all = Json::array();
  for (int i = 0; i < sm::limiter_count; ++i)
    if (const auto limiter = static_cast<sm::Limiter>(i); found.limited_by(limiter))
      all.push_back(sm::name(limiter));
  return all.size() == 1 ? all[0] : all;
}

Json run_occupancy(const Value& fields) {
  const auto count = [&](const char* name, int least) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, least, INT_MAX))
                                 : 0;
  };
  const device::Capability& device = capability(fields["compute_capability"]);
  const sm::Kernel kernel = {.threads = count("threads", 1),
                             .registers = count("registers", 0),
                             .static_shared = count("static_shared_bytes", 0),
                             .dynamic_shared = count("shared_bytes", 0),
                             .barriers = count("barriers", 0)};
  const sm::Occupancy found = accept(sm::occupancy(device, kernel));
  return {{"blocks", found.blocks},
          {"warps", found.warps},
          {"occupancy", answer(found.share)},
          {"limiter", limiters(found)}};
}

constexpr Field schedule_in[] = {
    {"warps", "of one scheduler, a whole number from 1 to 64"},
    {"latency", "cycles until a loaded value can be used, a whole number from 1 to 10000"},
    {"between", "instructions per load that need its value, a whole number from 1 to 1000"},
    {"in_flight", "independent loads that a warp issues in a row, 1 to 8; default 1", true},
    {"policy", "\"round-robin\" (the default) or \"greedy\" (then oldest)", true},
    {"turns", "of warp 0 that are reported, after the schedule has settled, 1 to 100; default 2",
     true},
};
constexpr Field schedule_out[] = {
    {"rows", "per warp: warp, issued, eligible, stalled (cycles)"},
    {"totals",
     "cycles, issued, idle, utilization (issued/cycles), littles_law_warps (to fill every slot)"},
};

Json run_schedule(const Value& fields) {
  constexpr std::string_view policies[] = {"round-robin", "greedy"};
  const auto count = [&](const char* name, int most, int otherwise) {
    return fields.contains(name) ? static_cast<int>(integer(fields[name], name, 1, most))
                                 : otherwise;
  };
  sm::SchedulerOptions options;
  options.warps = count("warps", sm::max_scheduler_warps, 1);
  options.latency = count("latency", sm::max_load_latency, 1);
  options.between = count("between", sm::max_between, 1);
  options.in_flight = count("in_flight", sm::max_loads_in_flight, 1);
  if (fields.contains("policy") && choice(fields["policy"], "policy", policies) == "greedy")
    options.policy = sm::Policy::greedy_then_oldest;
  const sm::WarpSchedule schedule =
      accept(sm::schedule_warps(options, count("turns", sm::max_turns, 2)));

  Json rows = Json::array();
  for (size_t w = 0; w < schedule.warps.size(); ++w) {
    const sm::WarpTrace& trace = schedule.warps[w];
    rows.push_back({{"warp", w},
                    {"issued", trace.issued},
                    {"eligible", trace.eligible},
                    {"stalled", trace.stalled}});
  }
  return {{"rows", std::move(rows)},
          {"totals",
           {{"cycles", schedule.cycles},
            {"issued", schedule.issued},
            {"idle", schedule.idle},
            {"utilization", answer(schedule.utilization)},
            {"littles_law_warps", sm::littles_law_warps(options)}}}};
}

constexpr Field divergence_in[] = {
    {"then", "instructions for the lanes that take the branch, a whole number from 1 to 1000"},
    {"otherwise", "instructions for the others, a whole number from 0 to 1000"},
    {"lanes", "how many of a warp's 32 take it, a whole number from 0 to 32"},
    {"predicated", "true: without a branch, every instruction under a predicate; default false",
     true},
};
constexpr Field divergence_out[] = {
    {"warp_instructions",
     "issued for the warp, those that part the lanes and let them meet included"},
    {"lane_instructions", "executed, summed over lanes"},
    {"utilization", "lane_instructions / (32 warp_instructions)"},
    {"cycles",
     "where each instruction of a side needs the one before it, as an H200's clock reads around "
     "the branch; null for predicated code"},
};

Json run_divergence(const Value& fields) {
  const auto count = [&](const char* name, int least, int most) {
    return static_cast<int>(integer(fields[name], name, least, most));
  };
  const sm::BranchOptions options = {
      .then = count("then", 1, sm::max_side),
      .otherwise = count("otherwise", 0, sm::max_side),
      .taking = sm::first_lanes(count("lanes", 0, memory::warp_lanes)),
      .predicated = fields.contains("predicated") && boolean(fields["predicated"], "predicated")};
  const sm::BranchRun run = accept(sm::run_branch(options));
  const auto cycles = sm::branch_cycles(options);
  return {{"warp_instructions", run.warp_instructions},
          {"lane_instructions", run.lane_instructions},
          {"utilization", answer(run.utilization)},
          {"cycles", cycles ? Json(*cycles) : Json()}};
}

}  // namespace

const Operation divergence = {
    "sm.divergence", "a warp at a branch that some of its lanes take: what it issues, and how long",
    divergence_in, divergence_out, run_divergence};
const Operation occupancy = {
    "sm.occupancy", "how many blocks of a kernel one SM holds, as the CUDA runtime answers",
    occupancy_in, occupancy_out, run_occupancy};
const Operation schedule = {
    "sm.schedule",
    "one warp scheduler, cycle by cycle: who issues, who could, who waits for a load", schedule_in,
    schedule_out, run_schedule};

}  // namespace loom::eval
