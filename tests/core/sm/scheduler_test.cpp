// The warp scheduler against closed forms, laws that must hold, and a second simulator that goes
// cycle by cycle.
#include "core/sm/scheduler.hpp"

#include <algorithm>
#include <random>
#include <string>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::sm::scheduler) {

using loom::tries;
using namespace loom::sm;

namespace {

constexpr Policy policies[] = {Policy::loose_round_robin, Policy::greedy_then_oldest};

WarpSchedule run(const SchedulerOptions& options, int turns = 2) {
  auto schedule = schedule_warps(options, turns);
  REQUIRE(schedule);
  return *schedule;
}

std::string describe(const SchedulerOptions& o) {
  return std::to_string(o.warps) + " warps, latency " + std::to_string(o.latency) + ", " +
         std::to_string(o.between) + " between, " + std::to_string(o.in_flight) +
         " in flight, policy " + std::to_string(static_cast<int>(o.policy));
}

// The rules again, as directly as they can be written: every cycle, every warp.
struct Naive {
  struct Cycle {
    int picked = -1;  // warp, or −1
    bool load = false;
    std::vector<char> stalled;      // per warp
    long long loads_under_way = 0;  // issued, value not yet there
  };
  std::vector<Cycle> cycles;  // from cycle 0 of the simulation
  int start = -1, end = -1;

  Naive(const SchedulerOptions& o, int turns) {
    struct State {
      long long pc = 0;            // instructions issued
      std::vector<int> issued_at;  // of all loads, in order
    };
    std::vector<State> warps(static_cast<size_t>(o.warps));
    const int k = o.in_flight, turn = k * (1 + o.between);
    int last = -1;
    for (int now = 0; end < 0; ++now) {
      Cycle cycle;
      std::vector<int> eligible;
      for (int w = 0; w < o.warps; ++w) {
        const State& warp = warps[static_cast<size_t>(w)];
        const long long place = warp.pc % turn;
        bool stalled = false;
        if (place >= k) {
          const size_t needs = static_cast<size_t>(warp.pc / turn * k + (place - k) / o.between);
          stalled = now < warp.issued_at[needs] + o.latency;
        }
        cycle.stalled.push_back(stalled);
        if (!stalled) eligible.push_back(w);
        // Only the latest k can be under way: a turn begins when the last one's values have been
        // used.
        const size_t loads = warp.issued_at.size(),
                     latest = loads - std::min<size_t>(loads, static_cast<size_t>(k));
        for (size_t i = latest; i < loads; ++i)
          cycle.loads_under_way += now < warp.issued_at[i] + o.latency;
      }
      if (!eligible.empty()) {
        int picked = eligible.front();
        if (o.policy == Policy::loose_round_robin) {
          for (int w : eligible)
            if (w > last) {
              picked = w;
              break;
            }
        } else if (std::count(eligible.begin(), eligible.end(), last) > 0) {
          picked = last;
        }
        State& warp = warps[static_cast<size_t>(picked)];
        const long long place = warp.pc % turn;
        if (picked == 0 && place == 0) {
          if (warp.pc / turn == warm_up_turns) start = now;
          if (warp.pc / turn == warm_up_turns + turns) end = now;
        }
        if (place < k) warp.issued_at.push_back(now);
        cycle.load = place < k;
        ++warp.pc;
        last = cycle.picked = picked;
      }
      cycles.push_back(std::move(cycle));
    }
  }
};

SchedulerOptions random_options(std::mt19937& random) {
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const int latencies[] = {pick(1, 8), pick(20, 60), pick(60, 400), pick(400, 1500)};
  return {.warps = pick(1, random() % 4 == 0 ? 64 : 16),
          .latency = latencies[random() % 4],
          .between = pick(1, random() % 2 == 0 ? 4 : 32),
          .in_flight = pick(1, 8),
          .policy = policies[random() % 2]};
}

}  // namespace

