// The common cases of a visit to a cell without a search, and of visits to many cells at once; the
// others go to visit() of shadow.hpp.
#pragma once

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {

// Visits of one instruction by the lanes of one warp.
class Toucher {
 public:
  Toucher(const Step& step, Touch touch)
      : machine_(step.machine), clock_(step.warp.clock), touch_(touch), stamp_(step.ready().stamp) {
    stretch_ = machine_.order.stretch(clock_);
    if (stretch_ == 0)
      machine_.out_of_steps(
          "the kernel executes more barriers and fences than the simulator can number", step.pc);
    stamp_head_ = (stamp_ & 15) << 28;
    stamp_who_ = step.ready().stamp_who;
  }

  // True: a race. `bytes`, `same`: as in Visit. Of a pending byte nothing is common.
  bool operator()(const Cells& cells, std::size_t at, int thread, unsigned bytes, unsigned same,
                  Rival& rival) {
    if (bytes == 0xf && touch_ != Touch::pending &&
        (cells.split() ? common_split(cells, at, thread) : common(cells, at, thread)))
      return false;
    return search(cells, at, thread, bytes, same, rival);
  }

  // A read or a write of whole words one after another from the cell `at` on, `words` by each of
  // `count` threads, whose numbers follow each other from `thread` on. Visits them all, but for
  // those of the threads in the mask that it returns: bit i for the thread `thread` + i.
  // Why one visit can stand for many: what it does to a cell depends on how far apart the two
  // threads are and on whether they are of one warp. So cells whose entries name threads one after
  // another of one warp, too, change alike.
  Mask neighbors(const Cells& cells, std::size_t at, int words, int count, int thread);

  // A read of the same whole words by so many threads. True: they are visited. False: none was:
  // there is a race, or their bytes were not touched alike.
  bool together(const Cells& cells, std::size_t at, int words, int count, int thread);

 private:
  static constexpr std::uint64_t every = 0x0001'0001'0001'0001;
  static constexpr std::uint64_t kinds = 0x7c00 * every, no_stamp = 0x7fff * every;
  static constexpr std::uint32_t head_mask = Cell::stretch_mask | 0xfu << 24;
  static constexpr std::uint64_t read = static_cast<std::uint64_t>(Touch::read) << 10,
                                 write = static_cast<std::uint64_t>(Touch::write) << 10,
                                 pending_bit = std::uint64_t{4}
                                               << 10,  // atomic, pending and kept have it
      wrote_bit = std::uint64_t{2} << 10,              // own, write and kept
      of_warp = static_cast<std::uint64_t>(Readers::warp) << 13,
                                 of_block = static_cast<std::uint64_t>(Readers::block) << 13,
                                 grid = static_cast<std::uint64_t>(Readers::grid) << 13;

  bool search(const Cells& cells, std::size_t at, int thread, unsigned bytes, unsigned same,
              Rival& rival);
  bool common_split(const Cells& cells, std::size_t at, int thread);

  // Whether a read of the cell by any thread of this warp changes nothing: it is known already that
  // several of the warp, the block or the grid read it.
  bool settled(std::uint32_t head, std::uint64_t who) {
    const std::uint64_t kind = who & kinds;
    const std::uint32_t its = head & Cell::stretch_mask;
    if (kind == (read | grid) * every) return clock_.seen <= machine_.order.of(its).tick;
    if (kind == (read | of_warp) * every) return its == stretch_;
    return kind == (read | of_block) * every &&
           (its == stretch_ || (!machine_.order.fences() && of_this_time(its)));
  }
  Mask settled_neighbors(const Cells& cells, std::size_t at, int words, int count);
  Mask alike(const Cells& cells, std::size_t at, int count, int thread);

  // Whether another warp wrote the cell: then a read is the same for all lanes of this one.
  bool of_others(std::uint32_t head, std::uint64_t who) const {
    const Order::Stretch& past = machine_.order.of(head & Cell::stretch_mask);
    return (who & 0x1c00) == write &&
           (past.block != clock_.block ||
            (who & 0x3ff) / warp_lanes != static_cast<unsigned>(clock_.warp));
  }
  // Whether a stretch lies between the same barriers of the block.
  bool of_this_time(std::uint32_t stretch) {
    if (stretch == known_stretch_) return true;
    const Order::Stretch& past = machine_.order.of(stretch);
    if (past.block != clock_.block || past.epoch != clock_.epoch) return false;
    known_stretch_ = stretch;
    return true;
  }

  bool common(const Cells& cells, std::size_t at, int thread) {
    std::uint32_t& head = cells.heads[at];
    std::uint64_t& who = cells.who[at];
    const std::uint64_t self =
        (static_cast<std::uint64_t>(thread) | static_cast<std::uint64_t>(touch_) << 10) * every;
    const std::uint64_t known = who & no_stamp;
    if (known == 0) return put(head, who, self);
    const std::uint64_t kind = who & kinds;
    const std::uint32_t its = head & Cell::stretch_mask;
    if (touch_ == Touch::read && kind == (read | grid) * every &&
        clock_.seen <= machine_.order.of(its).tick)
      return true;
    if (its == stretch_)
      return in_stretch(head, who, static_cast<std::uint64_t>(thread), self, known, kind);
    const Order::Stretch& past = machine_.order.of(its);
    const bool reads =
        touch_ == Touch::read && (known & 0x7fff) * every == known && (known & 0x1c00) == read;
    if (past.block != clock_.block)
      return reads && !machine_.order.fences() && put(head, who, self | grid * every);
    if (past.epoch != clock_.epoch) {
      const bool listed = machine_.order.fences() && (who & (of_block * every)) != 0;
      const bool rare = listed || (who & (pending_bit * every)) != 0 || (who & grid) == grid ||
                        (touch_ != Touch::write && (who & (wrote_bit * every)) != 0 &&
                         !cells.shadow->one_block());
      return !rare && put(head, who, self);
    }
    if (!reads) return false;
    if (kind == (read | of_block) * every) return !machine_.order.fences();
    return static_cast<int>((known & 0x3ff) / warp_lanes) != clock_.warp &&
           !machine_.order.fences() &&  // else it may come after that one
           put(head, who, self | of_block * every);
  }

  // Touched last by this warp, and no sync since.
  bool in_stretch(std::uint32_t& head, std::uint64_t& who, std::uint64_t thread, std::uint64_t self,
                  std::uint64_t known, std::uint64_t kind) const {
    if (known == self) return true;
    if (touch_ == Touch::write) return known == (thread | read) * every && put(head, who, self);
    if (touch_ != Touch::read) return false;
    if (kind == (read | of_warp) * every || kind == (read | of_block) * every ||
        known == (thread | write) * every)
      return true;
    return kind == read * every && (known & 0x7fff) * every == known &&
           put(head, who, self | of_warp * every);
  }

  bool put(std::uint32_t& head, std::uint64_t& who, std::uint64_t entry) const {
    head = (head & 0x0f000000) | stretch_ | stamp_head_;
    who = entry | stamp_who_;
    return true;
  }

  Machine& machine_;
  Clock& clock_;
  Touch touch_;
  unsigned stamp_;
  std::uint32_t stretch_ = 0, stamp_head_ = 0;
  std::uint32_t known_stretch_ = 0;  // of this time
  std::uint64_t stamp_who_ = 0;
};

}  // namespace loom::cuda
