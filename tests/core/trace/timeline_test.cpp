// Where the time of a step goes, against a look at every single tick.
#include "core/trace/timeline.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::trace::timeline) {

using namespace loom;
using namespace loom::trace;

namespace {

bool inside(const Span& span, Ticks at) { return span.start <= at && at < span.end; }

// The cause of one tick, by the rules in the header, one after another.
Cause cause_at(const Trace& trace, Ticks at) {
  const Work *running = nullptr, *next = nullptr;
  for (const Work& work : trace.work) {
    if (inside(work.run, at) && (!running || work.run.start < running->run.start)) running = &work;
    if (work.run.start > at && work.run.start < trace.length &&
        (!next || work.run.start < next->run.start))
      next = &work;
  }
  if (running) return running->kind;
  if (next && next->call.end <= at) return Cause::between;
  const bool operates = std::any_of(trace.host.begin(), trace.host.end(),
                                    [&](const Operation& each) { return inside(each.span, at); });
  return operates ? Cause::operators : Cause::host;
}

Span random_span(Random& random, int until, int longest) {
  const Ticks start = random.below(static_cast<std::uint32_t>(until));
  return {start, start + random.below(static_cast<std::uint32_t>(longest))};
}

Trace random_trace(Random& random) {
  Trace trace{.length = 1 + random.below(60)};
  const auto until = static_cast<int>(trace.length);
  for (std::uint32_t i = random.below(9); i > 0; --i)
    trace.work.push_back({.call = random_span(random, until, 9),
                          .run = random_span(random, until + 5, 12),
                          .name = 0,
                          .kind = static_cast<Cause>(random.below(5))});
  for (std::uint32_t i = random.below(6); i > 0; --i)
    trace.host.push_back({random_span(random, until, 14), 0});
  return trace;
}

}  // namespace

TEST_CASE("timeline: each tick counts for its cause, in random traces") {
  Random random(40);
  for (int i = 0; i < 20'000; i += one_of_so_many) {
    const Trace trace = random_trace(random);
    Account expected;
    for (Ticks at = 0; at < trace.length; ++at)
      ++expected.of[static_cast<size_t>(cause_at(trace, at))];
    const Account found = account(trace);
    CHECK(found.of == expected.of);
    CHECK(found.busy() + found.idle() == trace.length);
    CHECK(found.at(found.largest()) == *std::max_element(found.of.begin(), found.of.end()));
  }
}

TEST_CASE("timeline: united spans are disjoint, ascending, and the same ticks") {
  Random random(41);
  for (int i = 0; i < 5'000; i += one_of_so_many) {
    std::vector<Span> spans;
    for (std::uint32_t n = random.below(10); n > 0; --n)
      spans.push_back(random_span(random, 50, 8));
    const std::vector<Span> all = united(spans);
    for (size_t k = 1; k < all.size(); ++k) CHECK(all[k - 1].end < all[k].start);
    const Span asked = random_span(random, 50, 30);
    Ticks inside_asked = 0;
    for (Ticks at = 0; at < 90; ++at) {
      const auto has = [&](const Span& each) { return inside(each, at); };
      const bool there = std::any_of(spans.begin(), spans.end(), has);
      CHECK(there == std::any_of(all.begin(), all.end(), has));
      inside_asked += there && inside(asked, at);
    }
    CHECK(covered(all, asked) == inside_asked);
  }
}

TEST_CASE("timeline: the parts of a step are as busy as the step") {
  Random random(42);
  for (int i = 0; i < 2'000; i += one_of_so_many) {
    Trace trace = random_trace(random);
    trace.length *= 12;  // so that twelve parts are equally long
    double busy = 0;
    for (double share : busy_shares(trace, 12)) {
      CHECK(share >= 0);
      CHECK(share <= 1);
      busy += share * static_cast<double>(trace.length) / 12;
    }
    CHECK(busy == doctest::Approx(static_cast<double>(account(trace).busy())));
  }
}

TEST_CASE("timeline: calls that ask for much work count once") {
  const Span launch = {1, 3};
  const Trace trace = {.length = 10,
                       .work = {{launch, {4, 5}}, {launch, {5, 6}}, {{2, 3}, {7, 9}}},
                       .host = {{{0, 2}, 0}}};
  const Account found = account(trace);
  CHECK(found.pieces == 3);
  CHECK(found.calls == 2);
  CHECK(found.at(Cause::operators) == 2);  // ticks 0 and 1
  CHECK(found.at(Cause::host) == 2);       // 2, and 9 behind the last work
  CHECK(found.at(Cause::between) == 2);    // 3 and 6
}

TEST_CASE("timeline: a step without work, and one without time") {
  CHECK(account({.length = 7, .work = {}, .host = {}}).at(Cause::host) == 7);
  const Account none = account({});
  CHECK(none.idle() == 0);
  CHECK(busy_shares({}, 3) == std::vector<double>{0, 0, 0});
}

}  // TESTS_OF(core::trace::timeline)
