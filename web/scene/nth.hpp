// Scenes count with int, like sentences and pictures; containers do not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>

namespace loom::scene {

// all[index], for a number or an enum.
template <class All, class Index>
constexpr decltype(auto) nth(All&& all, Index index) {
  return all[static_cast<std::size_t>(index)];
}

// each(0), each(1) … each(count − 1).
template <class Each>
auto list_of(int count, Each each) {
  std::vector<std::decay_t<decltype(each(0))>> all;
  for (int i = 0; i < count; ++i) all.push_back(each(i));
  return all;
}

// The largest of each(entry) over all entries, or `least` if none is above it. `each` may be a
// member; without it, the entries themselves count.
template <class All, class Each = std::identity>
constexpr double largest(const All& all, Each each = {}, double least = 0) {
  for (const auto& entry : all)
    least = std::max(least, static_cast<double>(std::invoke(each, entry)));
  return least;
}

}  // namespace loom::scene
