#include "web/live/actions.hpp"

#include <limits>

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"

TESTS_OF(web::live::actions) {

using loom::live::Change;
using loom::live::click;
using loom::live::drag;
using loom::scene::Action;
using loom::scene::State;
using loom::tests::fake_scene;

namespace {

Action drag_x(std::string_view key, double from, double to, int index = -1) {
  Action action = loom::scene::drag_x(key, 100, 200, from, to);
  action.index = index;
  return action;
}

std::string text(const std::optional<Change>& change) {
  return change ? change->key + "=" + change->text : "nothing";
}

}  // namespace

TEST_CASE("a click writes a value, an entry of a list, or the step") {
  const State state(fake_scene());
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "blue"}, state)) ==
        "color=blue");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 1, .value = "7"},
                   state)) == "scores=1,7,3");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 0, .value = "7"},
                   state)) == "scores=7,2.5,3");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 2, .value = "7"},
                   state)) == "scores=1,2.5,7");
  CHECK(text(click({.kind = Action::Kind::set, .key = "step", .value = "3"}, state)) == "step=3");
}

TEST_CASE("a click brings the query that goes with it, even where its own value is there already") {
  State state(fake_scene());
  Action action = {
      .kind = Action::Kind::set, .key = "color", .value = "red", .also = "scores=4,8,6"};
  const auto change = click(action, state);
  CHECK(text(change) == "color=red");
  CHECK(change->also == "scores=4,8,6");
  REQUIRE(!state.merge("color=red&scores=4,8,6"));
  CHECK(text(click(action, state)) == "nothing");
  action.also = "scores=4,8,600";
  CHECK(text(click(action, state)) == "nothing");  // refused
}

TEST_CASE("a click that would change nothing, or that has no place to write, does nothing") {
  const State state(fake_scene());
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "red"}, state)) ==
        "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "step", .value = "0"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 3, .value = "7"},
                   state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "unknown", .value = "7"}, state)) ==
        "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "green"}, state)) ==
        "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 1, .value = "10"},
                   state)) == "nothing");
  CHECK(text(click({}, state)) == "nothing");
  CHECK(text(click(drag_x("length", 0, 10), state)) == "nothing");
}

TEST_CASE("a drag maps the position, rounds to the parameter's step and stays in its range") {
  const State state(fake_scene());
  const Action length = drag_x("length", 0, 100);
  CHECK(text(drag(length, state, {150, 0})) == "length=50");
  CHECK(text(drag(length, state, {150.4f, 0})) == "length=50");
  CHECK(text(drag(length, state, {150.6f, 0})) == "length=51");
  CHECK(text(drag(length, state, {20, 0})) == "length=0");
  CHECK(text(drag(length, state, {4000, 0})) == "length=300");
  Action eights = length;
  eights.step = 8;
  CHECK(text(drag(eights, state, {150.6f, 0})) == "length=48");
  CHECK(text(drag(eights, state, {4000, 0})) == "length=296");
  const Action level = drag_x("level", -1, 2);
  CHECK(text(drag(level, state, {110, 0})) == "level=-0.7");
  CHECK(text(drag(level, state, {143.4f, 0})) == "level=0.3");
  CHECK(text(drag(level, state, {1e30f, 0})) == "level=2");
}

TEST_CASE("a drag down the other axis, backwards, of an entry, of the timeline") {
  const State state(fake_scene());
  const Action up = {.kind = Action::Kind::drag_y,
                     .key = "length",
                     .from_px = 90,
                     .to_px = 10,
                     .from_value = 0,
                     .to_value = 8};
  CHECK(text(drag(up, state, {-500, 50})) == "nothing");  // it is 4 already
  CHECK(text(drag(up, state, {0, 30})) == "length=6");
  CHECK(text(drag(drag_x("scores", 0, 9, 1), state, {150, 0})) == "scores=1,4.5,3");
  CHECK(text(drag(drag_x("scores", 0, 9, 1), state, {400, 0})) == "scores=1,9,3");
  CHECK(text(drag(drag_x("step", 0, 4), state, {176, 0})) == "step=3");
  CHECK(text(drag(drag_x("step", 0, 4), state, {9000, 0})) == "step=4");
}

TEST_CASE("a drag along a logarithmic axis, to digits that count") {
  const State state(fake_scene());
  Action length = drag_x("length", 1, 100);
  length.logarithmic = true;
  CHECK(text(drag(length, state, {150, 0})) == "length=10");
  CHECK(text(drag(length, state, {175, 0})) == "length=32");
  CHECK(text(drag(length, state, {1e9f, 0})) == "length=300");
  CHECK(text(drag(length, state, {-1e9f, 0})) == "length=0");
  Action score = drag_x("scores", 0.001, 10, 1);
  score.logarithmic = true;
  score.digits = 3;
  CHECK(text(drag(score, state, {110, 0})) == "scores=1,0.00251,3");
  CHECK(text(drag(score, state, {1e9f, 0})) == "scores=1,9,3");
  score.logarithmic = false;
  CHECK(text(drag(score, state, {133.33f, 0})) == "scores=1,3.33,3");
}

