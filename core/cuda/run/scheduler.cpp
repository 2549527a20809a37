// The grid: which blocks are resident, and whose turn it is.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/cuda/message.hpp"
#include "core/cuda/run/grid.hpp"

namespace loom::cuda {

Grid::Grid(Machine& machine, std::uint32_t blocks, int resident)
    : m_(machine), left_(blocks), resident_(static_cast<std::size_t>(resident)), at_(live_.end()) {
  if (!machine.launch.order) return;
  random_.emplace(*machine.launch.order);
  shuffled_.resize(blocks);
  std::iota(shuffled_.begin(), shuffled_.end(), 0u);
  random_->shuffle(std::span(shuffled_));
}

bool Grid::run(long long until) {
  while (!m_.stopped) {
    if (!round(until)) return true;
    if (live_.empty() && started_ == left_) return false;
    if (!progress_ && m_.changes == changes_) {
      report_standstill();
      return false;
    }
    changes_ = m_.changes;
    progress_ = false;
    at_ = live_.begin();
  }
  return false;
}

Turn Grid::turn(Block& block) {
  m_.waiting -= block.waits;
  const Turn turn = run_block(m_, block, random());
  block.waits = turn == Turn::stuck;
  m_.waiting += block.waits;
  return turn;
}

// A turn for each resident block, and a first one for as many as there is room for: a block begins
// with it, so that blocks that wait for nobody take memory one after another. False: the steps are
// used up before that.
bool Grid::round(long long until) {
  while (at_ != live_.end() && !m_.stopped) {
    if (m_.steps >= until) return false;
    const Turn its = turn(**at_);
    progress_ |= its != Turn::stuck;
    if (its != Turn::done) {
      ++at_;
      continue;
    }
    spare_.push_back(std::move(*at_));
    at_ = live_.erase(at_);
  }
  while (live_.size() < resident_ && started_ < left_ && !m_.stopped) {
    if (m_.steps >= until) return false;
    if (static_cast<long long>(live_.size()) * block_bytes() > m_.launch.limits.memory) {
      m_.out_of_steps("blocks that wait for others take up all memory", 0);
      return true;
    }
    if (spare_.empty()) spare_.push_back(std::make_unique<Block>());
    live_.push_back(std::move(spare_.back()));
    spare_.pop_back();
    Block& block = *live_.back();
    begin_block(m_, block, number(started_++));
    progress_ = true;
    if (turn(block) != Turn::done) continue;
    spare_.push_back(std::move(live_.back()));
    live_.pop_back();
  }
  return true;
}

// Of a block that has begun.
long long Grid::block_bytes() const {
  const auto warps = static_cast<long long>((m_.threads + warp_lanes - 1) / warp_lanes);
  return warps * m_.code.registers * static_cast<long long>(sizeof(Lanes)) +
         static_cast<long long>(m_.shared_bytes) * 4 + m_.code.frame_bytes * m_.threads * 2;
}

namespace {

// How many blocks wait in a grid_group's sync(), whose count is a variable of the prelude.
std::uint32_t at_grid_barrier(const Machine& m) {
  for (std::size_t i = 0; i < m.code.variables.size(); ++i) {
    if (m.code.variables[i].name != "__loom_arrived") continue;
    std::uint32_t arrived = 0;
    std::memcpy(&arrived, m.memory.at(m.variable_slots[i]).bytes.data(), sizeof arrived);
    return arrived % (m.launch.grid[0] * m.launch.grid[1] * m.launch.grid[2]);
  }
  return 0;
}

}  // namespace

// Nothing will ever change: whoever waits for memory waits in vain; an empty loop never ends.
void Grid::report_standstill() {
  for (const auto& block : live_)
    for (Warp& warp : block->warps) {
      if (warp.done() || !warp.spinning || warp.running < 0) continue;
      const Group& group = warp.group();
      if (!warp.read || warp.wrote)
        return m_.out_of_steps("a loop that changes nothing never ends", group.pc);
      if (const std::uint32_t here = at_grid_barrier(m_); here != 0 && started_ == left_) {
        m_.report(Fault::barrier_divergence, group.pc, 0, *block, warp, group.lanes,
                  [&](Finding& finding) {
                    finding.message =
                        message("the grid's barrier waits for all % blocks, and % of them came",
                                {left_, here});
                  });
        continue;
      }
      m_.report(Fault::deadlock, group.pc, 0, *block, warp, group.lanes, [&](Finding& finding) {
        finding.message =
            "the loop waits for a value in memory that no running thread will ever write";
        if (started_ < left_)
          finding.message +=
              message("; % blocks of the grid wait until a resident one ends", {left_ - started_});
      });
    }
  m_.stopped = true;
}

}  // namespace loom::cuda
