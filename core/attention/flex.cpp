#include "core/attention/flex.hpp"

#include <cmath>

#include "core/logarithm.hpp"

namespace loom::attention {

double modified(ScoreMod mod, double score, std::int64_t q, std::int64_t k, std::int64_t h) {
  const auto distance = static_cast<double>(q < k ? k - q : q - k);
  switch (mod) {
    case ScoreMod::none:
      return score;
    case ScoreMod::alibi:
      return score - std::ldexp(distance, -1 - static_cast<int>(h % 8));
    case ScoreMod::soft_cap:  // tanh(x) = 1 − 2 / (exp(2x) + 1), without another function to link
      return score_cap * (1 - 2 / (std::exp(2 * score / score_cap) + 1));
    case ScoreMod::relative:
      return score - 2 * binary_logarithm(1 + distance);
  }
  return score;
}

double example_score(double place) {
  return 26 * std::sin(27 * place) + 14 * std::sin(71 * place + 1);
}

std::int64_t block_mask_bytes(std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t kinds = 2, bytes = 4;
  return kinds * bytes * (rows + rows * columns + columns + columns * rows);
}

}  // namespace loom::attention
