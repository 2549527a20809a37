#include "core/attention/mask_expression.hpp"

#include <algorithm>
#include <string>

#include "core/expression/sweep.hpp"
#include "core/limits.hpp"

namespace loom::attention {
namespace {

constexpr std::string_view mask_variables[] = {"b", "h", "q", "k"};
constexpr int query_variable = 2, key_variable = 3;

}  // namespace

Result<ExpressionMask> ExpressionMask::parse(std::string_view text) {
  auto parsed = expression::parse(text, mask_variables);
  if (!parsed) return parsed.error();
  return ExpressionMask{std::move(*parsed)};
}

Result<MaskedPairs> count_masked(const ExpressionMask& mask, int n, int block, int b, int h,
                                 bool with_kinds) {
  constexpr double most = 2147483647;
  if (auto error = check_limits({{"n", 1.0 * n, 1, most_expression_tokens},
                                 {"block", 1.0 * block, 1, most},
                                 {"b", 1.0 * b, 0, most},
                                 {"h", 1.0 * h, 0, most}}))
    return *error;
  expression::Sweep sweep(mask.allows, {b, h, 0, 0}, query_variable, key_variable, n);
  // A limit for the inputs of fuzzers, which would otherwise take too long.
  const int most_operations = static_cast<int>(std::min(1e9, 0x1p32 / (1.0 * n * n)));
  if (sweep.operations() > most_operations)
    return Error{"the expression joins q and k in " + std::to_string(sweep.operations()) +
                 " operations, expected at most " + std::to_string(most_operations) +
                 " with n = " + std::to_string(n)};
  const int side = std::min(block, n);
  MaskedPairs found;
  found.columns = (n - 1) / side + 1;
  std::vector<unsigned char> row(static_cast<std::size_t>(n));
  std::vector<long long> seen(static_cast<std::size_t>(found.columns));
  for (int q = 0; q < n; ++q) {
    if (const auto refused = sweep.row(q, row))
      return Error{refused->error.message + ", at b = " + std::to_string(b) +
                   ", h = " + std::to_string(h) + ", q = " + std::to_string(q) +
                   ", k = " + std::to_string(refused->across)};
    for (int column = 0; column < found.columns; ++column) {
      const int first = column * side, end = std::min(n, first + side);
      int pairs = 0;
      for (int k = first; k < end; ++k) pairs += row[static_cast<std::size_t>(k)];
      seen[static_cast<std::size_t>(column)] += pairs;
    }
    if ((q + 1) % side != 0 && q + 1 != n) continue;
    for (long long& pairs : seen) {
      const BlockKind kind = pairs == 0                    ? BlockKind::skipped
                             : pairs < 1ll * block * block ? BlockKind::partial
                                                           : BlockKind::full;
      ++(kind == BlockKind::full      ? found.blocks.full
         : kind == BlockKind::partial ? found.blocks.partial
                                      : found.blocks.skipped);
      if (with_kinds) found.kinds.push_back(kind);
      found.pairs += pairs;
      pairs = 0;
    }
  }
  return found;
}

}  // namespace loom::attention
