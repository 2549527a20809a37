#include "core/attention/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "core/ascending.hpp"
#include "core/attention/step.hpp"
#include "core/random.hpp"

namespace loom::attention {
namespace {

using StepKind = SamplingStep::Kind;
constexpr double cut = -std::numeric_limits<double>::infinity();

std::optional<Error> check(std::span<const double> logits) {
  if (logits.empty() || logits.size() > most_logits)
    return Error{"logits: expected 1 to " + std::to_string(most_logits) + " numbers, got " +
                 std::to_string(logits.size())};
  bool any = false;
  for (size_t i = 0; i < logits.size(); ++i) {
    if (std::isnan(logits[i]) || logits[i] > std::numeric_limits<double>::max())
      return Error{"logits[" + std::to_string(i) +
                   "]: expected a finite number, or −∞ for a token that is cut"};
    any = any || logits[i] != cut;
  }
  if (!any) return Error{"logits: expected at least one that is not −∞"};
  return std::nullopt;
}

std::optional<Error> check(const SamplingStep& step) {
  const double value = step.value;
  switch (step.kind) {
    case StepKind::temperature:
      if (!(value > 0 && value <= std::numeric_limits<double>::max()))
        return Error{"temperature: expected a number above 0; top-k 1 always takes the largest"};
      return std::nullopt;
    case StepKind::top_k:
      if (!(value >= 1 && value <= 0x1p53) || value != std::floor(value))
        return Error{"top-k: expected a whole number from 1"};
      return std::nullopt;
    case StepKind::top_p:
      if (!(value >= 0 && value <= 1)) return Error{"top-p: expected a number from 0 to 1"};
      return std::nullopt;
    case StepKind::min_p:
      if (!(value >= 0 && value <= 1)) return Error{"min-p: expected a number from 0 to 1"};
      return std::nullopt;
  }
  return std::nullopt;
}

void keep_top_k(std::vector<double>& logits, double k) {
  if (k >= static_cast<double>(logits.size())) return;
  const std::vector<int> order = ascending(logits);
  const double least = logits[static_cast<size_t>(order[order.size() - static_cast<size_t>(k)])];
  for (double& logit : logits)
    if (logit < least) logit = cut;
}

void keep_top_p(std::vector<double>& logits, std::span<const double> probabilities, double p) {
  const std::vector<int> order = ascending(logits);
  double sum = 0;
  for (int each : order) {
    const auto place = static_cast<size_t>(each);
    sum += probabilities[place];
    if (each == order.back() || sum > 1 - p) return;
    logits[place] = cut;
  }
}

void keep_min_p(std::vector<double>& logits, double share) {
  const double most = *std::max_element(logits.begin(), logits.end());
  for (double& logit : logits)
    if (std::exp(logit - most) < share) logit = cut;
}

// Computes the probabilities and `left` from the logits.
void finish(Sampled& sampled) {
  sampled.probabilities = softmax(sampled.logits).weights;
  sampled.left = static_cast<int>(sampled.logits.size()) -
                 static_cast<int>(std::count(sampled.logits.begin(), sampled.logits.end(), cut));
}

}  // namespace

Result<std::vector<Sampled>> sample(std::span<const double> logits,
                                    std::span<const SamplingStep> steps) {
  if (auto error = check(logits)) return *error;
  for (const SamplingStep& step : steps)
    if (auto error = check(step)) return *error;
  std::vector<Sampled> found = {{{logits.begin(), logits.end()}, {}, 0}};
  finish(found.back());
  for (const SamplingStep& step : steps) {
    Sampled next = found.back();
    switch (step.kind) {
      case StepKind::temperature:
        for (double& logit : next.logits) {
          const double colder = logit / step.value;
          if (logit != cut && !std::isfinite(colder))
            return Error{"temperature: too small, a logit leaves the range of double precision"};
          logit = colder;
        }
        break;
      case StepKind::top_k:
        keep_top_k(next.logits, step.value);
        break;
      case StepKind::top_p:
        keep_top_p(next.logits, next.probabilities, step.value);
        break;
      case StepKind::min_p:
        keep_min_p(next.logits, step.value);
        break;
    }
    finish(next);
    found.push_back(std::move(next));
  }
  return found;
}

std::vector<int> draw(std::span<const double> probabilities, int draws, std::uint64_t seed) {
  std::vector<double> sums(probabilities.size());
  std::partial_sum(probabilities.begin(), probabilities.end(), sums.begin());
  std::vector<int> counts(probabilities.size());
  Random random(seed);
  for (int i = 0; i < draws; ++i) {
    // A strict comparison, so that a token of probability 0 is never drawn.
    const auto found = std::upper_bound(sums.begin(), sums.end(), random.unit() * sums.back());
    ++counts[static_cast<size_t>(found - sums.begin())];
  }
  return counts;
}

CountBand count_band(double probability, int draws, double outside) {
  if (probability <= 0) return {0, 0};
  if (probability >= 1) return {draws, draws};
  // Relative to the likeliest count, so that nothing underflows where it matters.
  const double odds = probability / (1 - probability);
  const int mode = std::min(draws, static_cast<int>((draws + 1) * probability));
  std::vector<double> relative(static_cast<size_t>(draws) + 1);
  relative[static_cast<size_t>(mode)] = 1;
  for (int i = mode; i < draws; ++i)
    relative[static_cast<size_t>(i) + 1] =
        relative[static_cast<size_t>(i)] * odds * (draws - i) / (i + 1);
  for (int i = mode; i > 0; --i)
    relative[static_cast<size_t>(i) - 1] =
        relative[static_cast<size_t>(i)] / odds * i / (draws - i + 1);
  const double beyond = std::accumulate(relative.begin(), relative.end(), 0.) * outside / 2;
  CountBand band{0, draws};
  for (double sum = relative.front(); sum <= beyond && band.low < draws;)
    sum += relative[static_cast<size_t>(++band.low)];
  for (double sum = relative.back(); sum <= beyond && band.high > 0;)
    sum += relative[static_cast<size_t>(--band.high)];
  return band;
}

}  // namespace loom::attention
