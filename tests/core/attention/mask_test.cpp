#include "core/attention/mask.hpp"

#include <algorithm>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::mask) {

using namespace loom;
using namespace loom::attention;

namespace {

using Kind = Mask::Kind;
using Join = Masks::Join;

constexpr Kind kinds[] = {
    Kind::full,      Kind::causal,           Kind::window, Kind::causal_window, Kind::sinks_window,
    Kind::documents, Kind::causal_documents, Kind::prefix, Kind::first,         Kind::block_sparse};

// The definitions, pair by pair.
bool pair_allowed(const Mask& m, int i, int j) {
  const auto document = [&](int at) {
    return std::count_if(m.cuts.begin(), m.cuts.end(), [&](int cut) { return cut <= at; });
  };
  switch (m.kind) {
    case Kind::full:
      return true;
    case Kind::causal:
      return j <= i;
    case Kind::window:
      return std::abs(i - j) < m.window;
    case Kind::causal_window:
      return j <= i && i - j < m.window;
    case Kind::sinks_window:
      return j <= i && (i - j < m.window || j < m.sinks);
    case Kind::documents:
      return i >= 0 && document(i) == document(j);
    case Kind::causal_documents:
      return i >= 0 && document(i) == document(j) && j <= i;
    case Kind::prefix:
      return j <= i || j < m.prefix;
    case Kind::first:
      return j < m.prefix;
    case Kind::block_sparse:
      return (i >= 0 && i / m.block == j / m.block) || j / m.block % m.stride == 0;
  }
  return false;
}

bool pair_allowed(const Masks& m, int i, int j) {
  const bool first = pair_allowed(m.first, i, j);
  if (m.join == Join::alone) return first;
  const bool second = pair_allowed(m.second, i, j);
  return m.join == Join::both ? first && second : first || second;
}

Mask random_mask(Random& random, int keys) {
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  Mask mask{.kind = kinds[below(9)], .window = 1 + below(keys + 3), .sinks = below(6)};
  mask.prefix = below(keys + 3);
  for (int i = below(5); i > 0; --i) mask.cuts.push_back(below(keys + 1));
  std::sort(mask.cuts.begin(), mask.cuts.end());
  mask.block = 1 + below(9);
  mask.stride = 1 + below(5);
  return mask;
}

Masks random_masks(Random& random, int keys) {
  return {random_mask(random, keys), static_cast<Join>(random.below(3)), random_mask(random, keys)};
}

Masks one(Kind kind, int window = 1, int sinks = 0) {
  return {{.kind = kind, .window = window, .sinks = sinks}};
}

}  // namespace

TEST_CASE("masks: ranges, pairs and blocks are those that every pair alone gives") {
  Random random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const Extent extent{1 + static_cast<int>(random.below(30)),
                        1 + static_cast<int>(random.below(30))};
    const Masks masks = random_masks(random, extent.keys);
    REQUIRE_FALSE(check(masks, extent));
    const int block = 1 + static_cast<int>(random.below(12));
    const int rows = (extent.queries + block - 1) / block,
              columns = (extent.keys + block - 1) / block;
    std::vector<int> counted(static_cast<size_t>(rows * columns));
    long long pairs = 0;
    std::vector<Range> seen;
    bool same = true;
    for (int i = 0; i < extent.queries; ++i) {
      seen_keys(masks, extent, i, seen);
      for (size_t r = 1; r < seen.size(); ++r) same = same && seen[r - 1].end < seen[r].begin;
      for (int j = 0; j < extent.keys; ++j) {
        const bool wanted = pair_allowed(masks, i + extent.keys - extent.queries, j);
        same = same && wanted == allows(masks, extent, i, j);
        pairs += wanted;
        counted[static_cast<size_t>(i / block * columns + j / block)] += wanted;
      }
    }
    CHECK(same);
    CHECK(count_pairs(masks, extent) == pairs);
    const Result<std::vector<BlockKind>> found = classify_blocks(masks, extent, block);
    REQUIRE(found);
    BlockCounts counts;
    for (size_t b = 0; b < counted.size(); ++b) {
      const BlockKind kind = counted[b] == 0               ? BlockKind::skipped
                             : counted[b] == block * block ? BlockKind::full
                                                           : BlockKind::partial;
      same = same && (*found)[b] == kind;
      ++(kind == BlockKind::full      ? counts.full
         : kind == BlockKind::partial ? counts.partial
                                      : counts.skipped);
    }
    CHECK(same);
    const Result<BlockCounts> total = count_blocks(masks, extent, block);
    REQUIRE(total);
    CHECK(total->full == counts.full);
    CHECK(total->partial == counts.partial);
    CHECK(total->skipped == counts.skipped);
  }
}

