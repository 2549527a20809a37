// Which numbers come first.
#pragma once

#include <span>
#include <vector>

namespace loom {

// The places of numbers, from the smallest to the largest; of equal ones in order. No NaN.
std::vector<int> ascending(std::span<const double> numbers);

}  // namespace loom
