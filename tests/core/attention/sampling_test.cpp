#include "core/attention/sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::attention::sampling) {

using namespace loom;
using namespace loom::attention;

namespace {

using Kind = SamplingStep::Kind;

constexpr double golden[] = {2, 1, 0.5, 0, -1};
constexpr double cut = -std::numeric_limits<double>::infinity();

Sampled last(std::span<const double> logits, std::vector<SamplingStep> steps) {
  const Result<std::vector<Sampled>> found = sample(logits, steps);
  REQUIRE(found);
  REQUIRE(found->size() == steps.size() + 1);
  return found->back();
}

std::vector<double> random_logits(Random& random) {
  std::vector<double> logits;
  for (int i = 1 + static_cast<int>(random.below(12)); i > 0; --i)
    logits.push_back(random.below(3) ? static_cast<double>(random.below(9)) / 2 : random.normal());
  return logits;
}

// What is kept, by the definition, one token at a time: with the number of tokens that are larger,
// or equal and later, and their probability.
bool kept(std::span<const double> logits, size_t token, const SamplingStep& step) {
  double all = 0, before = 0, below = 0, most = logits[0];
  int larger = 0;
  for (double logit : logits) most = std::max(most, logit);
  for (size_t i = 0; i < logits.size(); ++i) {
    const double weight = std::exp(logits[i] - most);
    all += weight;
    larger += logits[i] > logits[token];
    const bool goes_first = logits[i] < logits[token] || (logits[i] == logits[token] && i <= token);
    (goes_first ? below : before) += weight;
  }
  switch (step.kind) {
    case Kind::temperature:
      return true;
    case Kind::top_k:
      return larger < step.value;
    case Kind::top_p:
      return before == 0 || below / all > 1 - step.value;
    case Kind::min_p:
      return std::exp(logits[token] - most) >= step.value;
  }
  return false;
}

}  // namespace

TEST_CASE("sampling: five logits by hand") {
  const struct {
    SamplingStep step;
    std::vector<double> wanted;
  } rows[] = {
      {{Kind::temperature, 1}, {0.563021, 0.207124, 0.125627, 0.076197, 0.028031}},
      {{Kind::temperature, 0.5}, {0.829245, 0.112226, 0.041286, 0.015188, 0.002055}},
      {{Kind::temperature, 2}, {0.374545, 0.227173, 0.176922, 0.137787, 0.083572}},
      {{Kind::top_k, 2}, {0.731059, 0.268941, 0, 0, 0}},
      {{Kind::top_p, 0.8}, {0.628532, 0.231224, 0.140244, 0, 0}},
  };
  for (const auto& row : rows) {
    const Sampled found = last(golden, {row.step});
    for (size_t i = 0; i < 5; ++i)
      CHECK(std::abs(found.probabilities[i] - row.wanted[i]) < 0.0000006);
  }
  CHECK(last(golden, {{Kind::top_p, 0.9}}).left == 4);
  CHECK(last(golden, {{Kind::min_p, 0.1}}).left == 4);
  CHECK(last(golden, {{Kind::min_p, 0.2}}).left == 3);
  CHECK(last(golden, {{Kind::min_p, 0.3}}).left == 2);
}

TEST_CASE("sampling: every step keeps what its definition keeps, token by token") {
  Random random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::vector<double> logits = random_logits(random);
    const SamplingStep steps[] = {{Kind::top_k, 1. + random.below(14)},
                                  {Kind::top_p, random.unit()},
                                  {Kind::min_p, random.unit()}};
    for (const SamplingStep& step : steps) {
      const Sampled found = last(logits, {step});
      double all = 0;
      int left = 0;
      for (size_t i = 0; i < logits.size(); ++i)
        if (kept(logits, i, step)) {
          all += std::exp(logits[i]);
          ++left;
        }
      CHECK(found.left == left);
      for (size_t i = 0; i < logits.size(); ++i)
        CHECK(
            found.probabilities[i] ==
            doctest::Approx(kept(logits, i, step) ? std::exp(logits[i]) / all : 0).epsilon(1e-12));
    }
  }
}

