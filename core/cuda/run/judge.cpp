#include "core/cuda/run/judge.hpp"

#include <algorithm>

namespace loom::cuda {
namespace {

// Whether a later touch of an unordered byte is a race.
bool conflict(Touch before, Touch now) {
  switch (now) {
    case Touch::read:
    case Touch::atomic:
      return before == Touch::write;
    case Touch::pending:
    case Touch::write:
      return before != Touch::untouched;
    default:
      return false;
  }
}

// Of a byte that was read or touched by an atomic: which write before that still matters.
enum class Held { nothing, of_warp, of_block, of_thread };
Held held_of(const Cell& cell, int byte) {
  switch (cell.touch(byte)) {
    case Touch::own:
      return Held::of_warp;
    case Touch::kept:
      return Held::of_block;
    case Touch::atomic:
      return static_cast<Held>(cell.readers(byte));
    default:
      return Held::nothing;
  }
}

// How far apart an earlier reader is from this thread.
Readers distance(const Order::Stretch& past, int other, const Visit& now, const Clock& clock) {
  if (past.block != clock.block) return Readers::grid;
  if (other / warp_lanes != clock.warp) return Readers::block;
  return other == now.thread ? Readers::one : Readers::warp;
}

struct Judging : Judge {
  // Whether readers other than the one that the cell names come before this write, as far as it is
  // known.
  bool other_readers_before(const Cell& cell, int byte, const Order::Stretch& past) const {
    const bool told = order.fences() && clock.seen > past.tick;
    switch (cell.readers(byte)) {
      case Readers::one:
        return true;
      case Readers::warp:
        return told || cell.stretch() != now.stretch || cell.thread(byte) != now.thread;
      case Readers::block:
        return order.fences() || past.block != clock.block || past.epoch != clock.epoch;
      case Readers::grid:
        return told;
    }
    return true;
  }

  // Of `own`: whether others have read the byte since the last sync, too; for the thread that the
  // cell names. Others race with what is named.
  bool several_read(const Cell& cell, int byte) const {
    return cell.touch(byte) == Touch::own && cell.readers(byte) == Readers::block &&
           cell.stretch() == now.stretch && cell.thread(byte) == now.thread;
  }

  // A read that does not come before this write, of those that are kept.
  const Read* unordered_read(int byte) const {
    if (now.touch == Touch::read || now.touch == Touch::atomic) return nullptr;
    for (const Reads::Kept* kept = reads.of(at); kept; kept = reads.behind(*kept)) {
      const Read& each = kept->read;
      if ((each.bytes >> byte & 1) != 0 &&
          !(order.of(each.stretch).block == clock.block && each.thread == now.thread) &&
          !order.before(each.stretch, each.thread, clock, now.thread % warp_lanes))
        return &each;
    }
    return nullptr;
  }

  // Of a write: whether other blocks have read it since, where their reads are not kept, and nobody
  // has told this one.
  bool others_read(const Cell& cell, int byte) const {
    return cell.touch(byte) == Touch::write && cell.readers(byte) == Readers::grid &&
           !(order.fences() && clock.seen > order.of(cell.stretch()).tick);
  }

  // Whether only the thread that wrote the byte has read it.
  static bool by_writer(const Cell& cell, int byte) {
    return cell.touch(byte) == Touch::own && cell.readers(byte) == Readers::one;
  }

  bool races(const Cell& cell, int byte) const {
    const Touch before = cell.touch(byte);
    if (before == Touch::pending) return true;
    if (const Held held = held_of(cell, byte); held != Held::nothing && now.touch != Touch::write) {
      const int other = cell.thread(byte);
      const bool near = order.of(cell.stretch()).block == clock.block &&
                        (held == Held::of_block || other == now.thread ||
                         (held == Held::of_warp && other / warp_lanes == clock.warp));
      return !near && !order.before(cell.stretch(), other, clock, now.thread % warp_lanes);
    }
    if (!conflict(before, now.touch)) return false;
    const bool by_one = before == Touch::write || by_writer(cell, byte);
    if (now.touch == Touch::write && by_one && (now.same >> byte & 1) != 0) return false;
    if (now.touch == Touch::write && (several_read(cell, byte) || others_read(cell, byte)))
      return true;
    if (unordered_read(byte)) return true;
    return races_with_named(cell, byte) ||
           (now.touch == Touch::write && (before == Touch::read || before == Touch::kept) &&
            !other_readers_before(cell, byte, order.of(cell.stretch())));
  }

