#include "core/attention/mask.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/limits.hpp"

namespace loom::attention {
namespace {

using MaskKind = Mask::Kind;

std::optional<Error> check_one(const Mask& mask, Extent extent) {
  constexpr double most = std::numeric_limits<int>::max();
  if (auto error = check_limits({{"window", static_cast<double>(mask.window), 1, most},
                                 {"sinks", static_cast<double>(mask.sinks), 0, most},
                                 {"prefix", static_cast<double>(mask.prefix), 0, most},
                                 {"block", static_cast<double>(mask.block), 1, most},
                                 {"stride", static_cast<double>(mask.stride), 1, most}}))
    return error;
  if (mask.kind == MaskKind::documents || mask.kind == MaskKind::causal_documents)
    for (size_t i = 0; i < mask.cuts.size(); ++i) {
      const std::string name = "cuts[" + std::to_string(i) + "]";
      const double before = i > 0 ? mask.cuts[i - 1] : 0;
      if (auto error = check_limits({{name.c_str(), static_cast<double>(mask.cuts[i]), before,
                                      static_cast<double>(extent.keys)}}))
        return error;
    }
  if (mask.kind == MaskKind::block_sparse) {
    const long long ranges =
        1ll * std::max(extent.queries, extent.keys) * (extent.keys / mask.block / mask.stride + 1);
    if (ranges > most_blocks) return Error{"block: too small for so many tokens"};
  }
  return std::nullopt;
}

void add(Range range, int keys, std::vector<Range>& found) {
  range = {std::max(range.begin, 0), std::min(range.end, keys)};
  if (range.begin >= range.end) return;
  if (!found.empty() && range.begin <= found.back().end)
    found.back().end = std::max(found.back().end, range.end);
  else
    found.push_back(range);
}

Range document_of(const Mask& mask, int position, int keys) {
  const auto after = std::upper_bound(mask.cuts.begin(), mask.cuts.end(), position);
  return {after == mask.cuts.begin() ? 0 : *(after - 1), after == mask.cuts.end() ? keys : *after};
}

// In the order of their beginnings.
void seen_by_one(const Mask& mask, int position, int keys, std::vector<Range>& found) {
  const int next = position + 1, past = next - std::min(mask.window, keys + most_tokens);
  switch (mask.kind) {
    case MaskKind::full:
      return add({0, keys}, keys, found);
    case MaskKind::causal:
      return add({0, next}, keys, found);
    case MaskKind::window:
      return add({past, 2 * next - past - 1}, keys, found);
    case MaskKind::causal_window:
      return add({past, next}, keys, found);
    case MaskKind::sinks_window:
      add({0, std::min(mask.sinks, next)}, keys, found);
      return add({past, next}, keys, found);
    case MaskKind::documents:
      if (position >= 0) add(document_of(mask, position, keys), keys, found);
      return;
    case MaskKind::causal_documents:
      if (position >= 0) add({document_of(mask, position, keys).begin, next}, keys, found);
      return;
    case MaskKind::prefix:
      return add({0, std::max(next, mask.prefix)}, keys, found);
    case MaskKind::first:
      return add({0, mask.prefix}, keys, found);
    case MaskKind::block_sparse: {
      const int own = position < 0 ? -1 : position / mask.block;
      for (int block = 0; 1ll * block * mask.block < keys; ++block) {
        // From one visible key to the next.
        if (block != own && block % mask.stride != 0) {
          const int strided = (block / mask.stride + 1) * mask.stride;
          block = (own > block ? std::min(own, strided) : strided) - 1;
          continue;
        }
        add({block * mask.block,
             std::min(keys - block * mask.block, mask.block) + block * mask.block},
            keys, found);
      }
      return;
    }
  }
}

void intersect(std::span<const Range> a, std::span<const Range> b, std::vector<Range>& found) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size(); a[i].end < b[j].end ? ++i : ++j) {
    const Range both = {std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
    if (both.begin < both.end) found.push_back(both);
  }
}

void unite(std::span<const Range> a, std::span<const Range> b, int keys,
           std::vector<Range>& found) {
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const bool from_a = j == b.size() || (i < a.size() && a[i].begin < b[j].begin);
    add(from_a ? a[i++] : b[j++], keys, found);
  }
}

// Pairs per block of one row of blocks.
class BlockRow {
 public:
  BlockRow(int columns, int block)
      : block_(block),
        edges_(static_cast<size_t>(columns)),
        change_(static_cast<size_t>(columns) + 1) {}

  void add(Range keys) {
    const int first = keys.begin / block_, last = (keys.end - 1) / block_;
    if (first == last) {
      edge(first) += keys.size();
      return;
    }
    edge(first) += (first + 1) * block_ - keys.begin;
    edge(last) += keys.end - last * block_;
    ++change(first + 1);  // the blocks between them have a whole row more
    --change(last);
  }

  template <class Each>
  void take(Each each) {
    long long rows = 0;
    for (size_t i = 0; i < edges_.size(); ++i) {
      rows += change_[i];
      const long long pairs = edges_[i] + rows * block_;
      each(pairs == 0                      ? BlockKind::skipped
           : pairs < 1ll * block_ * block_ ? BlockKind::partial
                                           : BlockKind::full);
      edges_[i] = change_[i] = 0;
    }
    change_.back() = 0;
  }

