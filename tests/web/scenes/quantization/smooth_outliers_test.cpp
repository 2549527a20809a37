// `smooth-outliers`: sentences, the table, a picture that fits, and a curve that is dragged.
#include <cmath>

#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scene/format.hpp"
#include "web/scene/seal.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::quantization::smooth_outliers) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(smooth_outliers());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* alpha : {"0", "0.35", "0.5", "1"})
    for (const char* outlier : {"1", "1.5", "20", "100"})
      for (const char* bits : {"8", "4"})
        for (const char* seed : {"1", "2", "999"})
          queries.push_back(std::string("alpha=") + alpha + "&outlier=" + outlier +
                            "&bits=" + bits + "&seed=" + seed);
  return queries;
}

}  // namespace

TEST_CASE("smooth-outliers: the numbers of its sentences") {
  CHECK(subject.metric_text("", "plain") == "1.50");
  CHECK(subject.metric_text("", "smooth") == "0.53");
  CHECK(subject.metric_text("", "rotation") == "0.74");
  CHECK(subject.metric_text("", "mixed") == "0.20");
  subject.check_says("", {3, 32, 3});
  CHECK(subject.metric_text("outlier=1&alpha=0.75", "plain") == "0.79");
  CHECK(subject.metric_text("outlier=1&alpha=0.75", "smooth") == "0.68");
  CHECK(subject.metric_text("outlier=1&alpha=0.75", "rotation") == "0.81");
  CHECK(subject.metric_text("bits=4&alpha=1", "plain") == "25.43");
  CHECK(subject.metric_text("bits=4&alpha=1", "smooth") == "21.49");
  CHECK(subject.metric_text("bits=4&alpha=1", "rotation") == "21.17");
  CHECK(subject.metric_text("bits=4&alpha=1", "mixed") == "3.20");
  subject.check_says("bits=4&alpha=1", {3, 32});
}

TEST_CASE("smooth-outliers: the table has the curve, and the metrics are rows of it") {
  const std::vector<std::string> queries = grid();
  for (size_t i = 0; i < queries.size(); i += one_of_so_many) {
    const std::string& query = queries[i];
    CAPTURE(query);
    const State state = subject.load(query);
    const Rows rows = shown(state.scene().table());
    REQUIRE(rows.size() == 24);
    CHECK(rows[0][3] == fixed(metric(state, "plain"), 2));
    CHECK(rows[1][3] == fixed(metric(state, "rotation"), 2));
    CHECK(rows[2][3] == fixed(metric(state, "mixed"), 2));
    const double alpha = state.values().real("alpha");
    const size_t now = 3 + static_cast<size_t>(std::lround(alpha * 20));
    CHECK(rows[now][0] == "SmoothQuant, α = " + fixed(alpha, 2));
    CHECK(rows[now][3] == fixed(metric(state, "smooth"), 2));
    const size_t best = 3 + static_cast<size_t>(std::lround(metric(state, "best") * 20));
    for (size_t row = 3; row < 24; ++row)
      CHECK(std::stod(rows[best][4]) <= std::stod(rows[row][4]));
  }
}

TEST_CASE("smooth-outliers: the error is least in between") {
  const double best = subject.metric("", "best");
  CHECK(best > 0.2);
  CHECK(best < 0.8);
  CHECK(subject.metric("alpha=0", "smooth") > subject.metric("", "smooth"));
  CHECK(subject.metric("alpha=1", "smooth") > subject.metric("", "smooth"));
}

TEST_CASE("smooth-outliers: a state does not depend on the way to it") {
  State state = subject.load("seed=2&bits=4");
  REQUIRE(!state.set("alpha", "0.8"));
  REQUIRE(!state.set("outlier", "7"));
  REQUIRE(!state.set("bits", "8"));
  REQUIRE(!state.set("seed", "5"));
  const State fresh = subject.load(state.query());
  CHECK(state.scene().status(0) == fresh.scene().status(0));
  CHECK(state.scene().table().rows == fresh.scene().table().rows);
}

