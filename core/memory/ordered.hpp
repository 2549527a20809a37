// A short list in ascending order of one member, filled entry by entry.
#pragma once

#include <cstdint>

namespace loom::memory {

template <class Entry>
using Key = std::int64_t Entry::*;

// The entry whose key is `value`. If there is none, a new entry takes its place, empty except for
// the key, and `count` grows. It searches from the end, because lanes mostly come in order. The
// caller makes sure that there is room.
template <class Entry>
Entry& entry_with(Entry* entries, int& count, Key<Entry> key, std::int64_t value) {
  int at = count;
  while (at > 0 && entries[at - 1].*key >= value) --at;
  if (at == count || entries[at].*key != value) {
    for (int i = count++; i > at; --i) entries[i] = entries[i - 1];
    entries[at] = {};
    entries[at].*key = value;
  }
  return entries[at];
}

}  // namespace loom::memory
