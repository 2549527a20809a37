// Which warps have read a word since another warp or block wrote it, in programs with fences. There
// a read may come after the write, and the next write after that read, or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace loom::cuda {

// Of a warp's lanes the first stands for all: what comes after a read of other warps or blocks does
// not depend on its lane.
struct Read {
  std::uint32_t write = 0, stretch = 0;  // stretches (order.hpp); stretch 0: there were more reads
  std::uint16_t thread = 0;
  std::uint8_t bytes = 0, stamp = 0;  // of the word; which instruction
};

class Reads {
 public:
  // Of the cell `at` of a shadow; nullptr if they are not all known.
  const std::vector<Read>* of(std::size_t at) const;
  void note(std::size_t at, const Read& read);
  void clear() { words_.clear(); }

 private:
  std::map<std::size_t, std::vector<Read>> words_;
};

}  // namespace loom::cuda
