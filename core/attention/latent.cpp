#include "core/attention/latent.hpp"

#include <cmath>

#include "core/limits.hpp"
#include "core/random.hpp"

namespace loom::attention {
namespace {

std::optional<Error> check(const LatentDims& dims, long long tokens, long long queries) {
  constexpr double most = 65536, many = 1 << 30;
  return check_limits({{"heads", static_cast<double>(dims.heads), 1, most},
                       {"latent", static_cast<double>(dims.latent), 1, most},
                       {"rotary", static_cast<double>(dims.rotary), 0, most},
                       {"nope", static_cast<double>(dims.nope), 1, most},
                       {"value", static_cast<double>(dims.value), 1, most},
                       {"tokens", static_cast<double>(tokens), 1, many},
                       {"queries", static_cast<double>(queries), 1, many}});
}

LatentCost cost(const LatentDims& dims, LatentOrder order, double tokens, double queries,
                double bytes) {
  const double heads = dims.heads, both = dims.nope + dims.value, latent = dims.latent;
  const double pairs = tokens * queries;
  LatentCost found;
  found.cache_bytes = tokens * (latent + dims.rotary) * bytes;
  found.weight_bytes = heads * both * latent * bytes;
  if (order == LatentOrder::expanded) {
    found.rebuild = 2 * heads * both * latent * tokens;
    found.attention = 2 * heads * (both + dims.rotary) * pairs;
    found.rebuilt_bytes = 2 * tokens * heads * both * bytes;
  } else {
    found.rebuild = 2 * heads * both * latent * queries;
    found.attention = 2 * heads * (2 * latent + dims.rotary) * pairs;
  }
  return found;
}

// matrix · vector
std::vector<double> times(const Matrix& matrix, std::span<const double> vector) {
  std::vector<double> out;
  for (int i = 0; i < matrix.rows; ++i) out.push_back(dot(matrix.row(i), vector));
  return out;
}

std::vector<double> joined(std::span<const double> first, std::span<const double> second) {
  std::vector<double> both(first.begin(), first.end());
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

Matrix random_matrix(int rows, int columns, Random& random) {
  Matrix out(rows, columns);
  for (double& number : out.numbers) number = static_cast<double>(random.below(5)) - 2;
  return out;
}

}  // namespace

Result<LatentCost> latent_cost(const LatentDims& dims, LatentOrder order, long long tokens,
                               long long queries, double bytes_per_number) {
  if (auto error = check(dims, tokens, queries)) return *error;
  if (!(bytes_per_number > 0 && bytes_per_number <= 16))
    return Error{"bytes per number: expected above 0, up to 16"};
  return cost(dims, order, static_cast<double>(tokens), static_cast<double>(queries),
              bytes_per_number);
}

std::optional<long long> break_even_queries(const LatentDims& dims, long long tokens) {
  // Rebuilding costs `both · latent` once for each token. Absorbing costs as much for each query,
  // and for every pair the numbers by which the latents are longer than keys and values.
  const double both = dims.nope + dims.value, longer = 2. * dims.latent - both;
  const double n = static_cast<double>(tokens);
  const double per_query = both * dims.latent + longer * n;
  if (per_query <= 0) return std::nullopt;
  return static_cast<long long>(std::ceil(both * dims.latent * n / per_query));
}

LatentStep latent_step(const LatentLayer& layer, int head, const LatentQuery& query,
                       LatentOrder order) {
  const auto h = static_cast<size_t>(head);
  const Matrix &up_key = layer.up_keys[h], &up_value = layer.up_values[h];
  const bool absorbed = order == LatentOrder::absorbed;
  const int tokens = layer.latents.rows;

  LatentStep step;
  step.query = joined(absorbed ? times(transposed(up_key), query.nope) : query.nope, query.rotary);
  step.keys = Matrix(tokens, static_cast<int>(step.query.size()));
  step.values = absorbed ? layer.latents : product(layer.latents, transposed(up_value));
  const double scale = 1 / std::sqrt(static_cast<double>(layer.dims.nope + layer.dims.rotary));
  for (int t = 0; t < tokens; ++t) {
    const std::span<const double> latent = layer.latents.row(t);
    const std::vector<double> own =
        absorbed ? std::vector<double>(latent.begin(), latent.end()) : times(up_key, latent);
    const std::vector<double> key = joined(own, layer.rotary_keys.row(t));
    std::copy(key.begin(), key.end(), step.keys.row(t).begin());
    step.scores.push_back(dot(step.query, key) * scale);
  }
  step.softmax = softmax(step.scores);
  step.sum = times(transposed(step.values), step.softmax.weights);
  step.out = absorbed ? times(up_value, step.sum) : step.sum;
  return step;
}

LatentExample latent_example(const LatentDims& dims, int tokens, std::uint64_t seed) {
  Random random(seed);
  LatentExample found{{dims,
                       random_matrix(tokens, dims.latent, random),
                       random_matrix(tokens, dims.rotary, random),
                       {},
                       {}},
                      {}};
  for (int head = 0; head < dims.heads; ++head) {
    found.layer.up_keys.push_back(random_matrix(dims.nope, dims.latent, random));
    found.layer.up_values.push_back(random_matrix(dims.value, dims.latent, random));
    found.queries.push_back({random_matrix(1, dims.nope, random).numbers,
                             random_matrix(1, dims.rotary, random).numbers});
  }
  return found;
}

}  // namespace loom::attention
