#include "web/canvas/actions.hpp"

#include <limits>

#include "tests/doctest.hpp"
#include "tests/web/canvas/fake_scene.hpp"

using loom::canvas::Change;
using loom::canvas::click;
using loom::canvas::drag;
using loom::scene::Action;
using loom::scene::State;
using loom::tests::fake_scene;

namespace {

Action drag_x(std::string key, double from, double to, int index = -1) {
  return {.kind = Action::Kind::drag_x, .key = std::move(key), .index = index, .from_px = 100, .to_px = 200, .from_value = from, .to_value = to};
}

std::string text(const std::optional<Change>& change) { return change ? change->key + "=" + change->text : "nothing"; }

}  // namespace

TEST_CASE("a click writes a value, an entry of a list, or the step") {
  const State state(fake_scene());
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "blue"}, state)) == "color=blue");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 1, .value = "7"}, state)) == "scores=1,7,3");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 0, .value = "7"}, state)) == "scores=7,2.5,3");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 2, .value = "7"}, state)) == "scores=1,2.5,7");
  CHECK(text(click({.kind = Action::Kind::set, .key = "step", .value = "3"}, state)) == "step=3");
}

TEST_CASE("a click that would change nothing, or that has no place to write, does nothing") {
  const State state(fake_scene());
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "red"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "step", .value = "0"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 3, .value = "7"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "unknown", .value = "7"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "green"}, state)) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "scores", .index = 1, .value = "10"}, state)) == "nothing");
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
  const Action level = drag_x("level", -1, 2);
  CHECK(text(drag(level, state, {110, 0})) == "level=-0.7");
  CHECK(text(drag(level, state, {143.4f, 0})) == "level=0.3");
  CHECK(text(drag(level, state, {1e30f, 0})) == "level=2");
}

TEST_CASE("a drag down the other axis, backwards, of an entry, of the timeline") {
  const State state(fake_scene());
  const Action up = {.kind = Action::Kind::drag_y, .key = "length", .from_px = 90, .to_px = 10, .from_value = 0, .to_value = 8};
  CHECK(text(drag(up, state, {-500, 50})) == "nothing");  // it is 4 already
  CHECK(text(drag(up, state, {0, 30})) == "length=6");
  CHECK(text(drag(drag_x("scores", 0, 9, 1), state, {150, 0})) == "scores=1,4.5,3");
  CHECK(text(drag(drag_x("scores", 0, 9, 1), state, {400, 0})) == "scores=1,9,3");
  CHECK(text(drag(drag_x("step", 0, 4), state, {176, 0})) == "step=3");
  CHECK(text(drag(drag_x("step", 0, 4), state, {9000, 0})) == "step=4");
}

TEST_CASE("a drag with nothing to write does nothing") {
  const State state(fake_scene());
  CHECK(text(drag(drag_x("unknown", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("color", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("filled", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("note", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("scores", 0, 9), state, {150, 0})) == "nothing");
  CHECK(text(drag(drag_x("scores", 0, 9, 17), state, {150, 0})) == "nothing");
  CHECK(text(drag({.kind = Action::Kind::drag_x, .key = "length", .from_px = 5, .to_px = 5, .to_value = 9}, state, {150, 0})) == "nothing");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(text(drag(drag_x("length", 0, 9), state, {nan, 0})) == "nothing");
  CHECK(text(click({.kind = Action::Kind::set, .key = "color", .value = "blue"}, state)) != "nothing");
}

TEST_CASE("what a drag writes is always accepted by the state") {
  for (const char* key : {"length", "level", "scores", "step"}) {
    for (float x = -50; x < 400; x += 0.37f) {
      State state(fake_scene());
      if (const auto change = drag(drag_x(key, -3, 11, key[0] == 's' && key[1] == 'c' ? 2 : -1), state, {x, 0})) {
        CAPTURE(change->text);
        CHECK_FALSE(state.set(change->key, change->text));
      }
    }
  }
}
