// `layout`: what the figure says, against offsets counted by hand; who is lit where; what dragging
// a stride writes.
#include <algorithm>
#include <map>
#include <set>

#include "tests/web/scenes/any_state.hpp"
#include "tests/web/scenes/subject.hpp"
#include "web/live/actions.hpp"
#include "web/scenes/scenes.hpp"

TESTS_OF(web::scenes::layouts::layout) {

using namespace loom;
using namespace loom::scene;
using namespace loom::scenes;

namespace {

const Subject subject(scenes::layout());

const std::vector<std::string> layouts = {
    "1:0",
    "7:3",
    "(1,1):(5,5)",
    "(4,8):(8,1)",
    "(4,8):(0,1)",
    "(4,8):(0,0)",
    "(4,2):(2,-1)",
    "((2,2),(4,2)):((4,16),(1,8))",
    "(3,5,2):(1,6,100)",
    "(2,3,2,2):(1,2,6,12)",
    "(((2,2),2),4):(((1,8),2),16)",
    "Sw<2,0,3> o 0 o (4,8):(8,1)",
    "Sw<3,3,3> o 512 o (8,64):(64,1)",
    "(64,64):(64,1)",
    "(64,64):(1,4096)",
    "(4096):(1)",
    "4096:0",
    "(1,512):(0,3)",
    "(2,2,2,2,2,2):(32,16,8,4,2,1)",
};

std::vector<std::string> queries() {
  std::vector<std::string> all;
  for (const std::string& layout : layouts)
    for (const char* at : {"0", "21", "4095"})
      all.push_back("layout=" + percent_encode(layout) + "&at=" + at);
  return all;
}

// What each hotspot for the element's index names, by that index.
std::multimap<std::string, int> named(const State& state, float width) {
  Painter painter;
  state.scene().draw(painter, {.width = width});
  std::multimap<std::string, int> all;
  for (const Hotspot& hotspot : painter.hotspots())
    if (hotspot.action.key == "at") all.emplace(hotspot.action.value, hotspot.names);
  return all;
}

}  // namespace

TEST_CASE("layout: the numbers of its sentences") {
  CHECK(subject.metric("", "size") == 32);
  subject.check_says("", {1, 5, 1, 8, 5, 1});
  CHECK(subject.metric("layout=(4,8):(9,1)&at=31", "offset") == 34);
  CHECK(subject.metric("layout=(4,8):(9,1)&at=31", "size") == 32);
  subject.check_says("layout=(4,8):(9,1)&at=31", {3, 7, 3, 9, 7, 1, 35});
  CHECK(subject.metric("layout=(4,8):(0,1)", "offset") == 5);
  CHECK(subject.metric("layout=(4,8):(0,1)", "size") == 32);
  subject.check_says("layout=(4,8):(0,1)", {1, 1, 0, 1, 8});
  CHECK(subject.metric("layout=Sw<2,0,3> o 0 o (4,8):(8,1)", "offset") == 12);
  CHECK(subject.metric("layout=Sw<2,0,3> o 0 o (4,8):(8,1)", "size") == 32);
  subject.check_says("layout=Sw<2,0,3> o 0 o (4,8):(8,1)", {1, 5, 1, 8, 5, 1, 13, 2, 0, 3});
  CHECK(subject.metric("layout=2:2&at=9", "offset") == 2);
  CHECK(subject.metric("layout=2:2&at=9", "size") == 2);
  subject.check_says("layout=2:2&at=9", {1, 1, 1, 3});
}

TEST_CASE("layout: the table is the function") {
  const Rows rows = subject.table("layout=((2,2),(4,2)):((4,16),(1,8))");
  REQUIRE(rows.size() == 32);
  int x = 0;
  for (int d = 0; d < 2; ++d)
    for (int c = 0; c < 4; ++c)
      for (int b = 0; b < 2; ++b)
        for (int a = 0; a < 2; ++a, ++x) {
          const std::string coordinate = "((" + std::to_string(a) + ", " + std::to_string(b) +
                                         "), (" + std::to_string(c) + ", " + std::to_string(d) +
                                         "))";
          CHECK(rows[static_cast<size_t>(x)] ==
                std::vector<std::string>{coordinate, std::to_string(x),
                                         std::to_string(4 * a + 16 * b + c + 8 * d)});
        }
  CHECK(subject.metric("", "offset") == 13);
  CHECK(subject.metric("layout=(4,8):(9,1)", "cosize") == 35);
  CHECK(subject.metric("layout=(4,2):(2,-1)", "size") == 8);
}

TEST_CASE("layout: tiles are runs in memory, and a transpose has every element where it was") {
  const Rows tiles = subject.table("layout=((2,2),(4,2)):((4,16),(1,8))");
  for (size_t i = 0; i < tiles.size(); ++i) {
    const size_t row = i % 4, column = i / 4;
    CHECK(std::stoul(tiles[i][2]) / 8 == row / 2 * 2 + column / 4);
  }
  const Rows matrix = subject.table(""), transpose = subject.table("layout=(8,4):(1,8)");
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < 8; ++j) CHECK(matrix[i + 4 * j][2] == transpose[j + 8 * i][2]);
}

