#include "core/attention/latent.hpp"

#include <cmath>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::latent) {

using namespace loom;
using namespace loom::attention;

namespace {

LatentCost cost(LatentOrder order, long long tokens, long long queries,
                const LatentDims& dims = {}) {
  const Result<LatentCost> found = latent_cost(dims, order, tokens, queries);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("latents: both orders of multiplication give the same numbers, at any dims") {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
    };
    const LatentDims dims{.heads = 1 + below(3),
                          .latent = 1 + below(9),
                          .rotary = below(4),
                          .nope = 1 + below(6),
                          .value = 1 + below(6)};
    const LatentExample example = latent_example(dims, 1 + below(7), random.next());
    for (int head = 0; head < dims.heads; ++head) {
      const LatentQuery& query = example.queries[static_cast<size_t>(head)];
      const LatentStep a = latent_step(example.layer, head, query, LatentOrder::expanded),
                       b = latent_step(example.layer, head, query, LatentOrder::absorbed);
      // Whole numbers: not a bit differs.
      CHECK(a.scores == b.scores);
      REQUIRE(a.out.size() == b.out.size());
      for (size_t i = 0; i < a.out.size(); ++i) CHECK(std::abs(a.out[i] - b.out[i]) < 1e-10);
      CHECK(b.keys.columns == dims.latent + dims.rotary);
      CHECK(a.keys.columns == dims.nope + dims.rotary);
    }
  }
}

TEST_CASE("latents: a layer is plain attention on the rebuilt keys and values") {
  const LatentExample example =
      latent_example({.heads = 2, .latent = 5, .rotary = 2, .nope = 4, .value = 3}, 6, 7);
  for (int head = 0; head < 2; ++head) {
    const auto h = static_cast<size_t>(head);
    Operands o{Matrix(1, 6), Matrix(6, 6), Matrix(6, 3)};
    for (int i = 0; i < 4; ++i) o.q.at(0, i) = example.queries[h].nope[static_cast<size_t>(i)];
    for (int i = 0; i < 2; ++i)
      o.q.at(0, 4 + i) = example.queries[h].rotary[static_cast<size_t>(i)];
    for (int t = 0; t < 6; ++t)
      for (int i = 0; i < 6; ++i) {
        if (i >= 4) {
          o.k.at(t, i) = example.layer.rotary_keys.at(t, i - 4);
          continue;
        }
        for (int x = 0; x < 5; ++x) {
          o.k.at(t, i) += example.layer.up_keys[h].at(i, x) * example.layer.latents.at(t, x);
          if (i < 3)
            o.v.at(t, i) += example.layer.up_values[h].at(i, x) * example.layer.latents.at(t, x);
        }
      }
    const Result<Step> step = attend(o);
    REQUIRE(step);
    const LatentStep found =
        latent_step(example.layer, head, example.queries[h], LatentOrder::absorbed);
    for (int i = 0; i < 3; ++i)
      CHECK(found.out[static_cast<size_t>(i)] == doctest::Approx(step->out.at(0, i)));
  }
}

TEST_CASE("latents: operations and bytes of DeepSeek's dims") {
  CHECK(cost(LatentOrder::absorbed, 1, 1).attention == 278528);
  CHECK(cost(LatentOrder::expanded, 1, 1).attention == 81920);
  CHECK(cost(LatentOrder::absorbed, 1000, 1).cache_bytes == 1152000);
  // Attention alone, without moving weights: 241.8 FLOPs for each byte of the cache.
  const LatentCost decode = cost(LatentOrder::absorbed, 1 << 20, 1);
  CHECK(std::abs(decode.attention / decode.cache_bytes - 241.8) < 0.05);
  CHECK(decode.rebuilt_bytes == 0);
  CHECK(decode.flop() == decode.rebuild + decode.attention);
}

TEST_CASE("latents: operations as nested loops have them") {
  const LatentDims dims{.heads = 2, .latent = 5, .rotary = 2, .nope = 4, .value = 3};
  const int tokens = 7, queries = 3;
  double expanded[2] = {}, absorbed[2] = {};
  const auto matrix_vector = [](double& flop, int rows, int columns) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) flop += 2;
  };
  for (int head = 0; head < dims.heads; ++head) {
    for (int t = 0; t < tokens; ++t) {
      matrix_vector(expanded[0], dims.nope, dims.latent);
      matrix_vector(expanded[0], dims.value, dims.latent);
    }
    for (int q = 0; q < queries; ++q) {
      matrix_vector(absorbed[0], dims.latent, dims.nope);
      matrix_vector(absorbed[0], dims.value, dims.latent);
      matrix_vector(expanded[1], tokens, dims.nope + dims.rotary);
      matrix_vector(expanded[1], dims.value, tokens);
      matrix_vector(absorbed[1], tokens, dims.latent + dims.rotary);
      matrix_vector(absorbed[1], dims.latent, tokens);
    }
  }
  const LatentCost a = cost(LatentOrder::expanded, tokens, queries, dims),
                   b = cost(LatentOrder::absorbed, tokens, queries, dims);
  CHECK(a.rebuild == expanded[0]);
  CHECK(a.attention == expanded[1]);
  CHECK(b.rebuild == absorbed[0]);
  CHECK(b.attention == absorbed[1]);
  CHECK(a.weight_bytes == b.weight_bytes);
  CHECK(a.weight_bytes == 2 * 2 * 5 * 7);
  CHECK(a.rebuilt_bytes == 2 * 2 * 7 * 2 * 7);
}

TEST_CASE("latents: from so many queries on, rebuilding takes fewer operations") {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    const auto below = [&](int bound) {
      return 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
    };
    const LatentDims dims{.heads = below(4),
                          .latent = below(40),
                          .rotary = below(10) - 1,
                          .nope = below(20),
                          .value = below(20)};
    const long long tokens = below(300);
    const std::optional<long long> found = break_even_queries(dims, tokens);
    const auto better = [&](long long queries) {
      return cost(LatentOrder::expanded, tokens, queries, dims).flop() <=
             cost(LatentOrder::absorbed, tokens, queries, dims).flop();
    };
    if (!found) {
      for (long long queries : {1ll, 100ll, 100000ll}) CHECK_FALSE(better(queries));
      continue;
    }
    CHECK(better(*found));
    if (*found > 1) CHECK_FALSE(better(*found - 1));
  }
}

TEST_CASE("latents: what is refused") {
  CHECK(latent_cost({.heads = 0}, LatentOrder::absorbed, 1, 1).error().message ==
        "heads: expected 1 to 65536, got 0");
  CHECK(latent_cost({}, LatentOrder::absorbed, 0, 1).error().message ==
        "tokens: expected 1 to 1073741824, got 0");
  CHECK_FALSE(latent_cost({}, LatentOrder::absorbed, 1, 1, 0));
}

}  // TESTS_OF(core::attention::latent)
