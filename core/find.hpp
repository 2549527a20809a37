// Looking up an entry of a table by its id.
#pragma once

#include <span>
#include <string_view>

namespace loom {

// nullptr: no entry has that id.
template <class T>
constexpr const T* find_by_id(std::span<const T> all, std::string_view id) {
  for (const T& each : all)
    if (each.id == id) return &each;
  return nullptr;
}

}  // namespace loom
