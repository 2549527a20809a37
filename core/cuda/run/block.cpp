// A block: how it begins, and its turns.
#include <algorithm>

#include "core/cuda/run/machine.hpp"
#include "core/random.hpp"

namespace loom::cuda {
namespace {

constexpr int warp_turn = 4'096;             // instructions
constexpr long long block_turn = 1'000'000;  // steps

void fill(Lanes& lanes, std::uint64_t value) { lanes.at.fill(value); }

// Parameters and addresses lie in registers before the first instruction.
void fill_registers(const Machine& m, Warp& warp) {
  const Code& code = m.code;
  for (std::size_t i = 0; i < code.parameters.size(); ++i) {
    const Parameter& parameter = code.parameters[i];
    const Argument& argument = m.launch.arguments[i];
    if (parameter.first == none) continue;
    if (parameter.pointer) {
      fill(warp[parameter.first], argument.null ? 0 : window::array(m.slots[i]));
      continue;
    }
    for (std::size_t k = 0; k < argument.scalars.size(); ++k)
      fill(warp[parameter.first + static_cast<Register>(k)], argument.scalars[k]);
  }
  for (std::size_t i = 0; i < code.variables.size(); ++i) {
    const Variable& variable = code.variables[i];
    if (variable.address == none) continue;
    const auto offset = static_cast<std::uint64_t>(variable.offset);
    const std::uint64_t address = variable.space == Space::shared ? window::shared_base + offset
                                  : variable.space == Space::local
                                      ? window::local_base + offset
                                      : window::array(m.variable_slots[i]);
    fill(warp[variable.address], address);
  }
}

void begin_warp(Machine& m, Block& block, Warp& warp, int number) {
  const int first = number * warp_lanes, threads = std::min(warp_lanes, m.threads - first);
  warp.number = number;
  warp.registers.assign(static_cast<std::size_t>(std::max<Register>(m.code.registers, 1)), Lanes{});
  warp.undefined.assign(warp.registers.size(), 0);
  warp.foreign.assign(m.foreign ? warp.registers.size() : 0, 0);
  warp.origins.assign(m.careful ? warp.registers.size() : 0, {});
  warp.copies.clear();
  warp.open_group.fill(0);
  warp.jumped_from = -1;
  warp.quiet = warp.jumps = warp.spins_in_a_row = warp.unfair = 0;
  warp.next_look = Warp::first_look;
  warp.stored = warp.read = warp.wrote = warp.spinning = false;
  warp.ran_on = 0;
  warp.clock = Clock{};
  warp.clock.block = block.number;
  warp.clock.warp = number;
  Index3 index = m.thread_index(first);
  for (int lane = 0; lane < warp_lanes; ++lane) {
    for (std::size_t axis = 0; axis < 3; ++axis) warp.thread[axis][lane] = index[axis];
    if (lane < threads - 1 && ++index[0] == m.launch.block[0]) {
      index[0] = 0;
      if (++index[1] == m.launch.block[1]) index[1] = 0, ++index[2];
    }
  }
  fill_registers(m, warp);
  warp.begin(threads == warp_lanes ? all_lanes : (1u << threads) - 1);
}

// Whether a warp has a lane that waits at a barrier, and none that can do something else.
bool at_barrier(const Warp& warp) {
  for (int i = 0; i < warp.group_count; ++i)
    if (warp.groups[static_cast<std::size_t>(i)].wait != Wait::barrier) return false;
  return true;
}

}  // namespace

void begin_block(Machine& m, Block& block, std::uint32_t number) {
  const auto warps = static_cast<std::size_t>((m.threads + warp_lanes - 1) / warp_lanes);
  block.number = number;
  block.index = m.block_index(number);
  block.waits = false;
  block.returned = 0;
  block.warps.resize(warps);
  block.clocks.clear();
  for (std::size_t i = 0; i < warps; ++i) {
    begin_warp(m, block, block.warps[i], static_cast<int>(i));
    block.clocks.push_back(&block.warps[i].clock);
  }
  block.shared.assign(m.shared_bytes, 0);
  block.shadow.reset(m.shared_bytes, false, true);
  for (const std::size_t at : m.shared_padding) block.shadow.cells().mark(at / 4, 1u << at % 4);
  block.frames.assign(m.frame.size() * static_cast<std::size_t>(m.threads), 0);
  // Beginning a block takes time, too: a step for each kilobyte.
  m.steps += static_cast<long long>(warps * block.warps[0].registers.size() * sizeof(Lanes) +
                                    block.shared.size() * 4 + block.frames.size() * 2) /
             1024;
  block.frame_bytes.clear();
  for (int thread = 0; thread < m.threads; ++thread)
    block.frame_bytes.insert(block.frame_bytes.end(), m.frame.begin(), m.frame.end());
}

Turn run_block(Machine& m, Block& block, Random* order) {
  const long long end = m.steps + block_turn;
  block.told = 0;
  block.gives_way = false;
  while (true) {
    const std::int64_t changes = m.changes;
    bool moved = false, alive = false, all_wait = true;
    std::vector<std::size_t> turns(block.warps.size());
    for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = i;
    if (order) order->shuffle(std::span(turns));
    for (const std::size_t i : turns) {
      Warp& warp = block.warps[i];
      if (warp.done()) continue;
      if (!at_barrier(warp)) {
        const int turn = order ? 1 + static_cast<int>(order->below(512)) : warp_turn;
        const Pause pause = run_warp(m, block, warp, turn);
        warp.spinning = pause == Pause::spins;
        moved |= pause == Pause::turn_over || pause == Pause::done;
        if (m.stopped) return Turn::over;
        if (pause == Pause::done) continue;
      }
      alive = true;
      all_wait &= at_barrier(warp);
    }
    if (!alive) return Turn::done;
    if (all_wait)
      release_barrier(m, block);
    else if (!moved && m.changes == changes)
      return Turn::stuck;
    if (m.steps >= end || block.gives_way) return Turn::over;
  }
}

}  // namespace loom::cuda
