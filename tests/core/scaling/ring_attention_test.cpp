// Ring attention: against a walk over every query and key, and a replay of every send.
#include "core/scaling/ring_attention.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::ring_attention) {

using namespace loom;
using namespace loom::scaling;

namespace {

RingAttention of(int gpus, int n, RingOrder order) {
  auto found = ring_attention(gpus, n, order);
  REQUIRE(found);
  return *found;
}

// Who has a token.
int owner(int token, int gpus, int n, bool zigzag) {
  if (!zigzag) return token * gpus / n;
  const int piece = token * 2 * gpus / n;
  return piece < gpus ? piece : 2 * gpus - 1 - piece;
}

struct Replay {
  double end = 0, waited = 0;  // waited: by all GPUs together, until the last is done
};

// Every GPU for itself: it sends the keys that it computes with to the next one, and computes with
// the next ones when it has them and is done with the last. A link carries one transfer at a time.
// `room`: keys are sent on as soon as they are there; otherwise only when the sender and the
// receiver compute with the keys before them, as there are two buffers.
Replay replayed(const RingAttention& ring, double transfer, bool room) {
  const size_t gpus = ring.work.size();
  enum class What { done, arrived };
  using Event = std::tuple<double, What, size_t>;  // at that time, of that GPU
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  struct Gpu {
    size_t begun = 0, has = 1, sent = 0;  // steps
    bool busy = false, sending = false;
  };
  std::vector<Gpu> all(gpus);
  double worked = 0, now = 0;
  const auto act = [&](size_t g) {
    Gpu& own = all[g];
    Gpu& next = all[(g + 1) % gpus];
    if (!own.busy && own.begun < own.has && own.begun < gpus) {
      const auto work = static_cast<double>(ring.work[g][own.begun++]);
      worked += work;
      own.busy = true;
      events.push({now + work, What::done, g});
    }
    const bool may = room ? own.has > own.sent : std::min(own.begun, next.begun) > own.sent;
    if (!own.sending && own.sent + 1 < gpus && may) {
      own.sending = true;
      events.push({now + transfer, What::arrived, (g + 1) % gpus});
    }
  };
  const auto settle = [&] {  // what one GPU begins may let another one send
    for (int i = 0; i < 2; ++i)
      for (size_t g = 0; g < gpus; ++g) act(g);
  };
  settle();
  while (!events.empty()) {
    const auto [time, what, g] = events.top();
    events.pop();
    now = time;
    if (what == What::done) {
      all[g].busy = false;
    } else {
      ++all[g].has;
      Gpu& sender = all[(g + gpus - 1) % gpus];
      ++sender.sent;
      sender.sending = false;
    }
    settle();
  }
  for (const Gpu& each : all) CHECK(each.begun == gpus);
  return {now, now * static_cast<double>(gpus) - worked};
}

}  // namespace

TEST_CASE("ring attention: every pair of a query and a key, by who has them") {
  for (const bool zigzag : {false, true})
    for (int gpus = 1; gpus <= 6; ++gpus)
      for (const int length : {1, 2, 5}) {
        const int n = length * (zigzag ? 2 : 1) * gpus;
        std::vector<std::vector<std::int64_t>> work(
            static_cast<size_t>(gpus), std::vector<std::int64_t>(static_cast<size_t>(gpus)));
        for (int q = 0; q < n; ++q)
          for (int k = 0; k <= q; ++k) {
            const int gpu = owner(q, gpus, n, zigzag), from = owner(k, gpus, n, zigzag);
            int step = 0;
            while ((from + step) % gpus != gpu) ++step;
            ++work[static_cast<size_t>(gpu)][static_cast<size_t>(step)];
          }
        const RingAttention found = of(gpus, n, zigzag ? RingOrder::zigzag : RingOrder::plain);
        CHECK(found.work == work);
        std::int64_t sum = 0;
        for (const auto& row : found.work) sum = std::accumulate(row.begin(), row.end(), sum);
        CHECK(sum == found.total);
      }
}

TEST_CASE("ring attention: zigzag gives everybody the same, plain half the chip") {
  for (const int gpus : {2, 4, 8, 64}) {
    const RingAttention zigzag = of(gpus, gpus * 2048, RingOrder::zigzag);
    for (const auto& row : zigzag.work) CHECK(row == zigzag.work[0]);
    CHECK(zigzag.efficiency() == 1);
    // The last GPU has a full block in every step but its own; large blocks: n / (2n − 1).
    const RingAttention plain = of(gpus, gpus * 2048, RingOrder::plain);
    CHECK(plain.efficiency() == doctest::Approx(gpus / (2.0 * gpus - 1)).epsilon(0.001));
    CHECK(plain.work[0][1] == 0);
    CHECK(plain.work.back()[1] == 2048ll * 2048);
  }
  CHECK(of(1, 7, RingOrder::plain).work[0][0] == 28);
}

TEST_CASE("ring attention: when the transfer hides") {
  CHECK(ring_overlap_tokens(989e12, 450e9, 1, RingOrder::plain) ==
        doctest::Approx(2198).epsilon(0.001));
  CHECK(ring_overlap_tokens(989e12, 50e9, 1, RingOrder::plain) ==
        doctest::Approx(19780).epsilon(0.001));
  CHECK(ring_overlap_tokens(989e12, 450e9, 8, RingOrder::plain) ==
        doctest::Approx(275).epsilon(0.002));
  // By the pairs themselves: in a step after the first, of as many tokens as the rule asks for.
  for (const RingOrder order : {RingOrder::plain, RingOrder::zigzag}) {
    const double tokens = ring_overlap_tokens(1e12, 1e9, 1, order);
    const auto ring = ring_attention(4, 4 * static_cast<int>(tokens), order);
    REQUIRE(ring);
    std::int64_t busiest = 0;
    for (const auto& gpu : ring->work) busiest = std::max(busiest, gpu[1]);
    CHECK(4000 * static_cast<double>(busiest) / 1e12 ==
          doctest::Approx(4000 * tokens / 1e9).scale(0));
  }
}

