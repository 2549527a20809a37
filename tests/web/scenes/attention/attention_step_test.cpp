// The scene `attention-step`: sentences, table, and a picture whose bars are the weights.
#include <cmath>

#include "core/attention/sentence.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::attention_step) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(attention_step());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* mask : {"none", "causal", "window&window=1", "window&window=7"})
    for (const char* who : {"word=the", "word=because", "word=tired&scale=off",
                            "source=own&q=-9,9,9,-9,-9,-9&k=9,9,-9,-9,9,-9&v=9,-9,-9,9,0,0",
                            "source=own&row=1&k=1,0&v=1,2", "source=own&row=2&v=0,0,0,0,0,0"})
      queries.push_back("mask=" + std::string(mask) + "&" + who);
  return queries;
}

}  // namespace

TEST_CASE("attention-step: the words are those of the sentence") {
  const attention::Sentence& made = attention::example_sentence();
  for (const Parameter& parameter : subject.description().parameters) {
    if (parameter.key != "word") continue;
    REQUIRE(parameter.choices.size() == made.words.size());
    for (size_t i = 0; i < made.words.size(); ++i)
      CHECK(parameter.choices[i].label == made.words[i]);
  }
}

TEST_CASE("attention-step: the numbers of its sentences") {
  CHECK(subject.metric_text("", "weight") == "98.5");
  CHECK(subject.metric("", "score") == 7.5);
  CHECK(subject.metric_text("", "first") == "2.96");
  subject.check_says("", {2, 1.98, 0.034, 0.009});
  CHECK(subject.metric_text("source=own&mask=none", "weight") == "50.3");
  CHECK(subject.metric_text("source=own&mask=none", "score") == "1.41");
  CHECK(subject.metric_text("source=own&mask=none", "first") == "3.51");
  subject.check_says("source=own&mask=none", {4.51});
  CHECK(subject.metric_text("scale=off", "weight") == "100.0");
}

TEST_CASE("attention-step: worked by hand, three tokens of two numbers") {
  // Row 1 of Q = K = [[1,0],[0,1],[1,1]]: scores 0 and 1/√2, so weights 1 : e^0.7071.
  const double e = std::exp(1 / std::sqrt(2.));
  CHECK(subject.metric("source=own&row=2", "weight") == doctest::Approx(100 * e / (1 + e)));
  CHECK(subject.metric("source=own&row=2", "first") == doctest::Approx((1 + 3 * e) / (1 + e)));
  const Rows rows = subject.table("source=own&row=2");
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == std::vector<std::string>{"key 2", "(0, 1)", "1.00", "0.71", "67.0%", "(3, 4)"});
  CHECK(rows[2] == std::vector<std::string>{"key 3", "(1, 1)", "1.00", "masked", "0.0%", "(5, 6)"});
  // Not divided by √2, the score is the product.
  CHECK(subject.metric("source=own&row=2&scale=off", "score") == 1);
}

TEST_CASE("attention-step: matrices that do not fit together are refused") {
  State state(subject.description());
  CHECK(state.load("source=own&k=1,0,1")->message ==
        "'k': got 3 numbers, expected 2, 4 or 6: two to a key");
  CHECK(state.load("source=own&k=1,0")->message ==
        "'v': got 6 numbers, expected 2: a value for every key");
}

TEST_CASE("attention-step: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("attention-step: bars are as long as their weights, and a click asks for a word") {
  const State state = subject.load("word=tired&mask=none");
  const RecordingPainter painter = record(state.scene(), {});
  float together = 0, track = 0;
  std::vector<std::string> words;
  for (const Mark& mark : painter.marks()) {
    if (mark.part == "weights" && mark.kind == Mark::Kind::rect) {
      if (mark.style.fill == Role::data) together += mark.box.width;
      if (mark.style.stroke == Role::grid) track = mark.box.width;
    }
    if (mark.kind == Mark::Kind::hotspot && mark.part == "words")
      words.push_back(mark.action.value);
  }
  CHECK(together == doctest::Approx(track).epsilon(0.03));
  REQUIRE(words.size() == 7);
  for (const std::string& word : words) CHECK(!State(subject.description()).set("word", word));
}

}  // TESTS_OF(web::scenes::attention::attention_step)
