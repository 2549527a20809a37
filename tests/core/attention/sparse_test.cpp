#include "core/attention/sparse.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "tests/core/attention/random_matrix.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::sparse) {

using namespace loom;
using namespace loom::attention;

TEST_CASE("sparse: the indexer's score by hand") {
  Matrix queries(2, 2), keys(3, 2);
  queries.numbers = {1, 0, 0, 1};
  keys.numbers = {3, -5, -1, 2, 4, 4};
  const double weights[] = {2, 0.5};
  CHECK(index_scores(queries, weights, keys) == std::vector<double>{6, 1, 10});
}

TEST_CASE("sparse: the k best are those that fewer than k others beat") {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    std::vector<double> numbers;
    for (int i = 1 + static_cast<int>(random.below(12)); i > 0; --i)
      numbers.push_back(random.below(6));  // ties
    const int k = static_cast<int>(random.below(14));
    const std::vector<int> chosen = top_k(numbers, k);
    CHECK(chosen.size() == std::min(numbers.size(), static_cast<size_t>(k)));
    std::vector<int> wanted;
    for (size_t i = 0; i < numbers.size(); ++i) {
      int better = 0;
      for (size_t j = 0; j < numbers.size(); ++j)
        better += numbers[j] > numbers[i] || (numbers[j] == numbers[i] && j < i);
      if (better < k) wanted.push_back(static_cast<int>(i));
    }
    CHECK(chosen == wanted);
  }
}

TEST_CASE("sparse: no choice of k recalls more than the k heaviest, all recall everything") {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    const SparseOptions options{.tokens = 2 + static_cast<int>(random.below(60)),
                                .k = 1 + static_cast<int>(random.below(30)),
                                .heads = 1 + static_cast<int>(random.below(6)),
                                .dim = 1 + static_cast<int>(random.below(20)),
                                .sharpness = 4 * random.unit(),
                                .noise = 2 * random.unit(),
                                .seed = random.next()};
    const Result<SparseRun> run = sparse_run(options);
    REQUIRE(run);
    double mass = 0;
    for (double weight : run->weights) mass += weight;
    CHECK(mass == doctest::Approx(1).epsilon(1e-12));
    CHECK(run->recall <= run->best_recall + 1e-12);
    CHECK(run->random_recall <= run->best_recall + 1e-12);
    CHECK(static_cast<int>(run->chosen.size()) == std::min(options.k, options.tokens));
    if (options.k >= options.tokens) CHECK(run->recall == doctest::Approx(1));
    // More tokens never recall less.
    SparseOptions more = options;
    ++more.k;
    CHECK(sparse_run(more)->recall >= run->recall - 1e-12);
  }
}

TEST_CASE("sparse: an indexer that knows a head's queries chooses what the head weighs most") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    // One head, and few enough tokens chosen that none of them is below zero.
    const SparseRun run = *sparse_run({.tokens = 64, .k = 8, .heads = 1, .noise = 0, .seed = seed});
    CHECK(run.recall == doctest::Approx(run.best_recall).epsilon(1e-12));
  }
  // And the less it knows the less it finds, on average, down to a random choice.
  const auto mean = [](double noise) {
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
      sum += sparse_run({.noise = noise, .seed = seed})->recall / 200;
    return sum;
  };
  const double known = mean(0), half = mean(1), none = mean(100);
  CHECK(known > half);
  CHECK(half > none);
  CHECK(std::abs(none - 0.25) < 0.05);
}

TEST_CASE("sparse: cost as the report's dims give it") {
  const struct {
    long long context;
    double dense, sparse;
  } rows[] = {{4096, 1.14e9, 6.38e8},
              {16384, 4.56e9, 8.39e8},
              {32768, 9.13e9, 1.11e9},
              {65536, 1.83e10, 1.64e9},
              {131072, 3.65e10, 2.72e9}};
  for (const auto& row : rows) {
    const SparseCost cost = sparse_cost({}, {}, row.context);
    CHECK(cost.dense_absorbed == doctest::Approx(row.dense).epsilon(0.005));
    CHECK(cost.sparse() == doctest::Approx(row.sparse).epsilon(0.005));
  }
  CHECK(sparse_cost({}, {}, 131072).index / sparse_cost({}, {}, 131072).sparse() ==
        doctest::Approx(0.79).epsilon(0.01));
  // Short contexts are dense, and the indexer comes on top.
  CHECK(sparse_cost({}, {}, 2048).chosen == sparse_cost({}, {}, 2048).dense_absorbed);
  // A sequence is the sum of its queries.
  for (long long tokens : {1ll, 100ll, 2048ll, 5000ll}) {
    double index = 0, chosen = 0, dense = 0, expanded = 0;
    for (long long t = 1; t <= tokens; ++t) {
      const SparseCost one = sparse_cost({}, {}, t);
      index += one.index;
      chosen += one.chosen;
      dense += one.dense_absorbed;
      expanded += one.dense_expanded;
    }
    const SparseCost all = sparse_cost_of_sequence({}, {}, tokens);
    CHECK(all.index == doctest::Approx(index).epsilon(1e-12));
    CHECK(all.chosen == doctest::Approx(chosen).epsilon(1e-12));
    CHECK(all.dense_absorbed == doctest::Approx(dense).epsilon(1e-12));
    CHECK(all.dense_expanded == doctest::Approx(expanded).epsilon(1e-12));
  }
}

TEST_CASE("sparse: what is refused") {
  CHECK(sparse_run({.tokens = 5000}).error().message == "tokens: expected 1 to 4096, got 5000");
  CHECK(sparse_run({.noise = -1}).error().message == "noise: expected 0 to 100, got -1");
}

}  // TESTS_OF(core::attention::sparse)
