#include "core/attention/pages.hpp"

#include <algorithm>

namespace loom::attention {

int PagePool::begin() {
  sequences_.emplace_back();
  return static_cast<int>(sequences_.size()) - 1;
}

int PagePool::begin_like(int other, int tokens) {
  const int sequence = begin();
  const int pages = (tokens + page_tokens_ - 1) / page_tokens_;
  const std::vector<int>& table = of(other).table;
  of(sequence) = {{table.begin(), table.begin() + pages}, tokens};
  for (int page : of(sequence).table) ++references_[static_cast<size_t>(page)];
  return sequence;
}

int PagePool::take() {
  while (references_[static_cast<size_t>(lowest_)] > 0) ++lowest_;
  references_[static_cast<size_t>(lowest_)] = 1;
  --free_;
  return lowest_;
}

std::optional<PagePool::Place> PagePool::append(int sequence) {
  Sequence& own = of(sequence);
  Place place{0, own.length % page_tokens_};
  const bool shared = place.slot > 0 && references(own.table.back()) > 1;
  place.opened = place.slot == 0 || shared;
  if (place.opened) {
    if (free_ == 0) return std::nullopt;
    place.page = take();
    if (shared) {
      place.copied_from = own.table.back();
      --references_[static_cast<size_t>(place.copied_from)];
      own.table.back() = place.page;
    } else {
      own.table.push_back(place.page);
    }
  } else {
    place.page = own.table.back();
  }
  ++own.length;
  return place;
}

void PagePool::end(int sequence) {
  for (int page : of(sequence).table)
    if (--references_[static_cast<size_t>(page)] == 0) {
      ++free_;
      lowest_ = std::min(lowest_, page);
    }
  of(sequence) = {};
}

Occupied occupied(const PagePool& pool, std::span<const int> sequences) {
  std::vector<int> reached(static_cast<size_t>(pool.pages()));
  Occupied found;
  for (int sequence : sequences) {
    int left = pool.length(sequence);
    found.tokens += left;
    for (int page : pool.table(sequence)) {
      int& most = reached[static_cast<size_t>(page)];
      most = std::max(most, std::min(left, pool.page_tokens()));
      left -= pool.page_tokens();
    }
  }
  for (int slots : reached) {
    if (slots > 0) found.allocated += pool.page_tokens();
    found.used += slots;
  }
  return found;
}

}  // namespace loom::attention
