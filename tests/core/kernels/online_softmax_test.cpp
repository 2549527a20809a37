#include "core/kernels/online_softmax.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::kernels::online_softmax) {

using namespace loom::kernels;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const std::vector<double> documented_scores = {1, 3, 0.5, 2, 2.5, 0, 5, 1, 3, 1, 4, 2, 0, 2, 6, 1};
const std::vector<double> documented_values = {10, 12, 8,  11, 9, 7,  14, 10,
                                               12, 9,  13, 8,  6, 10, 15, 9};

// Cuts keys into tiles of the given sizes.
std::vector<SoftmaxTile> cut(const std::vector<double>& scores, const std::vector<double>& values,
                             const std::vector<size_t>& sizes) {
  std::vector<SoftmaxTile> tiles;
  size_t start = 0;
  for (size_t size : sizes) {
    tiles.push_back(
        {std::span(scores).subspan(start, size), std::span(values).subspan(start, size)});
    start += size;
  }
  return tiles;
}

std::vector<SoftmaxTile> documented_tiles() {
  return cut(documented_scores, documented_values, {4, 4, 4, 4});
}

// Softmax attention straight from its definition, without any maximum: an oracle for moderate
// scores.
double definition(std::span<const double> scores, std::span<const double> values) {
  long double l = 0, o = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    const long double weight = std::exp(static_cast<long double>(scores[i]));
    l += weight;
    o += weight * static_cast<long double>(values[i]);
  }
  return static_cast<double>(o / l);
}

TEST_CASE("the documented rows") {
  const std::vector<SoftmaxRow> rows = *online_softmax(documented_tiles());
  const double tile_max[] = {3, 5, 4, 6}, m[] = {3, 5, 5, 6};
  const double rescale[] = {0, std::exp(-2.0), 1, std::exp(-1.0)};
  const double l[] = {1.585300, 1.321686, 1.893003, 1.723929};
  const double output[] = {11.390090, 13.174689, 12.880270, 14.054202};
  REQUIRE(rows.size() == 4);
  for (size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    CHECK(rows[i].tile_max == tile_max[i]);
    CHECK(rows[i].true_max == m[i]);
    CHECK(rows[i].m == m[i]);
    CHECK(rows[i].rescale == doctest::Approx(rescale[i]).epsilon(1e-15));
    CHECK(std::fabs(rows[i].l - l[i]) < 5e-7);
    CHECK(std::fabs(rows[i].output - output[i]) < 5e-7);
    CHECK(rows[i].lse == doctest::Approx(m[i] + std::log(l[i])).epsilon(1e-6));
    CHECK(rows[i].rescaled == (i == 1 || i == 3));
    CHECK(rows[i].lag_log2 == 0);
    CHECK(rows[i].limit == m[i]);
    if (i > 0) CHECK(rows[i].growth_log2 == doctest::Approx((m[i] - m[i - 1]) / std::log(2.0)));
    const double before = i == 0 ? 0 : rows[i - 1].l;
    const double o_before = i == 0 ? 0 : rows[i - 1].accumulator;
    CHECK(rows[i].l == doctest::Approx(rescale[i] * before + rows[i].added_l).epsilon(1e-14));
    CHECK(rows[i].accumulator ==
          doctest::Approx(rescale[i] * o_before + rows[i].added_accumulator).epsilon(1e-14));
  }
  CHECK(rows[0].growth_log2 == infinity);
  CHECK(count_rescales(rows) == 2);
  CHECK(std::fabs(two_pass_softmax({documented_scores, documented_values})->output - 14.054202) <
        5e-7);
}

TEST_CASE("the documented data with conditional rescaling: no rescale, same result") {
  const std::vector<SoftmaxRow> rows = *online_softmax(documented_tiles(), {.conditional = true});
  CHECK(count_rescales(rows) == 0);
  CHECK(rows[3].m == 3);
  CHECK(rows[3].true_max == 6);
  CHECK(rows[3].lag_log2 == doctest::Approx(3 / std::log(2.0)));
  CHECK(rows[3].limit == doctest::Approx(3 + 8 * std::log(2.0)));
  CHECK(std::fabs(rows[3].output - 14.054202) < 5e-7);
}