TEST_CASE("layout: what is refused, and what stays then") {
  State state(subject.description());
  REQUIRE(!state.set("layout", "(4,8):(1,4)"));
  const auto refused = [&](const char* text, const char* reason) {
    const auto error = state.set("layout", text);
    REQUIRE(error);
    CHECK_MESSAGE(contains(error->message, reason), error->message);
    CHECK(contains(error->message, "'Layout': "));
    CHECK(state.values().text("layout") == "(4,8):(1,4)");
  };
  refused("(4,8):(8,1", "character 11: expected ',' or ')', got the end");
  refused("(4,8):8", "character");
  refused("(64,65):(65,1)", "4,160 elements, expected at most 4,096");
  refused("2:4000000000", "4,000,000,001 offsets");
}

TEST_CASE("layout: pictures fit, and keep their height") {
  std::set<std::pair<float, float>> heights;
  Random random(4);
  const std::vector<std::string> all = queries();
  subject.check_pictures(all, 1);
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string& query = all[i];
    const State state = subject.load(query);
    if (i % one_of_so_many == 0) CHECK_MESSAGE(state_problem(state, random) == "", query);
    for (float width : {narrow_width, wide_width})
      heights.insert({width, state.scene().height(width)});
  }
  CHECK(heights.size() == 2);
}

TEST_CASE("layout: an element and its place name the same, and so do those that share it") {
  for (const char* text : {"(4,8):(8,1)", "(4,8):(0,1)", "((2,2),(4,2)):((4,16),(1,8))",
                           "Sw<2,0,3> o 0 o (4,8):(8,1)"})
    for (float width : {narrow_width, wide_width}) {
      const State state = subject.load("layout=" + percent_encode(text));
      const Rows rows = state.scene().table().rows.empty() ? Rows{} : shown(state.scene().table());
      const auto names = named(state, width);
      std::map<std::string, int> place;  // by offset
      std::set<std::string> seen;
      for (const auto& row : rows) {
        const auto own = names.equal_range(row[1]);
        REQUIRE(own.first != own.second);
        // The first at a place also has the hotspot there.
        CHECK(names.count(row[1]) == (seen.insert(row[2]).second ? 2 : 1));
        for (auto each = own.first; each != own.second; ++each)
          CHECK(place.emplace(row[2], each->second).first->second == each->second);
      }
    }
}

TEST_CASE("layout: pointing at a place lights every element in it") {
  const auto marks = [](const State& state, int pointed) {
    return record(state.scene(), {.pointed = pointed}).marks().size();
  };
  const State shared = subject.load("layout=(4,8):(0,1)"), plain = subject.load("");
  CHECK(marks(plain, 13) - marks(plain, -1) == 2);   // an element, its place
  CHECK(marks(shared, 5) - marks(shared, -1) == 5);  // four of them
  CHECK(marks(shared, 9) - marks(shared, -1) == 1);  // a place that nobody has
  CHECK(marks(plain, 1 << 30) == marks(plain, -1));
}

