#include "core/attention/step.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/kernels/online_softmax.hpp"
#include "core/limits.hpp"
#include "core/logarithm.hpp"

namespace loom::attention {
namespace {

std::string sizes(const Matrix& matrix) {
  return std::to_string(matrix.rows) + " × " + std::to_string(matrix.columns);
}

bool finite(const Matrix& matrix) {
  return std::all_of(matrix.numbers.begin(), matrix.numbers.end(),
                     [](double number) { return std::isfinite(number); });
}

std::optional<Error> check_matrix(const char* name, const Matrix& matrix) {
  if (matrix.rows < 1 || matrix.columns < 1)
    return Error{std::string(name) + ": expected at least one row and one column, got " +
                 sizes(matrix)};
  if (!finite(matrix)) return Error{std::string(name) + ": expected finite numbers"};
  return std::nullopt;
}

std::optional<Error> check(const Operands& o) {
  for (const auto& [name, matrix] : {std::pair("q", &o.q), {"k", &o.k}, {"v", &o.v}})
    if (auto error = check_matrix(name, *matrix)) return error;
  if (o.q.columns != o.k.columns)
    return Error{"k: expected rows of " + std::to_string(o.q.columns) + " numbers, as q has, got " +
                 std::to_string(o.k.columns)};
  if (o.k.rows != o.v.rows)
    return Error{"v: expected " + std::to_string(o.k.rows) + " rows, as k has, got " +
                 std::to_string(o.v.rows)};
  const double rows = o.q.rows, keys = o.k.rows, width = o.v.columns;
  if (auto error =
          check_limits({{"scores of q and k", rows * keys, 1, most_results},
                        {"numbers in the sums", rows * width, 1, most_results},
                        {"products", rows * keys * (o.q.columns + width), 1, most_products}}))
    return error;
  if (o.scale && !std::isfinite(*o.scale)) return Error{"scale: expected a finite number"};
  if (!(o.sink < std::numeric_limits<double>::infinity()))
    return Error{"sink: expected a finite number, or −∞ for none"};
  return check(o.masks, {o.q.rows, o.k.rows});
}

}  // namespace

Softmax softmax(std::span<const double> scores, double sink) {
  Softmax found;
  double most = no_sink;
  for (double score : scores) most = std::max(most, score);
  found.empty = most == no_sink;
  most = std::max(most, sink);
  double sum = kernels::softmax_weight(sink, most);
  for (double score : scores) {
    found.weights.push_back(kernels::softmax_weight(score, most));
    sum += found.weights.back();
  }
  found.lse = most == no_sink ? no_sink : most + natural_logarithm(sum);
  if (sum == 0) return found;
  for (double& weight : found.weights) weight /= sum;
  found.sink = kernels::softmax_weight(sink, most) / sum;
  return found;
}

Result<Step> attend(const Operands& operands) {
  if (auto error = check(operands)) return *error;
  const auto& [q, k, v, masks, scale, sink] = operands;
  Step step{scale ? *scale : 1 / std::sqrt(static_cast<double>(q.columns)),
            Matrix(q.rows, k.rows, no_sink),
            Matrix(q.rows, k.rows),
            Matrix(q.rows, v.columns),
            {}};
  std::vector<Range> seen;
  for (int i = 0; i < q.rows; ++i) {
    seen_keys(masks, {q.rows, k.rows}, i, seen);
    for (Range range : seen)
      for (int j = range.begin; j < range.end; ++j) {
        step.scores.at(i, j) = dot(q.row(i), k.row(j)) * step.scale;
        if (!std::isfinite(step.scores.at(i, j)))
          return Error{
              "scores: a sum leaves the range of double precision; expected smaller "
              "numbers in q and k"};
      }
    step.rows.push_back(softmax(step.scores.row(i), sink));
    std::copy(step.rows.back().weights.begin(), step.rows.back().weights.end(),
              step.weights.row(i).begin());
  }
  step.out = product(step.weights, v);
  if (!finite(step.out))
    return Error{"out: a sum leaves the range of double precision; expected smaller numbers in v"};
  return step;
}

int Step::strongest(int query) const {
  const std::span<const double> all = weights.row(query);
  const auto most = std::max_element(all.begin(), all.end());
  return *most > 0 ? static_cast<int>(most - all.begin()) : -1;
}

}  // namespace loom::attention
