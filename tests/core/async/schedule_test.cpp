// Schedules against a replay cycle by cycle, their closed forms, and what must hold of each.
#include "core/async/schedule.hpp"

#include <algorithm>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::async::schedule) {

using namespace loom;
using namespace loom::async;

namespace {

constexpr Schedule all[] = {Schedule::both, Schedule::producer, Schedule::cooperative,
                            Schedule::ping_pong};

ScheduleRun run(const ScheduleOptions& options) {
  auto found = run_schedule(options);
  REQUIRE(found);
  return *found;
}

std::string describe(const ScheduleOptions& o) {
  std::string text;
  for (int value : {static_cast<int>(o.schedule), o.tiles, o.stages, o.load, o.interval, o.math,
                    o.epilogue, o.overhead})
    text += std::to_string(value) + " ";
  return text;
}

ScheduleOptions any(Random& random, Schedule schedule, std::uint32_t most, int tiles) {
  const auto cycles = [&](int least) { return least + static_cast<int>(random.below(most)); };
  ScheduleOptions o{.schedule = schedule,
                    .tiles = tiles,
                    .stages = 1 + static_cast<int>(random.below(5)),
                    .load = cycles(1),
                    .math = cycles(1),
                    .epilogue = cycles(0),
                    .overhead = random.below(2) == 0 ? 0 : cycles(0)};
  o.interval = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(o.load)));
  return o;
}

// One cycle at a time: warpgroups that are in a state for so many cycles, a loader, and the tensor
// cores, which one tile has at a time. Cooperative consumers have a half each.
struct Replay {
  std::vector<int> math_start, done;
  int busy = 0, total = 0;

  struct Group {
    enum { wants, waits, multiplies, writes } state = wants;
    int tile, until = 0;
  };

  explicit Replay(const ScheduleOptions& o) {
    const auto n = static_cast<size_t>(o.tiles);
    math_start.assign(n, -1), done.assign(n, -1);
    std::vector<int> arrives(n, -1);
    const bool in_turn = o.schedule == Schedule::ping_pong, alone = o.schedule == Schedule::both;
    std::vector<Group> groups;
    for (int g = 0; g < (in_turn ? 2 : 1); ++g) groups.push_back({.tile = g});
    int free = alone ? 1 : o.stages, asked = 0, ask_at = 0, next_math = 0, left = o.tiles;
    bool working = false;
    for (int now = 0; left > 0; ++now) {
      for (bool again = true; again;) {  // until nothing more happens in this cycle
        again = false;
        for (Group& group : groups) {
          if (group.tile >= o.tiles) continue;
          const auto tile = static_cast<size_t>(group.tile);
          const auto go = [&](auto state, int cycles) {
            group.state = state;
            group.until = now + cycles;
            again = true;
          };
          if (group.state == Group::wants) {
            if (alone) arrives[tile] = now + o.load;
            go(Group::waits, 0);
          } else if (group.state == Group::waits) {
            if (arrives[tile] < 0 || arrives[tile] > now || working || next_math != group.tile)
              continue;
            working = true;
            math_start[tile] = now;
            go(Group::multiplies, o.math);
          } else if (now >= group.until && group.state == Group::multiplies) {
            working = false;
            ++next_math;
            ++free;
            go(Group::writes,
               o.overhead +
                   (o.schedule == Schedule::cooperative ? (o.epilogue + 1) / 2 : o.epilogue));
          } else if (now >= group.until && group.state == Group::writes) {
            done[tile] = now;
            total = now;
            --left;
            group.tile += in_turn ? 2 : 1;
            go(Group::wants, 0);
          }
        }
        if (!alone && asked < o.tiles && free > 0 && now >= ask_at) {
          arrives[static_cast<size_t>(asked++)] = now + o.load;
          ask_at = now + o.interval;
          --free;
          again = true;
        }
      }
      busy += working;
    }
  }
};

}  // namespace

