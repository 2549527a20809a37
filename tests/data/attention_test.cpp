// Attention against what PyTorch and transformers answered: torch/rotary.json, sampling.json,
// attention.json, blocks.json.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/attention/rope.hpp"
#include "core/attention/sampling.hpp"
#include "core/attention/step.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::attention) {

using namespace loom;
using namespace loom::attention;
using loom::test::answered;
using loom::test::Json;

namespace {

Matrix matrix(const Json& rows) {
  Matrix out(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.columns; ++j)
      out.at(i, j) = rows[static_cast<size_t>(i)][static_cast<size_t>(j)];
  return out;
}

double farthest(const Matrix& found, const Json& wanted) {
  const Matrix other = matrix(wanted);
  double most = 0;
  for (size_t i = 0; i < found.numbers.size(); ++i)
    most = std::max(most, std::abs(found.numbers[i] - other.numbers[i]));
  return found.numbers.size() == other.numbers.size() ? most : INFINITY;
}

Mask one_mask(const Json& row) {
  using Kind = Mask::Kind;
  constexpr std::pair<const char*, Kind> kinds[] = {
      {"full", Kind::full},
      {"causal", Kind::causal},
      {"window", Kind::window},
      {"causal_window", Kind::causal_window},
      {"sinks_window", Kind::sinks_window},
      {"documents", Kind::documents},
      {"causal_documents", Kind::causal_documents},
      {"prefix", Kind::prefix},
  };
  Mask mask;
  for (const auto& [name, kind] : kinds)
    if (row["mask"] == name) mask.kind = kind;
  mask.window = row.value("window", 1);
  mask.sinks = row.value("sinks", 0);
  mask.prefix = row.value("prefix", 0);
  mask.cuts = row.value("cuts", std::vector<int>());
  return mask;
}

Masks masks_of(const Json& row) {
  if (!row.contains("of")) return {one_mask(row)};
  return {one_mask(row["of"][0]), row["mask"] == "and" ? Masks::Join::both : Masks::Join::either,
          one_mask(row["of"][1])};
}

RopeScaling scaling_of(const Json& row) {
  using Kind = RopeScaling::Kind;
  constexpr std::pair<const char*, Kind> kinds[] = {{"none", Kind::none},
                                                    {"linear", Kind::linear},
                                                    {"dynamic", Kind::dynamic},
                                                    {"yarn", Kind::yarn},
                                                    {"llama3", Kind::llama3}};
  RopeScaling scaling;
  for (const auto& [name, kind] : kinds)
    if (row["scaling"] == name) scaling.kind = kind;
  scaling.factor = row.value("factor", 1.);
  scaling.original = row.value("original", 0.);
  scaling.length = row.value("length", 0.);
  scaling.beta_fast = row.value("beta_fast", 32.);
  scaling.beta_slow = row.value("beta_slow", 1.);
  scaling.low = row.value("low", 1.);
  scaling.high = row.value("high", 4.);
  scaling.truncate = row.value("truncate", true);
  return scaling;
}

}  // namespace

TEST_CASE("rope: frequencies and factors of transformers, in all scalings") {
  const Json rows = answered("torch/rotary.json")["frequencies"];
  CHECK(rows.size() == 61);
  for (const Json& row : rows) {
    const Result<Rope> found = rope(row["dim"], row["theta"], scaling_of(row));
    CAPTURE(row.dump().substr(0, 150));
    REQUIRE(found);
    REQUIRE(found->frequencies.size() == row["inv_freq"].size());
    // Theirs are float32, and so are the powers they come from.
    double most = 0;
    for (size_t i = 0; i < found->frequencies.size(); ++i)
      most = std::max(most, std::abs(row["inv_freq"][i].get<double>() / found->frequencies[i] - 1));
    CHECK(most < 2e-6);
    CHECK(found->attention_factor ==
          doctest::Approx(row["attention_factor"].get<double>()).epsilon(1e-14));
  }
}