TEST_CASE("smooth-outliers: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("smooth-outliers: bars are as high as the ranges, on one axis for every α") {
  const auto bars = [](const std::string& query, std::string_view part) {
    std::vector<Mark> found;
    for (const Mark& mark : record(subject.load(query).scene(), {}).of(Mark::Kind::rect))
      if (mark.part == part) found.push_back(mark);
    REQUIRE(found.size() == 64);
    return found;
  };
  const auto before = bars("alpha=0", "activations"), after = bars("alpha=1", "activations");
  // The greatest activation, 53.6, fills the axis; α = 1 brings every channel to 1.
  float highest = 0;
  for (size_t i = 0; i < 32; ++i) {
    CHECK(before[i].box.height == after[i].box.height);
    highest = std::max(highest, before[i].box.height);
  }
  CHECK(highest == doctest::Approx(110));
  for (size_t i = 32; i < 64; ++i)
    CHECK(after[i].box.height == doctest::Approx(110 / 53.6).epsilon(0.01));
  // What α = 1 gives to the weights is the most that they ever get.
  highest = 0;
  for (const Mark& mark : bars("alpha=1", "weights")) highest = std::max(highest, mark.box.height);
  CHECK(highest == doctest::Approx(110));
}

TEST_CASE("smooth-outliers: the mean of sixteen layers is what sixteen seeds give, and smooth") {
  for (const char* more : tried(std::vector{"", "&bits=4", "&outlier=50"})) {
    double sums[21] = {};
    for (int seed = 1; seed <= 16; ++seed) {
      const Rows rows = subject.table("seed=" + std::to_string(seed) + more);
      for (size_t i = 0; i < 21; ++i) sums[i] += std::stod(rows[3 + i][3]) / 16;
    }
    const Rows rows = subject.table(std::string("seed=1") + more);
    int turns = 0;
    for (size_t i = 0; i < 21; ++i) {
      CHECK(std::stod(rows[3 + i][4]) == doctest::Approx(sums[i]).epsilon(0.01));
      if (i > 0 && i < 20) turns += (sums[i] - sums[i - 1] > 0) != (sums[i + 1] - sums[i] > 0);
    }
    CHECK(turns <= 3);
  }
}

TEST_CASE("smooth-outliers: α is dragged in the curve") {
  for (float width : {narrow_width, wide_width}) {
    State state = subject.load("");
    Mark plot{};
    for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::hotspot))
      if (live::is_drag(mark.action)) plot = mark;
    for (int twentieths : {0, 7, 20}) {
      const auto change = live::drag(
          plot.action, state,
          {plot.box.x + plot.box.width * static_cast<float>(twentieths) / 20, plot.box.center().y});
      REQUIRE(change);
      REQUIRE(!state.set(change->key, change->text));
      CHECK(state.values().real("alpha") == doctest::Approx(twentieths / 20.));
    }
  }
}

TEST_CASE("smooth-outliers: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("alpha", "1.1")->message, "0 to 1"));
  CHECK(contains(state.set("outlier", "0")->message, "1 to 100"));
  CHECK(contains(state.set("bits", "6")->message, "8"));
  CHECK(state.query() == "");
}

TEST_CASE("smooth-outliers: the curve and its numbers wait for a guess about the best α") {
  Seal seal;
  seal.ask(*asked_of(subject.load("outlier=20"), "best"));
  const State opened = subject.load("outlier=100");
  CHECK(seal.parts(opened) == "curve, alpha");
  const Table table = seal.table(opened);
  for (const auto& row : table.rows) {
    CHECK(row[3].shown == "?");
    CHECK(row[4].shown == "?");
    CHECK(row[1].shown != "?");
  }
}

}  // TESTS_OF(web::scenes::quantization::smooth_outliers)
