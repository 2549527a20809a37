// The scene `sampling`: sentences, golden probabilities, what is cut, and logits to drag.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::sampling) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(sampling());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* logits : {"8,-8", "0,0,0,0,0,0,0,0,0,0", "8,8,-8,-8,3.25,-0.1,1,1,1,1"})
    for (const char* order : {"temperature", "cuts", "minp"})
      for (const char* more : {"&topk=10&topp=1", "&topk=1&draws=1", "&topp=0&minp=1",
                               "&temperature=0.1&draws=2000", "&temperature=5&minp=0.5"})
        queries.push_back("logits=" + std::string(logits) + "&order=" + order + more);
  return queries;
}

}  // namespace

TEST_CASE("sampling: golden probabilities") {
  const std::string base = "logits=2,1,0.5,0,-1&topk=10&topp=1";
  const struct {
    const char* more;
    double best;
    int left;
  } rows[] = {
      {"", 56.3021, 5},          {"&temperature=0.5", 82.9245, 5}, {"&temperature=2", 37.4545, 5},
      {"&topk=2", 73.1059, 2},   {"&topp=0.8", 62.8532, 3},        {"&minp=0.2", 62.8532, 3},
      {"&minp=0.3", 73.1059, 2},
  };
  for (const auto& row : rows) {
    CAPTURE(row.more);
    CHECK(subject.metric(base + row.more, "best") == doctest::Approx(row.best).epsilon(1e-5));
    CHECK(subject.metric(base + row.more, "left") == row.left);
  }
}

TEST_CASE("sampling: heat before the cuts lets more through than after them") {
  const std::string hot = "temperature=3&topk=10";
  CHECK(subject.metric(hot, "left") > subject.metric(hot + "&order=cuts", "left"));
  CHECK(subject.metric("temperature=0.3&topk=10&topp=1", "best") >
        subject.metric("topk=10&topp=1", "best"));
  CHECK(subject.metric("logits=1,1,1,0.5,0.5,0,0,0,0,-0.5&topk=10&topp=1&minp=0.1", "left") == 10);
  // A tie at the edge stays whole.
  CHECK(subject.metric("logits=3,2,2,2,0&topk=2&topp=1", "left") == 4);
}

TEST_CASE("sampling: every draw is counted, and of tokens that are left") {
  for (const char* query : {"", "draws=2000&seed=7", "draws=1&temperature=5"}) {
    int drawn = 0;
    for (const auto& row : subject.load(query).scene().table().rows) {
      drawn += static_cast<int>(row[7].value);
      if (row[6].value == 0) CHECK(row[7].value == 0);
      CHECK(row[8].value <= row[9].value);
    }
    CHECK(drawn == std::stoi(std::string(subject.load(query).values().text("draws"))));
  }
}

TEST_CASE("sampling: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("sampling: a cross for each token that is cut, a drag for each logit") {
  const State state = subject.load("");
  const RecordingPainter painter = record(state.scene(), {});
  int drags = 0;
  for (const Mark& spot : painter.of(Mark::Kind::hotspot)) {
    CHECK(spot.box.height >= 24);
    if (spot.action.kind == Action::Kind::drag_x) CHECK(spot.action.index == drags++);
  }
  CHECK(drags == 10);
  int bad = 0;
  for (const Mark& mark : painter.marks()) bad += mark.style.stroke == Role::bad;
  CHECK(bad == 2 * (10 - static_cast<int>(subject.metric("", "left"))));
}

}  // TESTS_OF(web::scenes::attention::sampling)
