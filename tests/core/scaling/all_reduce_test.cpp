// All-reduce: the sums after every step against a walk over sets of who has been added, the costs
// against the closed forms.
#include "core/scaling/all_reduce.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "tests/doctest.hpp"

TESTS_OF(core::scaling::all_reduce) {

using namespace loom;
using namespace loom::scaling;

namespace {

using Kind = AllReduceKind;
constexpr Kind kinds[] = {Kind::ring, Kind::tree, Kind::one_shot, Kind::in_switch};

AllReduce of(const AllReduceOptions& options) {
  auto found = all_reduce(options);
  REQUIRE(found);
  return *found;
}

// Who is in a sum, as a multiset: nobody may be added twice.
using Members = std::multiset<int>;

std::vector<std::vector<Members>> carried_out(const AllReducePlan& plan, int gpus, int steps) {
  std::vector<std::vector<Members>> held;
  for (int gpu = 0; gpu <= gpus; ++gpu)
    held.emplace_back(static_cast<size_t>(plan.chunks()), gpu < gpus ? Members{gpu} : Members{});
  for (int step = 0; step < steps; ++step) {
    const auto before = held;
    for (const Transfer& each : plan.transfers(step)) {
      const auto chunk = static_cast<size_t>(each.chunk);
      const Members& arriving = before[static_cast<size_t>(each.from)][chunk];
      Members& there = held[static_cast<size_t>(each.to)][chunk];
      if (!each.adds) there.clear();
      there.insert(arriving.begin(), arriving.end());
    }
  }
  return held;
}

int log2_up(int n) {
  int bits = 0;
  while ((1 << bits) < n) ++bits;
  return bits;
}

}  // namespace

TEST_CASE("all-reduce: everybody is in every sum, once") {
  for (const Kind kind : kinds)
    for (int n = 1; n <= 33; ++n) {
      const AllReducePlan plan(kind, n);
      Members everybody;
      for (int gpu = 0; gpu < n; ++gpu) everybody.insert(gpu);
      const auto held = carried_out(plan, n, plan.steps());
      int wrong = 0;
      for (int gpu = 0; gpu < n; ++gpu)
        for (const Members& members : held[static_cast<size_t>(gpu)]) wrong += members != everybody;
      CAPTURE(n);
      CAPTURE(static_cast<int>(kind));
      CHECK(wrong == 0);
    }
}

TEST_CASE("all-reduce: a ring of four, half way") {
  const AllReducePlan plan(Kind::ring, 4);
  const auto held = carried_out(plan, 4, 3);
  for (size_t gpu = 0; gpu < 4; ++gpu) CHECK(held[gpu][(gpu + 1) % 4].size() == 4);
  AllReduceReplay replay(plan, 4,
                         [](int gpu, int chunk) -> std::int64_t { return 10 * gpu + chunk; });
  for (int i = 0; i < 3; ++i) replay.step();
  CHECK(replay.at(0, 1) == 60 + 4);
  CHECK(replay.at(0, 0) == 0);  // not added to
  for (int i = 0; i < 3; ++i) replay.step();
  for (int gpu = 0; gpu < 4; ++gpu)
    for (int chunk = 0; chunk < 4; ++chunk) CHECK(replay.at(gpu, chunk) == 60 + 4 * chunk);
  CHECK(replay.sent(2) == 6);
}

TEST_CASE("all-reduce: the costs are those of the closed forms") {
  for (int n = 1; n <= 64; ++n) {
    const double s = 1e6, b = 4e11, a = 5e-6;
    const AllReduce ring = of({Kind::ring, n, s, b, a}), one = of({Kind::one_shot, n, s, b, a}),
                    tree = of({Kind::tree, n, s, b, a}),
                    in_switch = of({Kind::in_switch, n, s, b, a});
    CHECK(ring.steps == 2 * (n - 1));
    CHECK(ring.bytes_sent == doctest::Approx(2.0 * (n - 1) / n * s));
    CHECK(ring.seconds == doctest::Approx(2 * (n - 1) * a + 2.0 * (n - 1) / n * s / b));
    CHECK(std::all_of(ring.sent.begin(), ring.sent.end(),
                      [&](double sent) { return sent == ring.bytes_sent; }));
    CHECK(one.steps == (n > 1));
    CHECK(one.bytes_sent == doctest::Approx((n - 1) * s));
    CHECK(one.seconds == doctest::Approx((n > 1) * a + (n - 1) * s / b));
    CHECK(tree.steps == 2 * log2_up(n));
    if (n >= 4) CHECK(tree.bytes_sent == 2 * s);
    CHECK(tree.seconds == doctest::Approx(tree.steps * a + tree.bytes_sent / b));
    CHECK(in_switch.steps == (n > 1 ? 2 : 0));
    CHECK(in_switch.bytes_sent == (n > 1 ? s : 0));
    // Each edge of a tree carries its half up once and down once.
    CHECK(std::accumulate(tree.sent.begin(), tree.sent.end(), 0.0) ==
          doctest::Approx(2 * (n - 1) * s));
  }
  // Gradients of a model of 7 billion parameters.
  CHECK(of({Kind::ring, 8, 14e9, 450e9, 0}).seconds * 1e3 == doctest::Approx(54.44).epsilon(0.001));
  CHECK(of({Kind::ring, 64, 14e9, 50e9, 0}).seconds * 1e3 ==
        doctest::Approx(551.25).epsilon(0.001));
  CHECK(of({Kind::ring, 1024, 14e9, 50e9, 5e-6}).seconds * 1e3 ==
        doctest::Approx(559.45 + 10.23).epsilon(0.001));
}

TEST_CASE("all-reduce: a tree's GPU branches in one tree at most") {
  for (int n = 2; n <= 128; ++n) {
    const AllReducePlan plan(Kind::tree, n);
    std::vector<std::set<int>> below(2 * static_cast<size_t>(n));
    for (int step = 0; step < plan.steps() / 2; ++step)
      for (const Transfer& each : plan.transfers(step))
        below[static_cast<size_t>(each.chunk * n + each.to)].insert(each.from);
    int both = 0, wide = 0;
    for (size_t gpu = 0; gpu < static_cast<size_t>(n); ++gpu) {
      both += !below[gpu].empty() && !below[static_cast<size_t>(n) + gpu].empty();
      wide += below[gpu].size() > 2;
    }
    CAPTURE(n);
    CHECK(wide == 0);
    if (n % 2 == 0) CHECK(both == 0);
  }
}

TEST_CASE("all-reduce: small messages want few steps, large ones few bytes") {
  const auto seconds = [](Kind kind, double bytes) {
    return of({kind, 8, bytes, 450e9, 5e-6}).seconds;
  };
  CHECK(seconds(Kind::one_shot, 1e4) < seconds(Kind::tree, 1e4));
  CHECK(seconds(Kind::tree, 1e4) < seconds(Kind::ring, 1e4));
  CHECK(seconds(Kind::ring, 1e9) < seconds(Kind::tree, 1e9));
  CHECK(seconds(Kind::tree, 1e9) < seconds(Kind::one_shot, 1e9));
  CHECK(seconds(Kind::in_switch, 1e9) < seconds(Kind::ring, 1e9));
}

TEST_CASE("all-reduce: what is refused") {
  const auto message = [](const AllReduceOptions& options) {
    const auto found = all_reduce(options);
    return found ? "" : found.error().message;
  };
  CHECK(message({Kind::ring, 0, 1, 1, 0}) == "gpus: expected 1 to 1024, got 0");
  CHECK(message({Kind::ring, 1025, 1, 1, 0}) == "gpus: expected 1 to 1024, got 1025");
  CHECK(message({Kind::ring, 2, -1, 1, 0}) == "bytes: expected a number from 0 to 1e18");
  CHECK(message({Kind::ring, 2, NAN, 1, 0}) == "bytes: expected a number from 0 to 1e18");
  CHECK(message({Kind::ring, 2, 1, 0, 0}) ==
        "bandwidth: expected bytes a second, above 0, up to 1e18");
  CHECK(message({Kind::ring, 2, 1, 1, -1}) == "latency: expected seconds, from 0 to 1e6");
  CHECK(message({Kind::ring, 1024, 1e18, 1e-300, 0}) ==
        "bandwidth: so small that the seconds are beyond every number");
}

}  // TESTS_OF(core::scaling::all_reduce)
