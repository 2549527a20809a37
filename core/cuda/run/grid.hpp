// The grid of a run: which blocks are resident, and whose turn it is.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "core/cuda/run/machine.hpp"
#include "core/random.hpp"

namespace loom::cuda {

class Grid {
 public:
  Grid(Machine& machine, std::uint32_t blocks, int resident);
  Grid(const Grid&) = delete;  // it holds its place in a list of its own

  // Turns of blocks, until the machine has done so many steps. False: the grid has ended. The order
  // of turns is the same, however often it stops between.
  bool run(long long until);

  std::uint32_t blocks_done() const { return started_ - static_cast<std::uint32_t>(live_.size()); }

 private:
  bool round(long long until);
  Turn turn(Block& block);
  void report_standstill();
  long long block_bytes() const;
  std::uint32_t number(std::uint32_t order) const {
    return shuffled_.empty() ? order : shuffled_[order];
  }
  Random* random() { return random_ ? &*random_ : nullptr; }

  Machine& m_;
  std::uint32_t left_, started_ = 0;
  std::size_t resident_;
  std::optional<Random> random_;
  std::vector<std::uint32_t> shuffled_;
  std::list<std::unique_ptr<Block>> live_;
  std::list<std::unique_ptr<Block>>::iterator at_;  // whose turn it is
  std::vector<std::unique_ptr<Block>> spare_;
  bool progress_ = false;  // in this round: not all that are left are stuck
  std::int64_t changes_ = -1;
};

}  // namespace loom::cuda
