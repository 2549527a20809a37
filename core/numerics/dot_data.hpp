// The numbers of the dot products that an H200 computed (core/recorded/h200/accumulation.json),
// generated so that anybody can reproduce them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numerics/format.hpp"

namespace loom::numerics {

enum class DotData {
  positive,  // uniform in 0…1
  normal,    // mean 0 and variance 1: the sum of twelve uniform numbers, less 6
  tenth,     // 0.1 in rows, 1 in columns
};

// `count` elements of row `seed` − 1000 or of column `seed` − 2000, rounded to float32 and then to
// the format. A shorter one has the first elements of a longer one.
std::vector<float> dot_data(DotData data, const Format& format, std::uint64_t seed, int count);

}  // namespace loom::numerics
