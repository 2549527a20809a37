#include "core/attention/rope.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "core/attention/matrix.hpp"
#include "core/logarithm.hpp"

namespace loom::attention {
namespace {

using ScalingKind = RopeScaling::Kind;
constexpr double turn = 2 * std::numbers::pi;

bool at_least(double value, double least) { return value >= least && value <= 1e12; }

std::optional<Error> check(int dim, double theta, const RopeScaling& s) {
  if (dim < 2 || dim > 65536 || dim % 2 != 0)
    return Error{"dim: expected an even number from 2 to 65536, got " + std::to_string(dim)};
  if (!(theta > 1 && theta <= 1e12)) return Error{"theta: expected above 1, up to 1e12"};
  if (s.kind == ScalingKind::none) return std::nullopt;
  if (!at_least(s.factor, 1)) return Error{"factor: expected 1 to 1e12"};
  if (s.kind == ScalingKind::linear) return std::nullopt;
  if (!at_least(s.original, 1)) return Error{"original: expected 1 to 1e12 tokens"};
  if (s.kind == ScalingKind::dynamic) {
    if (dim < 4) return Error{"dim: expected at least 4 with dynamic scaling, got 2"};
    if (!at_least(s.length, 0)) return Error{"length: expected 0 to 1e12 tokens"};
  }
  if (s.kind == ScalingKind::yarn &&
      !(s.beta_slow > 0 && s.beta_fast >= s.beta_slow && s.beta_fast <= 1e12))
    return Error{"beta_fast and beta_slow: expected above 0, and the first not below the second"};
  if (s.kind == ScalingKind::llama3 && !(s.low > 0 && s.high > s.low && s.high <= 1e12))
    return Error{"low and high: expected above 0, and the second above the first"};
  return std::nullopt;
}

std::vector<double> powers(int dim, double base) {
  std::vector<double> found;
  const double slope = natural_logarithm(base) / dim;
  for (int i = 0; i < dim; i += 2) found.push_back(std::exp(-i * slope));
  return found;
}

double ramp_by_index(const RopeScaling& s, int dim, double theta, int pair) {
  const auto index = [&](double turns) {
    return dim * natural_logarithm(s.original / (turns * turn)) / (2 * natural_logarithm(theta));
  };
  double low = index(s.beta_fast), high = index(s.beta_slow);
  if (s.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.);
  high = std::min(high, dim - 1.);
  if (low == high) high += 0.001;
  return std::clamp((pair - low) / (high - low), 0., 1.);
}

double ramp_by_turns(const RopeScaling& s, double made) {
  if (made <= s.beta_slow) return 1;
  return made >= s.beta_fast ? 0 : (s.beta_fast - made) / (s.beta_fast - s.beta_slow);
}

void apply_yarn(const RopeScaling& s, int dim, double theta, Rope& rope) {
  for (size_t i = 0; i < rope.frequencies.size(); ++i) {
    double& frequency = rope.frequencies[i];
    const double slow = s.ramp == RopeScaling::Ramp::turns
                            ? ramp_by_turns(s, turns(frequency, s.original))
                            : ramp_by_index(s, dim, theta, static_cast<int>(i));
    frequency = frequency / s.factor * slow + frequency * (1 - slow);
  }
  rope.attention_factor = s.factor > 1 ? 0.1 * natural_logarithm(s.factor) + 1 : 1;
}

void apply_llama3(const RopeScaling& s, Rope& rope) {
  for (double& frequency : rope.frequencies) {
    const double made = turns(frequency, s.original);
    const double kept = std::clamp((made - s.low) / (s.high - s.low), 0., 1.);
    frequency = (1 - kept) * frequency / s.factor + kept * frequency;
  }
}

}  // namespace

double wavelength(double frequency) { return turn / frequency; }

double turns(double frequency, double tokens) { return tokens * frequency / turn; }

Result<Rope> rope(int dim, double theta, const RopeScaling& scaling) {
  if (auto error = check(dim, theta, scaling)) return *error;
  Rope found{{}, 1, theta};
  if (scaling.kind == ScalingKind::dynamic) {
    const double times = std::max(scaling.length / scaling.original, 1.);
    found.base *= std::exp(natural_logarithm(scaling.factor * times - (scaling.factor - 1)) * dim /
                           (dim - 2));
  }
  found.frequencies = powers(dim, found.base);
  if (scaling.kind == ScalingKind::linear)
    for (double& frequency : found.frequencies) frequency /= scaling.factor;
  if (scaling.kind == ScalingKind::yarn) apply_yarn(scaling, dim, theta, found);
  if (scaling.kind == ScalingKind::llama3) apply_llama3(scaling, found);
  return found;
}

PairIndices pair_indices(Pairing pairing, int dim, int pair) {
  if (pairing == Pairing::adjacent) return {2 * pair, 2 * pair + 1};
  return {pair, pair + dim / 2};
}

std::vector<double> rotated(const Rope& rope, Pairing pairing, std::span<const double> vector,
                            double position) {
  std::vector<double> found(vector.size());
  for (size_t i = 0; i < rope.frequencies.size(); ++i) {
    const double angle = position * rope.frequencies[i];
    const double cosine = std::cos(angle) * rope.attention_factor,
                 sine = std::sin(angle) * rope.attention_factor;
    const PairIndices at =
        pair_indices(pairing, static_cast<int>(vector.size()), static_cast<int>(i));
    const auto first = static_cast<size_t>(at.first), second = static_cast<size_t>(at.second);
    found[first] = vector[first] * cosine - vector[second] * sine;
    found[second] = vector[first] * sine + vector[second] * cosine;
  }
  return found;
}

double rotated_score(const Rope& rope, Pairing pairing, std::span<const double> q,
                     std::span<const double> k, double m, double n) {
  return dot(rotated(rope, pairing, q, m), rotated(rope, pairing, k, n));
}

std::vector<int> reordered(Pairing from, Pairing to, int dim) {
  std::vector<int> order(static_cast<size_t>(dim));
  for (int pair = 0; pair < dim / 2; ++pair) {
    const PairIndices old = pair_indices(from, dim, pair), now = pair_indices(to, dim, pair);
    order[static_cast<size_t>(now.first)] = old.first;
    order[static_cast<size_t>(now.second)] = old.second;
  }
  return order;
}

}  // namespace loom::attention
