// The scene `ring-attention`: closed forms of the efficiency, pairs counted one by one, and bars as
// long as the work.
#include <cmath>
#include <string>

#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::scaling::ring_attention) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(ring_attention());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* order : {"plain", "zigzag"})
    for (const char* gpus : {"2", "4", "8", "16"})
      for (const char* tokens : {"1024", "1048576", "16777216"})
        for (const char* rest : {"", "&sharing=1&link=nvlink"})
          queries.push_back(std::string("order=") + order + "&gpus=" + gpus + "&tokens=" + tokens +
                            rest);
  return queries;
}

}  // namespace

TEST_CASE("ring-attention: the numbers of its sentences") {
  CHECK(subject.metric_text("", "efficiency") == "53.3");
  CHECK(subject.metric_text("", "critical") == "187.5");
  CHECK(subject.metric("", "own") == 131072);
  CHECK(subject.metric("", "overlap") == 2474);
  subject.check_says("step=0", {8, 131072});
  subject.check_says("step=2", {2, 8, 1, 8});
  subject.check_says("step=5", {4, 4, 8});
}

TEST_CASE("ring-attention: plain uses n/(2n − 1) of the time, zigzag all of it") {
  for (const int gpus : {2, 4, 8, 16}) {
    const std::string query = "tokens=16777216&gpus=" + std::to_string(gpus) + "&order=";
    CHECK(subject.metric(query + "plain", "efficiency") ==
          doctest::Approx(100. * gpus / (2 * gpus - 1)).epsilon(1e-4));
    CHECK(subject.metric(query + "zigzag", "efficiency") == doctest::Approx(100).epsilon(1e-4));
  }
}

TEST_CASE("ring-attention: pairs of each GPU, counted token by token") {
  for (const bool zigzag : {false, true}) {
    const int gpus = 4, n = 1024, pieces = zigzag ? 8 : 4;
    const Table table =
        subject.load("gpus=4&tokens=1024&order=" + std::string(zigzag ? "zigzag" : "plain"))
            .scene()
            .table();
    std::vector<double> pairs(4);
    for (int token = 0; token < n; ++token) {
      const int piece = token / (n / pieces), owner = piece < gpus ? piece : pieces - 1 - piece;
      pairs[static_cast<size_t>(owner)] += token + 1;
    }
    for (size_t gpu = 0; gpu < 4; ++gpu) CHECK(table.rows[gpu][1].value == pairs[gpu]);
  }
}

TEST_CASE("ring-attention: the rule of overlap") {
  CHECK(subject.metric("link=nvlink&sharing=1", "overlap") == 2199);
  CHECK(subject.metric("link=network&sharing=1", "overlap") == 19788);
  CHECK(subject.metric("link=nvlink&sharing=8", "overlap") == 275);
  CHECK(subject.metric("order=zigzag&link=network&sharing=1", "overlap") == 39576);
}

TEST_CASE("ring-attention: late keys are waited for") {
  const std::string late = "order=zigzag&gpus=16&tokens=16384&sharing=1";
  CHECK(contains(subject.status(late), "Keys arrive late in 15 of 16 steps."));
  CHECK(subject.status(late + "&step=1").ends_with("which are late."));
  CHECK_FALSE(contains(subject.status("step=1"), "late"));
  // 15 transfers and one step of half the square of 1,024 tokens, in which nobody waits.
  const double transfer = 19780. * 1024, step = 1024. * 1024 / 2;
  CHECK(subject.metric(late, "efficiency") ==
        doctest::Approx(100 * 16 * step / (15 * transfer + step)).epsilon(1e-3));
  // So much of the chart is hatched.
  for (const std::string& query : {late, std::string(), std::string("tokens=20000&sharing=8")}) {
    double waits = 0, works = 0;
    const State state = subject.load(query);
    for (const Mark& mark : record(state.scene(), {.step = state.step()}).of(Mark::Kind::rect)) {
      if (mark.part != "work" || mark.box.y < 30) continue;  // not the legend
      (mark.style.fill == Role::wait ? waits : works) += mark.box.width;
    }
    CAPTURE(query);
    CHECK(std::abs(100 * works / (works + waits) - subject.metric(query, "efficiency")) < 2);
  }
  // The first keys of the plain order need twice the tokens.
  subject.check_says("tokens=20000&sharing=8", {1});
}

TEST_CASE("ring-attention: tokens that do not divide are refused with the nearest") {
  State state(subject.description());
  CHECK(state.load("tokens=1030")->message ==
        "'Tokens': got '1,030', but 8 GPUs need a multiple of 16; the nearest is 1,024");
  CHECK(state.query() == "");
}

TEST_CASE("ring-attention: a click on an order chooses it") {
  State state = subject.load("");
  for (const Mark& mark : record(state.scene(), {.step = state.step()}).of(Mark::Kind::hotspot))
    if (mark.text.starts_with("Zigzag: ")) REQUIRE(!state.set(mark.action.key, mark.action.value));
  CHECK(state.query() == "order=zigzag");
}

TEST_CASE("ring-attention: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 3);
}

}  // TESTS_OF(web::scenes::scaling::ring_attention)
