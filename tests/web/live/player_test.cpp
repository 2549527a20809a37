#include "web/live/player.hpp"

#include <initializer_list>

#include "tests/doctest.hpp"

TESTS_OF(web::live::player) {

using loom::live::ease;
using loom::live::pace;
using loom::live::Pace;
using loom::live::Player;
using loom::live::Position;

namespace {

Player at(int step, int steps) {
  Player player;
  player.cut(step, steps);
  return player;
}

// Ticks at 60 Hz until the player rests, and returns how long that took. The position never leaves
// the timeline or jumps.
double run(Player& player, int steps) {
  double now = 1000;
  const auto place = [&] {
    const Position position = player.position();
    return position.step - 1 + static_cast<double>(position.fraction);
  };
  double before = place();
  while (player.busy() && now < 60000) {
    player.tick(now);
    const double here = place();
    CHECK(here >= before);
    CHECK(here <= steps);
    before = here;
    now += 1000.0 / 60;
  }
  return now - 1000;
}

}  // namespace

TEST_CASE(
    "pace: each step moves 150 to 400 ms on short timelines, and no timeline takes more than 12 "
    "s") {
  for (int steps = 1; steps <= 2000; ++steps) {
    CAPTURE(steps);
    const Pace p = pace(steps);
    CHECK(p.motion_ms <= p.period_ms);
    CHECK(p.period_ms * steps <= 12000.001);
    CHECK(p.motion_ms <= 400);
    if (steps <= 80) CHECK(p.motion_ms >= 150);
  }
}

TEST_CASE("ease goes from 0 to 1 without turning back, slow at both ends") {
  CHECK(ease(0) == 0);
  CHECK(ease(1) == 1);
  CHECK(ease(-1) == 0);
  CHECK(ease(2) == 1);
  CHECK(ease(0.5f) == doctest::Approx(0.5));
  CHECK(ease(0.1f) < 0.1f);
  CHECK(ease(0.9f) > 0.9f);
  for (int i = 0; i < 100; ++i)
    CHECK(ease(static_cast<float>(i) / 100) < ease(static_cast<float>(i + 1) / 100));
}

TEST_CASE("a player at rest draws no frames") {
  Player player = at(2, 4);
  CHECK_FALSE(player.busy());
  const Player::Tick tick = player.tick(16);
  CHECK_FALSE(tick.moved);
  CHECK_FALSE(tick.stepped);
  CHECK(player.position().step == 2);
  CHECK(player.position().fraction == 1);
}

TEST_CASE("a neighboring step is a motion, forward and back") {
  Player player = at(1, 4);
  player.go(2);
  CHECK(player.step() == 2);
  CHECK(player.busy());
  CHECK(player.position().step == 2);
  CHECK(player.position().fraction == 0);
  player.tick(100);  // the clock starts with the first tick
  CHECK(player.position().fraction == 0);
  player.tick(180);
  CHECK(player.position().fraction > 0);
  CHECK(player.position().fraction < 0.5f);
  for (double now = 200; now < 600; now += 20) player.tick(now);
  CHECK_FALSE(player.busy());
  CHECK(player.position().fraction == 1);

  player.go(1);  // back: the same picture, run backwards
  CHECK(player.position().step == 2);
  CHECK(player.position().fraction == 1);
  player.tick(1000);
  player.tick(1080);
  CHECK(player.position().step == 2);
  CHECK(player.position().fraction < 1);
  for (double now = 1100; now < 1500; now += 20) player.tick(now);
  CHECK(player.position().step == 1);
  CHECK(player.position().fraction == 1);
}

TEST_CASE("speed: the same steps in another time") {
  for (int steps : {2, 9, 64}) {
    CAPTURE(steps);
    double once = 0;
    for (double speed : {1.0, 2.0, 0.5}) {
      Player player = at(0, steps);
      player.play(speed);
      const double ms = run(player, steps);
      CHECK(player.step() == steps);
      if (speed == 1) once = ms;
      CHECK(ms > 0.85 * (once - 400) / speed);  // the last motion keeps its time
      CHECK(ms < 1.15 * once / speed + 400);
    }
  }
}

TEST_CASE("lingering lasts for one step, and is over sooner at a higher speed") {
  const auto until_next = [](double linger, double speed) {
    Player player = at(0, 4);
    player.play(speed);
    double now = 0;
    while (player.step() == 0) player.tick(now += 10);
    player.linger(linger);
    const double begin = now;
    while (player.step() == 1) player.tick(now += 10);
    return now - begin;
  };
  CHECK(until_next(0, 1) == doctest::Approx(900).epsilon(0.03));
  CHECK(until_next(2000, 1) == doctest::Approx(2000).epsilon(0.03));
  CHECK(until_next(2000, 2) == doctest::Approx(1000).epsilon(0.03));
  CHECK(until_next(100, 1) == doctest::Approx(900).epsilon(0.03));
}

TEST_CASE("a far step is a cut") {
  Player player = at(0, 10);
  player.go(7);
  CHECK_FALSE(player.busy());
  CHECK(player.position().step == 7);
  CHECK(player.position().fraction == 1);
}

TEST_CASE("playing visits every step once and rests at the end") {
  for (int steps : {1, 4, 32, 256, 1500}) {
    CAPTURE(steps);
    Player player = at(0, steps);
    player.play();
    CHECK(player.playing());
    int visited = 0;
    double now = 500;
    while (player.busy() && now < 30000) {
      const int before = player.step();
      const Player::Tick tick = player.tick(now);
      CHECK(tick.stepped == (player.step() != before));
      visited += player.step() - before;
      now += 1000.0 / 60;
    }
    CHECK(visited == steps);
    CHECK(player.step() == steps);
    CHECK_FALSE(player.playing());
    CHECK(now - 500 <= 12500);
  }
}

TEST_CASE("playing moves forward without a jump") {
  for (int steps : {1, 4, 32, 256}) {
    Player player = at(0, steps);
    player.play();
    CHECK(run(player, steps) <= 12500);
  }
}

TEST_CASE("playing at the end starts over; pausing lets the motion end") {
  Player player = at(4, 4);
  player.play();
  CHECK(player.step() == 0);
  player.tick(0);
  CHECK(player.step() == 1);
  player.tick(50);
  player.pause();
  CHECK_FALSE(player.playing());
  CHECK(player.busy());
  for (double now = 60; now < 1000; now += 20) player.tick(now);
  CHECK_FALSE(player.busy());
  CHECK(player.step() == 1);
}

TEST_CASE("a still has nothing to play") {
  Player player = at(0, 0);
  player.play();
  CHECK_FALSE(player.busy());
}

TEST_CASE("reduced motion: cuts only, by hand and while playing") {
  Player player = at(0, 4);
  player.set_still(true);
  player.go(1);
  CHECK_FALSE(player.busy());
  CHECK(player.position().fraction == 1);
  player.play();
  int moved = 0;
  for (double now = 0; now < 6000; now += 20) {
    moved += player.tick(now).moved;
    CHECK(player.position().fraction == 1);
  }
  CHECK(moved == 3);
  CHECK(player.step() == 4);
}

TEST_CASE("reduced motion asked for in the middle of a motion ends it") {
  Player player = at(0, 4);
  player.go(1);
  player.set_still(true);
  CHECK(player.position().fraction == 1);
  CHECK_FALSE(player.busy());
}

TEST_CASE("a tab that slept does not jump to the end") {
  Player player = at(0, 20);
  player.play();
  player.tick(0);
  player.tick(3600e3);
  CHECK(player.step() <= 2);
  player.tick(3500e3);  // nor does a clock that runs backwards
  CHECK(player.step() <= 2);
}

TEST_CASE("another timeline cuts, and playing stops where it has no more steps") {
  Player player = at(3, 10);
  player.play();
  player.tick(0);
  player.cut(2, 8);
  CHECK(player.playing());
  CHECK(player.position().fraction == 1);
  player.cut(2, 2);
  CHECK_FALSE(player.busy());
}

}  // TESTS_OF(web::live::player)
