// Scenes count with int, like sentences and pictures; containers do not.
#pragma once

#include <algorithm>
#include <cstddef>

namespace loom::scene {

// all[index], for a number or an enum.
template <class All, class Index>
constexpr decltype(auto) nth(All&& all, Index index) {
  return all[static_cast<std::size_t>(index)];
}

// The largest of each(entry) over all entries, or `least` if none is above it.
template <class All, class Each>
constexpr double largest(const All& all, Each each, double least = 0) {
  for (const auto& entry : all) least = std::max(least, static_cast<double>(each(entry)));
  return least;
}

}  // namespace loom::scene
