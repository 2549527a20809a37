// `ternary`: a small matrix product that adds and subtracts.
#include <cmath>

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::ternary) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(ternary());
const std::string one_row = "weights=0.9,-0.1,0.4,-1.2,0.05,0.6";

double number(std::string cell) {
  const std::string minus = "−";
  if (cell.starts_with(minus)) cell.replace(0, minus.size(), "-");
  return std::stod(cell);
}

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  const std::string extreme = "2,-2,2,-2,2,-2,0.05,-0.05,-1.95,1.95,-0.35,0";
  for (const char* scale : {"absmean", "absmax"})
    for (const std::string& weights :
         {std::string(), "&" + one_row, "&weights=" + extreme, std::string("&weights=0,0,0,0,0,0"),
          "&weights=" + extreme + "," + extreme + "," + extreme + "," + extreme,
          std::string("&weights=1,1,1,1,1,1"),
          std::string("&weights=0.123,-0.456,1.789,-1.5,1,-1")})
      for (const char* activations :
           {"", "&activations=4,-4,4,-4,4,-4", "&activations=0,0,0,0,0,0",
            "&activations=1,-1,1,-1,1,-1", "&activations=0.125,-3.875,0.001,1,2,3"})
        queries.push_back(std::string("scale=") + scale + weights + activations);
  return queries;
}

}  // namespace

TEST_CASE("ternary: the numbers of its sentences") {
  const struct {
    std::string query, sentence;
  } rows[] = {
      {"",
       "10 adds and 6 subtracts replace 24 multiply-adds; 8 weights are skipped. The error of the "
       "output is 41.8% of its length. BitNet trains with this rounding."},
      {one_row,
       "3 adds and 1 subtract replace 6 multiply-adds; 2 weights are skipped. The error of the "
       "output is "},
      {one_row + "&step=0",
       "6 weights will be divided by γ = 0.542, the mean of their sizes, and rounded to "
       "−1, 0 or +1."},
      {one_row + "&step=0&scale=absmax",
       "6 weights will be divided by γ = 1.200, their largest size, and "
       "rounded "
       "to −1, 0 or +1."},
      {"step=2",
       "Column 2 of 6: its activation, 38, is added in 2 rows, subtracted in 1 row and skipped in "
       "1 row."},
  };
  for (const auto& row : rows) {
    CAPTURE(row.query);
    CHECK(subject.status(row.query).substr(0, row.sentence.size()) == row.sentence);
  }
  CHECK(contains(subject.status(""), "BitNet trains with this rounding."));
  CHECK_FALSE(contains(subject.status("activations=0,0,0,0,0,0"), "BitNet"));
  // An exact output of zero, and one that is not.
  CHECK(subject.metric("weights=1,1,0.75,1,1,1&activations=1,-1,0,1,-1,0", "error") == 0);
  CHECK(subject.metric("weights=1,0.5,1,1,1,1&activations=1,-2,0,0,0,0&scale=absmax", "error") ==
        1000);
}

TEST_CASE("ternary: the table, against products by hand") {
  for (const std::string& query : grid()) {
    CAPTURE(query);
    const State state = subject.load(query);
    const std::vector<double> weights = state.values().numbers("weights"),
                              activations = state.values().numbers("activations");
    double gamma = 0, step = 0;
    for (double w : weights)
      gamma = state.values().text("scale") == "absmax"
                  ? std::max(gamma, std::fabs(w))
                  : gamma + std::fabs(w) / static_cast<double>(weights.size());
    for (double x : activations) step = std::max(step, std::fabs(x) / 127);
    int skips = 0, operations = 0;
    const Rows rows = shown(state.scene().table());
    REQUIRE(rows.size() == weights.size() / 6);
    for (size_t r = 0; r < rows.size(); ++r) {
      double output = 0, exact = 0;
      std::string signs;
      for (size_t i = 0; i < 6; ++i) {
        const double w = weights[r * 6 + i], share = gamma > 0 ? w / gamma : 0;
        const int trit = share > 0.5 ? 1 : share < -0.5 ? -1 : 0;
        signs += trit > 0 ? "+" : trit < 0 ? "−" : "0";
        (trit == 0 ? skips : operations) += 1;
        output += gamma * trit * (step > 0 ? step * std::nearbyint(activations[i] / step) : 0);
        exact += w * activations[i];
      }
      CHECK(rows[r][1] == signs);
      CHECK(number(rows[r][6]) == doctest::Approx(output).epsilon(0.001).scale(1));
      CHECK(number(rows[r][7]) == doctest::Approx(exact).epsilon(0.001).scale(1));
    }
    CHECK(subject.metric(query, "skips") == skips);
    CHECK(subject.metric(query, "operations") == operations);
    CHECK(subject.metric(query, "error") >= 0);
    CHECK(subject.metric(query, "error") <= 1000);
  }
  CHECK(subject.metric("", "skips") == 8);
  CHECK(subject.metric("scale=absmax", "skips") > 12);  // of 24: most
  // Weights that are ternary lose only what their activations' integers lose.
  const std::string_view ternary_before = subject.description().presets.back().query;
  CHECK(subject.metric(std::string(ternary_before), "error") < 1);
  CHECK(subject.metric("", "error") > 10);
}

TEST_CASE("ternary: what is refused") {
  State state(subject.description());
  CHECK(state.set("weights", "1,2,1,0,1,0,1")->message ==
        "got 7 weights, expected whole rows of 6");
  CHECK(contains(state.set("weights", "1,2,1,0,1,3")->message, "entry 6"));
  CHECK(state.set("activations", "1,2"));
  CHECK(contains(state.set("scale", "absmaen")->message, "did you mean 'absmean'?"));
  CHECK(state.query() == "");
}

TEST_CASE("ternary: the pictures fit, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("ternary: no weight has its sign before its column is reached") {
  for (int step = 0; step <= 6; ++step) {
    const State state = subject.load("step=" + std::to_string(step));
    const RecordingPainter painter = record(state.scene(), {.step = step});
    int signs = 0;
    for (const Mark& mark : painter.of(Mark::Kind::text))
      signs +=
          mark.part == "weights" && (mark.text == "+1" || mark.text == "−1" || (mark.text == "0"));
    CHECK(signs == 4 * step);
  }
}

TEST_CASE("ternary: a weight and an activation can be dragged to a value") {
  for (float width : {narrow_width, wide_width})
    for (const char* key : {"weights", "activations"}) {
      State state = subject.load("");
      int dragged = 0;
      for (const Mark& mark :
           record(state.scene(), {.width = width, .step = 6}).of(Mark::Kind::hotspot)) {
        if (mark.action.key != key) continue;
        const auto change = live::drag(mark.action, state, {mark.box.center().x, mark.box.y});
        REQUIRE(change);
        State moved = subject.load("");
        REQUIRE(!moved.set(change->key, change->text));
        CHECK(moved.values().numbers(key)[static_cast<size_t>(dragged)] ==
              (std::string(key) == "weights" ? 2 : 4));
        ++dragged;
      }
      CHECK(dragged == (std::string(key) == "weights" ? 24 : 6));
    }
}

}  // TESTS_OF(web::scenes::quantization::ternary)