TEST_CASE("ring attention: an event for every send and every product ends when the schedule says") {
  for (const bool zigzag : {false, true})
    for (const bool room : {false, true})
      for (const int gpus : {1, 2, 3, 5, 8})
        for (const double share : {0., 0.3, 0.5, 0.7, 1., 1.1, 3., 38.5}) {
          const RingAttention ring =
              of(gpus, gpus * 64, zigzag ? RingOrder::zigzag : RingOrder::plain);
          const double transfer = share * 64 * 64;
          CAPTURE(zigzag);
          CAPTURE(gpus);
          CAPTURE(share);
          const RingSchedule found = ring_schedule(ring, transfer);
          const Replay replay = replayed(ring, transfer, room);
          CHECK(replay.end == doctest::Approx(found.ends.back()).epsilon(1e-12).scale(0));
          CHECK(1 - replay.waited / (replay.end * gpus) ==
                doctest::Approx(found.efficiency).epsilon(1e-12).scale(0));
        }
}

TEST_CASE("ring attention: late keys") {
  const auto schedule = [](int gpus, RingOrder order, double transfer) {
    return ring_schedule(of(gpus, gpus * 1024, order), transfer);
  };
  for (const RingOrder order : {RingOrder::plain, RingOrder::zigzag}) {
    const RingAttention ring = of(8, 8 * 1024, order);
    const RingSchedule free = ring_schedule(ring, 0);
    CHECK(free.ends.back() == static_cast<double>(ring.critical));
    CHECK(free.efficiency == ring.efficiency());
    CHECK(free.late == 0);
    // The last step waits for no key.
    const double slow = 1e9;
    CHECK(ring_schedule(ring, slow).late == 7);
    CHECK(ring_schedule(ring, slow).ends.back() == 7 * slow + static_cast<double>(ring.busiest(7)));
  }
  // Above the rule of ring_overlap_tokens nothing is late but the first keys of the plain order.
  const double just = ring_transfer_pairs(1e12, 1e9, 1, 1024) * 1024 / 1000;  // c² pairs
  CHECK(just == 1024. * 1024);
  CHECK(schedule(8, RingOrder::plain, just).late == 1);
  CHECK(schedule(8, RingOrder::plain, just / 2).late == 0);
  CHECK(schedule(8, RingOrder::zigzag, just).late == 7);
  CHECK(schedule(8, RingOrder::zigzag, just / 2).late == 0);
  CHECK(schedule(1, RingOrder::plain, 1e18).late == 0);
}

TEST_CASE("ring attention: what is refused") {
  const auto message = [](int gpus, int n, RingOrder order) {
    const auto found = ring_attention(gpus, n, order);
    return found ? "" : found.error().message;
  };
  CHECK(message(0, 8, RingOrder::plain) == "gpus: expected 1 to 1024, got 0");
  CHECK(message(4, 0, RingOrder::plain) == "n: expected 1 to 1073741824, got 0");
  CHECK(message(4, 10, RingOrder::plain) ==
        "n: expected a multiple of 4, a piece for each GPU, got 10");
  CHECK(message(4, 12, RingOrder::zigzag) ==
        "n: expected a multiple of 8, a piece for each GPU and each end, got 12");
  CHECK(of(1024, 1 << 30, RingOrder::zigzag).total == (1ll << 29) * ((1ll << 30) + 1));
}

TEST_CASE("ring attention: pieces and their owners, token by token") {
  for (const RingOrder order : {RingOrder::plain, RingOrder::zigzag})
    for (int gpus : {1, 2, 5, 8}) {
      const int pieces = ring_pieces(gpus, order), n = 6 * pieces;
      for (int token = 0; token < n; ++token)
        CHECK(ring_owner(gpus, token * pieces / n) ==
              owner(token, gpus, n, order == RingOrder::zigzag));
    }
}

TEST_CASE("ring attention: work of a GPU and idle ones, by hand") {
  const RingAttention plain = of(4, 16, RingOrder::plain);
  // GPU g computes with its own 4 keys, 10 pairs, and 16 pairs with those of each GPU before it.
  for (size_t gpu = 0; gpu < 4; ++gpu) {
    CHECK(plain.of_gpu(gpu) == 10 + 16 * static_cast<std::int64_t>(gpu));
    CHECK(plain.idle(gpu) == static_cast<int>(gpu));  // in step s, the first s have nothing to do
  }
  const RingAttention zigzag = of(4, 16, RingOrder::zigzag);
  for (size_t gpu = 0; gpu < 4; ++gpu) {
    CHECK(zigzag.of_gpu(gpu) == 34);
    CHECK(zigzag.idle(gpu) == 0);
  }
}

TEST_CASE("ring attention: steps that wait are those that last as long as a transfer") {
  const RingAttention ring = of(4, 64, RingOrder::plain);
  for (const double transfer : {0., 136., 200., 256., 300.}) {
    const RingSchedule found = ring_schedule(ring, transfer);
    REQUIRE(found.waits.size() == 4);
    int late = 0;
    double before = 0;
    for (size_t step = 0; step < 4; ++step) {
      const double lasts = found.ends[step] - before;
      before = found.ends[step];
      late += found.waits[step];
      CHECK(found.waits[step] == (lasts > static_cast<double>(ring.busiest(step))));
    }
    CHECK(found.late == late);
    CHECK_FALSE(found.waits.back());
  }
}

}  // TESTS_OF(core::scaling::ring_attention)
