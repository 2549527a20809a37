// The ring against a recurrence, a replay cycle by cycle with plain flags instead of barriers, its
// closed form, and what must hold of every ring; and every broken rule.
#include "core/async/ring.hpp"

#include <algorithm>
#include <string>

#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::async::ring) {

using namespace loom;
using namespace loom::async;

namespace {

using Kind = RingEvent::Kind;
using Holds = RingStage::Holds;

Ring run(const RingOptions& options) {
  auto ring = run_ring(options);
  REQUIRE(ring);
  return *ring;
}

std::string describe(const RingOptions& o) {
  std::string text;
  for (int value : {o.stages, o.tiles, o.produce, o.copy, o.consume, o.producer_loop,
                    o.consumer_loop, static_cast<int>(o.broken)})
    text += std::to_string(value) + " ";
  return text;
}

RingOptions any(Random& random, std::uint32_t most_cycles, int tiles) {
  const auto cycles = [&](std::uint32_t least) {
    return static_cast<int>(least + random.below(most_cycles));
  };
  return {.stages = 1 + static_cast<int>(random.below(5)),
          .tiles = tiles,
          .produce = cycles(1),
          .copy = random.below(4) == 0 ? 0 : cycles(1),
          .consume = cycles(1),
          .producer_loop = random.below(2) == 0 ? 0 : cycles(0),
          .consumer_loop = random.below(2) == 0 ? 0 : cycles(0)};
}

// As flags: a buffer is free or not, full or not. One cycle at a time.
struct Replay {
  std::vector<int> claimed, taken, released;
  explicit Replay(const RingOptions& o) {
    const auto n = static_cast<size_t>(o.tiles), s = static_cast<size_t>(o.stages);
    claimed.assign(n, -1), taken.assign(n, -1), released.assign(n, -1);
    std::vector<bool> free(s, true), full(s, false);
    std::vector<int> lands(n, -1);
    size_t in = 0, out = 0;
    bool producing = false, consuming = false;
    int produced = 0, consumed = 0;  // when the sides have time again
    for (int now = 0; out < n; ++now) {
      const auto at = [&](size_t tile) { return tile % s; };
      for (int again = 0; again < 2; ++again) {  // what happens in a cycle may let more happen
        if (producing && now == produced) {
          producing = false;
          lands[in] = now + o.copy;
          produced = now + o.producer_loop;
          ++in;
        }
        for (size_t i = 0; i < n; ++i)
          if (lands[i] == now) full[at(i)] = true, lands[i] = -1;
        if (consuming && now == consumed) {
          consuming = false;
          full[at(out)] = false, free[at(out)] = true;
          released[out++] = now;
          consumed = now + o.consumer_loop;
        }
        if (!consuming && out < n && now >= consumed && full[at(out)]) {
          consuming = true;
          taken[out] = now;
          consumed = now + o.consume;
        }
        if (!producing && in < n && now >= produced && free[at(in)]) {
          producing = true;
          free[at(in)] = false;
          claimed[in] = now;
          produced = now + o.produce;
        }
      }
    }
  }
};

}  // namespace

TEST_CASE("ring: the recurrence gives every time") {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const RingOptions o = any(random, 400, 40);
    const Ring ring = run(o);
    CAPTURE(describe(o));
    CHECK_FALSE(ring.stuck);
    CHECK(ring.events.size() == static_cast<size_t>(o.tiles) * (o.copy > 0 ? 5 : 4));
    const auto at = [&](int i) { return ring.tiles[static_cast<size_t>(i)]; };
    bool same = true;
    for (int i = 0; i < o.tiles; ++i) {
      const int wanted = i == 0 ? 0 : at(i - 1).asked + o.producer_loop;
      const int awaited = i == 0 ? 0 : at(i - 1).released + o.consumer_loop;
      const RingTile tile = at(i);
      same = same && tile.wanted == wanted && tile.awaited == awaited &&
             tile.claimed == std::max(wanted, i < o.stages ? 0 : at(i - o.stages).released) &&
             tile.asked == tile.claimed + o.produce && tile.arrived == tile.asked + o.copy &&
             tile.taken == std::max(awaited, tile.arrived) &&
             tile.released == tile.taken + o.consume && !tile.spoiled && !tile.aliased;
    }
    CHECK(same);
    CHECK(ring.total == at(o.tiles - 1).released);
  }
}

TEST_CASE("ring: a replay with flags, one cycle at a time, agrees") {
  Random random(2);
  for (int round = 0; round < 200; ++round) {
    const RingOptions o = any(random, 30, 25);
    const Ring ring = run(o);
    const Replay replay(o);
    CAPTURE(describe(o));
    for (size_t i = 0; i < ring.tiles.size(); ++i) {
      CHECK(ring.tiles[i].claimed == replay.claimed[i]);
      CHECK(ring.tiles[i].taken == replay.taken[i]);
      CHECK(ring.tiles[i].released == replay.released[i]);
    }
  }
}

TEST_CASE("ring: in the long run a tile takes as long as the closed form says") {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    RingOptions o = any(random, 300, 60 * 4);
    const Ring ring = run(o);
    CAPTURE(describe(o));
    // A turn of all buffers repeats exactly once it has settled.
    const size_t last = ring.tiles.size() - 1, turn = static_cast<size_t>(60);
    const double pace =
        static_cast<double>(ring.tiles[last].taken - ring.tiles[last - turn].taken) / turn;
    CHECK(pace == doctest::Approx(ring_pace(o)));
  }
}

