#include "core/kernels/online_softmax.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "core/logarithm.hpp"

namespace loom::kernels {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<Error> check_scores(std::span<const double> scores) {
  if (scores.empty()) return Error{"no keys; expected at least one score"};
  for (size_t i = 0; i < scores.size(); ++i) {
    if (std::isnan(scores[i]) || scores[i] == infinity)
      return Error{"score " + std::to_string(i) + " is " + (std::isnan(scores[i]) ? "NaN" : "+∞") +
                   "; expected a finite number, or −∞ for a masked key"};
  }
  return std::nullopt;
}

std::optional<Error> check(const SoftmaxTile& tile) {
  if (auto error = check_scores(tile.scores)) return error;
  if (tile.scores.size() != tile.values.size())
    return Error{std::to_string(tile.scores.size()) + " scores but " +
                 std::to_string(tile.values.size()) + " values; expected one value per score"};
  for (size_t i = 0; i < tile.values.size(); ++i)
    if (!std::isfinite(tile.values[i]))
      return Error{"value " + std::to_string(i) + " is not finite; expected a finite number"};
  return std::nullopt;
}

double maximum(std::span<const double> scores) {
  return *std::max_element(scores.begin(), scores.end());
}

struct Sums {
  double l = 0, accumulator = 0;
};

// Adds the keys' weights against m, in order.
Sums add_keys(Sums sums, const SoftmaxTile& tile, double m) {
  for (size_t i = 0; i < tile.scores.size(); ++i) {
    const double weight = softmax_weight(tile.scores[i], m);
    sums.l += weight;
    sums.accumulator += weight * tile.values[i];
  }
  return sums;
}

bool finite(const Sums& sums) { return std::isfinite(sums.l) && std::isfinite(sums.accumulator); }

Error too_large() {
  return Error{"the sums leave the range of double precision; expected smaller values"};
}

}  // namespace

double largest_weight(const SoftmaxOptions& options) {
  return options.conditional ? std::exp2(options.threshold) : 1;
}

double softmax_weight(double score, double m) {
  return score == -infinity ? 0 : std::exp(score - m);
}

Result<OnlineSoftmax> OnlineSoftmax::make(const SoftmaxOptions& options) {
  if (!(options.threshold >= 0 && options.threshold <= 127))
    return Error{"the rescale threshold is outside its range; expected 0 to 127 log2 units"};
  return OnlineSoftmax(options);
}

Result<SoftmaxRow> OnlineSoftmax::add(const SoftmaxTile& tile) {
  if (auto error = check(tile)) return *error;

  const double tile_max = maximum(tile.scores);
  const double true_max = std::max(true_max_, tile_max);
  const bool empty = m_ == -infinity;  // nothing held yet: no key, or masked ones only
  const double growth_log2 = empty ? infinity : (true_max - m_) * std::numbers::log2e;
  const double tolerated = options_.conditional ? options_.threshold : 0;
  const double m = growth_log2 > tolerated ? true_max : m_;
  const double rescale = empty ? 0 : std::exp(m_ - m);

  const Sums kept{l_ * rescale, accumulator_ * rescale};
  const Sums sums = add_keys(kept, tile, m);
  if (!finite(sums)) return too_large();

  SoftmaxRow row{};
  row.tile_max = tile_max;
  row.true_max = true_max_ = true_max;
  row.rescaled = !empty && m != m_;
  row.m = m_ = m;
  row.rescale = rescale;
  row.growth_log2 = growth_log2;
  row.lag_log2 = m == true_max ? 0 : growth_log2;
  row.limit = m + tolerated * std::numbers::ln2;
  row.l = l_ = sums.l;
  row.added_l = sums.l - kept.l;
  row.accumulator = accumulator_ = sums.accumulator;
  row.added_accumulator = sums.accumulator - kept.accumulator;
  row.output = sums.accumulator / sums.l;
  row.lse = m + natural_logarithm(sums.l);
  return row;
}

Result<std::vector<SoftmaxRow>> online_softmax(std::span<const SoftmaxTile> tiles,
                                               const SoftmaxOptions& options) {
  if (tiles.empty()) return Error{"no tiles; expected at least one"};
  Result<OnlineSoftmax> softmax = OnlineSoftmax::make(options);
  if (!softmax) return softmax.error();
  std::vector<SoftmaxRow> rows;
  rows.reserve(tiles.size());
  for (const SoftmaxTile& tile : tiles) {
    Result<SoftmaxRow> row = softmax->add(tile);
    if (!row) return Error{"tile " + std::to_string(rows.size()) + ": " + row.error().message};
    rows.push_back(*row);
  }
  return rows;
}

int count_rescales(std::span<const SoftmaxRow> rows) {
  return static_cast<int>(
      std::count_if(rows.begin(), rows.end(), [](const SoftmaxRow& row) { return row.rescaled; }));
}

Result<SoftmaxResult> two_pass_softmax(const SoftmaxTile& keys) {
  if (auto error = check(keys)) return *error;
  const double max = maximum(keys.scores);
  const Sums sums = add_keys({}, keys, max);
  if (!finite(sums)) return too_large();
  return SoftmaxResult{max, sums.l, sums.accumulator / sums.l, max + natural_logarithm(sums.l)};
}

Result<TiledSoftmax> softmax_in_tiles(const SoftmaxTile& keys, int keys_per_tile,
                                      const SoftmaxOptions& options) {
  if (keys_per_tile < 1) return Error{"keys_per_tile is below 1; expected at least one key"};
  if (auto error = check(keys)) return *error;
  TiledSoftmax all;
  std::vector<SoftmaxTile> tiles;
  const size_t step = static_cast<size_t>(keys_per_tile);
  for (size_t first = 0; first < keys.scores.size(); first += step) {
    const size_t end = std::min(keys.scores.size(), first + step);
    tiles.push_back(
        {keys.scores.subspan(first, end - first), keys.values.subspan(first, end - first)});
    const auto exact = two_pass_softmax({keys.scores.first(end), keys.values.first(end)});
    if (!exact) return exact.error();
    all.exact.push_back(*exact);
  }
  auto rows = online_softmax(tiles, options);
  if (!rows) return rows.error();
  all.rows = std::move(*rows);
  return all;
}

Result<NaiveSoftmax> naive_softmax(std::span<const double> scores) {
  if (auto error = check_scores(scores)) return *error;
  // Half a step above the largest finite number rounds to infinity; half the smallest one rounds to
  // 0.
  const double fp16_infinity = 65520, fp16_zero = std::ldexp(1, -25);
  const double fp32_infinity = std::ldexp(1, 128) - std::ldexp(1, 103),
               fp32_zero = std::ldexp(1, -150);

  NaiveSoftmax naive{};
  for (double score : scores) naive.sum += std::exp(score);
  naive.largest = std::exp(maximum(scores));
  naive.fp16_overflows = naive.sum >= fp16_infinity;
  naive.fp32_overflows = naive.sum >= fp32_infinity;
  const bool masked = maximum(scores) == -infinity;
  naive.fp16_vanishes = !masked && naive.largest <= fp16_zero;
  naive.fp32_vanishes = !masked && naive.largest <= fp32_zero;
  return naive;
}

}  // namespace loom::kernels
