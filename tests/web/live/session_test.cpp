#include "web/live/session.hpp"

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"

TESTS_OF(web::live::session) {

using loom::live::Session;
using loom::scene::Action;
using loom::tests::fake_scene;

TEST_CASE("a change makes the picture dirty once; a refused one leaves all as it was") {
  Session live(fake_scene());
  CHECK(live.take_dirty());  // never drawn
  CHECK_FALSE(live.take_dirty());
  CHECK_FALSE(live.set("color", "blue"));
  CHECK(live.take_dirty());
  CHECK(live.set("color", "green"));
  CHECK(live.set("note", "refuse me"));
  CHECK(live.load("length=9&nonsense"));
  CHECK(live.load("length=999"));
  CHECK_FALSE(live.take_dirty());
  CHECK(live.state().query() == "color=blue&step=4");
}

TEST_CASE("a query brings parameters and step, and stops playing") {
  Session live(fake_scene());
  live.play();
  CHECK(live.playing());
  CHECK_FALSE(live.load("length=10&step=7"));
  CHECK_FALSE(live.playing());
  CHECK(live.state().step() == 7);
  CHECK(live.view(340).step == 7);
  CHECK(live.view(340).fraction == 1);
  CHECK(live.state().query() == "length=10&step=7");
}

TEST_CASE("seeking stays on the timeline") {
  Session live(fake_scene());
  live.seek(-5);
  CHECK(live.state().step() == 0);
  live.seek(99);
  CHECK(live.state().step() == 4);
  live.seek(3);
  CHECK(live.view(340).step == 4);  // on the way back from 4
  CHECK(live.busy());
}

TEST_CASE("a change shows its result, without a motion") {
  Session live(fake_scene());
  CHECK_FALSE(live.set("length", "9"));
  CHECK(live.state().step() == 9);
  live.seek(4);
  CHECK_FALSE(live.set("length", "12"));  // stepped in
  CHECK(live.state().step() == 4);
  live.seek(0);
  CHECK_FALSE(live.set("length", "20"));
  CHECK(live.view(340).step == 20);
  CHECK(live.view(340).fraction == 1);
  const Action five = {.kind = Action::Kind::set, .key = "length", .value = "5"};
  CHECK(live.click(five));
  CHECK(live.state().step() == 5);
}

TEST_CASE("a shorter timeline takes the step along") {
  Session live(fake_scene());
  live.seek(4);
  CHECK_FALSE(live.set("length", "2"));
  CHECK(live.state().step() == 2);
  CHECK(live.view(340).step == 2);
  CHECK_FALSE(live.set("length", "0"));
  live.play();
  CHECK_FALSE(live.busy());
}

TEST_CASE("playing moves the state's step along and reports each") {
  Session live(fake_scene());
  live.seek(4);
  for (double now = 0; live.busy(); now += 16) live.tick(now);
  live.play();
  CHECK(live.state().step() == 0);
  int stepped = 0;
  for (double now = 10000; live.busy() && now < 30000; now += 16) {
    const bool step = live.tick(now);
    stepped += step;
    if (step) CHECK(live.take_dirty());
    CHECK(live.view(340).step == live.state().step());
  }
  CHECK(stepped == 4);
  CHECK(live.state().step() == 4);
  CHECK_FALSE(live.playing());
}

TEST_CASE("setting the step by key moves, as the scrubber does") {
  Session live(fake_scene());
  CHECK_FALSE(live.set("step", "1"));
  CHECK(live.busy());
  CHECK(live.set("step", "5"));
  CHECK(live.state().step() == 1);
}

TEST_CASE("a change while playing goes on playing") {
  Session live(fake_scene());
  live.play();
  live.tick(0);
  CHECK_FALSE(live.set("length", "50"));
  CHECK(live.playing());
  CHECK(live.state().step() == 1);
  Session early(fake_scene());
  early.play();
  CHECK_FALSE(early.set("length", "50"));  // before its first step
  CHECK(early.playing());
  CHECK(early.state().step() == 0);
}

TEST_CASE("hotspots change the state once") {
  Session live(fake_scene());
  (void)live.take_dirty();
  const Action blue = {.kind = Action::Kind::set, .key = "color", .value = "blue"};
  CHECK(live.click(blue));
  CHECK(live.take_dirty());
  CHECK_FALSE(live.click(blue));
  const Action level = {.kind = Action::Kind::drag_y,
                        .key = "level",
                        .from_px = 70,
                        .to_px = 10,
                        .from_value = -1,
                        .to_value = 2};
  CHECK(live.drag(level, {0, 10}));
  CHECK_FALSE(live.drag(level, {0, 9}));  // already at its end
  CHECK(live.state().values().text("level") == "2");
  CHECK_FALSE(
      live.click({.kind = Action::Kind::set, .key = "color", .value = "green"}));  // refused
}

TEST_CASE("dropping changes several values at once, and none that is refused") {
  Session live(fake_scene());
  (void)live.take_dirty();
  const Action action = {.kind = Action::Kind::drag_onto,
                         .key = "scores",
                         .index = 0,
                         .value = "1,2,3",
                         .also = "color=blue"};
  CHECK(live.drop(action, 4));
  CHECK(live.take_dirty());
  CHECK(live.state().query() == "color=blue&scores=4,2,3&step=4");
  CHECK_FALSE(live.drop(action, 4));
  CHECK_FALSE(live.drop(action, -1));
  Action refused = action;
  refused.also = "note=refuse%20me";
  CHECK_FALSE(live.drop(refused, 5));
  CHECK_FALSE(live.take_dirty());
  CHECK(live.state().query() == "color=blue&scores=4,2,3&step=4");
}

TEST_CASE("a part lights up until another does") {
  Session live(fake_scene());
  (void)live.take_dirty();
  live.highlight("bar");
  CHECK(live.take_dirty());
  CHECK(live.lit() == "bar");
  live.highlight("bar");
  CHECK_FALSE(live.take_dirty());
  live.highlight("");
  CHECK(live.take_dirty());
  CHECK(live.lit() == "");
}

}  // TESTS_OF(web::live::session)
