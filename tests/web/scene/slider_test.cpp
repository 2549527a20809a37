// Sliders of factors: what their positions stand for.
#include <algorithm>
#include <cstdlib>

#include "tests/doctest.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::scene::slider) {

using namespace loom::scene;

namespace {

using Texts = std::vector<std::string>;

Texts stops(Parameter parameter, Spacing spacing) {
  parameter.spacing = spacing;
  return slider_stops(parameter);
}

}  // namespace

TEST_CASE("slider: binary spacing has four stops to a doubling, and its own ends") {
  CHECK(stops(whole_number("batch", "Batch", "1", {1, 20}), Spacing::binary) ==
        Texts{"1", "2", "3", "4", "5", "6", "7", "8", "10", "12", "14", "16", "20"});
  CHECK(stops(whole_number("batch", "Batch", "9", {3, 11}), Spacing::binary) ==
        Texts{"3", "4", "5", "6", "7", "8", "9", "10", "11"});
  CHECK(stops(whole_number("context", "Context", "8192", {1, 131072}), Spacing::binary).size() <
        80);
}

TEST_CASE("slider: decimal spacing has round numbers, also below 1") {
  CHECK(
      stops(real_number("rate", "Rate", "0.37", {0.25, 3}), Spacing::decimal) ==
      Texts{"0.25", "0.3", "0.37", "0.4", "0.5", "0.6", "0.8", "1", "1.2", "1.5", "2", "2.5", "3"});
  CHECK(stops(whole_number("rate", "Rate", "1", {1, 12}), Spacing::decimal) ==
        Texts{"1", "2", "3", "4", "5", "6", "8", "10", "12"});
  CHECK(stops(whole_number("rate", "Rate", "1", {1, 12}), Spacing::even).empty());
}

TEST_CASE(
    "slider: every stop of every scene is a value that its parameter takes, and they ascend") {
  int sliders = 0;
  for (const Description& scene : registry())
    for (const Parameter& parameter : scene.parameters) {
      if (parameter.spacing == Spacing::even) continue;
      CAPTURE(scene.id);
      CAPTURE(parameter.key);
      ++sliders;
      CHECK((parameter.kind == Kind::integer || parameter.kind == Kind::real));
      CHECK(parameter.minimum > 0);
      const Texts texts = slider_stops(parameter);
      for (const std::string& text : texts) {
        const auto accepted = canonical(parameter, text);
        REQUIRE(accepted);
        CHECK(*accepted == text);
      }
      CHECK(std::is_sorted(texts.begin(), texts.end(), [](const auto& a, const auto& b) {
        return std::atof(a.c_str()) < std::atof(b.c_str());
      }));
      CHECK(texts.size() < 128);
      for (const std::string& end :
           {std::string(parameter.initial), *canonical(parameter, texts.front())})
        CHECK(std::count(texts.begin(), texts.end(), end) == 1);
    }
  CHECK(sliders >= 6);
}

}  // TESTS_OF(web::scene::slider)
