#include "core/numerics/scaling_ladder.hpp"

#include "core/numerics/format.hpp"
#include "core/random.hpp"

namespace loom::numerics {

std::vector<double> outlier_matrix(std::uint64_t seed, double size) {
  constexpr double shares[] = {1, -0.9, 0.8, -0.7};
  Random random(seed);
  std::vector<double> matrix(ladder_values);
  for (double& number : matrix) number = random.normal();
  for (int i = 0; size > 0 && i < 4; ++i)
    matrix[static_cast<size_t>(outlier_places[i])] = shares[i] * size;
  return matrix;
}

Ladder climb(GroupScheme scheme, const std::vector<double>& matrix) {
  Ladder ladder;
  scheme.scale = find_format("fp16");
  for (int i = 0; i < rung_count; ++i) {
    Rung& rung = ladder[static_cast<size_t>(i)];
    scheme.group = ladder_groups[i];
    rung.quantized = quantize(scheme, matrix);
    rung.bits = bits_per_value(scheme, rung.quantized);
    rung.sqnr = sqnr_db(matrix, rung.quantized.values);
    for (double value : rung.quantized.values) rung.zeros += value == 0;
  }
  return ladder;
}

int sharing(int group) {
  int values = 0, before = -1;
  for (int place : outlier_places) {
    if (place / group != before) values += group;
    before = place / group;
    --values;
  }
  return values;
}

}  // namespace loom::numerics
