// The scene `tma-box`: sentences, what it refuses, and pictures of every kind of box.
#include "web/scenes/chips/tma_box.hpp"

#include <set>

#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/live/figure.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::chips::tma_box) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(tma_box());

std::vector<std::string> grid() {
  std::vector<std::string> queries;
  for (const char* swizzle : {"0", "32", "64", "128"})
    for (const char* element : {"1", "2", "4", "8"})
      for (const char* rest :
           {"", "&boxcolumns=8", "&boxcolumns=64&x=0", "&x=-24&y=-12", "&x=72&y=36",
            "&boxcolumns=256&boxrows=256", "&boxcolumns=264&boxrows=264", "&boxrows=1&x=20",
            "&boxcolumns=8&boxrows=1", "&boxcolumns=16&boxrows=9&x=56&y=28",
            "&columns=8&rows=1&x=0&y=0", "&columns=16&rows=3&x=0&y=0&boxrows=256"})
        queries.push_back(std::string("swizzle=") + swizzle + "&element=" + element + rest);
  return queries;
}

// The text that stands for a cell of shared memory, by line and place in it.
std::string chunk_text(const std::string& query, int line, int place) {
  const State state = subject.load(query);
  std::string found;
  float left = 1e9f, top = 1e9f, wide = 0;
  const RecordingPainter painter = record(state.scene(), {});
  for (const Mark& mark : painter.of(Mark::Kind::hotspot))
    if (contains(mark.text, "of the box, piece "))
      left = std::min(left, mark.box.x), top = std::min(top, mark.box.y), wide = mark.box.width;
  for (const Mark& mark : painter.of(Mark::Kind::text)) {
    const Point at = mark.box.center();
    const float x = (at.x - left) / wide, y = (at.y - top) / 16;
    if (x >= static_cast<float>(place) && x < static_cast<float>(place + 1) &&
        y >= static_cast<float>(line) && y < static_cast<float>(line + 1))
      found = mark.text;
  }
  return found;
}

}  // namespace

TEST_CASE("tma-box: the numbers of its sentences") {
  CHECK(subject.metric("", "addresses") == 128);
  CHECK(subject.metric("", "groups") == 2);
  subject.check_says("", {1024});
  CHECK(subject.metric("x=48&y=24&swizzle=128", "addresses") == 128);
  CHECK(subject.metric("x=48&y=24&swizzle=128", "shared") == 2048);
  CHECK(subject.metric("x=48&y=24&swizzle=128", "groups") == 8);
  subject.check_says("x=48&y=24&swizzle=128", {1024, 768, 8});
  CHECK(subject.metric("boxrows=1", "addresses") == 8);
  subject.check_says("x=72&y=36", {1024});
}

TEST_CASE("tma-box: a refusal is a sentence, a table and a card, and not an error") {
  subject.check_says("boxcolumns=64&element=4&swizzle=128&x=0", {256});
  subject.check_says("x=20", {40});
  CHECK(subject.table("boxrows=257") ==
        Rows{{"cuTensorMapEncodeTiled", "the box has 257 rows, expected 1 to 256"}});
  CHECK(subject.table("columns=20")[0][1] ==
        "rows of the matrix are 40 bytes apart, expected a multiple of 16");
  CHECK(subject.metric("x=20", "bytes") == 0);
  const RecordingPainter painter = record(subject.load("x=20").scene(), {});
  std::set<std::string> texts;
  for (const Mark& mark : painter.of(Mark::Kind::text)) texts.insert(mark.text);
  for (const char* text : {"The load faults", "the box begins 40 bytes into a row of the matrix",
                           "expected a multiple of 16"})
    CHECK_MESSAGE(texts.contains(text), text);
}

TEST_CASE("tma-box: what hangs over the edge is zeros, and is waited for") {
  // Columns 48 to 79 and rows 24 to 39 of 64 × 32.
  CHECK(subject.metric("x=48&y=24", "zeros") == 32 * 16 - 16 * 8);
  CHECK(subject.metric("x=48&y=24", "bytes") == 32 * 16 * 2);
  CHECK(subject.table("x=48&y=24")[7] ==
        std::vector<std::string>{"7", "31", "16", "16", "448", "16"});
  CHECK(subject.table("x=48&y=24")[8] == std::vector<std::string>{"8", "–", "0", "32", "512", "0"});
  CHECK(subject.metric("x=72&y=36", "zeros") == 32 * 16);
  CHECK(chunk_text("x=48&y=24", 0, 1) == "0:1");
  CHECK(chunk_text("x=48&y=24", 0, 2) == "0");
  CHECK(chunk_text("x=48&y=24", 4, 0) == "0");
}

TEST_CASE("tma-box: a swizzle spreads the first 16 bytes of eight rows over the banks") {
  const std::string full = "x=0&boxcolumns=64&swizzle=";
  CHECK(subject.metric(full + "0", "groups") == 1);
  CHECK(subject.metric(full + "128", "groups") == 8);
  CHECK(subject.metric("swizzle=64", "groups") == 8);
  CHECK(subject.metric("swizzle=128", "groups") == 8);
  CHECK(subject.metric("boxcolumns=16&swizzle=32", "groups") == 8);
  CHECK(subject.metric("boxcolumns=16", "groups") == 4);
  // Row 3 of 128 bytes exchanges its chunks by 3.
  for (int place = 0; place < 8; ++place)
    CHECK(chunk_text(full + "128", 3, place) == "3:" + std::to_string(place ^ 3));
  // Shorter rows take as many bytes as the swizzle; the other half is not written.
  CHECK(subject.metric("swizzle=128", "bytes") == 1024);
  CHECK(subject.metric("swizzle=128", "shared") == 2048);
  CHECK(chunk_text("swizzle=128", 1, 0) == "1:1");
  CHECK(chunk_text("swizzle=128", 1, 4) == "");
  CHECK(chunk_text("swizzle=128", 4, 0) == "");
  CHECK(chunk_text("swizzle=128", 4, 4) == "4:0");
}