TEST_CASE("sampling: in any order something is left, and what is cut stays cut") {
  Random random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<SamplingStep> steps = {{Kind::temperature, 0.1 + 3 * random.unit()},
                                       {Kind::top_k, 1. + random.below(6)},
                                       {Kind::top_p, random.unit()},
                                       {Kind::min_p, random.unit()}};
    random.shuffle(std::span(steps));
    const auto found = sample(random_logits(random), steps);
    REQUIRE(found);
    for (size_t i = 0; i < found->size(); ++i) {
      const Sampled& now = (*found)[i];
      CHECK(now.left >= 1);
      CHECK(std::accumulate(now.probabilities.begin(), now.probabilities.end(), 0.) ==
            doctest::Approx(1).epsilon(1e-12));
      if (i == 0) continue;
      CHECK(now.left <= (*found)[i - 1].left);
      for (size_t token = 0; token < now.logits.size(); ++token)
        if ((*found)[i - 1].logits[token] == cut) CHECK(now.logits[token] == cut);
    }
  }
}

TEST_CASE("sampling: ties") {
  const double equal[] = {1, 1, 1, 1};
  CHECK(last(equal, {{Kind::top_k, 2}}).left == 4);
  CHECK(last(equal, {{Kind::min_p, 1}}).left == 4);
  // From the front on, half of them may go.
  CHECK(last(equal, {{Kind::top_p, 0.5}}).probabilities == std::vector<double>{0, 0, 0.5, 0.5});
  CHECK(last(equal, {{Kind::top_p, 0}}).probabilities == std::vector<double>{0, 0, 0, 1});
  CHECK(last(equal, {{Kind::top_p, 1}}).left == 4);
}

TEST_CASE("sampling: what is refused") {
  const auto error = [](std::vector<double> logits, std::vector<SamplingStep> steps) {
    const auto found = sample(logits, steps);
    return found ? "answered" : found.error().message;
  };
  CHECK(error({}, {}) == "logits: expected 1 to 1048576 numbers, got 0");
  CHECK(error({1, NAN}, {}).starts_with("logits[1]: "));
  CHECK(error({1, INFINITY}, {}).starts_with("logits[1]: "));
  CHECK(error({cut, cut}, {}) == "logits: expected at least one that is not −∞");
  CHECK(error({cut, 1}, {}) == "answered");
  CHECK(error({1}, {{Kind::temperature, 0}}).starts_with("temperature: "));
  CHECK(error({1e300}, {{Kind::temperature, 1e-10}}).starts_with("temperature: "));
  CHECK(error({1}, {{Kind::top_k, 0}}) == "top-k: expected a whole number from 1");
  CHECK(error({1}, {{Kind::top_k, 1.5}}) == "top-k: expected a whole number from 1");
  CHECK(error({1}, {{Kind::top_p, 1.1}}) == "top-p: expected a number from 0 to 1");
  CHECK(error({1}, {{Kind::min_p, NAN}}) == "min-p: expected a number from 0 to 1");
}

TEST_CASE("sampling: a band has the binomial's probability, and no more can be left out") {
  for (int draws : {1, 7, 100, 1000})
    for (double p : {0.001, 0.1, 0.5, 0.563021, 0.9, 0.999})
      for (double outside : {0.05, 0.01}) {
        const CountBand band = count_band(p, draws, outside);
        const auto probability = [&](int k) {
          return std::exp(std::lgamma(draws + 1.) - std::lgamma(k + 1.) -
                          std::lgamma(draws - k + 1.) + k * std::log(p) +
                          (draws - k) * std::log1p(-p));
        };
        double below = 0, above = 0;
        for (int k = 0; k < band.low; ++k) below += probability(k);
        for (int k = band.high + 1; k <= draws; ++k) above += probability(k);
        CHECK(below <= outside / 2 * (1 + 1e-9));
        CHECK(above <= outside / 2 * (1 + 1e-9));
        CHECK(below + probability(band.low) > outside / 2 * (1 - 1e-9));
        CHECK(above + probability(band.high) > outside / 2 * (1 - 1e-9));
      }
  CHECK(count_band(0, 10).high == 0);
  CHECK(count_band(1, 10).low == 10);
}

TEST_CASE("sampling: draws fall into their band about as often as it says") {
  const Sampled found = last(golden, {{Kind::top_k, 4}});
  int outside = 0;
  constexpr int series = 500, draws = 400;
  for (std::uint64_t seed = 1; seed <= series; ++seed) {
    const std::vector<int> counts = draw(found.probabilities, draws, seed);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0) == draws);
    CHECK(counts[4] == 0);
    for (size_t i = 0; i < 4; ++i) {
      const CountBand band = count_band(found.probabilities[i], draws);
      outside += counts[i] < band.low || counts[i] > band.high;
    }
  }
  CHECK(outside > 20);
  CHECK(outside < 0.05 * 4 * series + 20);
  CHECK(draw(found.probabilities, draws, 7) == draw(found.probabilities, draws, 7));
}

}  // TESTS_OF(core::attention::sampling)
