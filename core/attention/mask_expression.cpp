#include "core/attention/mask_expression.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "core/expression/sweep.hpp"
#include "core/limits.hpp"

namespace loom::attention {
namespace {

constexpr std::string_view mask_variables[] = {"b", "h", "q", "k"};
constexpr int query_variable = 2, key_variable = 3;

// Calls use(q, row) for every query, in order: `row` has a 1 for each key that it sees.
template <class Use>
std::optional<Error> each_query(const ExpressionMask& mask, int n, int b, int h, Use use) {
  constexpr double most = 2147483647;
  if (auto error = check_limits({{"n", 1.0 * n, 1, most_expression_tokens},
                                 {"b", 1.0 * b, 0, most},
                                 {"h", 1.0 * h, 0, most}}))
    return error;
  expression::Sweep sweep(mask.allows, {b, h, 0, 0}, query_variable, key_variable, n);
  // A limit for the inputs of fuzzers, which would otherwise take too long.
  const int most_operations = static_cast<int>(std::min(1e9, 0x1p32 / (1.0 * n * n)));
  if (sweep.operations() > most_operations)
    return Error{"the expression joins q and k in " + std::to_string(sweep.operations()) +
                 " operations, expected at most " + std::to_string(most_operations) +
                 " with n = " + std::to_string(n)};
  std::vector<unsigned char> row(static_cast<std::size_t>(n));
  for (int q = 0; q < n; ++q) {
    if (const auto refused = sweep.row(q, row))
      return Error{refused->error.message + ", at b = " + std::to_string(b) +
                   ", h = " + std::to_string(h) + ", q = " + std::to_string(q) +
                   ", k = " + std::to_string(refused->across)};
    use(q, row);
  }
  return std::nullopt;
}

}  // namespace

Result<ExpressionMask> ExpressionMask::parse(std::string_view text) {
  auto parsed = expression::parse(text, mask_variables);
  if (!parsed) return parsed.error();
  return ExpressionMask{std::move(*parsed)};
}

Result<MaskedPairs> count_masked(const ExpressionMask& mask, int n, int block, int b, int h,
                                 bool with_kinds) {
  if (auto error = check_limits(
          {{"n", 1.0 * n, 1, most_expression_tokens}, {"block", 1.0 * block, 1, 2147483647}}))
    return *error;
  const int side = std::min(block, n);
  MaskedPairs found;
  found.columns = (n - 1) / side + 1;
  std::vector<long long> seen(static_cast<std::size_t>(found.columns));
  const auto close = [&](long long& pairs) {
    const BlockKind kind = pairs == 0                    ? BlockKind::skipped
                           : pairs < 1ll * block * block ? BlockKind::partial
                                                         : BlockKind::full;
    ++(kind == BlockKind::full      ? found.blocks.full
       : kind == BlockKind::partial ? found.blocks.partial
                                    : found.blocks.skipped);
    if (with_kinds) found.kinds.push_back(kind);
    found.pairs += pairs;
    pairs = 0;
  };
  const auto refused = each_query(mask, n, b, h, [&](int q, const std::vector<unsigned char>& row) {
    for (int column = 0; column < found.columns; ++column) {
      const int first = column * side, end = std::min(n, first + side);
      int pairs = 0;
      for (int k = first; k < end; ++k) pairs += row[static_cast<std::size_t>(k)];
      seen[static_cast<std::size_t>(column)] += pairs;
    }
    if ((q + 1) % side == 0 || q + 1 == n) std::for_each(seen.begin(), seen.end(), close);
  });
  if (refused) return *refused;
  return found;
}

Result<std::vector<bool>> visited_blocks(const ExpressionMask& mask, int n, const BlockShape& shape,
                                         int b, int h) {
  constexpr double most = 0x1p53;
  if (auto error = check_limits({{"n", 1.0 * n, 1, most_expression_tokens},
                                 {"block_q", static_cast<double>(shape.queries), 1, most},
                                 {"block_k", static_cast<double>(shape.keys), 1, most}}))
    return *error;
  const std::int64_t rows = (n - 1) / shape.queries + 1, columns = (n - 1) / shape.keys + 1,
                     side = std::min<std::int64_t>(shape.keys, n);
  std::vector<bool> found(static_cast<std::size_t>(rows * columns));
  const auto refused = each_query(mask, n, b, h, [&](int q, const std::vector<unsigned char>& row) {
    const std::int64_t first = q / shape.queries * columns;
    for (std::int64_t column = 0; column < columns; ++column) {
      const unsigned char* begin = row.data() + column * side;
      const unsigned char* end = row.data() + std::min<std::int64_t>(n, (column + 1) * side);
      if (std::find(begin, end, 1) != end) found[static_cast<std::size_t>(first + column)] = true;
    }
  });
  if (refused) return *refused;
  return found;
}

}  // namespace loom::attention
