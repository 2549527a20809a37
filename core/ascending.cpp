#include "core/ascending.hpp"

#include <algorithm>
#include <numeric>

namespace loom {

std::vector<int> ascending(std::span<const double> numbers) {
  std::vector<int> places(numbers.size());
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(), [&](int a, int b) {
    const double x = numbers[static_cast<size_t>(a)], y = numbers[static_cast<size_t>(b)];
    return x < y || (x == y && a < b);
  });
  return places;
}

}  // namespace loom
