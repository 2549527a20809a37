// `tile-padding`: a column and a row of a tile, padded and swizzled.
#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "tests/tries.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::machine::tile_padding) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(tile_padding());

struct Case {
  bool column;
  int index, padding;
  bool swizzle;
  std::string query() const {
    return std::string("access=") + (column ? "column" : "row") +
           "&index=" + std::to_string(index) + "&padding=" + std::to_string(padding) +
           "&swizzle=" + (swizzle ? "xor" : "off");
  }
  // Word of tile[r][c].
  int word(int r, int c) const { return r * (32 + padding) + (swizzle ? c ^ r : c); }
};

std::vector<Case> grid() {
  std::vector<Case> cases;
  for (bool column : {false, true})
    for (int index : {0, 1, 5, 16, 31})
      for (int padding = 0; padding <= 4; ++padding)
        for (bool swizzle : {false, true}) cases.push_back({column, index, padding, swizzle});
  return cases;
}

}  // namespace

TEST_CASE("tile-padding: the numbers of its sentences") {
  CHECK(subject.metric("", "words") == 32);
  CHECK(subject.metric("", "busiest") == 32);
  CHECK(subject.metric("", "turns") == 32);
  CHECK(subject.metric("padding=1", "words") == 32);
  CHECK(subject.metric("padding=1", "turns") == 1);
  CHECK(subject.metric("padding=1", "padding") == 128);
  CHECK(subject.metric("swizzle=xor&index=13", "words") == 32);
  CHECK(subject.metric("swizzle=xor&index=13", "turns") == 1);
  CHECK(subject.metric("access=row&index=7", "words") == 32);
  CHECK(subject.metric("access=row&index=7", "turns") == 1);
  subject.check_says("step=0", {0, 32, 32});
  subject.check_says("step=2", {2, 32, 0, 32, 1, 30});
}

TEST_CASE("tile-padding: turns and words, against an array indexed by hand") {
  for (const Case& c : grid()) {
    CAPTURE(c.query());
    std::array<int, 32> by_bank{};
    std::set<std::pair<std::string, std::string>> expected, found;  // word's bank, lane
    for (int lane = 0; lane < 32; ++lane) {
      const int bank = (c.column ? c.word(lane, c.index) : c.word(c.index, lane)) % 32;
      ++by_bank[static_cast<size_t>(bank)];
      expected.insert({std::to_string(bank), std::to_string(lane)});
    }
    for (const auto& row : subject.table(c.query())) found.insert({row[0], row[2]});
    CHECK(found == expected);
    CHECK(subject.metric(c.query(), "turns") == *std::max_element(by_bank.begin(), by_bank.end()));
    CHECK(subject.metric(c.query(), "padding") == 128 * c.padding);
    if (!c.swizzle && c.column)
      CHECK(subject.metric(c.query(), "turns") == std::gcd(32, 32 + c.padding));
    if (!c.swizzle && !c.column) CHECK(subject.metric(c.query(), "turns") == 1);
    if (c.swizzle && c.padding == 0) CHECK(subject.metric(c.query(), "turns") == 1);
  }
}

TEST_CASE("tile-padding: every padded or swizzled column 0 that is shown was measured") {
  for (const char* query :
       {"", "padding=1", "padding=2", "padding=3", "padding=4", "swizzle=xor"}) {
    const State state = subject.load(query);
    CHECK(contains(state.scene().status(state.step()),
                   "Measured on an H200: " + std::to_string(state.scene().steps())));
  }
}

TEST_CASE("tile-padding: what is refused") {
  State state(subject.description());
  CHECK(contains(state.set("padding", "5")->message, "0 to 4"));
  CHECK(contains(state.set("index", "32")->message, "0 to 31"));
  CHECK(contains(state.set("access", "colum")->message, "did you mean 'column'?"));
  CHECK(state.query() == "");
}

TEST_CASE(
    "tile-padding: the picture fits, for the whole grid, at both widths, and keeps its height") {
  std::set<std::pair<float, float>> heights;
  for (const Case& c : tried(grid())) {
    subject.check_pictures(c.query(), 16);
    const State state = subject.load(c.query());
    for (float width : {narrow_width, wide_width})
      heights.insert({width, state.scene().height(width)});
  }
  CHECK(heights.size() == 2);
}

TEST_CASE("tile-padding: the bar says what its blank end is, and is as long for every padding") {
  std::set<std::string> bars;
  for (int padding = 0; padding <= 4; ++padding) {
    const State state = subject.load("padding=" + std::to_string(padding));
    bool named = false;
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    for (const Mark& mark : painter.marks()) {
      if (mark.part != "cost") continue;
      named |= mark.kind == Mark::Kind::text && mark.text == "36: 4,608";
      if (mark.kind == Mark::Kind::rect && mark.style.fill == Role::data)
        bars.insert(std::to_string(mark.box.width));
    }
    CHECK(named);
  }
  CHECK(bars.size() == 1);
}

TEST_CASE("tile-padding: one bank is shaded, all 32 of its words") {
  for (const Case& c : grid()) {
    const State state = subject.load(c.query());
    const RecordingPainter painter = record(state.scene(), {.step = state.step()});
    int shaded = 0, in_tile = 0;
    for (const Mark& mark : painter.of(Mark::Kind::rect))
      shaded += mark.part == "bank" && mark.style.stroke == Role::none;
    const int bank = std::stoi(state.scene().table().rows[0][0].shown);
    for (int r = 0; r < 32; ++r)
      for (int k = 0; k < 32; ++k) in_tile += c.word(r, k) % 32 == bank;
    CHECK_MESSAGE(shaded == in_tile + 1, c.query());  // and its column among the banks
  }
}

TEST_CASE("tile-padding: the column or row can be dragged to any other") {
  for (float width : {narrow_width, wide_width})
    for (const char* access : {"column", "row"}) {
      State state = subject.load(std::string("padding=1&access=") + access);
      for (int index : {7, 31, 0, 18}) {
        // Where the words of that index stand is where the hand has to go.
        State there = subject.load(state.query());
        REQUIRE(!there.set("index", std::to_string(index)));
        const auto grip = [&](const State& of) {
          for (const Mark& mark :
               record(of.scene(), {.width = width, .step = of.step()}).of(Mark::Kind::hotspot))
            if (live::is_drag(mark.action)) return mark;
          FAIL("nothing to drag");
          return Mark{};
        };
        const auto change = live::drag(grip(state).action, state, grip(there).box.center());
        REQUIRE(change);
        REQUIRE(!state.set(change->key, change->text));
        CHECK(state.values().integer("index") == index);
      }
    }
}

TEST_CASE("tile-padding: an expression names cells of the tile") {
  CHECK(subject.table("expression=lane*32%2B5&padding=1") == subject.table("index=5&padding=1"));
  CHECK(subject.table("expression=7*32%2Blane") == subject.table("access=row&index=7"));
  CHECK(subject.metric("expression=lane*33&padding=1", "words") == 32);
  State state(subject.description());
  CHECK(state.load("expression=lane*34")->message ==
        "'Your index': lane 31 has element 1054, expected 0 to 1023");
  // Its words are where it says, in the tile and in the banks; nothing there can be dragged.
  for (float width : {narrow_width, wide_width})
    for (const Mark& mark :
         record(subject.load("expression=lane*33").scene(), {.width = width, .step = 1})
             .of(Mark::Kind::hotspot))
      CHECK(mark.action.kind == Action::Kind::none);
  subject.check_pictures({"expression=lane*33", "expression=0&padding=4", "expression=1023-lane"},
                         4);
}

}  // TESTS_OF(web::scenes::machine::tile_padding)