TEST_CASE("masks: closed forms at sizes that nobody lists pair by pair") {
  const long long n = 100000;
  const Extent square{static_cast<int>(n), static_cast<int>(n)};
  const auto pairs = [&](const Masks& masks) { return count_pairs(masks, square); };
  CHECK(pairs(one(Kind::full)) == n * n);
  CHECK(pairs(one(Kind::causal)) == n * (n + 1) / 2);
  for (long long w : {1ll, 2ll, 4096ll, n}) {
    const long long in_window = w * n - w * (w - 1) / 2;
    CHECK(pairs(one(Kind::causal_window, static_cast<int>(w))) == in_window);
    CHECK(pairs(one(Kind::window, static_cast<int>(w))) == 2 * in_window - n);
    // Each of 4 sinks is seen by all that a window does not show it to.
    if (w < n)
      CHECK(pairs(one(Kind::sinks_window, static_cast<int>(w), 4)) == in_window + 4 * (n - w) - 6);
  }
  CHECK(pairs({{.kind = Kind::documents, .cuts = {100, 50000}}}) ==
        100ll * 100 + 49900ll * 49900 + 50000ll * 50000);
  CHECK(pairs({{.kind = Kind::prefix, .prefix = 1000}}) == n * (n + 1) / 2 + 1000ll * 999 / 2);
  const Result<BlockCounts> blocks = count_blocks(one(Kind::causal), square, 128);
  REQUIRE(blocks);  // 781 blocks and a piece of 32
  CHECK(blocks->full == 781ll * 780 / 2);
  CHECK(blocks->partial == 782 + 781);
  CHECK(blocks->skipped == 782ll * 781 / 2);
}

TEST_CASE("masks: more keys than queries, the last query stands at the last key") {
  std::vector<Range> seen;
  seen_keys(one(Kind::causal), {1, 7}, 0, seen);
  CHECK(seen == std::vector<Range>{{0, 7}});
  seen_keys(one(Kind::causal_window, 3), {2, 7}, 0, seen);
  CHECK(seen == std::vector<Range>{{3, 6}});
  // More queries than keys: the first ones see nothing.
  seen_keys(one(Kind::causal), {5, 2}, 2, seen);
  CHECK(seen.empty());
  seen_keys(one(Kind::causal), {5, 2}, 3, seen);
  CHECK(seen == std::vector<Range>{{0, 1}});
}

TEST_CASE("masks: what is kept is what the last token or a later one sees") {
  Random random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    const int tokens = 1 + static_cast<int>(random.below(24));
    const Masks masks = random_masks(random, tokens);
    std::vector<char> wanted(static_cast<size_t>(tokens)), found(static_cast<size_t>(tokens));
    for (int later = tokens - 1; later < 4 * tokens + 40; ++later)
      for (int j = 0; j < tokens; ++j)
        if (pair_allowed(masks, later, j)) wanted[static_cast<size_t>(j)] = 1;
    for (Range range : kept_keys(masks, tokens))
      for (int j = range.begin; j < range.end; ++j) found[static_cast<size_t>(j)] = 1;
    CHECK(found == wanted);
  }
  CHECK(count(kept_keys(one(Kind::causal_window, 128), 4096)) == 128);
  CHECK(count(kept_keys(one(Kind::sinks_window, 128, 4), 4096)) == 132);
  CHECK(count(kept_keys(one(Kind::causal), 4096)) == 4096);
}

TEST_CASE("masks: reach is a power of the matrix of pairs, with every token seeing itself") {
  Random random(3);
  for (int trial = 0; trial < 400; ++trial) {
    const int tokens = 1 + static_cast<int>(random.below(20)),
              layers = static_cast<int>(random.below(6));
    const Masks masks = random_masks(random, tokens);
    std::vector<char> known(static_cast<size_t>(tokens));
    known.back() = 1;
    for (int layer = 0; layer < layers; ++layer) {
      const std::vector<char> before = known;
      for (int i = 0; i < tokens; ++i)
        for (int j = 0; j < tokens; ++j)
          if (before[static_cast<size_t>(i)] && pair_allowed(masks, i, j))
            known[static_cast<size_t>(j)] = 1;
    }
    CHECK(reach(masks, tokens, layers) == std::count(known.begin(), known.end(), 1));
    for (const Range& range : reached(masks, tokens, layers))
      for (int key = range.begin; key < range.end; ++key) CHECK(known[static_cast<size_t>(key)]);
  }
  for (int window : {1, 2, 5, 16})
    for (int layers : {0, 1, 3, 10})
      CHECK(reach(one(Kind::causal_window, window), 200, layers) ==
            std::min(200, 1 + layers * (window - 1)));
}

TEST_CASE("masks: what is refused") {
  CHECK(check(one(Kind::causal_window, 0), {4, 4})->message ==
        "window: expected 1 to 2147483647, got 0");
  CHECK(check(one(Kind::causal), {0, 4})->message == "queries: expected 1 to 1048576, got 0");
  CHECK(check({{.kind = Kind::documents, .cuts = {3, 2}}}, {4, 4})->message ==
        "cuts[1]: expected 3 to 4, got 2");
  CHECK(check({{.kind = Kind::causal}, Join::both, {.kind = Kind::prefix, .prefix = -1}}, {4, 4}));
  CHECK_FALSE(count_blocks(one(Kind::causal), {1 << 20, 1 << 20}, 1));
  CHECK_FALSE(count_blocks(one(Kind::causal), {4, 4}, 0));
  CHECK_FALSE(classify_blocks(one(Kind::causal), {4, 4}, 0));
  CHECK_FALSE(
      check({{.kind = Kind::block_sparse, .block = 2147483647, .stride = 2147483647}}, {4, 4}));
}

}  // TESTS_OF(core::attention::mask)
