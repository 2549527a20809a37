#include "core/kernels/split_kv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

std::optional<Error> check_grid(const DecodeGrid& grid) {
  constexpr double most = 65536;
  if (auto error = check_limits({{"batch", 1.0 * grid.batch, 1, most},
                                 {"heads", 1.0 * grid.heads, 1, most},
                                 {"context", static_cast<double>(grid.context), 1, 1 << 30},
                                 {"splits", 1.0 * grid.splits, 1, most},
                                 {"multiprocessors", 1.0 * grid.multiprocessors, 1, most}}))
    return error;
  if (grid.splits > grid.context)
    return Error{"splits: expected at most one a key, " + std::to_string(grid.context) + ", got " +
                 std::to_string(grid.splits)};
  constexpr double most_blocks_of_a_step = 1 << 22;
  return check_limits(
      {{"blocks", 1.0 * grid.batch * grid.heads * grid.splits, 1, most_blocks_of_a_step}});
}

// Multiprocessors that are free at the same time: how many, or which, in ascending order.
struct Counted {
  std::int64_t count = 0;

  std::int64_t size() const { return count; }
  Counted take(std::int64_t first) {
    count -= first;
    return {first};
  }
  void add(const Counted& others) { count += others.count; }
};
struct Named {
  std::vector<int> names;

  std::int64_t size() const { return std::ssize(names); }
  Named take(std::int64_t first) {
    if (first == size()) return {std::exchange(names, {})};
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(first);
    Named taken = {{names.begin(), end}};
    names.erase(names.begin(), end);
    return taken;
  }
  void add(const Named& others) {
    const auto middle = std::ssize(names);
    names.insert(names.end(), others.names.begin(), others.names.end());
    std::inplace_merge(names.begin(), names.begin() + middle, names.end());
  }
};

// Hands all blocks out, each to the multiprocessor that is free first, and calls took(group) for
// those that take one each. Blocks of one length that follow each other go to all that are free at
// one time at once. Returns when the last block is done.
template <class Group, class Took>
std::int64_t hand_out(const DecodeGrid& grid, Group all, Took took) {
  struct Free {
    std::int64_t time = 0;
    Group group;
  };
  std::vector<Free> queue;  // by time
  queue.push_back({0, std::move(all)});
  std::int64_t longest = 0;
  const auto hand = [&](std::int64_t blocks, std::int64_t keys) {
    while (blocks > 0) {
      Free& first = queue.front();
      Free next = {first.time + keys, first.group.take(std::min(blocks, first.group.size()))};
      if (first.group.size() == 0) queue.erase(queue.begin());
      took(next.group);
      blocks -= next.group.size();
      longest = std::max(longest, next.time);
      // Blocks differ by one key at most, so this time is the last or the one before.
      auto at = queue.end();
      while (at != queue.begin() && (at - 1)->time >= next.time) --at;
      if (at != queue.end() && at->time == next.time)
        at->group.add(next.group);
      else
        queue.insert(at, std::move(next));
    }
  };
  // The first parts of each sequence and head have one key more, if the keys do not divide evenly.
  const std::int64_t keys = grid.context / grid.splits, longer = grid.context % grid.splits;
  if (longer == 0) {
    hand(grid.blocks(), keys);
    return longest;
  }
  for (std::int64_t i = 0; i < std::int64_t{grid.batch} * grid.heads; ++i) {
    hand(longer, keys + 1);
    hand(grid.splits - longer, keys);
  }
  return longest;
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
  if (auto error = check_grid(grid)) return *error;
  DecodeWaves found;
  found.blocks = grid.blocks();
  found.waves = (found.blocks - 1) / grid.multiprocessors + 1;
  found.busy = std::min<std::int64_t>(found.blocks, grid.multiprocessors);
  found.keys_of_a_block = grid.keys_of_a_block();
  found.blocks_of.resize(static_cast<std::size_t>(grid.multiprocessors));
  Named all;
  for (int i = 0; i < found.busy; ++i) all.names.push_back(i);
  found.longest = hand_out(grid, std::move(all), [&](const Named& taken) {
    for (const int each : taken.names) ++found.blocks_of[static_cast<std::size_t>(each)];
  });
  found.busy_share = static_cast<double>(std::int64_t{grid.batch} * grid.heads * grid.context) /
                     (static_cast<double>(found.longest) * grid.multiprocessors);
  return found;
}

Result<std::int64_t> decode_longest(const DecodeGrid& grid) {
  if (auto error = check_grid(grid)) return *error;
  const Counted all = {std::min<std::int64_t>(grid.blocks(), grid.multiprocessors)};
  return hand_out(grid, all, [](const Counted&) {});
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
