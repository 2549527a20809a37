#include "core/kernels/split_kv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <utility>

#include "core/limits.hpp"
#include "core/logarithm.hpp"

namespace loom::kernels {
namespace {

// Divides `all` things into `parts` shares, the first ones one larger: where share i begins.
std::int64_t share_begin(std::int64_t all, std::int64_t parts, std::int64_t i) {
  return i * (all / parts) + std::min(i, all % parts);
}

}  // namespace

Result<SplitKv> split_kv(const SoftmaxTile& keys, int splits) {
  if (auto error = check_limits({{"splits", 1.0 * splits, 1, most_splits}})) return *error;
  if (const auto whole = two_pass_softmax(keys); !whole) return whole.error();

  SplitKv found;
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  double most = nothing;
  const auto all = static_cast<std::int64_t>(keys.scores.size());
  for (int i = 0; i < splits; ++i) {
    const auto begin = share_begin(all, splits, i), end = share_begin(all, splits, i + 1);
    SplitPart part{static_cast<int>(begin), static_cast<int>(end - begin),
                   std::numeric_limits<double>::quiet_NaN(), nothing, 0};
    if (end > begin) {
      const auto cut = [&](std::span<const double> numbers) {
        return numbers.subspan(static_cast<std::size_t>(begin),
                               static_cast<std::size_t>(end - begin));
      };
      const auto result = two_pass_softmax({cut(keys.scores), cut(keys.values)});
      if (!result) return result.error();
      part.output = result->output;
      part.lse = result->lse;
    }
    most = std::max(most, part.lse);
    found.parts.push_back(part);
  }
  double sum = 0;
  for (SplitPart& part : found.parts) sum += part.weight = softmax_weight(part.lse, most);
  if (most == nothing) {  // every key is masked
    found.merged = std::numeric_limits<double>::quiet_NaN();
    found.lse = nothing;
    return found;
  }
  for (SplitPart& part : found.parts) {
    part.weight /= sum;
    if (part.lse != nothing) found.merged += part.weight * part.output;
  }
  found.lse = most + natural_logarithm(sum);
  return found;
}

Result<DecodeWaves> decode_waves(const DecodeGrid& grid) {
  constexpr double most = 65536;
  if (auto error = check_limits({{"batch", 1.0 * grid.batch, 1, most},
                                 {"heads", 1.0 * grid.heads, 1, most},
                                 {"context", static_cast<double>(grid.context), 1, 1 << 30},
                                 {"splits", 1.0 * grid.splits, 1, most},
                                 {"multiprocessors", 1.0 * grid.multiprocessors, 1, most}}))
    return *error;
  if (grid.splits > grid.context)
    return Error{"splits: expected at most one a key, " + std::to_string(grid.context) + ", got " +
                 std::to_string(grid.splits)};
  const double blocks = 1.0 * grid.batch * grid.heads * grid.splits;
  constexpr double most_blocks_of_a_step = 1 << 22;
  if (auto error = check_limits({{"blocks", blocks, 1, most_blocks_of_a_step}})) return *error;

  DecodeWaves found;
  found.blocks = static_cast<std::int64_t>(blocks);
  found.waves = (found.blocks - 1) / grid.multiprocessors + 1;
  found.busy = std::min<std::int64_t>(found.blocks, grid.multiprocessors);
  found.keys_of_a_block = (grid.context - 1) / grid.splits + 1;
  using Free = std::pair<std::int64_t, std::size_t>;  // when, and which; the first of several
  std::priority_queue<Free, std::vector<Free>, std::greater<>> free_at;
  found.blocks_of.resize(static_cast<std::size_t>(grid.multiprocessors));
  for (std::size_t i = 0; i < static_cast<std::size_t>(found.busy); ++i) free_at.push({0, i});
  std::int64_t work = 0;
  for (std::int64_t block = 0; block < found.blocks; ++block) {
    const std::int64_t part = block % grid.splits;
    const std::int64_t keys = share_begin(grid.context, grid.splits, part + 1) -
                              share_begin(grid.context, grid.splits, part);
    const auto [free, which] = free_at.top();
    const std::int64_t done = free + keys;
    ++found.blocks_of[which];
    free_at.pop();
    free_at.push({done, which});
    found.longest = std::max(found.longest, done);
    work += keys;
  }
  found.busy_share =
      static_cast<double>(work) / (static_cast<double>(found.longest) * grid.multiprocessors);
  return found;
}

std::int64_t splits_that_fill(const DecodeGrid& grid) {
  const std::int64_t of_each = std::int64_t{grid.batch} * grid.heads;
  return std::min((grid.multiprocessors - 1) / of_each + 1, grid.context);
}

PackedRows packed_rows(int sharing, int tile) { return {std::min(sharing, tile), tile}; }

std::int64_t merge_numbers(const DecodeGrid& grid, int sharing, int width) {
  return std::int64_t{grid.batch} * grid.heads * sharing * grid.splits * (width + 1);
}

}  // namespace loom::kernels
