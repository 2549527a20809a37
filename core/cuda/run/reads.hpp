// Reads of a word that no single one stands for, in programs with fences: several that nothing
// orders, or some that come after another warp's or block's write. The next write has to come after
// each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cuda/run/order.hpp"

namespace loom::cuda {

// Of a warp's lanes the first stands for all: what comes after a read of other warps or blocks does
// not depend on its lane.
struct Read {
  std::uint32_t stretch = 0;
  std::uint16_t thread = 0;
  std::uint8_t bytes = 0, stamp = 0;  // of the word; which instruction
};

class Reads {
 public:
  struct Kept {
    Read read;
    std::uint32_t next = 0;  // index of the word's next one; 0: none
  };
  // The first one of the cell `at` of a shadow, and the one behind it; or nullptr.
  const Kept* of(std::size_t at) const;
  const Kept* behind(const Kept& kept) const { return kept.next ? &kept_[kept.next] : nullptr; }
  // False: there is no room.
  bool add(std::size_t at, const Read& read);
  // The same, in place of those that come before it.
  bool add_after(std::size_t at, const Read& read, const Order& order, const Clock& clock);
  void forget(std::size_t at, unsigned bytes);  // they are written
  void clear();

 private:
  struct Word {
    std::uint32_t at = 0, first = 0;  // at: the cell's index + 1; 0: free
  };
  std::size_t slot(std::size_t at) const;  // of the word, or a free one
  bool grow();
  template <class F>
  void drop(std::size_t at, F over);

  std::vector<Word> words_;  // by a hash of `at`; a power of two
  std::vector<Kept> kept_;   // [0] is none
  std::size_t used_ = 0;     // words
  std::uint32_t free_ = 0;   // the first of those that are dropped
};

}  // namespace loom::cuda