TEST_CASE("layout: dragging a stride writes it into the text") {
  State state = subject.load("layout=" + percent_encode("Sw<2,0,3> o 0 o ((2,2),8):((1,4),2)"));
  std::vector<Action> drags;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot))
    if (mark.action.kind == Action::Kind::drag_x) drags.push_back(mark.action);
  REQUIRE(drags.size() == 3);
  const float unit = (drags[1].to_px - drags[1].from_px) / static_cast<float>(drags[1].to_value);
  const auto change = live::drag(drags[1], state, {drags[1].from_px + 16 * unit, 0});
  REQUIRE(change);
  CHECK(change->key == "layout");
  CHECK(change->text == "Sw<2,0,3> o 0 o ((2,2),8):((1,16),2)");
  CHECK(!state.set(change->key, change->text));
  CHECK(live::drag(drags[0], state, {-1e6f, 0})->text == "Sw<2,0,3> o 0 o ((2,2),8):((0,4),2)");
}

TEST_CASE("layout: a column of a large tile is followed with the pointer") {
  const State state = subject.load("layout=" + percent_encode("(64,64):(64,1)"));
  int columns = 0;
  for (const Mark& mark : record(state.scene(), {}).of(Mark::Kind::hotspot)) {
    if (mark.action.kind != Action::Kind::drag_y) continue;
    const auto change =
        live::drag(mark.action, state, {0, mark.box.y + mark.box.height * 10.5f / 64});
    REQUIRE(change);
    CHECK(change->text == std::to_string(64 * columns + 10));
    ++columns;
  }
  CHECK(columns == 64);
}

TEST_CASE("layout: a place in memory has the number that its element has above") {
  const State state = subject.load("layout=%284%2C8%29%3A%289%2C1%29");
  std::vector<std::string> above, below;
  for (const Mark& mark :
       record(state.scene(), {.width = wide_width, .step = 0}).of(Mark::Kind::text)) {
    if (mark.text.find_first_not_of("0123456789") != std::string::npos) continue;
    if (mark.part == "elements") above.push_back(mark.text);
    if (mark.part == "memory") below.push_back(mark.text);
  }
  std::sort(above.begin(), above.end());
  std::sort(below.begin(), below.end());
  for (int offset : {9, 13, 18, 34}) {
    const std::string text = std::to_string(offset);
    CHECK(std::binary_search(above.begin(), above.end(), text));
    CHECK(std::binary_search(below.begin(), below.end(), text));
  }
  CHECK_FALSE(std::binary_search(below.begin(), below.end(), std::string("8")));  // unused
}

TEST_CASE("layout: digits of neighboring cells can be told apart") {
  constexpr float gap = 2.5f;
  for (const char* layout :
       {"%284%2C8%29%3A%288%2C1%29", "%284%2C8%29%3A%28100%2C10%29", "%288%2C16%29%3A%2816%2C1%29"})
    for (float width : {narrow_width, wide_width}) {
      CAPTURE(layout);
      CAPTURE(width);
      const State state = subject.load("layout=" + std::string(layout));
      std::vector<Mark> numbers;
      for (const Mark& mark : record(state.scene(), {.width = width}).of(Mark::Kind::text))
        if (mark.part == "memory" && mark.text_style.align == Align::middle &&
            mark.text_style.role == Role::ink)
          numbers.push_back(mark);
      for (const Mark& a : numbers)
        for (const Mark& b : numbers)
          if (a.box.y == b.box.y && a.box.x < b.box.x)
            CHECK_MESSAGE(b.box.x - a.box.right() >= gap, a.text << " and " << b.text);
    }
}

}  // TESTS_OF(web::scenes::layouts::layout)