  // Whether nothing orders what the thread did that the cell names.
  bool races_with_named(const Cell& cell, int byte) const {
    const int other = cell.thread(byte);
    const bool self = order.of(cell.stretch()).block == clock.block && other == now.thread;
    return !self && !order.before(cell.stretch(), other, clock, now.thread % warp_lanes);
  }

  // The other side of a race. A cell of four bytes knows one instruction: the last.
  Rival rival(const Cell& cell, int byte) const {
    const Touch before = cell.touch(byte);
    const unsigned stamp = cell.stamp();
    bool mixed = split ? stamp == 0 : now.bytes != 0xf;
    for (int i = 0; i < 4 && !split; ++i)
      mixed |= ((cell.who[i] ^ cell.who[byte]) & Cell::core_mask) != 0;
    const Held held = held_of(cell, byte);
    const bool by_reader = held != Held::nothing && now.touch != Touch::write;
    const bool races_with_it = !by_reader && races_with_named(cell, byte);
    const bool after_reads = now.touch == Touch::write && !races_with_it && others_read(cell, byte);
    const Read* read = races_with_it ? nullptr : unordered_read(byte);
    if (read && before != Touch::pending)
      return {order.of(read->stretch).block, read->thread, Touch::read, read->stamp, true, 0, byte};
    const bool named = before == Touch::pending || races_with_it;
    const Touch did = before == Touch::pending || by_reader                          ? Touch::write
                      : before == Touch::own || before == Touch::kept || after_reads ? Touch::read
                                                                                     : before;
    return {
        order.of(cell.stretch()).block, cell.thread(byte), did, stamp, named && !mixed, 0, byte};
  }

  // Whether a write that the cell holds can matter after this access of the same block. After a
  // fence others may know of the write, but not of this access.
  bool holds_write(const Cell& cell, int byte, const Order::Stretch& past) const {
    return (cell.touch(byte) == Touch::write || held_of(cell, byte) != Held::nothing) &&
           past.block == clock.block && past.tick == order.tick();
  }

  Held held_by_atomic(const Cell& cell, int byte) const {
    const Order::Stretch& past = order.of(cell.stretch());
    if (!holds_write(cell, byte, past)) return Held::nothing;
    const Held before = held_of(cell, byte);
    if (before == Held::of_block || past.epoch != clock.epoch)
      return one_block ? Held::nothing : Held::of_block;
    if (cell.thread(byte) / warp_lanes != clock.warp) return Held::nothing;
    const bool by_named = cell.touch(byte) == Touch::write || before == Held::of_thread;
    return by_named && cell.thread(byte) == now.thread && cell.stretch() == now.stretch
               ? Held::of_thread
               : Held::of_warp;
  }

