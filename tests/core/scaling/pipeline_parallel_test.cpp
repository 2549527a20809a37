// Pipelines: against the closed forms, a clock that ticks, and the laws of what waits for what.
#include "core/scaling/pipeline_parallel.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::scaling::pipeline_parallel) {

using namespace loom;
using namespace loom::scaling;

namespace {

using Schedule = PipelineSchedule;

Pipeline replayed(const PipelineOptions& options) {
  auto found = scaling::pipeline(options);
  REQUIRE(found);
  return *found;
}

double relative_error(double found, double wanted) {
  return std::abs(found - wanted) / std::max(std::abs(wanted), 1e-300);
}

// A clock that ticks: at each tick every stage that is free takes what its rule says, from what had
// arrived by then. Whole times only.
struct Clock {
  int time = 0, most_held = 0;

  Clock(bool gpipe, int p, int m, int forward, int backward) {
    const auto all = static_cast<size_t>(m);
    struct Stage {
      int free = 0, forwards = 0, backwards = 0;
      std::vector<int> forward_done, backward_done;
    };
    std::vector<Stage> stages(static_cast<size_t>(p));
    const auto left = [&] {
      return std::any_of(stages.begin(), stages.end(),
                         [&](const Stage& s) { return s.backwards < m; });
    };
    for (int now = 0; left(); ++now)
      for (size_t s = 0; s < stages.size(); ++s) {
        Stage& stage = stages[s];
        if (stage.free > now) continue;
        const auto arrived = [&](const std::vector<int>& done, int i) {
          return static_cast<size_t>(i) < done.size() && done[static_cast<size_t>(i)] <= now;
        };
        const bool last = s + 1 == stages.size();
        const int held = stage.forwards - stage.backwards;
        // GPipe: nothing goes back before all went forward. 1F1B: no more than stages to come.
        const bool may_forward = gpipe || held < p - static_cast<int>(s);
        const bool may_backward = !gpipe || stage.forwards == m;
        if (may_backward && stage.backwards < m &&
            arrived(last ? stage.forward_done : stages[s + 1].backward_done, stage.backwards)) {
          ++stage.backwards;
          stage.backward_done.push_back(stage.free = now + backward);
        } else if (may_forward && static_cast<size_t>(stage.forwards) < all &&
                   (s == 0 || arrived(stages[s - 1].forward_done, stage.forwards))) {
          ++stage.forwards;
          stage.forward_done.push_back(stage.free = now + forward);
        }
        most_held = std::max(most_held, stage.forwards - stage.backwards);
        time = std::max(time, stage.free);
      }
  }
};

// Invariants of every order: every pass once, none before what it needs, and no two of a stage at
// the same time except joined ones.
void check_laws(const PipelineOptions& o, const Pipeline& found) {
  using Key = std::tuple<PassKind, int, int>;
  std::map<Key, const PipelineEvent*> all;
  const int parts = o.stages * o.chunks;
  int early = 0, overlaps = 0, misplaced = 0;
  double busy = 0;
  const PipelineEvent* before = nullptr;
  for (const PipelineEvent& event : found.events) {
    all[{event.kind, event.part, event.microbatch}] = &event;
    const bool with_next = before && before->stage == event.stage && before->joined &&
                           event.joined && before->start == event.start;
    if (before && before->stage == event.stage && !with_next) overlaps += event.start < before->end;
    if (!with_next) busy += event.end - event.start;
    if (o.schedule == Schedule::dual_pipe)
      misplaced +=
          event.part !=
          (event.microbatch < o.microbatches / 2 ? event.stage : o.stages - 1 - event.stage);
    else
      misplaced += event.part % o.stages != event.stage;
    before = &event;
  }
  CHECK(all.size() == found.events.size());
  CHECK(overlaps == 0);
  CHECK(misplaced == 0);
  const auto backward = [&](int part, int i) -> const PipelineEvent* {
    for (const PassKind kind : {PassKind::backward, PassKind::backward_input})
      if (const auto at = all.find({kind, part, i}); at != all.end()) return at->second;
    return nullptr;
  };
  int missing = 0;
  for (int part = 0; part < parts; ++part)
    for (int i = 0; i < o.microbatches; ++i) {
      const auto forward = all.find({PassKind::forward, part, i});
      const PipelineEvent* back = backward(part, i);
      if (forward == all.end() || !back) {
        ++missing;
        continue;
      }
      if (part > 0) early += forward->second->start < all[{PassKind::forward, part - 1, i}]->end;
      early += back->start < (part + 1 < parts ? backward(part + 1, i)->end : forward->second->end);
      if (back->kind == PassKind::backward_input) {
        const auto weight = all.find({PassKind::backward_weight, part, i});
        if (weight == all.end())
          ++missing;
        else
          early += weight->second->start < back->end;
      }
    }
  CHECK(missing == 0);
  CHECK(early == 0);
  const double work = o.microbatches * o.stages * (o.forward + o.backward);
  CHECK(relative_error(busy, work) < 1e-9);
  CHECK(std::abs(found.bubble - (1 - work / (found.time * o.stages))) < 1e-9);
}

}  // namespace

