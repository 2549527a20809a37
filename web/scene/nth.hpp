// Scenes count with int, like sentences and pictures; containers do not.
#pragma once

#include <cstddef>

namespace loom::scene {

// all[index], for a number or an enum.
template <class All, class Index>
constexpr decltype(auto) nth(All&& all, Index index) {
  return all[static_cast<std::size_t>(index)];
}

}  // namespace loom::scene