TEST_CASE("ring: with all rules kept, a buffer has one tile at a time, and order is kept") {
  Random random(4);
  for (int round = 0; round < 200; ++round) {
    const RingOptions o = any(random, 200, 20);
    const Ring ring = run(o);
    CAPTURE(describe(o));
    std::vector<int> read;
    std::vector<Holds> before(static_cast<size_t>(o.stages), Holds::nothing);
    int cycle = 0;
    for (const RingEvent& event : ring.events) {
      CHECK(event.cycle >= cycle);
      cycle = event.cycle;
      const auto s = static_cast<size_t>(event.tile % o.stages);
      const Holds now = event.stages[s].holds;
      const bool right =
          event.kind == Kind::claim     ? before[s] == Holds::nothing && now == Holds::coming
          : event.kind == Kind::ask     ? before[s] == Holds::coming && now == Holds::coming
          : event.kind == Kind::arrive  ? before[s] == Holds::coming && now == Holds::tile
          : event.kind == Kind::take    ? before[s] == Holds::tile && now == Holds::read
          : event.kind == Kind::release ? before[s] == Holds::read && now == Holds::nothing
                                        : false;
      CHECK(right);
      if (event.kind == Kind::take) read.push_back(event.tile);
      for (size_t i = 0; i < before.size(); ++i) {
        before[i] = event.stages[i].holds;
        // `full` has ended as many phases as tiles have come, `empty` as many as have gone.
        CHECK(event.stages[i].full.phase() - event.stages[i].empty.phase() ==
              (before[i] == Holds::tile || before[i] == Holds::read));
      }
    }
    CHECK(std::is_sorted(read.begin(), read.end()));
    CHECK(read.size() == ring.tiles.size());
    CHECK(ring.spoiled() == 0);
  }
}

TEST_CASE("ring: a broken rule, and who then waits for whom") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    RingOptions o = any(random, 100, 12);
    if (o.copy == 0) o.copy = 1;
    const auto broken = [&](Broken rule) {
      o.broken = rule;
      CAPTURE(describe(o));
      const Ring ring = run(o);
      CHECK(ring.stuck);
      CHECK(ring.spoiled() == 0);
      CHECK(ring.events.back().kind == Kind::stuck);
      CHECK(ring.producer.waits);
      CHECK(ring.consumer.waits);
      return ring;
    };
    const Ring parity = broken(Broken::parity);
    CHECK(parity.total == 0);
    CHECK(parity.producer.tile == 0);
    CHECK(parity.consumer.tile == 0);
    for (Broken rule : {Broken::release, Broken::arrivals}) {
      const Ring ring = broken(rule);  // all buffers are used once
      CHECK(ring.producer.tile == o.stages);
      CHECK(ring.consumer.tile == o.stages);
      CHECK(ring.events.back().stages[0].empty.pending() == 1);
    }
    const Ring bytes = broken(Broken::bytes);
    CHECK(bytes.producer.tile == o.stages);
    CHECK(bytes.consumer.tile == 0);
    CHECK(bytes.events.back().stages[0].full.bytes() == ring_bytes);
  }
}

TEST_CASE("ring: a tile is spoiled if another's bytes come into its buffer while it is read") {
  Random random(6);
  int spoiled = 0;
  for (int round = 0; round < 300; ++round) {
    RingOptions o = any(random, 60, 12);
    o.broken = Broken::waiting;
    const Ring ring = run(o);
    CAPTURE(describe(o));
    for (int i = 0; i < o.tiles; ++i) {
      const RingTile& read = ring.tiles[static_cast<size_t>(i)];
      // Cycle by cycle: whose bytes come, or came last, into the buffer that is read?
      bool foreign = false;
      for (int now = read.taken; read.taken >= 0 && now < ring.total; ++now)
        for (int other = i + o.stages; other < o.tiles; other += o.stages) {
          const RingTile& comes = ring.tiles[static_cast<size_t>(other)];
          const int from = o.copy > 0 ? comes.asked : comes.claimed;
          foreign |= (read.released < 0 || now < read.released) && from >= 0 && from <= now;
        }
      CHECK(read.spoiled == foreign);
    }
    spoiled += ring.spoiled();
  }
  CHECK(spoiled > 100);
  // Copies take from 100 (i + 1) on, 300 cycles each; reads from 400 + 150 i on. Of the eight, the
  // last three tiles have none behind them in their buffers.
  CHECK(run({.broken = Broken::waiting}).spoiled() == 5);
}

TEST_CASE("ring: a producer that waits for nobody overwrites, unless it is slow enough") {
  const RingOptions slow{.produce = 300, .copy = 100, .consume = 100, .broken = Broken::waiting};
  CHECK_FALSE(run(slow).stuck);
  CHECK(run(slow).spoiled() == 0);
  const RingOptions fast{.stages = 2,
                         .tiles = 12,
                         .produce = 50,
                         .copy = 60,
                         .consume = 200,
                         .broken = Broken::waiting};
  const Ring ring = run(fast);
  CHECK(ring.spoiled() + ring.stuck > 0);
  CHECK(std::any_of(ring.tiles.begin(), ring.tiles.end(),
                    [](const RingTile& tile) { return tile.aliased; }));
  // Two asks in one phase of `full`: PTX does not say what comes of it.
  CHECK(run({.stages = 1, .produce = 10, .copy = 100, .consume = 10, .broken = Broken::waiting})
            .overrun);
}

TEST_CASE("ring: refusals") {
  CHECK(run_ring({.stages = 0}).error().message == "stages: expected a whole number from 1 to 16");
  CHECK_FALSE(run_ring({.tiles = 0}));
  CHECK_FALSE(run_ring({.produce = 0}));
  CHECK_FALSE(run_ring({.copy = -1}));
  CHECK_FALSE(run_ring({.consume = most_ring_cycles + 1}));
  CHECK_FALSE(run_ring({.copy = 0, .broken = Broken::bytes}));
}

}  // TESTS_OF(core::async::ring)
