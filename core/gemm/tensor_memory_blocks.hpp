// The blocks of an SM that share its tensor memory: which may allocate columns, and what they get.
//
// Rules, of PTX ISA's tcgen05.alloc, dealloc and relinquish_alloc_permit (CUTLASS's allocators say
// the same where they say something):
//   - One whole warp asks, for 32, 64, 128, 256 or 512 columns, with all of their 128 lanes.
//   - Of one block, no allocation is larger than the one before it.
//   - Where the columns are not free, the warp waits until they are.
//   - A block that has given up its permit allocates no more; what it holds it keeps.
//   - What was allocated is freed, as it was allocated, before the block ends.
// The documentation does not say where columns are placed and who is served first. Here: at the
// lowest column with enough room, and strictly in the order of requests. The ISA's exclusive
// allocations (newer versions) are not modeled, nor whether a block that keeps its permit makes
// others wait.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace loom::gemm {

enum class TmemRule {
  whole_warp,  // 32 threads of a warp ask
  columns,     // a power of two, 32 to 512
  growth,      // at most what the block asked for last
  permit,      // not given up
  waiting,     // no warp of the block waits for columns
  not_held,    // what is freed is an allocation of the block
  not_freed,   // the block holds nothing when it ends
};

struct TmemRefusal {
  TmemRule rule;
  int found = 0, expected = 0;
};
// "asked by 1 thread, expected the 32 of a warp"
std::string to_text(const TmemRefusal& refusal);

class TensorMemory {
 public:
  struct Allocation {
    int block = 0, column = 0, columns = 0;
    bool operator==(const Allocation&) const = default;
  };
  struct Answer {
    std::optional<TmemRefusal> refused;
    std::optional<int> column;  // the first of those granted; neither: the warp waits
    bool waits() const { return !refused && !column; }
  };

  Answer allocate(int block, int threads, int columns);
  std::optional<TmemRefusal> release(const Allocation& held);  // may grant what others wait for
  void relinquish(int block);
  std::optional<TmemRefusal> end(int block);

  const std::vector<Allocation>& held() const { return held_; }        // by column
  const std::vector<Allocation>& waiting() const { return waiting_; }  // in order; columns unknown
  int free_columns() const;

 private:
  struct Block {
    int number, last;
    bool permit;
  };
  Block& block_of(int number);
  bool waits(int block) const;
  std::optional<int> grant(int block, int columns);

  std::vector<Allocation> held_, waiting_;
  std::vector<Block> blocks_;
};

}  // namespace loom::gemm
