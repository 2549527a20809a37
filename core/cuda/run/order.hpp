// Which accesses to memory come before others, whatever order blocks and warps take.
//
// Two accesses are ordered if one thread did both, a barrier of their block lies between, a sync of
// their warp with both lanes in its mask, or a release and an acquire of the same word: a fence,
// then an atomic or a volatile store; an atomic, or a read of what that left. A release tells what
// its warp did before its fence, what its block did before the warp's last barrier, and all that
// the warp was told. It errs on the quiet side: what a warp's lane was told counts for all of them,
// and the reader needs no fence.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/cuda/run/lanes.hpp"

namespace loom::cuda {

// The last release of a warp that somebody knows of.
struct Release {
  std::uint32_t block = 0;
  int warp = 0;                                  // in the block
  std::uint32_t epoch = 0;                       // of the block, when it was made
  std::uint32_t fenced = 0, fenced_for_all = 0;  // ticks: last fence; last one for all blocks
};
using Knowledge = std::shared_ptr<const std::vector<Release>>;  // ascending by block and warp

// The time of a warp as far as order counts.
struct Clock {
  std::uint32_t block = 0;       // number in the grid
  int warp = 0;                  // in the block
  std::uint32_t epoch = 0;       // barriers of the block so far
  std::uint32_t syncs = 0;       // of the warp so far
  std::uint32_t all_synced = 0;  // every lane knows what every lane did before this sync …
  std::vector<std::uint32_t>
      lane_synced;            // … and lane a what lane b did before sync [32·a + b]; often empty
  std::uint32_t stretch = 0;  // 0: the next access begins one
  std::uint32_t fenced = 0, fenced_for_all = 0,
                seen = 0;   // ticks: last fence, last one for all blocks, last acquire
  Knowledge knows, joined;  // of other warps' releases; what was joined to it last
};

class Order {
 public:
  struct Stretch {
    std::uint32_t block, epoch, syncs, tick;
  };
  static constexpr std::uint32_t most_stretches = 0xffffff;  // what a cell can name

  explicit Order(bool fences) : fences_(fences) {}

  // The stretch of a warp's next access; 0 when their numbers are used up.
  std::uint32_t stretch(Clock& clock);
  const Stretch& of(std::uint32_t stretch) const { return stretches_[stretch]; }

  // Whether what `thread` did in that stretch comes before what lane `lane` of the warp does now.
  bool before(std::uint32_t stretch, int thread, const Clock& clock, int lane) const;

  void barrier(const std::vector<Clock*>& warps);
  static void sync(Clock& clock, Mask mask, Mask live);
  void fence(Clock& clock, bool for_block = false);
  void atomic(Clock& clock, std::uint64_t address);  // both a release and an acquire
  void acquire(Clock& clock, std::uint64_t address);
  bool fences() const { return fences_; }
  std::uint32_t tick() const { return tick_; }
  bool quiet() const { return messages_.empty(); }  // no atomic after a fence so far

 private:
  struct Message {
    Knowledge knows;
    std::uint32_t tick = 0;
  };
  Knowledge joined(const Knowledge& mine, const Knowledge& other);
  bool told(const Stretch& past, int thread, const Clock& clock) const;

  bool fences_;
  // There is too much to know: an acquire counts as if all had been told that came before it.
  bool crowded_ = false;
  std::size_t known_ = 0;  // releases, in all that was joined
  std::uint32_t tick_ = 0;
  std::vector<Stretch> stretches_{{}};
  std::map<std::uint64_t, Message> messages_;  // of a word: its last releasing atomic
};

}  // namespace loom::cuda