TEST_CASE(
    "a drag writes a number into a text, with digits that count and in the drag's own range") {
  const State state(fake_scene());
  Action action = drag_x("note", 0.25, -0.75);
  action.digits = 3;
  CHECK(text(drag(action, state, {150, 0})) == "note=-0.25");
  CHECK(text(drag(action, state, {133, 0})) == "note=-0.08");
  CHECK(text(drag(action, state, {99, 0})) == "note=0.25");
  CHECK(text(drag(action, state, {1e9f, 0})) == "note=-0.75");
}

TEST_CASE("a drag writes whole numbers into the hole of a text") {
  const State state(fake_scene());
  Action action = drag_x("note", 0, 10);
  action.value = "a {} b";
  CHECK(text(drag(action, state, {152, 0})) == "note=a 5 b");
  CHECK(text(drag(action, state, {1e9f, 0})) == "note=a 10 b");
  action.digits = 2;
  CHECK(text(drag(action, state, {152, 0})) == "note=a 5.2 b");
}

TEST_CASE("a drag with nothing to write does nothing") {
  const State state(fake_scene());
  CHECK(text(drag(drag_x("unknown", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("color", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("filled", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("note", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("scores", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("scores", 0, 9, 17), state, {150, 0})) == "nothing");
  CHECK(
      text(drag(
          {.kind = Action::Kind::drag_x, .key = "length", .from_px = 5, .to_px = 5, .to_value = 9},
          state, {150, 0})) == "nothing");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(text(drag(drag_x("length", 0, 9), state, {nan, 0})) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "blue"}, state)) !=
        "nothing");
}

TEST_CASE("a place is found under the pointer, or the nearest one") {
  using loom::live::place_at;
  const loom::scene::Hotspot spots[] = {
      {{0, 0, 500, 500}, "ground"},
      {{10, 10, 40, 20}, "a", {}, {.key = "scores", .first = 100, .columns = 4, .rows = 2}},
      {{60, 10, 20, 20}, "b", {}, {.key = "scores", .first = 7}},
      {{60, 50, 20, 20}, "c", {}, {.key = "other", .first = 9}},
  };
  const auto place = [&](float x, float y, const char* key = "scores") {
    return place_at(spots, key, {x, y}).value_or(-1);
  };
  CHECK(place(11, 11) == 100);
  CHECK(place(49, 11) == 103);
  CHECK(place(11, 29) == 104);
  CHECK(place(31, 29) == 106);
  CHECK(place(70, 20) == 7);
  CHECK(place(-300, -300) == 100);
  CHECK(place(54, 900) == 107);
  CHECK(place(56, 20) == 7);
  CHECK(place(70, 60) == 7);
  // A pointer that is nowhere, or farther away than a whole number can say.
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              far = std::numeric_limits<float>::infinity();
  CHECK(place(nan, nan) == 100);
  CHECK(place(30, 3e38f) == 106);
  CHECK(place(-far, -3e38f) == 100);
  CHECK(place(70, 60, "other") == 9);
  CHECK(place(70, 60, "level") == -1);
  CHECK(place(70, 60, "") == -1);
  CHECK(loom::live::place_at({}, "scores", {0, 0}) == std::nullopt);
}

TEST_CASE("dropping puts the place's number into the list it was taken from") {
  using loom::live::drop;
  State state(fake_scene());
  Action action = {.kind = Action::Kind::drag_onto,
                   .key = "scores",
                   .index = 1,
                   .value = "4,5,6",
                   .also = "color=blue"};
  const auto change = drop(action, state, 8);
  CHECK(text(change) == "scores=4,8,6");
  CHECK(change->also == "color=blue");
  CHECK(text(drop(action, state, 5)) == "nothing");   // where it was
  CHECK(text(drop(action, state, 77)) == "nothing");  // refused by the range
  REQUIRE(!state.merge("scores=4,8,6&color=blue"));
  CHECK(text(drop(action, state, 8)) == "nothing");
  CHECK(text(drop(action, state, 5)) == "scores=4,5,6");  // back again
  action.value = "";
  CHECK(text(drop(action, state, 2)) == "scores=4,2,6");
  action.index = 3;
  CHECK(text(drop(action, state, 2)) == "nothing");
  action.index = 1;
  action.also = "color=mauve";
  CHECK(text(drop(action, state, 2)) == "nothing");
}

TEST_CASE("what a drag writes is always accepted by the state") {
  for (const char* key : {"length", "level", "scores", "step"}) {
    for (float x = -50; x < 400; x += 0.37f) {
      State state(fake_scene());
      if (const auto change =
              drag(drag_x(key, -3, 11, key[0] == 's' && key[1] == 'c' ? 2 : -1), state, {x, 0})) {
        CAPTURE(change->text);
        CHECK_FALSE(state.set(change->key, change->text));
      }
    }
  }
}

}  // TESTS_OF(web::live::actions)
