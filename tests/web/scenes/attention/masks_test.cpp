// The scene `masks`: sentences, counts against a loop over all pairs, and edges to drag.
#include "tests/web/scenes/subject.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::attention::masks) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(masks());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* mask :
       {"full", "causal", "window&window=1", "window&window=64", "sinks&sinks=0",
        "sinks&sinks=16&window=64", "documents&cuts=64,1,64,8", "prefix&prefix=0",
        "prefix&prefix=64", "blocks&block=32&stride=1", "blocks&block=1&stride=16"})
    for (const char* also :
         {"nothing", "causal", "window&size=1", "documents&size=64", "prefix&size=64"})
      for (const char* more : {"&tokens=8&layers=1", "&tokens=64&layers=64&query=0"})
        queries.push_back("mask=" + std::string(mask) + "&also=" + also + more);
  return queries;
}

}  // namespace

TEST_CASE("masks: the numbers of its sentences") {
  CHECK(subject.metric("", "pairs") == 528);
  CHECK(subject.cell("", "Full", "Pairs") == "1,024");
  CHECK(subject.metric("", "share") == 51.5625);
  CHECK(subject.metric("", "kept") == 32);
  CHECK(subject.metric("mask=window", "pairs") == 228);
  CHECK(subject.cell("mask=window", "Full", "Pairs") == "1,024");
  CHECK(subject.metric_text("mask=window", "share") == "22.3");
  CHECK(subject.metric("mask=window", "kept") == 8);
  CHECK(subject.metric("mask=window", "reach") == 29);
}

TEST_CASE("masks: closed forms") {
  CHECK(subject.metric("mask=full&tokens=64", "pairs") == 64 * 64);
  CHECK(subject.metric("tokens=64", "pairs") == 64 * 65 / 2);
  // W for every query but the first W − 1, which see what there is.
  CHECK(subject.metric("mask=window&window=10&tokens=40", "pairs") == 40 * 10 - 10 * 9 / 2);
  // 1 + L (W − 1), as far as there are tokens.
  for (int layers : {1, 2, 3})
    CHECK(subject.metric("mask=window&window=10&tokens=64&layers=" + std::to_string(layers),
                         "reach") == 1 + layers * 9);
  CHECK(subject.metric("mask=sinks&window=10&sinks=4&tokens=40", "kept") == 14);
  // Documents of 8, 12 and 12 tokens.
  CHECK(subject.metric("mask=documents&cuts=8,20", "pairs") == 36 + 78 + 78);
  // A causal prefix adds what lies above the diagonal within it.
  CHECK(subject.metric("mask=prefix&prefix=10", "pairs") == 528 + 45);
  CHECK(subject.metric("mask=prefix&prefix=10&also=causal", "pairs") == 528);
  // Cuts in any order.
  CHECK(subject.status("mask=documents&cuts=20,8") == subject.status("mask=documents&cuts=8,20"));
}

TEST_CASE("masks: the picture fits, for the whole grid, at both widths") {
  subject.check_pictures(grid(), 1);
}

TEST_CASE("masks: as much is filled as pairs are computed, and the edges can be dragged") {
  for (const char* query : {"", "mask=window", "mask=sinks", "mask=documents", "mask=prefix",
                            "mask=blocks&also=causal", "mask=full"}) {
    CAPTURE(query);
    const State state = subject.load(query);
    const RecordingPainter painter = record(state.scene(), {});
    float area = 0, square = 0;
    int drags = 0;
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "pairs") continue;
      if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::data)
        area += mark.box.width * mark.box.height;
      if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::grid)
        square = mark.box.width * mark.box.height;
      if (mark.kind == Mark::Kind::hotspot && mark.action.kind == Action::Kind::drag_x) {
        ++drags;
        CHECK(mark.box.width >= 24);
        CHECK(mark.box.height >= 24);
      }
    }
    CHECK(100 * area / square == doctest::Approx(subject.metric(query, "share")).epsilon(0.001));
    const std::string mask(state.values().text("mask"));
    CHECK(drags == (mask == "causal" || mask == "full"       ? 0
                    : mask == "sinks" || mask == "documents" ? 2
                                                             : 1));
  }
}

}  // TESTS_OF(web::scenes::attention::masks)