TEST_CASE("schedule: a replay, one cycle at a time, agrees") {
  Random random(11);
  for (Schedule schedule : all)
    for (int round = 0; round < 100; ++round) {
      const ScheduleOptions o = any(random, schedule, 40, 17);
      CAPTURE(describe(o));
      const ScheduleRun found = run(o);
      const Replay replay(o);
      for (size_t i = 0; i < found.tiles.size(); ++i) {
        CHECK(found.tiles[i].math_start == replay.math_start[i]);
        CHECK(found.tiles[i].done == replay.done[i]);
      }
      CHECK(found.total == replay.total);
      CHECK(found.busy() == doctest::Approx(static_cast<double>(replay.busy) / replay.total));
    }
}

TEST_CASE("schedule: in the long run a tile takes as long as the closed form says") {
  Random random(12);
  for (Schedule schedule : all)
    for (int round = 0; round < 200; ++round) {
      const ScheduleOptions o = any(random, schedule, 300, 360);
      CAPTURE(describe(o));
      const ScheduleRun found = run(o);
      const size_t last = found.tiles.size() - 1, turn = 120;  // of all buffers and consumers
      const double pace = (found.tiles[last].math_start - found.tiles[last - turn].math_start) /
                          static_cast<double>(turn);
      CHECK(pace == doctest::Approx(schedule_pace(o).cycles));
    }
}

TEST_CASE(
    "schedule: the tensor cores and every buffer have one tile at a time, every consumer too") {
  Random random(13);
  for (Schedule schedule : all)
    for (int round = 0; round < 200; ++round) {
      const ScheduleOptions o = any(random, schedule, 200, 20);
      CAPTURE(describe(o));
      const ScheduleRun found = run(o);
      const size_t lag = schedule == Schedule::ping_pong ? 2 : 1,
                   buffers = static_cast<size_t>(schedule == Schedule::both ? 1 : o.stages);
      bool right = true;
      for (size_t i = 0; i < found.tiles.size(); ++i) {
        const ScheduleTile& tile = found.tiles[i];
        right = right && tile.load_end - tile.load_start == o.load &&
                tile.math_start >= tile.load_end && tile.math_end - tile.math_start == o.math &&
                tile.math_start >= tile.awaited && tile.consumer == static_cast<int>(i % lag);
        if (i >= 1) right = right && tile.math_start >= found.tiles[i - 1].math_end;
        if (i >= lag) right = right && tile.awaited == found.tiles[i - lag].done;
        if (i >= buffers) right = right && tile.load_start >= found.tiles[i - buffers].math_end;
      }
      CHECK(right);
    }
}

TEST_CASE(
    "schedule: with loads in time, two consumers take as long as CUTLASS's two schedules do") {
  for (int math : {100, 400, 1000})
    for (int epilogue : {0, 200, 900, 2400}) {
      const auto pace = [&](Schedule schedule) {
        return schedule_pace({.schedule = schedule,
                              .stages = 16,
                              .load = 1,
                              .interval = 1,
                              .math = math,
                              .epilogue = epilogue})
            .cycles;
      };
      CHECK(pace(Schedule::producer) == math + epilogue);
      CHECK(pace(Schedule::cooperative) == math + epilogue / 2);
      CHECK(2 * pace(Schedule::ping_pong) == std::max(2 * math, math + epilogue));
      CHECK(pace(Schedule::ping_pong) <= pace(Schedule::cooperative));
    }
}

TEST_CASE("schedule: refusals") {
  CHECK(run_schedule({.interval = 301}).error().message ==
        "interval: expected a whole number from 1 to 300");
  CHECK_FALSE(run_schedule({.tiles = 0}));
  CHECK_FALSE(run_schedule({.stages = 17}));
  CHECK_FALSE(run_schedule({.math = 0}));
  CHECK_FALSE(run_schedule({.epilogue = -1}));
  CHECK_FALSE(run_schedule({.overhead = -1}));
  CHECK_FALSE(run_schedule({.load = 0}));
}

}  // TESTS_OF(core::async::schedule)