TEST_CASE("scheduler: every cycle agrees with a simulator that goes cycle by cycle") {
  std::mt19937 random(3);
  for (int round = 0; round < tries(300); ++round) {
    const SchedulerOptions options = random_options(random);
    const WarpSchedule fast = run(options, 1 + round % 3);
    const Naive slow(options, 1 + round % 3);
    CAPTURE(describe(options));
    REQUIRE(fast.start == slow.start);
    REQUIRE(fast.cycles == slow.end - slow.start);
    std::vector<int> picked(static_cast<size_t>(fast.cycles), -1);
    std::vector<char> load(picked.size());
    bool once = true, stalls_agree = true;
    for (int w = 0; w < options.warps; ++w) {
      const WarpTrace& trace = fast.warps[static_cast<size_t>(w)];
      for (const IssueRun& issues : trace.issues)
        for (int n = 0; n < issues.count; ++n) {
          const auto at = static_cast<size_t>(issues.first + n * issues.stride);
          once = once && at < picked.size() && picked[at] == -1;
          picked.at(at) = w;
          load.at(at) = issues.load;
        }
      for (int c = 0; c < fast.cycles; ++c)
        stalls_agree =
            stalls_agree && stalled_at(trace, c) ==
                                static_cast<bool>(slow.cycles[static_cast<size_t>(fast.start + c)]
                                                      .stalled[static_cast<size_t>(w)]);
    }
    CHECK(once);
    CHECK(stalls_agree);
    bool agree = true;
    std::vector<char> idle(picked.size(), 0);
    for (const Span& gap : fast.gaps)
      std::fill(idle.begin() + gap.from, idle.begin() + gap.to, char{1});
    for (size_t c = 0; c < picked.size(); ++c) {
      const Naive::Cycle& cycle = slow.cycles[static_cast<size_t>(fast.start) + c];
      agree = agree && picked[c] == cycle.picked && static_cast<bool>(load[c]) == cycle.load &&
              static_cast<bool>(idle[c]) == (cycle.picked < 0);
    }
    CHECK(agree);
  }
}

TEST_CASE("scheduler: nothing is lost") {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round) {
    SchedulerOptions options = random_options(random);
    options.latency = 20 + static_cast<int>(random() % 781);
    const WarpSchedule schedule = run(options);
    CAPTURE(describe(options));
    CHECK(schedule.issued + schedule.idle == schedule.cycles);
    int issued = 0;
    const int middle = schedule.cycles / 3;
    for (const WarpTrace& trace : schedule.warps) {
      CHECK(trace.issued + trace.eligible + trace.stalled == schedule.cycles);
      CHECK(trace.eligible >= 0);
      issued += trace.issued;
      const WarpCounts all = counts_until(trace, schedule.cycles), none = counts_until(trace, 0),
                       some = counts_until(trace, middle);
      CHECK((all.issued == trace.issued && all.eligible == trace.eligible &&
             all.stalled == trace.stalled));
      CHECK((none.issued == 0 && none.eligible == 0 && none.stalled == 0));
      CHECK((some.issued >= 0 && some.eligible >= 0 &&
             some.issued + some.eligible + some.stalled == middle));
    }
    CHECK(issued == schedule.issued);
    CHECK(schedule.utilization == doctest::Approx(static_cast<double>(issued) / schedule.cycles));
  }
}

TEST_CASE("scheduler: equal warps reach exactly what the closed forms say") {
  for (int warps = 1; warps <= 16; ++warps)
    for (int latency : {20, 33, 100, 400, 800})
      for (int between : {1, 2, 8, 32})
        for (int in_flight : {1, 2, 5, 8})
          for (Policy policy : policies) {
            const SchedulerOptions options{warps, latency, between, in_flight, policy};
            const double slots = warps * in_flight * (1.0 + between), math = in_flight * between;
            const double expected =
                policy == Policy::greedy_then_oldest
                    ? std::min(1.0, slots / (latency + math))
                    : slots / (std::max(latency, in_flight * warps) + math * warps);
            CHECK_MESSAGE(run(options).utilization == doctest::Approx(expected).epsilon(1e-12),
                          describe(options));
          }
}

TEST_CASE("scheduler: the closed forms hold for any numbers, short latencies too") {
  std::mt19937 random(6);
  for (int round = 0; round < 1000; ++round) {
    const SchedulerOptions o = random_options(random);
    const int k = o.in_flight, math = k * o.between;
    const double slots = o.warps * (k + math);
    const double expected = o.policy == Policy::greedy_then_oldest
                                ? std::min(1.0, slots / (std::max(o.latency, k) + math))
                                : slots / (std::max(o.latency, k * o.warps) + math * o.warps);
    CHECK_MESSAGE(run(o).utilization == doctest::Approx(expected).epsilon(1e-12), describe(o));
  }
}

TEST_CASE("scheduler: what is reported goes on for ever") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    SchedulerOptions options = random_options(random);
    options.latency = 20 + static_cast<int>(random() % 781);
    CHECK_MESSAGE(
        run(options, 1).utilization == doctest::Approx(run(options, 9).utilization).epsilon(1e-12),
        describe(options));
  }
}

TEST_CASE("scheduler: one more warp never makes it worse") {
  for (int latency : {20, 57, 400, 800})
    for (int between : {1, 8, 31})
      for (int in_flight : {1, 3, 8})
        for (Policy policy : policies) {
          double before = 0;
          for (int warps = 1; warps <= 64; ++warps) {
            const double now = run({warps, latency, between, in_flight, policy}).utilization;
            CHECK(now >= before);
            CHECK(now <= 1);
            before = now;
          }
        }
  std::mt19937 random(7);
  for (int round = 0; round < tries(60); ++round) {
    SchedulerOptions options = random_options(random);
    double before = 0;
    for (options.warps = 1; options.warps <= 64; ++options.warps) {
      const double now = run(options).utilization;
      CHECK_MESSAGE(now >= before, describe(options));
      before = now;
    }
  }
}