TEST_CASE("tma-box: sliders stop at sides that maps take") {
  for (const Parameter& parameter : subject.description().parameters)
    if (parameter.key == "boxcolumns" || parameter.key == "columns")
      for (double stop = parameter.minimum; stop <= 256 && stop <= parameter.maximum;
           stop += parameter.step)
        CHECK(subject.metric(fill("x=0&{}={}", {parameter.key, static_cast<int>(stop)}), "bytes") >
              0);
  // What is refused can still be asked for.
  CHECK(contains(subject.status("boxcolumns=264"), "refuses"));
  CHECK(contains(subject.status("boxcolumns=20"), "refuses"));
}

TEST_CASE("tma-box: the box can be dragged by its edges, in steps that loads take") {
  subject.check_drag("", "x", {"0", "32", "-8", "24"});
  subject.check_drag("element=4", "x", {"0", "12", "-4", "68"});
  for (const char* element : {"1", "2", "4", "8"})
    for (float width : {narrow_width, wide_width}) {
      State state = subject.load(std::string("x=0&boxcolumns=16&element=") + element);
      const RecordingPainter painter = record(state.scene(), {.width = width});
      for (const Mark& mark : painter.of(Mark::Kind::hotspot))
        for (float at = 0; mark.action.key == "x" && at < width; ++at)
          if (const auto change = live::drag(mark.action, state, {at, 0})) {
            REQUIRE(!state.set(change->key, change->text));
            CHECK_MESSAGE(state.scene().metrics()[0].value > 0, change->text);
          }
    }
  subject.check_drag("", "y", {"0", "32", "-8", "24"});
}

// Takes the box at a share of its width and height, at or right of a knob's reach, and moves the
// hand by so many elements.
TEST_CASE("tma-box: the whole box goes with the hand, wherever that took it") {
  constexpr float columns_seen = 104;
  for (float width : {narrow_width, wide_width})
    for (float share : {0.4f, 0.9f}) {
      live::Figure figure(subject.description());
      REQUIRE_FALSE(figure.session().load("boxrows=20"));
      figure.resize(width, 1);
      figure.draw();
      Mark box = {}, knob = {};
      for (const Mark& mark :
           record(figure.session().state().scene(), {.width = width}).of(Mark::Kind::hotspot)) {
        if (live::is_drag(mark.other)) box = mark;
        if (mark.text == "Drag the box sideways") knob = mark;
      }
      REQUIRE(box.text == "Drag the box");
      const float element = (knob.action.to_px - knob.action.from_px) / columns_seen;
      const Point taken = {box.box.x + share * box.box.width, box.box.y + share * box.box.height};
      const auto hand = [&](float columns, float rows, bool down) {
        figure.point(taken.x + columns * element, taken.y + rows * element, down, false);
        figure.draw();
        const Values& values = figure.session().state().values();
        return std::pair(values.integer("x"), values.integer("y"));
      };
      CHECK(hand(0, 0, false) == std::pair(16, 8));
      CHECK(figure.cursor() == live::Cursor::grab);
      CHECK(hand(0, 0, true) == std::pair(16, 8));
      CHECK(figure.dragging());
      CHECK(hand(0.2f, 0.2f, true) == std::pair(16, 8));  // a trembling hand
      CHECK(hand(3, -5, true) == std::pair(16, 3));       // less than half of 16 bytes
      CHECK(hand(9, 7, true) == std::pair(24, 15));
      CHECK(hand(1000, 1000, true) == std::pair(72, 36));  // as far as the sliders go
      CHECK(hand(-1000, -1000, true) == std::pair(-24, -12));
      CHECK(hand(-16, 1, true) == std::pair(0, 9));
      CHECK(hand(-16, 1, false) == std::pair(0, 9));
      CHECK_FALSE(figure.dragging());
    }
}

TEST_CASE("tma-box: a small box leaves room beside its knobs, and one that is refused moves") {
  for (const char* query : {"boxcolumns=8&boxrows=1", "x=20", "x=-24&y=-12&boxrows=264"})
    for (float width : {narrow_width, wide_width}) {
      live::Figure figure(subject.description());
      REQUIRE_FALSE(figure.session().load(query));
      figure.resize(width, 1);
      figure.draw();
      int takes = 0;
      for (float y = 0; y < 200; ++y)
        for (float x = 0; x < 400 && x < width; ++x) {
          figure.point(x, y, false, false);
          takes += figure.cursor() == live::Cursor::grab;
        }
      CHECK_MESSAGE(takes >= 24 * 24, query);
    }
}

TEST_CASE("tma-box: pictures fit, and are as high for every box") {
  subject.check_pictures(grid(), 1);
  subject.check_one_height(grid());
}

}  // TESTS_OF(web::scenes::chips::tma_box)
