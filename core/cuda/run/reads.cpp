#include "core/cuda/run/reads.hpp"

namespace loom::cuda {

const std::vector<Read>* Reads::of(std::size_t at) const {
  const auto found = words_.find(at);
  return found == words_.end() || found->second.back().stretch == 0 ? nullptr : &found->second;
}

void Reads::note(std::size_t at, const Read& read) {
  constexpr std::size_t most_words = 1u << 15, most_reads = 8;
  const auto found = words_.find(at);
  if (found == words_.end()) {
    if (words_.size() < most_words) words_[at] = {read};
    return;
  }
  std::vector<Read>& all = found->second;
  if (all.back().write != read.write) all.clear();
  for (Read& each : all)
    if (each.stretch == read.stretch || each.stretch == 0) {
      each.bytes |= read.bytes;
      return;
    }
  all.push_back(all.size() < most_reads ? read : Read{read.write});
}

}  // namespace loom::cuda