TEST_CASE("rope: vectors turned by transformers, in Llama's pairing and in GPT-J's") {
  const Json rotary = answered("torch/rotary.json");
  for (const Json& row : rotary["turned"]) {
    const std::vector<double> vector = row[1];
    const Rope found = *rope(static_cast<int>(vector.size()), 1e4);
    for (const auto& [pairing, column] : {std::pair(Pairing::halves, 2), {Pairing::adjacent, 3}}) {
      const std::vector<double> turned = rotated(found, pairing, vector, row[0]);
      const Json& wanted = row[static_cast<size_t>(column)];
      for (size_t i = 0; i < turned.size(); ++i)
        CHECK(std::abs(turned[i] - wanted[i].get<double>()) < 1e-9);
    }
  }
}

TEST_CASE("sampling: what transformers' warpers leave") {
  const Json cases = answered("torch/sampling.json")["cases"];
  CHECK(cases.size() == 194);
  for (const Json& row : cases) {
    using Kind = SamplingStep::Kind;
    constexpr std::pair<const char*, Kind> kinds[] = {{"temperature", Kind::temperature},
                                                      {"top_k", Kind::top_k},
                                                      {"top_p", Kind::top_p},
                                                      {"min_p", Kind::min_p}};
    std::vector<SamplingStep> steps;
    for (const auto& [name, kind] : kinds)
      if (row.contains(name)) steps.push_back({kind, row[name]});
    std::vector<double> logits = row["logits"];
    for (double& logit : logits) logit = static_cast<float>(logit);  // as they were given
    const auto found = sample(logits, steps);
    CAPTURE(row.dump());
    REQUIRE(found);
    std::vector<double> probabilities = found->back().probabilities, wanted = row["probabilities"];
    // PyTorch sorts more than 16 numbers without keeping the order of equal ones: which of them
    // top-p leaves is then chance, but not how many.
    if (logits.size() > 16) {
      std::sort(probabilities.begin(), probabilities.end());
      std::sort(wanted.begin(), wanted.end());
    }
    for (size_t i = 0; i < logits.size(); ++i)
      CHECK(probabilities[i] == doctest::Approx(wanted[i]).epsilon(1e-12));
  }
}

TEST_CASE("attention: PyTorch's, with every mask and more or fewer keys than queries") {
  const Json rows = answered("torch/attention.json");
  CHECK(rows["masked"].size() == 111);
  for (const Json& row : rows["masked"]) {
    Operands o{matrix(row["q"]), matrix(row["k"]), matrix(row["v"]), masks_of(row)};
    if (row.contains("scale")) o.scale = row["scale"];
    const Result<Step> step = attend(o);
    CAPTURE(row.dump());
    REQUIRE(step);
    CHECK(farthest(step->out, row["out"]) < 1e-13);
  }
  CHECK(rows["sinks"].size() == 21);
  for (const Json& row : rows["sinks"]) {
    const Result<Step> step = attend({.q = matrix(row["q"]),
                                      .k = matrix(row["k"]),
                                      .v = matrix(row["v"]),
                                      .masks = {},
                                      .sink = row["sink"]});
    CAPTURE(row.dump());
    REQUIRE(step);
    CHECK(farthest(step->weights, row["weights"]) < 1e-14);
    CHECK(farthest(step->out, row["out"]) < 1e-13);
  }
}

TEST_CASE("masks: FlexAttention's blocks, ragged edges included") {
  const Json cases = answered("torch/blocks.json")["cases"];
  CHECK(cases.size() == 432);
  for (const Json& row : cases) {
    const int n = row["n"];
    const Masks masks = masks_of(row);
    CAPTURE(row.dump());
    REQUIRE_FALSE(check(masks, {n, n}));
    CHECK(count_pairs(masks, {n, n}) == row["pairs"]);
    const auto found = count_blocks(masks, {n, n}, row["block"]);
    REQUIRE(found);
    CHECK(found->full == row["full"]);
    CHECK(found->partial == row["partial"]);
    CHECK(found->skipped == row["skipped"]);
  }
}

}  // TESTS_OF(data::attention)
