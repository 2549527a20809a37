#include "core/kernels/touched_experts.hpp"

#include <numeric>
#include <optional>
#include <utility>

#include "core/limits.hpp"
#include "core/random.hpp"

namespace loom::kernels {
namespace {

std::optional<Error> check_choice(const ExpertChoice& choice) {
  return check_limits({{"experts", 1.0 * choice.experts, 1, 4096},
                       {"top_k", 1.0 * choice.top_k, 1, 1.0 * choice.experts},
                       {"batch", 1.0 * choice.batch, 1, 65536}});
}

}  // namespace

Result<double> expected_experts(const ExpertChoice& choice) {
  if (auto error = check_choice(choice)) return *error;
  const double left_out = 1 - 1.0 * choice.top_k / choice.experts;
  double by_all = 1;  // multiplied, so that every machine has the same bits
  for (int token = 0; token < choice.batch && by_all > 0; ++token) by_all *= left_out;
  return choice.experts * (1 - by_all);
}

Result<std::vector<int>> draw_experts(const ExpertChoice& choice, std::uint64_t seed) {
  if (auto error = check_choice(choice)) return *error;
  Random random(seed);
  std::vector<int> tokens(static_cast<std::size_t>(choice.experts)), order(tokens.size());
  std::iota(order.begin(), order.end(), 0);
  for (int token = 0; token < choice.batch; ++token)
    for (int i = 0; i < choice.top_k; ++i) {  // the first places of a shuffle
      const auto left = static_cast<std::uint32_t>(choice.experts - i);
      const auto at = static_cast<std::size_t>(i);
      std::swap(order[at], order[at + random.below(left)]);
      ++tokens[static_cast<std::size_t>(order[at])];
    }
  return tokens;
}

}  // namespace loom::kernels