TEST_CASE("pipeline: replay equals the closed forms") {
  for (const int p : {1, 2, 3, 4, 7, 8, 16})
    for (const int m : {1, p, p + 1, 2 * p, 4 * p, 6 * p})
      for (const double f : {1.0, 0.3, 3.0})
        for (const Schedule schedule : {Schedule::gpipe, Schedule::one_forward_one_backward}) {
          const Pipeline found = replayed({schedule, p, m, f, 2});
          CHECK(relative_error(found.time, (m + p - 1) * (f + 2)) < 1e-12);
          CHECK(std::abs(found.bubble - (p - 1.0) / (m + p - 1)) < 1e-12);
          CHECK(found.peak_activations == (schedule == Schedule::gpipe ? m : std::min(m, p)));
        }
  for (const int p : {2, 3, 4, 8})
    for (const int m : {2 * p, 4 * p, 8 * p})
      for (const int v : {2, 3, 4}) {
        const Pipeline found = replayed({Schedule::interleaved, p, m, 0.7, 1.9, v});
        CHECK(std::abs(found.bubble - (p - 1.0) / (v * m + p - 1)) < 1e-12);
        CHECK(relative_error(found.peak_activations, p + (p - 1.0) / v) < 1e-12);
      }
  // Of the sources: 8 stages, 32 microbatches, 4 chunks; F = B = W = 1.
  CHECK(replayed({Schedule::interleaved, 8, 32, 1, 2, 4}).bubble == doctest::Approx(7 / 135.0));
  CHECK(replayed({Schedule::one_forward_one_backward, 4, 8, 1, 2}).time == 33);
  for (const int p : {1, 2, 4, 8, 13})
    for (const int m : {p, p + 3, 4 * p}) {
      const Pipeline even = replayed({Schedule::zero_bubble, p, m, 1, 2});
      CHECK(even.time == 3 * m + (p - 1));  // (p − 1)(F + B − W)
      CHECK(even.peak_activations == p);
      for (const double f : {0.5, 1.5, 4.0})
        CHECK(relative_error(replayed({Schedule::zero_bubble, p, m, f, 2}).time,
                             m * (f + 2) + (p - 1) * std::max(f, 1.0)) < 1e-12);
    }
  for (const int p : {2, 4, 8, 16})
    for (const int m : {2 * p, 2 * p + 2, 5 * p}) {
      const Pipeline found = replayed({Schedule::dual_pipe, p, m, 1, 2});
      CHECK(found.time == 3 * m + (p / 2 - 1) * 2);  // (p/2 − 1)(F&B + B − 3W)
      CHECK(found.peak_activations == p + 1);
    }
}

TEST_CASE("pipeline: the header's formula is the replay's time") {
  int compared = 0;
  for (const Schedule schedule :
       {Schedule::gpipe, Schedule::one_forward_one_backward, Schedule::interleaved,
        Schedule::zero_bubble, Schedule::dual_pipe})
    for (int p = 1; p <= 6; ++p)
      for (int m = 1; m <= 24; ++m) {
        const PipelineOptions o{schedule, p, m, 1, 2, schedule == Schedule::interleaved ? 3 : 1};
        const auto found = scaling::pipeline(o);
        if (!found || !pipeline_formula(o)) continue;
        ++compared;
        CHECK(relative_error(found->time, *pipeline_formula(o)) < 1e-12);
      }
  CHECK(compared > 300);
  CHECK_FALSE(pipeline_formula({Schedule::zero_bubble, 4, 3, 1, 2}));
  CHECK_FALSE(pipeline_formula({Schedule::dual_pipe, 4, 8, 1, 3}));
}