TEST_CASE("thousands of random tilings and orders agree with two passes after every prefix") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int prefixes = 0, conditional_rescales = 0, plain_rescales = 0;
  for (int round = 0; round < 4000; ++round) {
    const size_t keys = 1 + random() % 40;
    const double spread = std::ldexp(1, static_cast<int>(random() % 10) - 2);
    std::vector<double> scores(keys), values(keys);
    for (double& score : scores) score = spread * uniform(random) + 3;
    for (double& value : values) value = 20 * uniform(random);
    std::vector<size_t> sizes;
    for (size_t left = keys; left > 0; left -= sizes.back()) sizes.push_back(1 + random() % left);

    const auto tiles = cut(scores, values, sizes);
    const std::vector<SoftmaxRow> plain = *online_softmax(tiles);
    const std::vector<SoftmaxRow> lazy = *online_softmax(
        tiles, {.conditional = true, .threshold = static_cast<double>(random() % 17)});
    plain_rescales += count_rescales(plain);
    conditional_rescales += count_rescales(lazy);
    size_t seen = 0;
    for (size_t i = 0; i < tiles.size(); ++i) {
      seen += sizes[i];
      const SoftmaxResult whole =
          *two_pass_softmax({std::span(scores).first(seen), std::span(values).first(seen)});
      CAPTURE(round);
      CAPTURE(i);
      CHECK(plain[i].m == whole.max);
      CHECK(plain[i].true_max == lazy[i].true_max);
      CHECK(std::fabs(plain[i].l - whole.l) <= 1e-12 * whole.l);
      CHECK(std::fabs(plain[i].lse - whole.lse) <= 1e-12 * (1 + std::fabs(whole.lse)));
      CHECK(std::fabs(plain[i].output - whole.output) <= 1e-11);
      CHECK(std::fabs(lazy[i].output - whole.output) <= 1e-11);
      CHECK(std::fabs(lazy[i].lse - whole.lse) <= 1e-12 * (1 + std::fabs(whole.lse)));
      ++prefixes;
    }

    std::vector<size_t> order(keys);
    std::iota(order.begin(), order.end(), size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    std::vector<double> mixed_scores, mixed_values;
    for (size_t i : order) {
      mixed_scores.push_back(scores[i]);
      mixed_values.push_back(values[i]);
    }
    const auto mixed = online_softmax(cut(mixed_scores, mixed_values, sizes));
    CHECK(std::fabs(mixed->back().output - plain.back().output) <= 1e-11);
  }
  CHECK(prefixes > 10000);
  CHECK(conditional_rescales < plain_rescales);
  CHECK(conditional_rescales > 0);
}

TEST_CASE("keys cut into tiles, each beside the definition over the keys so far") {
  const SoftmaxTile all{documented_scores, documented_values};
  for (int keys : {1, 3, 4, 5, 16, 99}) {
    CAPTURE(keys);
    const auto tiled = softmax_in_tiles(all, keys);
    REQUIRE(tiled);
    REQUIRE(std::ssize(tiled->rows) == (16 + keys - 1) / keys);
    REQUIRE(tiled->exact.size() == tiled->rows.size());
    for (size_t tile = 0; tile < tiled->rows.size(); ++tile) {
      const size_t seen = std::min(size_t{16}, (tile + 1) * static_cast<size_t>(keys));
      const double expected = definition(all.scores.first(seen), all.values.first(seen));
      CHECK(std::fabs(tiled->rows[tile].output - expected) <= 1e-12);
      CHECK(std::fabs(tiled->exact[tile].output - expected) <= 1e-12);
    }
  }
  CHECK(softmax_in_tiles(all, 0).error().message ==
        "keys_per_tile is below 1; expected at least one key");
  CHECK_FALSE(softmax_in_tiles({documented_scores, {}}, 4));
  CHECK_FALSE(softmax_in_tiles({}, 4));
  CHECK_FALSE(softmax_in_tiles(all, 4, {.conditional = true, .threshold = -1}));
}

TEST_CASE("both ways equal the definition, which needs no maximum while scores are small") {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform(-10, 10);
  for (int round = 0; round < 500; ++round) {
    std::vector<double> scores(1 + random() % 30), values(scores.size());
    for (double& score : scores) score = uniform(random);
    for (double& value : values) value = uniform(random);
    const std::vector<size_t> ones(scores.size(), 1);
    const double expected = definition(scores, values);
    CHECK(std::fabs(two_pass_softmax({scores, values})->output - expected) <= 1e-12);
    CHECK(std::fabs(online_softmax(cut(scores, values, ones))->back().output - expected) <= 1e-12);
  }
}

