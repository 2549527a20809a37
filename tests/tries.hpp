// How much of a long test the slow builds do: wasm in Node and the sanitizers take four to fifteen
// times as long as the native build, which tries everything. That they compute the same is tested
// by tests/web/same_output.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace loom {

#if defined(__EMSCRIPTEN__) || defined(LOOM_SANITIZE)
// A prime: in a grid of states, values of every parameter come by.
inline constexpr int one_of_so_many = 13;
#else
inline constexpr int one_of_so_many = 1;
#endif

constexpr int tries(int natively) { return std::max(1, natively / one_of_so_many); }

// Of a list, what is tried.
template <typename T>
std::vector<T> tried(std::vector<T> list) {
  size_t kept = 0;
  for (size_t i = 0; i < list.size(); i += one_of_so_many) list[kept++] = list[i];
  list.resize(kept);
  return list;
}

}  // namespace loom