TEST_CASE("scheduler: Little's law") {
  // Loads under way, counted cycle by cycle = latency · loads issued per cycle.
  for (Policy policy : policies)
    for (int warps : {1, 3, 7, 16})
      for (int in_flight : {1, 4}) {
        const SchedulerOptions options{warps, 100, 5, in_flight, policy};
        const int turns = 7;  // whole periods of all warps
        const Naive slow(options, turns);
        double under_way = 0, loads = 0;
        for (int c = slow.start; c < slow.end; ++c) {
          under_way += static_cast<double>(slow.cycles[static_cast<size_t>(c)].loads_under_way);
          loads += slow.cycles[static_cast<size_t>(c)].load;
        }
        const double cycles = slow.end - slow.start;
        CHECK_MESSAGE(under_way / cycles == doctest::Approx(100 * loads / cycles).epsilon(0.02),
                      describe(options));
      }
  // And the number of warps that it asks for is the first that keeps a greedy scheduler always
  // busy.
  for (int latency : {20, 100, 400, 800})
    for (int between : {1, 8, 32})
      for (int in_flight : {1, 2, 8}) {
        SchedulerOptions options{1, latency, between, in_flight, Policy::greedy_then_oldest};
        const int enough = littles_law_warps(options);
        if (enough > max_scheduler_warps) continue;
        options.warps = enough;
        CHECK(run(options).idle == 0);
        if (enough == 1) continue;
        --options.warps;
        CHECK(run(options).idle > 0);
      }
}

TEST_CASE("scheduler: worked by hand") {
  const SchedulerOptions one{.warps = 1};
  CHECK(turn_cycles(one) == 408);
  CHECK(turn_instructions(one) == 9);
  CHECK(littles_law_warps(one) == 46);
  const WarpSchedule alone = run(one, 1);
  CHECK(alone.cycles == 408);
  CHECK(alone.issued == 9);
  CHECK(alone.idle == 399);
  REQUIRE(alone.warps[0].issues.size() == 2);
  CHECK(alone.warps[0].issues[0].load);
  CHECK(alone.warps[0].issues[0].first == 0);
  CHECK(alone.warps[0].issues[1].first == 400);
  CHECK(alone.warps[0].issues[1].count == 8);
  REQUIRE(alone.gaps.size() == 1);
  CHECK(alone.gaps[0].from == 1);
  CHECK(alone.gaps[0].to == 400);
  // Four in step: 4 loads, 396 cycles of nothing, then 32 instructions in turn.
  const WarpSchedule four = run({.warps = 4}, 1);
  CHECK(four.cycles == 432);
  CHECK(four.issued == 36);
  CHECK(four.warps[2].eligible == 2 + 7 * 3 + 1);  // before its load, between its turns, at the end
  // More than enough for a greedy scheduler: the youngest are never picked.
  const WarpSchedule starved = run({16, 400, 8, 4, Policy::greedy_then_oldest});
  CHECK(starved.idle == 0);
  CHECK(starved.warps[0].eligible == 0);
  CHECK(starved.warps[15].issued == 0);
  CHECK(starved.warps[15].eligible == starved.cycles);
}

TEST_CASE("scheduler: the record stays small") {
  for (Policy policy : policies) {
    const WarpSchedule most = run({16, 800, 32, 8, policy});
    size_t records = most.gaps.size();
    for (const WarpTrace& trace : most.warps) records += trace.issues.size() + trace.stalls.size();
    CHECK(records < 1000);
  }
}

TEST_CASE("scheduler: refuses what it cannot simulate") {
  CHECK(schedule_warps({.warps = 0}).error().message ==
        "warps: expected a whole number from 1 to 64");
  CHECK_FALSE(schedule_warps({.warps = 65}));
  CHECK(schedule_warps({.latency = 0}).error().message ==
        "latency: expected a whole number from 1 to 10000");
  CHECK_FALSE(schedule_warps({.latency = 10'001}));
  CHECK(schedule_warps({.between = 0}).error().message ==
        "between: expected a whole number from 1 to 1000");
  CHECK_FALSE(schedule_warps({.between = 1001}));
  CHECK(schedule_warps({.in_flight = 9}).error().message ==
        "in_flight: expected a whole number from 1 to 8");
  CHECK_FALSE(schedule_warps({.in_flight = 0}));
  CHECK_FALSE(schedule_warps({}, 0));
  CHECK(schedule_warps({64, 10'000, 1000, 8, Policy::loose_round_robin}));
}

}  // TESTS_OF(core::sm::scheduler)
