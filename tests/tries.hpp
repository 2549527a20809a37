// How much of a long test the slow builds do. Wasm in Node and the sanitizers take four to fifteen
// times as long as the native build, which tries everything. tests/web/same_output checks that they
// compute the same. Sanitizers do more of the random tests: they watch memory and arithmetic in
// states that nobody thought of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loom {

#if defined(__EMSCRIPTEN__) || defined(LOOM_SANITIZE)
// A prime, so that in a grid of states values of every parameter are visited.
inline constexpr int one_of_so_many = 13;
#else
inline constexpr int one_of_so_many = 1;
#endif
#if defined(LOOM_SANITIZE)
inline constexpr int one_try_of = 4;
#else
inline constexpr int one_try_of = one_of_so_many;
#endif

// How often something random is tried: more than once in slow builds, too.
constexpr int tries(int natively) { return std::max(std::min(natively, 3), natively / one_try_of); }

// The entries of a list that are tried.
template <typename T>
std::vector<T> tried(std::vector<T> list) {
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); i += one_of_so_many) list[kept++] = list[i];
  list.resize(kept);
  return list;
}

}  // namespace loom
