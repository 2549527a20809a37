#include "web/scene/seal.hpp"

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"
#include "web/scene/display_list.hpp"
#include "web/scene/painter.hpp"

TESTS_OF(web::scene::seal) {

using namespace loom::scene;
using loom::tests::fake_scene;

namespace {

State state_of(std::string_view query) {
  State state(fake_scene());
  REQUIRE_FALSE(state.load(query));
  return state;
}

// What a covered picture draws, and what its hotspots say.
struct Drawn final : Renderer {
  explicit Drawn(std::string_view covered, const Rect* room = nullptr) {
    Painter painter({}, covered);
    painter.text({0, 50}, "free", {});
    if (room)
      painter.begin("bars", *room);
    else
      painter.begin("bars");
    painter.rect({10, 20, 30, 40}, {.fill = Role::data});
    painter.text({60, 30}, "24", {.align = loom::scene::Align::end});
    painter.hotspot({{10, 20, 30, 40}, "24 of them", choose("a", "b")});
    painter.end();
    painter.hotspot({{0, 0, 5, 5}, "free"});
    hotspots = painter.hotspots();
    CHECK_FALSE(replay(painter.list(), *this));
  }
  void rect(const Rect& rect, const Style&) override { rects.push_back(rect); }
  void line(Point, Point, const Style&) override {}
  void path(std::span<const Point>, bool, const Style&) override {}
  void circle(Point, float, const Style&) override {}
  void text(Point, std::string_view text, const TextStyle&) override { texts.emplace_back(text); }
  void begin(std::string_view, bool) override {}
  void end() override {}
  void hotspot(const Rect&, std::string_view) override {}

  std::vector<Rect> rects;
  std::vector<std::string> texts;
  std::vector<Hotspot> hotspots;
};

}  // namespace

TEST_CASE("a name in a list is a whole one") {
  CHECK(lists("bars", "bars"));
  CHECK(lists("axis, bars", "bars"));
  CHECK(lists("bars, axis", "bars"));
  CHECK_FALSE(lists("bars, axis", "bar"));
  CHECK_FALSE(lists("rebars", "bars"));
  CHECK_FALSE(lists("", ""));
}

TEST_CASE("a state answers where its number reads like the one asked for, from its step on") {
  const Asked four = *asked_of(state_of("length=4"), "length");
  CHECK(four.value == 4);
  CHECK(answers(state_of("length=4&color=blue"), four));
  CHECK_FALSE(answers(state_of("length=5"), four));
  CHECK_FALSE(asked_of(state_of(""), "width"));
  CHECK_FALSE(answers(state_of(""), {"width", 4}));
  CHECK(answers(state_of("length=4"), {"length", 4.3}));
  CHECK_FALSE(answers(state_of("length=4"), {"length", 4.6}));
}

TEST_CASE(
    "a state whose number is close to the one asked for tells it, too, if its metric says so") {
  const Asked twenty = *asked_of(state_of("length=10"), "double");
  for (const char* query : {"length=10", "length=9", "length=8", "length=12"})
    CHECK(answers(state_of(query), twenty));
  for (const char* query : {"length=7", "length=13"}) CHECK_FALSE(answers(state_of(query), twenty));
  CHECK_FALSE(answers(state_of("length=9"), *asked_of(state_of("length=10"), "length")));
  Seal seal;
  seal.ask(twenty);
  CHECK(seal.hides(state_of("length=9")));
  CHECK(seal.table(state_of("length=9")).rows.empty());
  CHECK(seal.table(state_of("length=7")).rows.size() == 1);
}

TEST_CASE("sealed, a state gives neither sentence nor rows; the rest stays as it is") {
  Seal seal;
  CHECK_FALSE(seal.hides(state_of("length=4")));
  seal.ask({"length", 7});
  seal.ask({"length", 4});
  CHECK(seal.answered_by(state_of("length=4")) == 1);
  CHECK(seal.answered_by(state_of("length=7")) == 0);
  CHECK(seal.answered_by(state_of("length=5")) == -1);
  CHECK(seal.status(state_of("length=4")) == "This state answers the question: guess first.");
  CHECK(seal.table(state_of("length=4")).rows.empty());
  CHECK(seal.table(state_of("length=4")).columns.size() == 1);
  CHECK(seal.status(state_of("length=5")) == "at 0");
  CHECK(seal.table(state_of("length=5")).rows.size() == 1);
  seal.lift();
  CHECK(seal.status(state_of("length=4")) == "at 0");
}

TEST_CASE(
    "parts that show the number for all values of a parameter are covered where one is asked "
    "about") {
  const auto parts = [](std::string_view state, std::string_view asked) {
    Seal seal;
    seal.ask(*asked_of(state_of(asked), "level"));
    return std::string(seal.parts(state_of(state))) + "/" +
           std::string(seal.columns(state_of(state)));
  };
  // The fake scene's bar shows its level, which is the length's tenth, for all lengths of a color.
  CHECK(parts("length=4&color=red", "length=7&color=red") == "bar/level");
  CHECK(parts("length=4&color=blue", "length=7&color=red") == "/");
  CHECK(parts("length=7&color=red", "length=7&color=red") == "bar/level");
}

TEST_CASE("columns that tell the number say '?' in every state") {
  Table table{{{"Step", false}, {"Time", "µs"}}};
  table.rows = {{{"one"}, {"24", 24}}, {{"two"}, {"31", 31}}};
  const Table shown = covered(table, "Other, Time");
  CHECK(shown.rows[0][0].shown == "one");
  CHECK(shown.rows[0][1].shown == "?");
  CHECK_FALSE(shown.rows[1][1].has_number());
  CHECK(covered(table, "Tim").rows == table.rows);
}

TEST_CASE(
    "a covered part is one quiet area with a question mark, and nothing below it answers the "
    "hand") {
  const Drawn open("axis"), covered("axis, bars");
  CHECK(open.texts == std::vector<std::string>{"free", "24"});
  CHECK(covered.texts == std::vector<std::string>{"free", "?"});
  REQUIRE(covered.rects.size() == 1);
  const Rect area = covered.rects[0];
  CHECK(area.x == 10);
  CHECK(area.y == 20);
  CHECK(area.right() == doctest::Approx(60));
  CHECK(area.bottom() == doctest::Approx(60));
  REQUIRE(covered.hotspots.size() == 3);
  for (int i : {0, 1}) {
    CHECK(covered.hotspots[static_cast<size_t>(i)].tooltip == "");
    CHECK(covered.hotspots[static_cast<size_t>(i)].action.kind == Action::Kind::none);
  }
  CHECK(covered.hotspots[1].rect.right() == doctest::Approx(60));  // also of what others drew there
  CHECK(covered.hotspots[2].tooltip == "free");
}

TEST_CASE(
    "the covered area can have a room of its own, so that it does not tell how long a bar is") {
  const Rect room = {0, 15, 200, 50};
  const Drawn covered("bars", &room);
  REQUIRE(covered.rects.size() == 1);
  CHECK(covered.rects[0].width == 200);
  CHECK(covered.rects[0].y == 15);
  CHECK(Drawn("", &room).rects[0].width == 30);
}

}  // TESTS_OF(web::scene::seal)