 private:
  long long& edge(int column) { return edges_[static_cast<size_t>(column)]; }
  long long& change(int column) { return change_[static_cast<size_t>(column)]; }

  int block_;
  std::vector<long long> edges_, change_;
};

template <class Each>
std::optional<Error> each_block(const Masks& masks, Extent extent, int block, Each each) {
  if (auto error = check_limits({{"block", static_cast<double>(block), 1, most_tokens}}))
    return error;
  const auto blocks = [&](int tokens) { return (tokens - 1) / block + 1; };
  if (1ll * blocks(extent.queries) * blocks(extent.keys) > most_blocks)
    return Error{"block: too small, there would be more than " + std::to_string(most_blocks) +
                 " blocks"};
  BlockRow row(blocks(extent.keys), block);
  std::vector<Range> found;
  for (int query = 0; query < extent.queries; ++query) {
    seen_keys(masks, extent, query, found);
    for (Range range : found) row.add(range);
    if ((query + 1) % block == 0 || query + 1 == extent.queries) row.take(each);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check(const Masks& masks, Extent extent) {
  if (auto error = check_limits({{"queries", static_cast<double>(extent.queries), 1, most_tokens},
                                 {"keys", static_cast<double>(extent.keys), 1, most_tokens}}))
    return error;
  if (auto error = check_one(masks.first, extent)) return error;
  if (masks.join == Masks::Join::alone) return std::nullopt;
  return check_one(masks.second, extent);
}

void seen_keys(const Masks& masks, Extent extent, int query, std::vector<Range>& found) {
  found.clear();
  const int position = query + extent.keys - extent.queries;
  if (masks.join == Masks::Join::alone)
    return seen_by_one(masks.first, position, extent.keys, found);
  std::vector<Range> first, second;
  seen_by_one(masks.first, position, extent.keys, first);
  seen_by_one(masks.second, position, extent.keys, second);
  if (masks.join == Masks::Join::both)
    intersect(first, second, found);
  else
    unite(first, second, extent.keys, found);
}

bool allows(const Masks& masks, Extent extent, int query, int key) {
  std::vector<Range> found;
  seen_keys(masks, extent, query, found);
  return std::any_of(found.begin(), found.end(),
                     [&](Range range) { return range.begin <= key && key < range.end; });
}

long long count(std::span<const Range> ranges) {
  long long keys = 0;
  for (Range range : ranges) keys += range.size();
  return keys;
}

long long count_pairs(const Masks& masks, Extent extent) {
  long long pairs = 0;
  std::vector<Range> found;
  for (int query = 0; query < extent.queries; ++query) {
    seen_keys(masks, extent, query, found);
    pairs += count(found);
  }
  return pairs;
}

Result<BlockCounts> count_blocks(const Masks& masks, Extent extent, int block) {
  BlockCounts counts;
  const auto one_more = [&](BlockKind kind) {
    ++(kind == BlockKind::full      ? counts.full
       : kind == BlockKind::partial ? counts.partial
                                    : counts.skipped);
  };
  if (auto error = each_block(masks, extent, block, one_more)) return *error;
  return counts;
}

Result<std::vector<BlockKind>> classify_blocks(const Masks& masks, Extent extent, int block) {
  std::vector<BlockKind> kinds;
  if (auto error = each_block(masks, extent, block, [&](BlockKind kind) { kinds.push_back(kind); }))
    return *error;
  return kinds;
}

std::vector<Range> kept_keys(const Masks& masks, int tokens) {
  // The visible keys change with the position in two ways: windows move on, which only removes
  // keys, and a block-sparse mask has its own block, for which the next block stands for all.
  const auto ahead = [](const Mask& mask) {
    return mask.kind == MaskKind::block_sparse ? std::min(mask.block, most_tokens) : 0;
  };
  const int last = ahead(masks.first) + ahead(masks.second);
  std::vector<Range> kept, seen, before;
  for (int later = 0; later <= last; ++later) {
    seen_keys(masks, {tokens, tokens}, tokens - 1 + later, seen);
    before.swap(kept);
    kept.clear();
    unite(before, seen, tokens, kept);
  }
  return kept;
}

std::vector<Range> reached(const Masks& masks, int tokens, int layers) {
  std::vector<char> known(static_cast<size_t>(tokens), 0);
  std::vector<int> newest = {tokens - 1}, next;
  std::vector<Range> seen;
  known.back() = 1;
  for (int layer = 0; layer < layers && !newest.empty(); ++layer) {
    next.clear();
    for (int query : newest) {
      seen_keys(masks, {tokens, tokens}, query, seen);
      for (Range range : seen)
        for (int key = range.begin; key < range.end; ++key)
          if (!known[static_cast<size_t>(key)]) {
            known[static_cast<size_t>(key)] = 1;
            next.push_back(key);
          }
    }
    newest.swap(next);
  }
  std::vector<Range> found;
  for (int key = 0; key < tokens; ++key)
    if (known[static_cast<size_t>(key)]) add({key, key + 1}, tokens, found);
  return found;
}

int reach(const Masks& masks, int tokens, int layers) {
  return static_cast<int>(count(reached(masks, tokens, layers)));
}

}  // namespace loom::attention
