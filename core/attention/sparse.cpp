#include "core/attention/sparse.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ascending.hpp"
#include "core/limits.hpp"
#include "core/random.hpp"

namespace loom::attention {
namespace {

std::optional<Error> check(const SparseOptions& o) {
  return check_limits({{"tokens", static_cast<double>(o.tokens), 1, 4096},
                       {"k", static_cast<double>(o.k), 1, 4096},
                       {"dim", static_cast<double>(o.dim), 1, 4096},
                       {"heads", static_cast<double>(o.heads), 1, 64},
                       {"sharpness", o.sharpness, 0, 100},
                       {"noise", o.noise, 0, 100}});
}

Matrix normal_matrix(int rows, int columns, Random& random) {
  Matrix out(rows, columns);
  for (double& number : out.numbers) number = random.normal();
  return out;
}

// FLOPs of attention for one pair of a query and a token, all heads.
double per_pair(const LatentDims& dims, LatentOrder order) {
  return latent_cost(dims, order, 1, 1)->attention;
}

SparseCost cost(const LatentDims& dims, const Indexer& indexer, double pairs, double chosen) {
  const double absorbed = per_pair(dims, LatentOrder::absorbed);
  return {pairs * absorbed, pairs * per_pair(dims, LatentOrder::expanded),
          pairs * 2 * indexer.heads * indexer.dim, chosen * absorbed};
}

}  // namespace

std::vector<double> index_scores(const Matrix& queries, std::span<const double> weights,
                                 const Matrix& keys) {
  std::vector<double> scores(static_cast<size_t>(keys.rows));
  for (int s = 0; s < keys.rows; ++s)
    for (int j = 0; j < queries.rows; ++j)
      scores[static_cast<size_t>(s)] +=
          weights[static_cast<size_t>(j)] * std::max(0., dot(queries.row(j), keys.row(s)));
  return scores;
}

std::vector<int> top_k(std::span<const double> numbers, int k) {
  std::vector<double> lowered(numbers.begin(), numbers.end());
  for (double& number : lowered) number = -number;
  std::vector<int> places = ascending(lowered);
  places.resize(std::min(places.size(), static_cast<size_t>(std::max(k, 0))));
  std::sort(places.begin(), places.end());
  return places;
}

double recall(std::span<const double> weights, std::span<const int> chosen) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.);
  double found = 0;
  for (int place : chosen) found += weights[static_cast<size_t>(place)];
  return all > 0 ? found / all : 0;
}

Result<SparseRun> sparse_run(const SparseOptions& options) {
  if (auto error = check(options)) return *error;
  Random random(options.seed);
  const Matrix keys = normal_matrix(options.tokens, options.dim, random),
               queries = normal_matrix(options.heads, options.dim, random);
  const double scale = options.sharpness / std::sqrt(static_cast<double>(options.dim));
  SparseRun run;
  run.weights.resize(static_cast<size_t>(options.tokens));
  for (int head = 0; head < options.heads; ++head) {
    std::vector<double> scores;
    for (int s = 0; s < options.tokens; ++s)
      scores.push_back(scale * dot(queries.row(head), keys.row(s)));
    const Softmax found = softmax(scores);
    for (size_t s = 0; s < run.weights.size(); ++s)
      run.weights[s] += found.weights[s] / options.heads;
  }
  Matrix guesses = normal_matrix(options.heads, options.dim, random);
  for (size_t i = 0; i < guesses.numbers.size(); ++i)
    guesses.numbers[i] = queries.numbers[i] + options.noise * guesses.numbers[i];
  const std::vector<double> equal(static_cast<size_t>(options.heads), 1. / options.heads);
  run.index = index_scores(guesses, equal, keys);
  run.chosen = top_k(run.index, options.k);
  run.recall = recall(run.weights, run.chosen);
  run.best_recall = recall(run.weights, top_k(run.weights, options.k));
  run.random_recall = std::min(1., static_cast<double>(options.k) / options.tokens);
  return run;
}

SparseCost sparse_cost(const LatentDims& dims, const Indexer& indexer, long long context) {
  return cost(dims, indexer, static_cast<double>(context),
              static_cast<double>(std::min<long long>(context, indexer.k)));
}

SparseCost sparse_cost_of_sequence(const LatentDims& dims, const Indexer& indexer,
                                   long long tokens) {
  const auto triangle = [](double n) { return n * (n + 1) / 2; };
  const auto n = static_cast<double>(tokens), k = static_cast<double>(indexer.k);
  const double chosen = n <= k ? triangle(n) : triangle(k) + (n - k) * k;
  return cost(dims, indexer, triangle(n), chosen);
}

}  // namespace loom::attention
