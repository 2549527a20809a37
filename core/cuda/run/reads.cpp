#include "core/cuda/run/reads.hpp"

namespace loom::cuda {

std::size_t Reads::slot(std::size_t at) const {
  const std::size_t last = words_.size() - 1;
  std::size_t i = (at * 0x9e3779b1u) & last;
  while (words_[i].at != 0 && words_[i].at != at + 1) i = (i + 1) & last;
  return i;
}

// Room for one more word.
bool Reads::grow() {
  constexpr std::size_t least = 64, most = 1u << 19;
  if (4 * (used_ + 1) <= 3 * words_.size()) return true;
  if (words_.size() == most) return false;
  std::vector<Word> before(words_.empty() ? least : 2 * words_.size());
  before.swap(words_);
  for (const Word& each : before)
    if (each.at != 0) words_[slot(each.at - 1)] = each;
  return true;
}

const Reads::Kept* Reads::of(std::size_t at) const {
  if (words_.empty()) return nullptr;
  const std::uint32_t first = words_[slot(at)].first;
  return first ? &kept_[first] : nullptr;
}

bool Reads::add(std::size_t at, const Read& read) {
  constexpr std::size_t most = 1u << 18;
  constexpr int most_of_word = 64;
  if (!grow()) return false;
  Word& word = words_[slot(at)];
  if (word.at == 0) word.at = static_cast<std::uint32_t>(at + 1), ++used_;
  int count = 0;
  for (std::uint32_t i = word.first; i != 0; i = kept_[i].next, ++count)
    if (kept_[i].read.stretch == read.stretch) {
      kept_[i].read.bytes |= read.bytes;
      return true;
    }
  if (count == most_of_word || (free_ == 0 && kept_.size() > most)) return false;
  if (kept_.empty()) kept_.emplace_back();
  std::uint32_t made = free_;
  if (made != 0)
    free_ = kept_[made].next;
  else
    made = static_cast<std::uint32_t>(kept_.size()), kept_.emplace_back();
  kept_[made] = {read, word.first};
  word.first = made;
  return true;
}

template <class F>
void Reads::drop(std::size_t at, F over) {
  if (words_.empty()) return;
  std::uint32_t* link = &words_[slot(at)].first;
  while (*link != 0) {
    const std::uint32_t i = *link;
    Kept& each = kept_[i];
    if (!over(each.read)) {
      link = &each.next;
      continue;
    }
    *link = each.next;
    each.next = free_;
    free_ = i;
  }
}

bool Reads::add_after(std::size_t at, const Read& read, const Order& order, const Clock& clock) {
  drop(at, [&](const Read& each) {
    return (each.bytes & ~read.bytes) == 0 &&
           order.before(each.stretch, each.thread, clock, read.thread % warp_lanes);
  });
  return add(at, read);
}

void Reads::forget(std::size_t at, unsigned bytes) {
  drop(at, [&](Read& each) {
    each.bytes &= static_cast<std::uint8_t>(~bytes);
    return each.bytes == 0;
  });
}

void Reads::clear() {
  words_.clear();
  kept_.clear();
  used_ = 0;
  free_ = 0;
}

}  // namespace loom::cuda