TEST_CASE("a stale maximum lags by at most the threshold, and threshold 0 is plain") {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> uniform(-30, 30);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> scores(24), values(24, 1.0);
    for (double& score : scores) score = uniform(random);
    const auto tiles = cut(scores, values, std::vector<size_t>(12, 2));
    for (double threshold : {0.0, 1.0, 8.0, 20.5}) {
      const auto rows = *online_softmax(tiles, {.conditional = true, .threshold = threshold});
      const auto plain = *online_softmax(tiles);
      for (size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i].m <= rows[i].true_max);
        const double heaviest = softmax_weight(rows[i].true_max, rows[i].m);
        CHECK(heaviest <= largest_weight({true, threshold}) * (1 + 1e-9));
        CHECK((rows[i].true_max - rows[i].m) * std::log2(std::exp(1.0)) <= threshold + 1e-9);
        CHECK(rows[i].output == doctest::Approx(1).epsilon(1e-12));
        if (threshold > 0) continue;
        CHECK(rows[i].m == plain[i].m);
        CHECK(rows[i].rescale == plain[i].rescale);
        CHECK(rows[i].rescaled == plain[i].rescaled);
        CHECK(rows[i].l == plain[i].l);
      }
    }
  }
}

TEST_CASE("growth of exactly the threshold is tolerated") {
  const double growth = 2 * std::numbers::log2e;
  const std::vector<double> scores = {1, 3}, values = {1, 1};
  const auto tiles = cut(scores, values, {1, 1});
  CHECK_FALSE(online_softmax(tiles, {true, growth})->back().rescaled);
  CHECK(online_softmax(tiles, {true, std::nextafter(growth, 0.0)})->back().rescaled);
}

TEST_CASE("masked keys count for nothing, wherever they stand") {
  const std::vector<double> scores = {-infinity, -infinity, -infinity, 2,
                                      1,         -infinity, -infinity, 4};
  const std::vector<double> values = {5, 6, 7, 8, 9, 10, 11, 12};
  const auto rows = *online_softmax(cut(scores, values, {2, 2, 2, 1, 1}));
  CHECK(rows[0].m == -infinity);
  CHECK(rows[0].tile_max == -infinity);
  CHECK(rows[0].l == 0);
  CHECK(rows[0].rescale == 0);
  CHECK(rows[0].lse == -infinity);
  CHECK(std::isnan(rows[0].output));
  CHECK_FALSE(rows[0].rescaled);
  CHECK(rows[1].m == 2);
  CHECK(rows[1].rescale == 0);  // still nothing to keep
  CHECK_FALSE(rows[1].rescaled);
  CHECK(rows[1].output == 8);
  CHECK(rows[3].tile_max == -infinity);  // a masked tile changes nothing
  CHECK(rows[3].m == 2);
  CHECK(rows[3].rescale == 1);
  CHECK(rows[3].l == rows[2].l);
  CHECK(rows[3].output == rows[2].output);
  CHECK(count_rescales(rows) == 1);

  const std::vector<double> kept = {2, 1, 4}, kept_values = {8, 9, 12};
  CHECK(rows.back().output == doctest::Approx(two_pass_softmax({kept, kept_values})->output));
  CHECK(two_pass_softmax({scores, values})->output == doctest::Approx(rows.back().output));

  const auto lazy = *online_softmax(cut(scores, values, {2, 2, 2, 1, 1}), {.conditional = true});
  CHECK(lazy[1].m == 2);
  CHECK(lazy.back().output == doctest::Approx(rows.back().output).epsilon(1e-12));
  const std::vector<double> masked = {-infinity}, one = {1};
  CHECK(std::isnan(two_pass_softmax({masked, one})->output));
}

TEST_CASE("extreme scores neither overflow nor vanish") {
  const std::vector<double> scores = {-1e308, 1e308, -700, 700, 1e308}, values = {1, 2, 3, 4, 6};
  const auto rows = *online_softmax(cut(scores, values, {1, 1, 1, 1, 1}));
  CHECK(rows[0].output == 1);
  CHECK(rows[1].output == 2);
  CHECK(rows[4].output == 4);  // the two largest share the weight
  CHECK(rows[4].l == 2);
}

