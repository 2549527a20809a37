// The common cases of a visit to a cell without a search; the others go to visit() of shadow.hpp.
#pragma once

#include <cstring>

#include "core/cuda/run/machine.hpp"

namespace loom::cuda {

// Visits of one instruction by the lanes of one warp.
class Toucher {
 public:
  Toucher(const Step& step, Touch touch)
      : machine_(step.machine),
        block_(step.block),
        clock_(step.warp.clock),
        touch_(touch),
        stamp_(step.ready().stamp) {
    stretch_ = machine_.order.stretch(clock_);
    if (stretch_ == 0)
      machine_.out_of_steps("the kernel has used up what the machine keeps of its barriers",
                            step.pc);
    stamp_head_ = (stamp_ & 15) << 28;
    for (unsigned i = 0; i < 4; ++i)
      stamp_who_ |= static_cast<std::uint64_t>(stamp_ >> (4 + i) & 1) << (16 * i + 15);
  }

  // True: a race. `bytes`, `same`: as in Visit. Of a pending byte nothing is common.
  bool operator()(Cell& cell, int thread, unsigned bytes, unsigned same, Rival& rival) {
    if (bytes == 0xf && touch_ != Touch::pending && common(cell, thread)) return false;
    return visit(cell, {touch_, thread, bytes, same, stretch_, stamp_}, machine_.order, clock_,
                 block_.clocks, rival);
  }

  // Of lanes that read a word each: those whose read changes nothing in the word's cell, whatever
  // the other lanes do. All of its bytes were written, and it is known to be read by this thread,
  // or by more than one of the warp, the block or the grid.
  Mask settled(const Cell* cells, const std::array<std::int64_t, warp_lanes>& offsets, Mask lanes,
               int first_thread) {
    Mask out = 0;
    for_lanes(lanes, [&](int lane) {
      const Cell& cell = cells[offsets[static_cast<std::size_t>(lane)] / 4];
      std::uint64_t who;
      std::memcpy(&who, cell.who, sizeof who);
      const std::uint64_t kind = who & (0x7c00 * every);
      const auto self = static_cast<std::uint64_t>(first_thread + lane) | read;
      const bool known = cell.stretch() == stretch_
                             ? kind == (read | of_warp) * every ||
                                   kind == (read | of_block) * every ||
                                   (who & (0x7fff * every)) == self * every
                             : kind == (read | of_block) * every && of_this_time(cell.stretch());
      const bool same = known || kind == (read | grid) * every;
      out |= static_cast<Mask>(same && cell.written() == 0xf) << lane;
    });
    return out;
  }

 private:
  // Whether a stretch lies between the same barriers of the block.
  bool of_this_time(std::uint32_t stretch) {
    if (stretch == known_stretch_) return true;
    const Order::Stretch& past = machine_.order.of(stretch);
    if (past.block != clock_.block || past.epoch != clock_.epoch) return false;
    known_stretch_ = stretch;
    return true;
  }

  static constexpr std::uint64_t every = 0x0001'0001'0001'0001;

  bool common(Cell& cell, int thread) {
    std::uint64_t who;
    std::memcpy(&who, cell.who, sizeof who);
    const std::uint64_t self =
        (static_cast<std::uint64_t>(thread) | static_cast<std::uint64_t>(touch_) << 10) * every;
    const std::uint64_t known = who & (0x7fff * every);
    if (known == 0) return put(cell, self);
    const std::uint64_t kind = who & (0x7c00 * every);
    if (touch_ == Touch::read && kind == (read | grid) * every &&
        clock_.seen <= machine_.order.of(cell.stretch()).tick)
      return true;
    if (cell.stretch() == stretch_)
      return in_stretch(cell, static_cast<std::uint64_t>(thread), self, known, kind);
    const Order::Stretch& past = machine_.order.of(cell.stretch());
    const bool reads =
        touch_ == Touch::read && (known & 0x7fff) * every == known && (known & 0x1c00) == read;
    if (past.block != clock_.block)
      return reads && !machine_.order.fences() && put(cell, self | grid * every);
    if (past.epoch != clock_.epoch) {
      const bool rare = (who & (pending_bit * every)) != 0 || (who & grid) == grid;
      return !rare && put(cell, self);
    }
    if (!reads) return false;
    if (kind == (read | of_block) * every) return true;
    return static_cast<int>((known & 0x3ff) / warp_lanes) != clock_.warp &&
           put(cell, self | of_block * every);
  }

  // Touched last by this warp, and no sync since.
  bool in_stretch(Cell& cell, std::uint64_t thread, std::uint64_t self, std::uint64_t known,
                  std::uint64_t kind) const {
    if (known == self) return true;
    if (touch_ == Touch::write) return known == (thread | read) * every && put(cell, self);
    if (touch_ != Touch::read) return false;
    if (kind == (read | of_warp) * every || kind == (read | of_block) * every ||
        known == (thread | write) * every)
      return true;
    return kind == read * every && put(cell, self | of_warp * every);
  }

  bool put(Cell& cell, std::uint64_t who) const {
    cell.head = (cell.head & 0x0f000000) | stretch_ | stamp_head_;
    who |= stamp_who_;
    std::memcpy(cell.who, &who, sizeof who);
    return true;
  }

  static constexpr std::uint64_t read = static_cast<std::uint64_t>(Touch::read) << 10,
                                 write = static_cast<std::uint64_t>(Touch::write) << 10,
                                 pending_bit = std::uint64_t{4}
                                               << 10,  // atomic and pending have it
      of_warp = static_cast<std::uint64_t>(Readers::warp) << 13,
                                 of_block = static_cast<std::uint64_t>(Readers::block) << 13,
                                 grid = static_cast<std::uint64_t>(Readers::grid) << 13;

  Machine& machine_;
  Block& block_;
  Clock& clock_;
  Touch touch_;
  unsigned stamp_;
  std::uint32_t stretch_ = 0, stamp_head_ = 0;
  std::uint32_t known_stretch_ = 0;  // of this time
  std::uint64_t stamp_who_ = 0;
};

}  // namespace loom::cuda
