// Against a map of the 512 columns, kept by hand.
#include "core/gemm/tensor_memory_blocks.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::gemm::tensor_memory_blocks) {

using namespace loom;
using namespace loom::gemm;

namespace {

using Allocation = TensorMemory::Allocation;

// Owners by column, and what each block did last; columns are searched for one by one.
struct Naive {
  std::array<int, 512> owner = {};  // block + 1; 0: free
  std::vector<Allocation> held, queue;
  std::map<int, int> last;
  std::map<int, bool> gave_up;

  bool waits(int block) const {
    for (const Allocation& each : queue)
      if (each.block == block) return true;
    return false;
  }
  int room(int columns) const {
    for (int from = 0; from + columns <= 512; ++from) {
      bool free = true;
      for (int i = 0; i < columns; ++i) free = free && owner[static_cast<size_t>(from + i)] == 0;
      if (free) return from;
    }
    return -1;
  }
  void mark(const Allocation& each, int value) {
    for (int i = 0; i < each.columns; ++i) owner[static_cast<size_t>(each.column + i)] = value;
  }
  void serve() {
    while (!queue.empty()) {
      Allocation next = queue.front();
      next.column = room(next.columns);
      if (next.column < 0) return;
      queue.erase(queue.begin());
      held.push_back(next);
      mark(next, next.block + 1);
    }
  }
  bool allowed(int block, int threads, int columns) const {
    const bool power =
        columns == 32 || columns == 64 || columns == 128 || columns == 256 || columns == 512;
    const auto before = last.find(block);
    return threads == 32 && power && !gave_up.contains(block) && !waits(block) &&
           (before == last.end() || columns <= before->second);
  }
  bool holds(const Allocation& each) const {
    return std::count(held.begin(), held.end(), each) > 0;
  }
  bool holds_any(int block) const {
    return std::any_of(held.begin(), held.end(),
                       [&](const Allocation& each) { return each.block == block; });
  }
};

std::vector<Allocation> sorted(std::vector<Allocation> all) {
  std::sort(all.begin(), all.end(),
            [](const Allocation& a, const Allocation& b) { return a.column < b.column; });
  return all;
}

}  // namespace

TEST_CASE("tensor memory, blocks: random sequences agree with a map of the columns") {
  Random random(7);
  int granted = 0, waited = 0, refused = 0;
  for (int run = 0; run < 300; ++run) {
    TensorMemory memory;
    Naive naive;
    for (int turn = 0; turn < 60; ++turn) {
      const int block = static_cast<int>(random.below(4));
      switch (random.below(8)) {
        case 0: {
          memory.relinquish(block);
          naive.gave_up[block] = true;
          break;
        }
        case 1: {
          const bool good = !naive.holds_any(block) && !naive.waits(block);
          CHECK(!memory.end(block) == good);
          if (good) naive.last.erase(block), naive.gave_up.erase(block);
          break;
        }
        case 2:
        case 3:
        case 4: {
          Allocation freed = {block, static_cast<int>(random.below(16)) * 32,
                              32 << random.below(5)};
          if (!naive.held.empty() && random.below(4) > 0)
            freed = naive.held[random.below(static_cast<std::uint32_t>(naive.held.size()))];
          const bool good = naive.holds(freed);
          CHECK(!memory.release(freed) == good);
          if (!good) break;
          naive.mark(freed, 0);
          std::erase(naive.held, freed);
          naive.serve();
          break;
        }
        default: {
          const int threads = random.below(12) == 0 ? 1 : 32,
                    columns = random.below(12) == 0 ? static_cast<int>(random.below(600))
                                                    : 32 << random.below(5);
          const bool good = naive.allowed(block, threads, columns);
          const TensorMemory::Answer answer = memory.allocate(block, threads, columns);
          CHECK(!answer.refused == good);
          refused += !good;
          if (!good) break;
          naive.last[block] = columns;
          naive.queue.push_back({block, 0, columns});
          naive.serve();
          CHECK(answer.waits() == naive.waits(block));
          (answer.waits() ? waited : granted) += 1;
          if (!answer.waits()) {
            CHECK(*answer.column == naive.held.back().column);
          }
        }
      }
      CHECK(memory.held() == sorted(naive.held));
      CHECK(memory.waiting() == naive.queue);
      CHECK(memory.free_columns() == std::count(naive.owner.begin(), naive.owner.end(), 0));
    }
  }
  CHECK(granted > 1000);
  CHECK(waited > 300);
  CHECK(refused > 1000);
}

TEST_CASE("tensor memory, blocks: what is refused, and why") {
  TensorMemory memory;
  const auto said = [&](int block, int threads, int columns) {
    const auto answer = memory.allocate(block, threads, columns);
    return answer.refused ? to_text(*answer.refused) : answer.waits() ? "waits" : "";
  };
  CHECK(said(0, 1, 128) == "asked by 1 thread, expected the 32 of a warp");
  CHECK(said(0, 128, 128) == "asked by 128 threads, expected the 32 of a warp");
  CHECK(said(0, 32, 16) == "16 columns asked for, expected a power of two from 32 to 512");
  CHECK(said(0, 32, 384) == "384 columns asked for, expected a power of two from 32 to 512");
  CHECK(said(0, 32, 1024) == "1024 columns asked for, expected a power of two from 32 to 512");
  CHECK(said(0, 32, 128) == "");
  CHECK(said(0, 32, 256) ==
        "256 columns asked for, expected at most those of the block's last allocation, 128");
  CHECK(said(0, 32, 128) == "");
  CHECK(said(1, 32, 512) == "waits");
  CHECK(said(1, 32, 32) == "a warp of block 1 is waiting for columns");
  memory.relinquish(0);
  CHECK(said(0, 32, 32) == "columns asked for by block 0, which has given up its permit");
  // Who asks later waits, though there would be room.
  CHECK(said(2, 32, 32) == "waits");
  CHECK(to_text(*memory.end(0)) == "the block ends with 256 columns, expected to be freed before");
  CHECK(to_text(*memory.release({0, 0, 256})) ==
        "columns freed from 0 on, expected an allocation of the block");
  CHECK(to_text(*memory.release({1, 0, 128})) ==
        "columns freed from 0 on, expected an allocation of the block");
  CHECK(to_text(*memory.end(1)) == "a warp of block 1 is waiting for columns");
  CHECK_FALSE(memory.release({0, 0, 128}));
  CHECK(memory.waiting().size() == 2);
  CHECK_FALSE(memory.release({0, 128, 128}));
  CHECK_FALSE(memory.end(0));
  CHECK(memory.held() == std::vector<Allocation>{{1, 0, 512}});
  CHECK_FALSE(memory.release({1, 0, 512}));
  CHECK(memory.held() == std::vector<Allocation>{{2, 0, 32}});
}

}  // TESTS_OF(core::gemm::tensor_memory_blocks)