TEST_CASE("what is refused, and how it is said") {
  const auto message = [](std::vector<double> scores, std::vector<double> values) {
    const auto rows = online_softmax(cut(scores, values, {scores.size()}));
    REQUIRE_FALSE(rows);
    const auto whole = two_pass_softmax({scores, values});
    REQUIRE_FALSE(whole);
    CHECK(rows.error().message == "tile 0: " + whole.error().message);
    return whole.error().message;
  };
  CHECK(message({1, nan}, {1, 2}) ==
        "score 1 is NaN; expected a finite number, or −∞ for a masked key");
  CHECK(message({infinity}, {1}) ==
        "score 0 is +∞; expected a finite number, or −∞ for a masked key");
  CHECK(message({1, 2}, {1, infinity}) == "value 1 is not finite; expected a finite number");
  CHECK(message({1}, {nan}) == "value 0 is not finite; expected a finite number");
  CHECK(message({1, 1}, {1.5e308, 1.5e308}) ==
        "the sums leave the range of double precision; expected smaller values");

  const std::vector<double> two = {1, 2}, one = {1};
  const SoftmaxTile uneven[] = {{two, two}, {two, one}};
  CHECK(online_softmax(uneven).error().message ==
        "tile 1: 2 scores but 1 values; expected one value per score");
  const SoftmaxTile empty[] = {{two, two}, {}};
  CHECK(online_softmax(empty).error().message == "tile 1: no keys; expected at least one score");
  CHECK(online_softmax({}).error().message == "no tiles; expected at least one");
  for (double threshold : {-0.5, 127.5, nan, infinity}) {
    CHECK(online_softmax(documented_tiles(), {true, threshold}).error().message ==
          "the rescale threshold is outside its range; expected 0 to 127 log2 units");
  }
}

TEST_CASE("a refused tile leaves the state as it was") {
  auto softmax = OnlineSoftmax::make();
  REQUIRE(softmax);
  const auto tiles = documented_tiles();
  REQUIRE(softmax->add(tiles[0]));
  const std::vector<double> bad = {100, nan}, too_big = {100, 100}, values = {1.7e308, 1.7e308};
  CHECK_FALSE(softmax->add({bad, values}));
  CHECK_FALSE(softmax->add({too_big, values}));
  const auto row = softmax->add(tiles[1]);
  REQUIRE(row);
  CHECK(row->output == (*online_softmax(tiles))[1].output);
  CHECK(row->true_max == 5);
}

TEST_CASE("weights, and what exp alone would do in FP16 and FP32") {
  CHECK(softmax_weight(3, 3) == 1);
  CHECK(softmax_weight(1, 3) == doctest::Approx(std::exp(-2.0)));
  CHECK(softmax_weight(-infinity, 3) == 0);

  std::vector<double> scores = documented_scores;
  auto naive = *naive_softmax(scores);
  CHECK(naive.largest == doctest::Approx(std::exp(6.0)));
  CHECK_FALSE(naive.fp16_overflows);
  for (double& score : scores) score *= 20;
  naive = *naive_softmax(scores);
  CHECK(naive.fp16_overflows);
  CHECK(naive.fp32_overflows);  // exp(120)
  CHECK_FALSE(naive.fp16_vanishes);

  const auto single = [](double score) { return *naive_softmax(std::span(&score, 1)); };
  CHECK_FALSE(single(std::log(65519.0)).fp16_overflows);
  CHECK(single(std::log(65521.0)).fp16_overflows);
  CHECK_FALSE(single(88.72).fp32_overflows);
  CHECK(single(88.73).fp32_overflows);
  CHECK(single(1000).fp32_overflows);
  CHECK_FALSE(single(-17.3).fp16_vanishes);
  CHECK(single(-17.4).fp16_vanishes);
  CHECK_FALSE(single(-17.4).fp32_vanishes);
  CHECK(single(-104).fp32_vanishes);
  CHECK_FALSE(single(-infinity).fp16_vanishes);           // masked, not lost
  const std::vector<double> many(100, std::log(1000.0));  // each fits, their sum does not
  CHECK(naive_softmax(many)->fp16_overflows);
  CHECK_FALSE(naive_softmax({}));
  CHECK_FALSE(naive_softmax(std::vector<double>{nan}));
}

}  // namespace

}  // TESTS_OF(core::kernels::online_softmax)
