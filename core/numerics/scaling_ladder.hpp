// What finer scales gain: a matrix with a few outliers, quantized with one scale for the whole, for
// two rows, for a row, and for parts of a row.
//
// The matrix has 16 rows of 64 normal numbers (deviation 1, Random::normal). Four of them, always
// at the same places, are outliers: `size`, −0.9, 0.8 and −0.7 times `size`; size 0 leaves the
// normal numbers. Scales are kept in FP16, symmetric (core/numerics/group_scale.hpp). That outliers
// spoil a scale for all who share it: Dettmers et al., "LLM.int8()", arXiv 2208.07339.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/numerics/group_scale.hpp"

namespace loom::numerics {

inline constexpr int ladder_rows = 16, ladder_columns = 64,
                     ladder_values = ladder_rows * ladder_columns;
inline constexpr int outlier_places[] = {2 * 64 + 11, 6 * 64 + 45, 9 * 64 + 28, 13 * 64 + 57};

std::vector<double> outlier_matrix(std::uint64_t seed, double size);

// Consecutive numbers, row after row, that share a scale.
inline constexpr int ladder_groups[] = {ladder_values, 128, 64, 32, 16};
inline constexpr int rung_count = 5;

struct Rung {
  GroupQuantized quantized;
  double bits = 0;  // per value, scales included
  double sqnr = 0;  // dB
  int zeros = 0;    // values that decode to zero
};
using Ladder = std::array<Rung, rung_count>;

// The group and scale format of `scheme` are replaced by the ladder's. 1,024 numbers.
Ladder climb(GroupScheme scheme, const std::vector<double>& matrix);

// How many values share a scale with an outlier, without the outliers themselves.
int sharing(int group);

}  // namespace loom::numerics
