#include "core/attention/mask_expression.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/expression/bounded.hpp"
#include "core/expression/sweep.hpp"
#include "core/limits.hpp"

namespace loom::attention {
namespace {

using expression::Bounded, expression::Tree;

constexpr std::string_view mask_variables[] = {"b", "h", "q", "k"};
constexpr int query_variable = 2, key_variable = 3;

Result<Tree> checked(const ExpressionMask& mask, int n, int b, int h) {
  constexpr double most = 2147483647;
  if (auto error = check_limits({{"n", 1.0 * n, 1, most_expression_tokens},
                                 {"b", 1.0 * b, 0, most},
                                 {"h", 1.0 * h, 0, most}}))
    return *error;
  Tree tree(mask.allows, query_variable, key_variable);
  // A limit for the inputs of fuzzers, which would otherwise take too long.
  const int most_operations = static_cast<int>(std::min(1e9, 0x1p32 / (1.0 * n * n)));
  if (tree.operations() > most_operations)
    return Error{"the expression joins q and k in " + std::to_string(tree.operations()) +
                 " operations, expected at most " + std::to_string(most_operations) +
                 " with n = " + std::to_string(n)};
  return tree;
}

// The rows of a mask, one after the other.
class Rows {
 public:
  Rows(const ExpressionMask& mask, int n, int b, int h)
      : b_(b),
        h_(h),
        sweep_(mask.allows, {b, h, 0, 0}, query_variable, key_variable, n),
        row_(static_cast<std::size_t>(n)) {}

  // A 1 for each key that the query sees.
  const std::vector<std::uint8_t>& row() const { return row_; }

  std::optional<Error> compute(int q) {
    const auto refused = sweep_.row(q, row_);
    if (!refused) return std::nullopt;
    return Error{refused->error.message + ", at b = " + std::to_string(b_) +
                 ", h = " + std::to_string(h_) + ", q = " + std::to_string(q) +
                 ", k = " + std::to_string(refused->across)};
  }

 private:
  int b_, h_;
  expression::Sweep sweep_;
  std::vector<std::uint8_t> row_;
};

// Calls use(q, row) for every query, in order.
template <class Use>
std::optional<Error> each_query(Rows rows, int n, Use use) {
  for (int q = 0; q < n; ++q) {
    if (auto refused = rows.compute(q)) return refused;
    use(q, rows.row());
  }
  return std::nullopt;
}

// Calls use(block) for every block, row after row of the queries' blocks.
template <class Use>
void each_block(int n, const BlockShape& shape, Use use) {
  const auto end = [&](int begin, std::int64_t size) {
    return static_cast<int>(std::min<std::int64_t>(n, begin + size));
  };
  for (int top = 0; top < n; top = end(top, shape.queries))
    for (int left = 0; left < n; left = end(left, shape.keys))
      use(expression::Rectangle{top, left, end(top, shape.queries), end(left, shape.keys)});
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
  const Result<Tree> tree = checked(mask, n, b, h);
  if (!tree) return tree.error();
  const int side = std::min(block, n);
  MaskedPairs found;
  found.columns = (n - 1) / side + 1;
  const auto close = [&](long long pairs) {
    const BlockKind kind = pairs == 0                    ? BlockKind::skipped
                           : pairs < 1ll * block * block ? BlockKind::partial
                                                         : BlockKind::full;
    ++(kind == BlockKind::full      ? found.blocks.full
       : kind == BlockKind::partial ? found.blocks.partial
                                    : found.blocks.skipped);
    if (with_kinds) found.kinds.push_back(kind);
    found.pairs += pairs;
  };
  if (auto bounded = Bounded::make(*tree, {b, h, 0, 0}, query_variable, key_variable, n)) {
    each_block(n, {side, side},
               [&](const expression::Rectangle& at) { close(bounded->count(at)); });
    return found;
  }
  std::vector<long long> seen(static_cast<std::size_t>(found.columns));
  const auto refused =
      each_query({mask, n, b, h}, n, [&](int q, const std::vector<std::uint8_t>& row) {
        for (int column = 0; column < found.columns; ++column) {
          const int first = column * side, end = std::min(n, first + side);
          int pairs = 0;
          for (int k = first; k < end; ++k) pairs += row[static_cast<std::size_t>(k)];
          seen[static_cast<std::size_t>(column)] += pairs;
        }
        if ((q + 1) % side != 0 && q + 1 < n) return;
        for (long long& pairs : seen) close(std::exchange(pairs, 0));
      });
  if (refused) return *refused;
  return found;
}

Result<std::vector<std::uint8_t>> seen_keys(const ExpressionMask& mask, int n, int q, int b,
                                            int h) {
  if (auto error = check_limits({{"q", 1.0 * q, 0, n - 1.0}})) return *error;
  if (const auto tree = checked(mask, n, b, h); !tree) return tree.error();
  Rows rows(mask, n, b, h);
  if (auto refused = rows.compute(q)) return *refused;
  return rows.row();
}

Result<std::vector<bool>> visited_blocks(const ExpressionMask& mask, int n, const BlockShape& shape,
                                         int b, int h) {
  constexpr double most = 0x1p53;
  if (auto error = check_limits({{"n", 1.0 * n, 1, most_expression_tokens},
                                 {"block_q", static_cast<double>(shape.queries), 1, most},
                                 {"block_k", static_cast<double>(shape.keys), 1, most}}))
    return *error;
  const Result<Tree> tree = checked(mask, n, b, h);
  if (!tree) return tree.error();
  if (auto bounded = Bounded::make(*tree, {b, h, 0, 0}, query_variable, key_variable, n)) {
    std::vector<bool> visited;
    each_block(n, shape,
               [&](const expression::Rectangle& at) { visited.push_back(bounded->any(at)); });
    return visited;
  }
  const std::int64_t rows = (n - 1) / shape.queries + 1, columns = (n - 1) / shape.keys + 1,
                     side = std::min<std::int64_t>(shape.keys, n);
  std::vector<bool> found(static_cast<std::size_t>(rows * columns));
  const auto refused =
      each_query({mask, n, b, h}, n, [&](int q, const std::vector<std::uint8_t>& row) {
        const std::int64_t first = q / shape.queries * columns;
        for (std::int64_t column = 0; column < columns; ++column) {
          const std::uint8_t* begin = row.data() + column * side;
          const std::uint8_t* end = row.data() + std::min<std::int64_t>(n, (column + 1) * side);
          if (std::find(begin, end, 1) != end)
            found[static_cast<std::size_t>(first + column)] = true;
        }
      });
  if (refused) return *refused;
  return found;
}

}  // namespace loom::attention
