#include "core/gemm/tensor_memory_blocks.hpp"

#include <algorithm>
#include <bit>

#include "core/device/capability.hpp"
#include "core/gemm/tensor_memory.hpp"

namespace loom::gemm {

std::string to_text(const TmemRefusal& refusal) {
  const std::string found = std::to_string(refusal.found),
                    expected = std::to_string(refusal.expected);
  switch (refusal.rule) {
    case TmemRule::whole_warp:
      return "asked by " + found + (refusal.found == 1 ? " thread" : " threads") +
             ", expected the " + expected + " of a warp";
    case TmemRule::columns:
      return found + " columns asked for, expected a power of two from 32 to 512";
    case TmemRule::growth:
      return found + " columns asked for, expected at most those of the block's last allocation, " +
             expected;
    case TmemRule::permit:
      return "columns asked for by block " + found + ", which has given up its permit";
    case TmemRule::waiting:
      return "a warp of block " + found + " is waiting for columns";
    case TmemRule::not_held:
      return "columns freed from " + found + " on, expected an allocation of the block";
    case TmemRule::not_freed:
      break;
  }
  return "the block ends with " + found + " columns, expected to be freed before";
}

TensorMemory::Block& TensorMemory::block_of(int number) {
  for (Block& block : blocks_)
    if (block.number == number) return block;
  return blocks_.emplace_back(Block{number, tmem_columns, true});
}

bool TensorMemory::waits(int block) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const Allocation& each) { return each.block == block; });
}

std::optional<int> TensorMemory::grant(int block, int columns) {
  int from = 0;
  auto next = held_.begin();
  while (next != held_.end() && next->column - from < columns) {
    from = next->column + next->columns;
    ++next;
  }
  if (from + columns > tmem_columns) return std::nullopt;
  held_.insert(next, {block, from, columns});
  return from;
}

TensorMemory::Answer TensorMemory::allocate(int block, int threads, int columns) {
  const auto refused = [](TmemRule rule, int found, int expected = 0) {
    return Answer{TmemRefusal{rule, found, expected}, std::nullopt};
  };
  if (threads != device::warp_threads)
    return refused(TmemRule::whole_warp, threads, device::warp_threads);
  if (columns < least_tmem_allocation || columns > tmem_columns ||
      !std::has_single_bit(static_cast<unsigned>(columns)))
    return refused(TmemRule::columns, columns);
  Block& asking = block_of(block);
  if (!asking.permit) return refused(TmemRule::permit, block);
  if (waits(block)) return refused(TmemRule::waiting, block);
  if (columns > asking.last) return refused(TmemRule::growth, columns, asking.last);
  asking.last = columns;
  Answer answer;
  if (waiting_.empty()) answer.column = grant(block, columns);
  if (!answer.column) waiting_.push_back({block, 0, columns});
  return answer;
}

std::optional<TmemRefusal> TensorMemory::release(const Allocation& freed) {
  const auto at = std::find(held_.begin(), held_.end(), freed);
  if (at == held_.end()) return TmemRefusal{TmemRule::not_held, freed.column};
  held_.erase(at);
  while (!waiting_.empty() && grant(waiting_.front().block, waiting_.front().columns))
    waiting_.erase(waiting_.begin());
  return std::nullopt;
}

void TensorMemory::relinquish(int block) { block_of(block).permit = false; }

std::optional<TmemRefusal> TensorMemory::end(int block) {
  int columns = 0;
  for (const Allocation& each : held_) columns += each.block == block ? each.columns : 0;
  if (columns > 0) return TmemRefusal{TmemRule::not_freed, columns};
  if (waits(block)) return TmemRefusal{TmemRule::waiting, block};
  std::erase_if(blocks_, [&](const Block& each) { return each.number == block; });
  return std::nullopt;
}

int TensorMemory::free_columns() const {
  int columns = tmem_columns;
  for (const Allocation& each : held_) columns -= each.columns;
  return columns;
}

}  // namespace loom::gemm
