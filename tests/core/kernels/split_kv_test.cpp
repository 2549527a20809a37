// Split-KV decoding: the merge against a softmax over all keys, the grid against handing out blocks
// tick by tick.
#include "core/kernels/split_kv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::kernels::split_kv) {

using namespace loom;
using namespace loom::kernels;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

SplitKv of(const std::vector<double>& scores, const std::vector<double>& values, int splits) {
  auto found = split_kv({scores, values}, splits);
  REQUIRE(found);
  return *found;
}

// Softmax in long double, in one piece.
long double whole(const std::vector<double>& scores, const std::vector<double>& values) {
  const long double most = *std::max_element(scores.begin(), scores.end());
  long double sum = 0, out = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    const long double weight = std::exp(static_cast<long double>(scores[i]) - most);
    sum += weight;
    out += weight * values[i];
  }
  return out / sum;
}

}  // namespace

TEST_CASE("split kv: the merge is exact for every number of parts") {
  Random random(3);
  for (int i = 0; i < tries(300); ++i) {
    std::vector<double> scores, values;
    const int keys = 1 + static_cast<int>(random.below(60));
    const double spread = i % 3 == 0 ? 200 : 3;
    for (int k = 0; k < keys; ++k) {
      scores.push_back(random.below(8) == 0 && k > 0 ? -infinity : spread * random.normal());
      values.push_back(random.normal());
    }
    const auto wanted = static_cast<double>(whole(scores, values));
    for (const int splits : {1, 2, 3, 7, keys, keys + 5, 4 * keys}) {
      const SplitKv found = of(scores, values, splits);
      CHECK(found.merged == doctest::Approx(wanted).epsilon(1e-12));
      CHECK(found.lse == doctest::Approx(two_pass_softmax({scores, values})->lse).epsilon(1e-12));
      REQUIRE(static_cast<int>(found.parts.size()) == splits);
      int next = 0, least = keys, most = 0;
      double weights = 0;
      for (const SplitPart& part : found.parts) {
        CHECK(part.first == next);
        next += part.keys;
        least = std::min(least, part.keys);
        most = std::max(most, part.keys);
        weights += part.weight;
      }
      CHECK(next == keys);
      CHECK(most - least <= 1);
      CHECK(weights == doctest::Approx(1));
    }
  }
}

TEST_CASE("split kv: masked keys, huge scores, what is refused") {
  CHECK(std::isnan(of({-infinity, -infinity}, {1, 2}, 2).merged));
  CHECK(of({-infinity, -infinity}, {1, 2}, 2).lse == -infinity);
  CHECK(of({-infinity, -infinity, 5}, {1, 2, 3}, 2).merged == 3);
  CHECK(of({1e308, -1e308}, {1, 2}, 2).merged == 1);
  CHECK(of({1e308, 1e308}, {1, 2}, 2).merged == 1.5);
  CHECK(of({0}, {7}, 65536).merged == 7);
  const std::vector<double> two = {1, 2}, three = {1, 2, 3}, huge = {1.7e308, 1.7e308},
                            bad = {1, NAN};
  CHECK(split_kv({two, three}, 1).error().message ==
        "2 scores but 3 values; expected one value per score");
  CHECK(split_kv({two, two}, 0).error().message == "splits: expected 1 to 65536, got 0");
  CHECK(split_kv({bad, two}, 1).error().message.starts_with("score 1 is NaN"));
  CHECK(split_kv({{}, {}}, 1).error().message == "no keys; expected at least one score");
  CHECK_FALSE(split_kv({two, huge}, 2));
}

TEST_CASE("split kv: blocks for the whole chip") {
  const DecodeGrid one{.batch = 1, .heads = 8, .context = 8192, .splits = 1};
  CHECK(decode_waves(one)->blocks == 8);
  CHECK(decode_waves(one)->busy_share == doctest::Approx(8 / 132.0));
  CHECK(splits_that_fill(one) == 17);
  DecodeGrid split = one;
  split.splits = 17;
  const auto found = decode_waves(split);
  CHECK(found->blocks == 136);
  CHECK(found->waves == 2);
  CHECK(found->busy == 132);
  CHECK(packed_rows(1).wasted() == 63);
  CHECK(packed_rows(8).wasted() == 56);
  CHECK(merge_numbers(split, 8, 128) == 8 * 8 * 17 * 129);
}

TEST_CASE("split kv: a clock that hands blocks to multiprocessors") {
  Random random(11);
  for (int i = 0; i < tries(200); ++i) {
    const DecodeGrid grid{.batch = 1 + static_cast<int>(random.below(4)),
                          .heads = 1 + static_cast<int>(random.below(4)),
                          .context = 1 + random.below(50),
                          .splits = 1 + static_cast<int>(random.below(9)),
                          .multiprocessors = 1 + static_cast<int>(random.below(12))};
    const auto found = decode_waves(grid);
    if (grid.splits > grid.context) {
      CHECK_FALSE(found);
      CHECK_FALSE(decode_longest(grid));
      continue;
    }
    // Every key of a block takes a tick.
    std::vector<int> left;
    for (int block = 0; block < grid.batch * grid.heads; ++block)
      for (int part = 0; part < grid.splits; ++part) {
        int keys = 0;
        for (int key = part; key < grid.context; key += grid.splits) ++keys;
        left.push_back(keys);
      }
    std::reverse(left.begin(), left.end());
    const auto blocks = static_cast<std::int64_t>(left.size());
    std::vector<int> running(static_cast<size_t>(grid.multiprocessors), 0);
    std::vector<std::int64_t> taken(running.size(), 0);
    std::int64_t ticks = 0, busy = 0;
    for (bool any = true; any; ticks += any) {
      any = false;
      for (int& keys : running) {
        if (keys == 0 && !left.empty()) {
          keys = left.back();
          left.pop_back();
          ++taken[static_cast<size_t>(&keys - running.data())];
        }
        if (keys == 0) continue;
        any = true;
        --keys;
        ++busy;
      }
    }
    CHECK(found->blocks == blocks);
    CHECK(found->longest == ticks);
    CHECK(*decode_longest(grid) == ticks);
    CHECK(found->blocks_of == taken);
    CHECK(found->busy_share == doctest::Approx(static_cast<double>(busy) /
                                               static_cast<double>(ticks * grid.multiprocessors)));
  }
  CHECK(decode_waves({.batch = 65536, .heads = 65536}).error().message ==
        "blocks: expected 1 to 4194304, got 4294967296");
  CHECK(decode_waves({.context = 4, .splits = 5}).error().message ==
        "splits: expected at most one a key, 4, got 5");
  CHECK(decode_waves({.batch = 0}).error().message == "batch: expected 1 to 65536, got 0");
}

}  // TESTS_OF(core::kernels::split_kv)
