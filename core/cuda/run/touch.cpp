#include "core/cuda/run/touch.hpp"

#include <algorithm>

namespace loom::cuda {
namespace {

constexpr std::uint64_t every = 0x0001'0001'0001'0001;
// Of the first three bytes: thread; all but the stamp.
constexpr std::uint64_t low_threads = 0x0000'03ff'03ff'03ff, low_bytes = 0x0000'7fff'7fff'7fff;

// What is added to a cell's `who`, if its thread's number is i higher.
constexpr std::array<std::uint64_t, warp_lanes> make_steps() {
  std::array<std::uint64_t, warp_lanes> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i * every;
  return out;
}
constexpr std::array<std::uint64_t, warp_lanes> steps = make_steps();

constexpr Mask first_lanes(int count) {
  return count == warp_lanes ? all_lanes : (1u << count) - 1;
}

}  // namespace

bool Toucher::search(const Cells& cells, std::size_t at, int thread, unsigned bytes, unsigned same,
                     Rival& rival) {
  return visit(cells, at, {touch_, thread, bytes, same, stretch_, stamp_}, machine_.order, clock_,
               rival);
}

// If its four bytes belong to one stretch and one instruction, the cell is like one that is whole.
bool Toucher::common_split(const Cells& cells, std::size_t at, int thread) {
  const Cell cell = cells.at(at);
  const std::uint32_t other = cell.stretch() | cell.stamp() << 24;
  for (int byte = 1; byte < 4; ++byte)
    if (cells.shadow->other_head(at, byte) != other) return false;
  if (!common(cells, at, thread)) return false;
  const Cell after = cells.at(at);
  for (int byte = 1; byte < 4; ++byte)
    cells.shadow->other_head(at, byte) = after.stretch() | after.stamp() << 24;
  return true;
}

// The threads whose cells are not all as settled as the one in the middle.
Mask Toucher::settled_neighbors(const Cells& cells, std::size_t at, int words, int count) {
  const std::uint32_t* heads = cells.heads + at;
  const std::uint64_t* who = cells.who + at;
  const int total = words * count;
  const std::uint64_t kind = who[total / 2] & kinds;
  const bool any_time = kind == (read | grid) * every && clock_.seen == 0;
  const std::uint32_t mask = any_time ? 0xfu << 24 : head_mask, head = heads[total / 2];
  const auto other_head = [&](int i) { return (heads[i] ^ head) & mask; };
  // Another kind, or not the same thread for all bytes.
  const auto other_who = [&](int i) {
    return ((who[i] ^ kind) & kinds) | ((who[i] ^ (who[i] >> 16)) & low_threads);
  };
  std::uint32_t heads_differ = 0;
  for (int i = 0; i < total; ++i) heads_differ |= other_head(i);
  std::uint64_t differ = heads_differ;
  for (int i = 0; i < total; ++i) differ |= other_who(i);
  if (differ == 0) return 0;
  Mask out = 0;
  for (int i = 0; i < total; ++i)
    out |= static_cast<Mask>((other_head(i) | other_who(i)) != 0) << (i / words);
  return out;
}

// Visits the cells that are like the one in the middle, with a thread that follows the others: they
// have its stretch, so their threads are of one warp. The other threads are left.
Mask Toucher::alike(const Cells& cells, std::size_t at, int count, int thread) {
  std::uint32_t* heads = cells.heads + at;
  std::uint64_t* who = cells.who + at;
  const int middle = count / 2;
  const auto there = static_cast<std::size_t>(middle);
  const std::uint32_t head = heads[there];
  const std::uint64_t known = who[there] & no_stamp;
  const bool follow = known != 0;  // else: untouched
  // Some reads are kept one by one.
  const bool fences = machine_.order.fences();
  if (fences && ((known & of_block) != 0 || of_others(head, known))) return first_lanes(count);
  if (follow && (known & 0x7fff) * every != known) return first_lanes(count);
  const Cell before = cells.at(at + there);
  Rival rival;
  const bool raced = (*this)(cells, at + there, thread + middle, 0xf, 0, rival);
  const std::uint32_t new_head = heads[there];
  const std::uint64_t new_who = who[there];
  cells.put(at + there, before);
  const bool kept = new_head == before.head && new_who == cells.who[at + there];
  const bool listed = fences && (new_who & of_block) != 0;
  if (raced || listed || (!kept && (new_head & Cell::stretch_mask) != stretch_))
    return first_lanes(count);

  static constexpr std::array<std::uint64_t, warp_lanes> none_follows{};
  const std::uint64_t* step = follow ? steps.data() : none_follows.data();
  const std::uint64_t expected = known - step[there];
  const auto other_head = [&](int i) { return (heads[i] ^ head) & head_mask; };
  const auto other_who = [&](int i) { return (who[i] & no_stamp) ^ (expected + step[i]); };
  std::uint32_t heads_differ = 0;
  for (int i = 0; i < count; ++i) heads_differ |= other_head(i);
  std::uint64_t differ = heads_differ;
  for (int i = 0; i < count; ++i) differ |= other_who(i);
  const std::uint64_t base = new_who - steps[there];
  if (differ == 0) {
    if (kept) return 0;
    for (int i = 0; i < count; ++i) heads[i] = new_head;
    for (int i = 0; i < count; ++i) who[i] = base + steps[static_cast<std::size_t>(i)];
    return 0;
  }
  Mask out = 0;
  for (int i = 0; i < count; ++i) {
    if ((other_head(i) | other_who(i)) != 0) {
      out |= 1u << i;
    } else if (!kept) {
      heads[i] = new_head;
      who[i] = base + steps[static_cast<std::size_t>(i)];
    }
  }
  return out;
}

Mask Toucher::neighbors(const Cells& cells, std::size_t at, int words, int count, int thread) {
  if (cells.split()) return first_lanes(count);
  const std::size_t middle = at + static_cast<std::size_t>(words * count / 2);
  if (touch_ == Touch::read && settled(cells.heads[middle], cells.who[middle]))
    return settled_neighbors(cells, at, words, count);
  // A sync of some lanes tells them apart.
  if (words > 1 || !clock_.lane_synced.empty() || touch_ > Touch::write) return first_lanes(count);
  return alike(cells, at, count, thread);
}

bool Toucher::together(const Cells& cells, std::size_t at, int words, int count, int thread) {
  if (cells.split()) return false;
  std::array<Cell, 4> before;
  const auto size = static_cast<std::size_t>(words);
  for (std::size_t word = 0; word < size; ++word) before[word] = cells.at(at + word);
  for (std::size_t word = 0; word < size; ++word)
    for (int i = 0; i < count && !settled(cells.heads[at + word], cells.who[at + word]); ++i) {
      // Of bytes that were touched alike the visit makes bytes that are alike: nothing is split.
      const std::uint64_t who = cells.who[at + word];
      const std::uint32_t head = cells.heads[at + word];
      Rival rival;
      if (((who ^ (who >> 16)) & low_bytes) == 0 &&
          !(*this)(cells, at + word, thread + i, 0xf, 0, rival)) {
        if (cells.who[at + word] == who && cells.heads[at + word] == head && of_others(head, who))
          break;
        continue;
      }
      for (std::size_t each = 0; each < size; ++each) cells.put(at + each, before[each]);
      return false;
    }
  return true;
}

}  // namespace loom::cuda
