// The order of numbers.
#pragma once

#include <span>
#include <vector>

namespace loom {

// The indices of the numbers, from the smallest number to the largest; equal numbers keep their
// order. No NaN.
std::vector<int> ascending(std::span<const double> numbers);

}  // namespace loom