TEST_CASE("pipeline: GPipe and 1F1B are those of a clock that ticks") {
  for (int p = 1; p <= 6; ++p)
    for (int m = 1; m <= 13; ++m)
      for (const auto& [f, b] : {std::pair{1, 1}, std::pair{1, 2}, std::pair{3, 2}})
        for (const bool gpipe : {false, true}) {
          const Clock clock(gpipe, p, m, f, b);
          const Pipeline found =
              replayed({gpipe ? Schedule::gpipe : Schedule::one_forward_one_backward, p, m,
                        static_cast<double>(f), static_cast<double>(b)});
          CHECK(found.time == clock.time);
          CHECK(found.peak_activations == clock.most_held);
        }
}

TEST_CASE("pipeline: the laws, in random pipelines") {
  Random random(25);
  int tried = 0;
  for (int i = 0; i < tries(400); ++i) {
    PipelineOptions o;
    o.schedule = static_cast<Schedule>(random.below(5));
    o.stages = 1 + static_cast<int>(random.below(9));
    o.microbatches = 1 + static_cast<int>(random.below(40));
    o.forward = 0.01 + random.unit();
    o.backward = 0.01 + 2 * random.unit();
    if (o.schedule == Schedule::interleaved) {
      o.chunks = 1 + static_cast<int>(random.below(4));
      o.microbatches = o.stages * (1 + static_cast<int>(random.below(5)));
    }
    const auto found = scaling::pipeline(o);
    if (!found) {
      CHECK(o.schedule == Schedule::dual_pipe);
      continue;
    }
    ++tried;
    CAPTURE(static_cast<int>(o.schedule));
    CAPTURE(o.stages);
    CAPTURE(o.microbatches);
    check_laws(o, *found);
    CHECK(found->bubble >= 0);
    CHECK(found->bubble < 1);
    CHECK(found->peak_activations <= o.microbatches);
  }
  CHECK(tried > tries(300));
}

TEST_CASE("pipeline: better schedules are better") {
  const auto bubble = [](Schedule schedule, int chunks = 1) {
    return replayed({schedule, 8, 32, 1, 2, chunks}).bubble;
  };
  CHECK(bubble(Schedule::interleaved, 2) < bubble(Schedule::one_forward_one_backward));
  CHECK(bubble(Schedule::interleaved, 4) < bubble(Schedule::interleaved, 2));
  CHECK(bubble(Schedule::interleaved, 1) == bubble(Schedule::one_forward_one_backward));
  CHECK(bubble(Schedule::zero_bubble) < bubble(Schedule::one_forward_one_backward));
  CHECK(bubble(Schedule::dual_pipe) < bubble(Schedule::zero_bubble));
  CHECK(replayed({Schedule::gpipe, 1, 100, 0.1, 0.2}).bubble == 0);  // nobody to wait for
}

TEST_CASE("pipeline: what is refused") {
  const auto message = [](const PipelineOptions& options) {
    const auto found = scaling::pipeline(options);
    return found ? "" : found.error().message;
  };
  using enum PipelineSchedule;
  CHECK(message({gpipe, 0, 1, 1, 1}) == "stages: expected 1 to 1024, got 0");
  CHECK(message({gpipe, 1, 70000, 1, 1}) == "microbatches: expected 1 to 65536, got 70000");
  CHECK(message({gpipe, 1, 1, 0, 1}) == "forward: expected a time above 0, up to 1e12");
  CHECK(message({gpipe, 1, 1, 1, NAN}) == "backward: expected a time above 0, up to 1e12");
  CHECK(message({gpipe, 1, 1, 1, INFINITY}) == "backward: expected a time above 0, up to 1e12");
  CHECK(message({gpipe, 4, 8, 1, 1, 2}) ==
        "chunks: expected 1, as only the interleaved schedule cuts stages, got 2");
  CHECK(message({interleaved, 4, 6, 1, 1, 2}) ==
        "microbatches: expected a multiple of the 4 stages, as the interleaved schedule needs, got "
        "6");
  CHECK(message({dual_pipe, 3, 8, 1, 1}) ==
        "stages: expected an even number, as DualPipe needs, got 3");
  CHECK(message({dual_pipe, 4, 6, 1, 1}) ==
        "microbatches: expected an even number, at least two for each of the 4 stages, as DualPipe "
        "needs, got 6");
  CHECK(message({gpipe, 1024, 65536, 1, 1}) ==
        "passes of all stages: expected at most 1048576, got 134217728");
}

}  // TESTS_OF(core::scaling::pipeline_parallel)
