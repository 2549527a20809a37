#include "core/cuda/run/shadow.hpp"

#include "core/cuda/run/judge.hpp"

namespace loom::cuda {

// Which instructions touched the bytes is not known for each: the stamps are lost.
void Shadow::do_split() {
  split_ = true;
  other_heads_.resize(3 * heads_.size());
  for (std::size_t at = 0; at < heads_.size(); ++at) {
    heads_[at] &= 0x0fffffff;
    who_[at] &= ~Cells::stamp_bits;
    for (int byte = 1; byte < 4; ++byte) other_head(at, byte) = heads_[at] & Cell::stretch_mask;
  }
}

namespace {

// Whether a read of the byte by any thread of this warp changes nothing: it is known already that
// several of the warp, the block or the grid read it.
bool settled(std::uint64_t entry, std::uint32_t stretch, const Visit& now, const Order& order,
             const Clock& clock) {
  if (static_cast<Touch>(entry >> 10 & 7) != Touch::read) return false;
  const Order::Stretch& past = order.of(stretch);
  switch (static_cast<Readers>(entry >> 13 & 3)) {
    case Readers::one:
      return false;
    case Readers::warp:
      return stretch == now.stretch;
    case Readers::block:
      return stretch == now.stretch ||
             (!order.fences() && past.block == clock.block && past.epoch == clock.epoch);
    case Readers::grid:
      return clock.seen <= past.tick;
  }
  return false;
}

// A byte of a shadow that is split, as a cell of which the others are untouched.
Cell alone(const Cells& cells, std::size_t at, int byte) {
  Cell out = cells.at(at);
  if (byte != 0) {
    const std::uint32_t head = cells.shadow->other_head(at, byte);
    out.head = head & Cell::stretch_mask;
    out.put_stamp(head >> 24);
  }
  for (int other = 0; other < 4; ++other)
    if (other != byte) out.who[other] &= 0x8000;
  return out;
}
void put_alone(const Cells& cells, std::size_t at, int byte, const Cell& one) {
  Cell cell = cells.at(at);
  cell.who[byte] = static_cast<std::uint16_t>((cell.who[byte] & 0x8000) | one.entry(byte));
  if (byte == 0) {
    cell.head = one.head;
    cell.put_stamp(one.stamp());
  } else {
    cells.shadow->other_head(at, byte) = one.stretch() | one.stamp() << 24;
  }
  cells.put(at, cell);
}

// Keeps a read that does not come after others, or reads what others wrote; `after` is what it made
// of the cell. Where there is no room it is only known that there were more.
void keep(Reads& reads, std::size_t at, const Visit& now, const Cell& before, Cell& after,
          const Order& order, const Clock& clock) {
  if (now.touch != Touch::read) return reads.forget(at, now.bytes);
  unsigned bytes = 0, named = 0;
  for (int byte = 0; byte < 4; ++byte) {
    const Touch was = before.touch(byte), is = after.touch(byte);
    if ((now.bytes >> byte & 1) == 0 || after.readers(byte) != Readers::block ||
        !(is == Touch::read || is == Touch::write || is == Touch::kept))
      continue;
    bytes |= 1u << byte;
    if ((was == Touch::read || was == Touch::kept) && before.readers(byte) < Readers::block)
      named |= 1u << byte;
  }
  if (bytes == 0) return;
  const auto read = [](std::uint32_t stretch, int thread, unsigned its, unsigned stamp) {
    return Read{stretch, static_cast<std::uint16_t>(thread), static_cast<std::uint8_t>(its),
                static_cast<std::uint8_t>(stamp)};
  };
  bool room = true;
  if (named != 0)
    room = reads.add(
        at, read(before.stretch(), before.thread(std::countr_zero(named)), named, before.stamp()));
  room = reads.add_after(at, read(now.stretch, now.thread, bytes, now.stamp), order, clock) && room;
  for (int byte = 0; byte < 4 && !room; ++byte)
    if ((bytes >> byte & 1) != 0) after.who[byte] |= static_cast<int>(Readers::grid) << 13;
}

}  // namespace

bool visit(const Cells& cells, std::size_t at, const Visit& now, const Order& order,
           const Clock& clock, Rival& rival) {
  Visit its = now;
  for (int byte = 0; byte < 4 && now.touch == Touch::read; ++byte) {
    const bool other = byte != 0 && cells.split();
    const std::uint32_t head = other ? cells.shadow->other_head(at, byte) : cells.heads[at];
    if (settled(cells.who[at] >> (16 * byte), head & Cell::stretch_mask, now, order, clock))
      its.bytes &= ~(1u << byte);
  }
  if (its.bytes == 0) return false;
  const bool one_block = cells.shadow->one_block();
  Reads& kept = cells.shadow->reads();
  bool raced = false;
  if (!cells.split()) {
    Cell cell = cells.at(at);
    const Judge judge{order, clock, its, false, one_block, kept, at};
    if (judge.visit(cell, raced, rival)) {
      if (order.fences()) keep(kept, at, its, cells.at(at), cell, order, clock);
      cells.put(at, cell);
      return raced;
    }
    cells.shadow->do_split();
  }
  const unsigned bytes = its.bytes;
  for (int byte = 0; byte < 4; ++byte) {
    if ((bytes >> byte & 1) == 0) continue;
    its.bytes = 1u << byte;
    const Cell before = alone(cells, at, byte);
    Cell one = before;
    const Judge judge{order, clock, its, true, one_block, kept, at};
    judge.visit(one, raced, rival);
    if (order.fences()) keep(kept, at, its, before, one, order, clock);
    put_alone(cells, at, byte, one);
  }
  return raced;
}

void arrive(const Cells& cells, std::size_t at, unsigned bytes, int thread, std::uint32_t stretch) {
  const auto written = [&](Cell& cell, int byte) {
    if (cell.touch(byte) != Touch::pending || cell.thread(byte) != thread) return;
    cell.who[byte] = static_cast<std::uint16_t>((cell.who[byte] & 0x83ff) |
                                                static_cast<int>(Touch::write) << 10);
    cell.head = (cell.head & ~Cell::stretch_mask) | stretch;
  };
  for (int byte = 0; byte < 4; ++byte) {
    if ((bytes >> byte & 1) == 0) continue;
    Cell cell = cells.split() ? alone(cells, at, byte) : cells.at(at);
    written(cell, byte);
    cells.split() ? put_alone(cells, at, byte, cell) : cells.put(at, cell);
  }
}

}  // namespace loom::cuda
