// The grid: which blocks are resident, and whose turn it is.
#include <algorithm>
#include <list>
#include <numeric>

#include "core/cuda/run/machine.hpp"
#include "core/random.hpp"

namespace loom::cuda {
namespace {

class Grid {
 public:
  Grid(Machine& machine, std::uint32_t blocks, int resident)
      : m_(machine), left_(blocks), resident_(static_cast<std::size_t>(resident)) {
    if (!machine.launch.order) return;
    random_.emplace(*machine.launch.order);
    shuffled_.resize(blocks);
    std::iota(shuffled_.begin(), shuffled_.end(), 0u);
    random_->shuffle(std::span(shuffled_));
  }

  void run() {
    std::int64_t changes = -1;
    while (!m_.stopped) {
      // A block begins when its first turn comes, so that blocks that wait for nobody take memory
      // one after another.
      bool progress = round();
      if (live_.empty() && started_ == left_) return;
      if (!progress && m_.changes == changes) return report_standstill();
      changes = m_.changes;
    }
  }

 private:
  std::uint32_t number(std::uint32_t order) const {
    return shuffled_.empty() ? order : shuffled_[order];
  }

  // A turn for each resident block. False: all that are left are stuck.
  bool round() {
    bool progress = false;
    for (auto at = live_.begin(); at != live_.end() && !m_.stopped;) {
      const Turn turn = run_block(m_, **at, random());
      progress |= turn != Turn::stuck;
      if (turn != Turn::done) {
        ++at;
        continue;
      }
      spare_.push_back(std::move(*at));
      at = live_.erase(at);
    }
    while (live_.size() < resident_ && started_ < left_ && !m_.stopped) {
      if (static_cast<long long>(live_.size()) * block_bytes() > m_.launch.limits.memory) {
        m_.out_of_steps("blocks that wait for others take up all memory", 0);
        return true;
      }
      if (spare_.empty()) spare_.push_back(std::make_unique<Block>());
      live_.push_back(std::move(spare_.back()));
      spare_.pop_back();
      Block& block = *live_.back();
      begin_block(m_, block, number(started_++));
      progress = true;
      if (run_block(m_, block, random()) != Turn::done) continue;
      spare_.push_back(std::move(live_.back()));
      live_.pop_back();
    }
    return progress;
  }

  // Of a block that has begun.
  long long block_bytes() const {
    const auto warps = static_cast<long long>((m_.threads + warp_lanes - 1) / warp_lanes);
    return warps * m_.code.registers * static_cast<long long>(sizeof(Lanes)) +
           static_cast<long long>(m_.shared_bytes) * 4 + m_.code.frame_bytes * m_.threads * 2;
  }

  Random* random() { return random_ ? &*random_ : nullptr; }

  // Nothing will ever change: whoever waits for memory waits in vain; an empty loop never ends.
  void report_standstill() {
    for (const auto& block : live_)
      for (Warp& warp : block->warps) {
        if (warp.done() || !warp.spinning || warp.running < 0) continue;
        const Group& group = warp.group();
        if (!warp.read || warp.wrote)
          return m_.out_of_steps("a loop that changes nothing never ends", group.pc);
        m_.report(Fault::deadlock, group.pc, 0, *block, warp, group.lanes, [&](Finding& finding) {
          finding.message =
              "the loop waits for a value in memory that no running thread will ever write";
          if (started_ < left_)
            finding.message += "; " + std::to_string(left_ - started_) +
                               " blocks of the grid wait until a resident one ends";
        });
      }
    m_.stopped = true;
  }

  Machine& m_;
  std::uint32_t left_, started_ = 0;
  std::size_t resident_;
  std::optional<Random> random_;
  std::vector<std::uint32_t> shuffled_;
  std::list<std::unique_ptr<Block>> live_;
  std::vector<std::unique_ptr<Block>> spare_;
};

}  // namespace

void run_grid(Machine& machine, std::uint32_t blocks, int resident) {
  Grid(machine, blocks, resident).run();
}

}  // namespace loom::cuda