  // The byte's new entry.
  std::uint16_t entry(const Cell& cell, int byte) const {
    const auto make = [&](Touch touch, Readers readers) {
      return static_cast<std::uint16_t>(now.thread | static_cast<int>(touch) << 10 |
                                        static_cast<int>(readers) << 13);
    };
    const Touch before = cell.touch(byte);
    // Of atomics the last counts: a thread that writes after its own atomic comes after those
    // before it.
    if (now.touch == Touch::atomic)
      return make(now.touch, static_cast<Readers>(held_by_atomic(cell, byte)));
    if (now.touch != Touch::read || before == Touch::untouched)
      return make(now.touch, Readers::one);
    const int other = cell.thread(byte);
    const Order::Stretch& past = order.of(cell.stretch());
    const bool told = order.fences() && clock.seen > past.tick;
    const bool grid = (before == Touch::read || before == Touch::kept) &&
                      cell.readers(byte) == Readers::grid && !told;
    const bool holds = holds_write(cell, byte, past);
    const Touch later = holds && !one_block ? Touch::kept : Touch::read;
    const bool listed =
        order.fences() && before != Touch::own && cell.readers(byte) == Readers::block;
    // Where something was told since the block's write, its own reads count, too.
    const bool later_epoch = past.block == clock.block && past.epoch != clock.epoch;
    const bool since = order.fences() && before == Touch::write && past.block == clock.block &&
                       past.tick != order.tick() && !(one_block && later_epoch);
    if (later_epoch && !since)
      return make(later, grid ? Readers::grid : listed ? Readers::block : Readers::one);
    const Readers apart = distance(past, other, now, clock);
    if (before == Touch::write ||
        before == Touch::atomic) {  // of this time between two barriers, or of another block
      const bool known = apart == Readers::one && past.syncs < clock.all_synced;
      if (before == Touch::write && holds && (apart == Readers::warp || known))
        return make(Touch::own, known ? Readers::one : Readers::warp);
      // Others may read, too; the write is what they race with.
      const bool marks = before == Touch::write && (apart >= Readers::block || since);
      const Readers mark = !marks                   ? Readers::one
                           : order.fences()         ? Readers::block
                           : apart == Readers::grid ? Readers::grid
                                                    : Readers::one;
      return static_cast<std::uint16_t>(cell.entry(byte) | static_cast<int>(mark) << 13);
    }
    const Touch touch = before == Touch::kept                                     ? later
                        : before == Touch::own && holds && apart < Readers::block ? Touch::own
                                                                                  : Touch::read;
    const auto after_named = [&] {
      return order.before(cell.stretch(), other, clock, now.thread % warp_lanes);
    };
    // Whether the earlier reads come before this one. After a sync of some lanes we know the answer
    // for one reader, the thread that the cell names. We take it for all readers.
    const bool in_order = apart == Readers::one ? past.syncs != clock.syncs : after_named();
    if (touch == Touch::own) {
      const Readers others = other == now.thread ? cell.readers(byte) : Readers::block;
      return make(touch, in_order ? std::min(others, Readers::warp) : others);
    }
    if (order.fences() && cell.readers(byte) != Readers::grid) {
      if (in_order && !listed) return make(touch, Readers::one);
      const bool others = listed || apart >= Readers::block;
      return make(touch, others ? Readers::block : std::max(cell.readers(byte), apart));
    }
    // If what this warp was told orders the named read of another warp or block, the other reads
    // count as ordered, too.
    if (in_order && (cell.readers(byte) <= Readers::warp || apart >= Readers::block))
      return make(touch, Readers::one);
    return make(touch, std::max(cell.readers(byte), apart));
  }

  // Whether the byte matters to nobody any more: all that can follow comes after it.
  bool over(const Cell& cell, int byte) const {
    const Touch touch = cell.touch(byte);
    return touch == Touch::untouched ||
           (one_block && touch != Touch::pending && order.of(cell.stretch()).epoch != clock.epoch);
  }

  // The visit to one cell. False: its bytes would belong to different stretches; it is as before.
  bool note(Cell& cell, bool& raced, Rival& rival) const {
    std::uint16_t entries[4];
    unsigned kept = 0;
    for (int byte = 0; byte < 4; ++byte) {
      if ((now.bytes >> byte & 1) == 0) continue;
      entries[byte] = entry(cell, byte);
      const Touch before = cell.touch(byte);
      const bool same = ((entries[byte] ^ cell.entry(byte)) & Cell::core_mask) == 0;
      kept |= static_cast<unsigned>(same && (before == Touch::write || before == Touch::atomic))
              << byte;
    }
    // A write that is kept beside a read keeps its stretch, too.
    const bool moves = now.touch != Touch::read || kept == 0, apart = cell.stretch() != now.stretch;
    if (apart && !moves && kept != now.bytes) return false;
    for (int byte = 0; byte < 4 && apart && moves; ++byte) {
      if ((now.bytes >> byte & 1) != 0) continue;
      if (!over(cell, byte)) return false;
      entries[byte] = 0;
    }
    for (int byte = 0; byte < 4 && !raced; ++byte)
      if ((now.bytes >> byte & 1) != 0 && races(cell, byte)) {
        raced = true;
        rival = this->rival(cell, byte);
      }
    for (int byte = 0; byte < 4; ++byte)
      if ((now.bytes >> byte & 1) != 0 || (apart && moves))
        cell.who[byte] = static_cast<std::uint16_t>((cell.who[byte] & 0x8000) | entries[byte]);
    if (moves) {
      cell.head = (cell.head & 0x0f000000) | now.stretch;
      cell.put_stamp(now.stamp);
    }
    return true;
  }
};

}  // namespace

bool Judge::visit(Cell& cell, bool& raced, Rival& rival) const {
  return Judging{*this}.note(cell, raced, rival);
}

}  // namespace loom::cuda
