// What the machine knows about each byte of memory beside its value: whether it was written, and
// who touched it last.
//
// One cell of 12 bytes stands for 4 bytes of memory: 3 bytes for each. Its stretch says which warp
// touched them last, and between which barriers (class Order below). Where its bytes come to belong
// to different stretches, as with elements smaller than 4 bytes, the array's shadow is split: from
// then on each byte has a stretch of its own, which makes 6 bytes for each.
// For each byte a cell holds the thread, and how:
//   read, write, atomic
//   own      read, and a lane of the same warp wrote it since the last barrier
//   kept     read, and the block wrote it before its last barrier: other blocks race with that
//   pending  being copied by cp.async
// and of reads, whether other threads read it too: of the warp, of the block, of other blocks. Of
// a write, whether others have read it since. In programs with fences, `block` says of both that
// class Reads keeps these reads, and `grid` that it had no room for some. Of `own` these say: only
// the writer did, only the thread that is named, several. Of `atomic`, which write before it still
// matters: none; a lane's of the same warp, since the last barrier; the block's, before its last
// barrier; the named thread's own.
//
// Which accesses are ordered says core/cuda/run/order.hpp. Everything that is not ordered, and of
// which one is a plain write (not of the bytes that are there already), is a race; but a read
// beside atomics is none.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/cuda/run/order.hpp"
#include "core/cuda/run/reads.hpp"

namespace loom::cuda {

enum class Touch : std::uint8_t { untouched, read, own, write, atomic, pending, kept };
enum class Readers : std::uint8_t { one, warp, block, grid };

struct Cell {
  // bits 0–23 stretch, 24–27 written bytes, 28–31 and `who` bit 15: which instruction (a stamp)
  std::uint32_t head = 0;
  std::uint16_t who[4] = {};  // bits 0–9 thread, 10–12 Touch, 13–14 Readers

  static constexpr std::uint32_t stretch_mask = 0xffffff;
  static constexpr std::uint16_t core_mask = 0x1fff;  // thread and touch
  std::uint32_t stretch() const { return head & stretch_mask; }
  Touch touch(int byte) const { return static_cast<Touch>(who[byte] >> 10 & 7); }
  Readers readers(int byte) const { return static_cast<Readers>(who[byte] >> 13 & 3); }
  int thread(int byte) const { return who[byte] & 0x3ff; }
  std::uint16_t entry(int byte) const { return who[byte] & 0x7fff; }  // without the stamp
  unsigned written() const { return head >> 24 & 0xf; }
  unsigned stamp() const {
    unsigned out = head >> 28;
    for (int byte = 0; byte < 4; ++byte)
      out |= static_cast<unsigned>(who[byte] >> 15) << (4 + byte);
    return out;
  }
  void put_stamp(unsigned stamp) {
    head = (head & 0x0fffffff) | (stamp & 15) << 28;
    for (int byte = 0; byte < 4; ++byte)
      who[byte] =
          static_cast<std::uint16_t>((who[byte] & 0x7fff) | (stamp >> (4 + byte) & 1) << 15);
  }
};
static_assert(sizeof(Cell) == 12);

class Shadow;

// Where the cells of a stretch of memory lie: their heads one after another, and the four `who` of
// each as one number, the first byte's in the low bits. So loops over neighbors take vectors.
struct Cells {
  std::uint32_t* heads = nullptr;
  std::uint64_t* who = nullptr;
  Shadow* shadow = nullptr;

  static constexpr std::uint64_t stamp_bits = 0x8000'8000'8000'8000;
  explicit operator bool() const { return heads != nullptr; }
  bool split() const;  // true: `heads` are those of the first bytes, and hold `written` of all four
  // As long as they are not split.
  Cell at(std::size_t i) const {
    Cell out{heads[i], {}};
    std::memcpy(out.who, who + i, sizeof out.who);
    return out;
  }
  void put(std::size_t i, const Cell& cell) const {
    heads[i] = cell.head;
    std::memcpy(who + i, cell.who, sizeof cell.who);
  }
  unsigned written(std::size_t i) const { return heads[i] >> 24 & 0xf; }
  void mark(std::size_t i, unsigned bytes) const { heads[i] |= bytes << 24; }
  void unmark(std::size_t i, unsigned bytes) const { heads[i] &= ~(bytes << 24); }
};

class Shadow {
 public:
  // Of so many bytes, of which none was touched, and all or none were written. `one_block`: no
  // other block reaches them, so what was done before its last barrier need not be kept.
  void reset(std::size_t bytes, bool written, bool one_block = false) {
    heads_.assign((bytes + 3) / 4, written ? 0xfu << 24 : 0);
    who_.assign(heads_.size(), 0);
    other_heads_.clear();
    reads_.clear();
    split_ = false;
    one_block_ = one_block;
  }
  Cells cells() { return {heads_.data(), who_.data(), this}; }
  // What it takes itself: three bytes for each, six if it is split.
  std::size_t size() const {
    return (heads_.capacity() + other_heads_.capacity()) * sizeof heads_[0] +
           who_.capacity() * sizeof who_[0];
  }

  bool split() const { return split_; }
  void do_split();
  Reads& reads() { return reads_; }
  bool one_block() const { return one_block_; }
  // Of byte 1, 2 or 3 of a cell, once it is split: bits 0–23 stretch, 24–31 stamp.
  std::uint32_t& other_head(std::size_t at, int byte) {
    return other_heads_[3 * at + static_cast<std::size_t>(byte - 1)];
  }

 private:
  std::vector<std::uint32_t> heads_, other_heads_;
  std::vector<std::uint64_t> who_;
  Reads reads_;
  bool split_ = false, one_block_ = false;
};
inline bool Cells::split() const { return shadow->split(); }

// Of a cell's bytes the first that nobody wrote, as an offset in the array.
inline constexpr std::size_t none_unwritten = ~std::size_t{0};
inline std::size_t first_unwritten(const Cells& cells, std::size_t at, unsigned bytes) {
  const unsigned missing = bytes & ~cells.written(at);
  return missing == 0 ? none_unwritten
                      : 4 * at + static_cast<std::size_t>(std::countr_zero(missing));
}

// One lane's access to the bytes of one cell.
struct Visit {
  Touch touch = Touch::read;  // read, write, atomic, pending
  int thread = 0;             // in the block
  unsigned bytes = 0xf;       // of the cell
  unsigned same = 0;          // write: bytes that were there already
  std::uint32_t stretch = 0;  // of the warp
  unsigned stamp = 0;         // which instruction: 1 … 255, 0 unknown
};

// The other side of a race.
struct Rival {
  std::uint32_t block = 0;
  int thread = 0;
  Touch touch = Touch::read;  // what it did: read, write, atomic
  unsigned stamp = 0;
  // False: it may be another thread or instruction than the cell names. Of a part of a cell it is
  // true only where the shadow was split before the other side came.
  bool certain = true;
  int word = 0, byte = 0;  // where they met: which 4 bytes of the access, and which of them
  bool wrote() const { return touch != Touch::read; }
};

// Notes the visit; true if it races, with whom. Does not look at `written`.
bool visit(const Cells& cells, std::size_t at, const Visit& visit, const Order& order,
           const Clock& clock, Rival& rival);

// What the thread was copying to these bytes of a cell counts as written by it in that stretch.
void arrive(const Cells& cells, std::size_t at, unsigned bytes, int thread, std::uint32_t stretch);

}  // namespace loom::cuda
