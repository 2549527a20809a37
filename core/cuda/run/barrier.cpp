// __syncthreads and its kin: every thread that has not returned waits for the others.
#include <algorithm>
#include <vector>

#include "core/cuda/message.hpp"
#include "core/cuda/run/machine.hpp"

namespace loom::cuda {
namespace {

template <class F>
void for_waiting(Block& block, F f) {
  for (Warp& warp : block.warps)
    for (int i = 0; i < warp.group_count; ++i)
      if (Group& group = warp.groups[static_cast<std::size_t>(i)]; group.wait == Wait::barrier)
        f(warp, group);
}

// A barrier that not all threads of the block reach, or not the same one: each place where some
// wait. A thread that has returned early is not waited for (CUDA Programming Guide: the barrier
// holds for "all non-exited threads"); one that has passed by on its way to the kernel's end is a
// mistake.
void report_divergence(Machine& machine, Block& block, int waiting) {
  struct Stop {
    Warp* warp;
    Group* group;
    int threads;
  };
  std::vector<Stop> stops;  // the first to wait at each place
  for_waiting(block, [&](Warp& warp, Group& group) {
    const int threads = std::popcount(group.lanes);
    const auto same = std::find_if(stops.begin(), stops.end(),
                                   [&](const Stop& each) { return each.group->pc == group.pc; });
    if (same == stops.end())
      stops.push_back({&warp, &group, threads});
    else
      same->threads += threads;
  });
  if (stops.size() < 2 && waiting == machine.threads - block.returned) return;
  for (const Stop& each : stops)
    machine.report(
        Fault::barrier_divergence, each.group->pc, 0, block, *each.warp,
        1u << first_lane(each.group->lanes), [&](Finding& finding) {
          finding.message =
              stops.size() > 1
                  ? message(
                        "threads of the block wait at different barriers: % of its % at this one",
                        {each.threads, machine.threads})
                  : message("only % of the block's % threads reach the barrier; others pass by it",
                            {waiting, machine.threads});
        });
}

}  // namespace

void release_barrier(Machine& machine, Block& block) {
  int waiting = 0;
  std::int64_t yes = 0;
  for_waiting(block, [&](Warp& warp, Group& group) {
    waiting += std::popcount(group.lanes);
    const Instruction& i = machine.at(group.pc);
    if (i.b != none) for_lanes(group.lanes, [&](int lane) { yes += warp[i.b][lane] != 0; });
  });
  report_divergence(machine, block, waiting);
  for_waiting(block, [&](Warp& warp, Group& group) {
    const Instruction& i = machine.at(group.pc);
    const std::int64_t answer = i.imm == 1 ? yes : i.imm == 2 ? yes == waiting : yes != 0;
    if (i.result != none)
      for_lanes(group.lanes,
                [&](int lane) { warp[i.result][lane] = static_cast<std::uint64_t>(answer); });
    ++group.pc;
    group.wait = Wait::no;
    warp.stored = true;  // the warp has moved on
  });
  machine.order.barrier(block.clocks);
}

}  // namespace loom::cuda
