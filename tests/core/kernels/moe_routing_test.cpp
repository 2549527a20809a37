#include "core/kernels/moe_routing.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::kernels::moe_routing) {

using namespace loom::kernels;

namespace {

MoeRouting route(const MoeOptions& options) {
  auto routing = moe_route(options);
  REQUIRE(routing);
  return *routing;
}

std::vector<int> kept(const MoeRouting& routing) {
  std::vector<int> counts;
  for (const ExpertLoad& load : routing.experts) counts.push_back(load.kept);
  return counts;
}

MoeOptions page(Routing routing, int top_k, int experts, std::optional<double> factor = {}) {
  return {.experts = experts, .top_k = top_k, .routing = routing, .capacity_factor = factor};
}

// Bit reversal by writing the digits down and reading them backwards.
int reversed(int value, int bits) {
  std::string digits;  // lowest first
  for (; value > 0; value /= 2) digits += value % 2 ? '1' : '0';
  digits.resize(static_cast<size_t>(bits), '0');
  int result = 0;
  for (char digit : digits) result = 2 * result + (digit == '1');
  return result;
}

// For top-1 and top-2, from the definition's own words: floating-point u, then for each expert the
// list of who wants it, sorted by (choice, token) and cut at the capacity.
struct Recount {
  struct Want {
    int choice, token;
    auto operator<=>(const Want&) const = default;
  };
  std::map<int, std::vector<Want>> queues;
  int limit = std::numeric_limits<int>::max();

  explicit Recount(const MoeOptions& o) {
    int bits = 0;
    while ((1 << bits) < o.tokens) ++bits;
    int next = 0;
    for (int t = 0; t < o.tokens; ++t) {
      int r;
      do r = reversed(next++, bits);
      while (r >= o.tokens);
      const double u = (r + 0.5) / o.tokens;
      int first = t % o.experts, second = (t + o.experts / 2) % o.experts;
      if (o.routing == Routing::skewed) {
        first = std::min(o.experts - 1, static_cast<int>(std::floor(o.experts * u * u + 1e-12)));
        second = first != 0 ? 0 : 1 + (t / 2) % std::max(1, o.experts - 1);
      }
      queues[first].push_back({0, t});
      if (o.top_k == 2) queues[second].push_back({1, t});
    }
    if (o.capacity_factor) {
      // Smallest whole number that is not below the product, with the header's tolerance.
      const double product = *o.capacity_factor * o.tokens * o.top_k / o.experts;
      limit = 1;
      while (limit < product * (1 - 1e-9) - 1e-12) ++limit;
    }
    for (auto& [expert, queue] : queues) std::sort(queue.begin(), queue.end());
  }

  int wants(int expert) const {
    const auto found = queues.find(expert);
    return found == queues.end() ? 0 : static_cast<int>(found->second.size());
  }
  int keeps(int expert) const { return std::min(wants(expert), limit); }
  // −1 when dropped, −2 when the token never asked for this expert with that choice.
  int slot(const Assignment& a) const {
    const auto& queue = queues.at(a.expert);
    const auto found = std::lower_bound(queue.begin(), queue.end(), Want{a.choice, a.token});
    if (found == queue.end() || found->token != a.token || found->choice != a.choice) return -2;
    const auto index = static_cast<int>(found - queue.begin());
    return index < limit ? index : -1;
  }
};

// Counts different pairs of numbers from 0 on; one outside is none.
struct DifferentPairs {
  int rows, columns;
  int count = 0;
  std::vector<char> seen = std::vector<char>(static_cast<size_t>(rows * columns));

  void insert(int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    char& here = seen[static_cast<size_t>(row * columns + column)];
    count += here == 0;
    here = 1;
  }
};

void check_against(const MoeRouting& routing, const Recount& recount, const MoeOptions& o) {
  std::set<int> served;
  int misplaced = 0;
  for (const Assignment& a : routing.assignments) {
    misplaced += a.slot != recount.slot(a);
    if (a.kept()) served.insert(a.token);
  }
  CHECK(misplaced == 0);
  int tiles = 0, all_kept = 0, busiest = 0, wrong = 0;
  for (int e = 0; e < o.experts; ++e) {
    const ExpertLoad& load = routing.experts[static_cast<size_t>(e)];
    int rows = 0, count = 0;
    for (; rows < load.kept; rows += o.tile_rows) ++count;
    wrong += load.kept != recount.keeps(e) || load.dropped != recount.wants(e) - recount.keeps(e);
    wrong += load.tiles != count || load.padded != rows - load.kept;
    tiles += count;
    all_kept += load.kept;
    busiest = std::max(busiest, load.kept);
  }
  CHECK(wrong == 0);
  CHECK(routing.kept == all_kept);
  CHECK(routing.tiles == tiles);
  CHECK(routing.busiest == busiest);
  CHECK(routing.unserved == o.tokens - static_cast<int>(served.size()));
  if (routing.capacity) CHECK(*routing.capacity == recount.limit);
}

// Invariants of every routing.
void check_laws(const MoeRouting& routing, const MoeOptions& o) {
  REQUIRE(static_cast<int>(routing.assignments.size()) == o.tokens * o.top_k);
  DifferentPairs pairs{o.tokens, o.experts}, slots{o.experts, o.tokens};
  int disordered = 0;
  for (size_t i = 0; i < routing.assignments.size(); ++i) {
    const Assignment& a = routing.assignments[i];
    const int index = static_cast<int>(i);  // firsts before seconds, each in token order
    disordered += a.choice != index / o.tokens || a.token != index % o.tokens;
    disordered += a.expert < 0 || a.expert >= o.experts;
    pairs.insert(a.token, a.expert);
    if (a.kept()) slots.insert(a.expert, a.slot);
  }
  CHECK(disordered == 0);
  CHECK(pairs.count == o.tokens * o.top_k);  // no token twice on one expert
  CHECK(routing.kept + routing.dropped == o.tokens * o.top_k);
  CHECK(slots.count == routing.kept);
  CHECK(routing.slots == routing.tiles * o.tile_rows);
  CHECK(routing.padded == routing.slots - routing.kept);
  CHECK(routing.useful == static_cast<double>(routing.kept) / routing.slots);
  int wrong = 0;
  for (const ExpertLoad& load : routing.experts) {
    wrong += load.padded < 0 || load.padded >= o.tile_rows;
    wrong += load.kept > routing.capacity.value_or(load.kept);
    wrong +=
        load.dropped > 0 && load.kept != routing.capacity.value_or(-1);  // only a full expert drops
  }
  CHECK(wrong == 0);
}

void check_schedule(const Schedule& schedule, const MoeRouting& routing, const MoeOptions& o) {
  DifferentPairs tiles{o.experts, routing.tiles}, times{schedule.rounds, o.places},
      launches{schedule.rounds, schedule.launches};
  int impossible = 0;
  for (const TileRun& run : schedule.runs) {
    impossible += run.place < 0 || run.place >= o.places || run.round < 0;
    impossible += run.tile >= routing.experts[static_cast<size_t>(run.expert)].tiles;
    tiles.insert(run.expert, run.tile);
    times.insert(run.round, run.place);
    launches.insert(run.round, run.launch);
  }
  CHECK(impossible == 0);
  const auto runs = static_cast<int>(schedule.runs.size());
  CHECK(tiles.count == runs);  // every tile once, no place used twice in a round
  CHECK(times.count == runs);
  CHECK(tiles.count == routing.tiles);
  CHECK(launches.count == schedule.rounds);  // no round is shared by two launches
  CHECK(schedule.idle == schedule.rounds * o.places - routing.tiles);
}

void check_everything(const MoeOptions& o) {
  CAPTURE(o.tokens);
  CAPTURE(o.experts);
  CAPTURE(o.top_k);
  CAPTURE(static_cast<int>(o.routing));
  CAPTURE(o.capacity_factor.value_or(0));
  const MoeRouting routing = route(o);
  check_laws(routing, o);
  if (o.top_k <= 2) check_against(routing, Recount(o), o);
  check_schedule(routing.per_expert, routing, o);
  check_schedule(routing.grouped, routing, o);
  int nonempty = 0, rounds = 0;
  for (const ExpertLoad& load : routing.experts) {
    nonempty += load.kept > 0;
    rounds += static_cast<int>(std::ceil(static_cast<double>(load.tiles) / o.places));
  }
  CHECK(routing.per_expert.launches == nonempty);
  CHECK(routing.per_expert.rounds == rounds);
  CHECK(routing.grouped.launches == 1);
  CHECK(routing.grouped.rounds ==
        static_cast<int>(std::ceil(static_cast<double>(routing.tiles) / o.places)));
}

std::string refusal(const MoeOptions& options) {
  const auto routing = moe_route(options);
  return routing ? "accepted" : routing.error().message;
}

}  // namespace

TEST_CASE("moe_route: the documented rows") {
  struct Row {
    MoeOptions options;
    std::vector<int> kept;
    int padded, dropped, slots, real;
    const char* useful;
    int busiest;
  };
  const Routing balanced = Routing::balanced, skewed = Routing::skewed;
  const Row rows[] = {
      {page(balanced, 1, 4), {8, 8, 8, 8}, 0, 0, 32, 32, "100", 8},
      {page(balanced, 1, 8), {4, 4, 4, 4, 4, 4, 4, 4}, 32, 0, 64, 32, "50", 4},
      {page(balanced, 2, 8), {8, 8, 8, 8, 8, 8, 8, 8}, 0, 0, 64, 64, "100", 8},
      {page(skewed, 1, 4), {16, 7, 5, 4}, 8, 0, 40, 32, "80", 16},
      {page(skewed, 1, 4, 1.0), {8, 7, 5, 4}, 8, 8, 32, 24, "75", 8},
      {page(skewed, 1, 4, 1.25), {10, 7, 5, 4}, 14, 6, 40, 26, "65", 10},
      {page(skewed, 1, 8), {11, 5, 4, 3, 2, 3, 2, 2}, 40, 0, 72, 32, "44", 11},
      {page(skewed, 2, 4), {32, 13, 10, 9}, 16, 0, 80, 64, "80", 32},
  };
  for (const Row& row : rows) {
    const MoeRouting routing = route(row.options);
    CHECK(kept(routing) == row.kept);
    CHECK(routing.padded == row.padded);
    CHECK(routing.dropped == row.dropped);
    CHECK(routing.slots == row.slots);
    CHECK(routing.kept == row.real);
    CHECK(std::to_string(std::lround(100 * routing.useful)) == row.useful);
    CHECK(routing.busiest == row.busiest);
  }
  CHECK(*route(page(skewed, 1, 4, 1.0)).capacity == 8);
  CHECK(*route(page(skewed, 1, 4, 1.25)).capacity == 10);
  CHECK(!route(page(skewed, 1, 4)).capacity);
}

TEST_CASE("moe_route: who goes where, by hand") {
  // Token 1 reverses to 16: u = 16.5/32, 4u² = 1.06. Token 31 reverses to itself: 4u² = 3.88.
  const MoeRouting skewed = route(page(Routing::skewed, 2, 4, 1.25));
  CHECK(skewed.assignments[0].expert == 0);
  CHECK(skewed.assignments[1].expert == 1);
  CHECK(skewed.assignments[31].expert == 3);
  CHECK(skewed.assignments[32].expert == 1);  // token 0 has expert 0: 1 + ⌊0/2⌋ mod 3
  CHECK(skewed.assignments[33].expert == 0);  // token 1 does not
  CHECK(*skewed.capacity == 20);
  CHECK(skewed.experts[0].kept == 20);
  CHECK(skewed.experts[0].dropped == 12);
  CHECK(skewed.unserved == 0);  // who loses the second choice still has the first

  const MoeRouting tight = route(page(Routing::skewed, 1, 4, 0.25));
  CHECK(*tight.capacity == 2);
  CHECK(tight.unserved == tight.dropped);
}

TEST_CASE("moe_route: packing") {
  // Skewed, 8 experts: tiles 2 1 1 1 1 1 1 1 on 4 places.
  const MoeRouting routing = route(page(Routing::skewed, 1, 8));
  CHECK(routing.per_expert.launches == 8);
  CHECK(routing.per_expert.rounds == 8);
  CHECK(routing.per_expert.idle == 23);
  CHECK(routing.grouped.rounds == 3);
  CHECK(routing.grouped.idle == 3);
  CHECK(routing.grouped.runs.back().round == 2);
  CHECK(routing.grouped.runs.back().place == 0);

  MoeOptions wide = page(Routing::skewed, 2, 4);  // 32 rows: 4 tiles, two rounds on 2 places
  wide.places = 2;
  CHECK(route(wide).per_expert.rounds == 2 + 1 + 1 + 1);
  CHECK(route(wide).grouped.rounds == 5);

  // An expert without rows is not launched.
  MoeOptions few = page(Routing::balanced, 1, 8);
  few.tokens = 3;
  CHECK(route(few).per_expert.launches == 3);
  CHECK(route(few).experts[5].tiles == 0);
  CHECK(route(few).experts[5].padded == 0);
}

TEST_CASE("moe_route: the page's whole grid against an independent recount") {
  for (Routing routing : {Routing::balanced, Routing::skewed})
    for (int k : {1, 2})
      for (int experts : {4, 8}) {
        check_everything(page(routing, k, experts));
        for (int step = 0; step <= 75; ++step)
          check_everything(page(routing, k, experts, 0.25 + 0.05 * step));
      }
}

TEST_CASE("moe_route: other sizes against an independent recount") {
  const int sizes[] = {1,  2,  3,  5,   7,   8,   9,   12,  31,   33,
                       63, 64, 65, 100, 127, 200, 255, 257, 1000, 4096};
  size_t at = 0;
  for (int tokens : sizes)
    for (int experts : {1, 2, 3, 4, 5, 7, 8, 16, 60, 256})
      for (int k : {1, 2, 3, 8})
        for (Routing routing : {Routing::balanced, Routing::skewed}) {
          if (k > experts || tokens * experts > 70'000) continue;
          if (at++ % loom::one_of_so_many > 0) continue;
          MoeOptions options = page(routing, k, experts);
          options.tokens = tokens;
          options.tile_rows = 1 + tokens % 13;
          options.places = 1 + tokens % 7;
          check_everything(options);
          options.capacity_factor = 1.1;
          check_everything(options);
        }
}

TEST_CASE("moe_route: skewed first choices are the same multiset for every order of the tokens") {
  // The reversal is a permutation, so expert e gets as many firsts as there are r with ⌊E·u²⌋ = e.
  for (int tokens : {1, 6, 32, 37, 500}) {
    MoeOptions options = page(Routing::skewed, 1, 5);
    options.tokens = tokens;
    std::vector<int> expected(5, 0);
    for (int r = 0; r < tokens; ++r)
      ++expected[static_cast<size_t>(5 * (2 * r + 1) * (2 * r + 1) / (4 * tokens * tokens))];
    CHECK(kept(route(options)) == expected);
  }
}

TEST_CASE("moe_progress: from nothing to everything, one assignment at a time") {
  const MoeRouting routing = route(page(Routing::skewed, 2, 4, 0.75));
  MoeProgress before = moe_progress(routing, 0);
  CHECK(before.kept + before.dropped + before.busiest == 0);
  for (int placed = 1; placed <= 64; ++placed) {
    const MoeProgress now = moe_progress(routing, placed);
    const Assignment& last = routing.assignments[static_cast<size_t>(placed - 1)];
    const auto expert = static_cast<size_t>(last.expert);
    CHECK(now.kept + now.dropped == placed);
    CHECK(now.kept == before.kept + (last.kept() ? 1 : 0));
    CHECK(now.experts[expert].kept == before.experts[expert].kept + (last.kept() ? 1 : 0));
    CHECK(now.experts[expert].dropped == before.experts[expert].dropped + (last.kept() ? 0 : 1));
    if (last.kept()) CHECK(last.slot == before.experts[expert].kept);
    for (size_t e = 0; e < 4; ++e) {
      if (e != expert) CHECK(now.experts[e].kept == before.experts[e].kept);
      CHECK(now.experts[e].tiles * 8 == now.experts[e].kept + now.experts[e].padded);
      CHECK(now.experts[e].padded < 8);
    }
    before = now;
  }
  CHECK(before.kept == routing.kept);
  CHECK(before.dropped == routing.dropped);
  CHECK(before.busiest == routing.busiest);
  for (size_t e = 0; e < 4; ++e) CHECK(before.experts[e].padded == routing.experts[e].padded);
}

TEST_CASE("moe_capacity: rounds up, but not because of binary fractions") {
  CHECK(moe_capacity(1.25, 32, 1, 4) == 10);
  CHECK(moe_capacity(1.3, 32, 1, 4) == 11);
  CHECK(moe_capacity(1.1, 40, 1, 4) == 11);  // 11.000000000000002 in binary
  CHECK(moe_capacity(0.7, 30, 2, 6) == 7);
  CHECK(moe_capacity(0.001, 4, 1, 4) == 1);
  CHECK(moe_capacity(1000, 4096, 256, 256) == 4'096'000);
}

TEST_CASE("moe_route: refuses the impossible") {
  MoeOptions options;
  options.top_k = 5;
  CHECK(refusal(options) == "top_k: got 5, but there are only 4 experts to choose from");
  options.top_k = 0;
  CHECK(refusal(options) == "top_k: got 0, expected a whole number from 1 to 4");
  options = {};
  options.tokens = 0;
  CHECK(refusal(options) == "tokens: got 0, expected a whole number from 1 to 4096");
  options.tokens = 4097;
  CHECK(refusal(options) == "tokens: got 4097, expected a whole number from 1 to 4096");
  options = {};
  options.experts = -1;
  CHECK(refusal(options) == "experts: got -1, expected a whole number from 1 to 256");
  options = {};
  options.tile_rows = 0;
  CHECK(refusal(options) == "tile_rows: got 0, expected a whole number from 1 to 1024");
  options = {};
  options.places = 0;
  CHECK(refusal(options) == "places: got 0, expected a whole number from 1 to 1024");
  for (double factor : {0.0, -1.0, 1000.5, std::nan(""), std::numeric_limits<double>::infinity()}) {
    options = {};
    options.capacity_factor = factor;
    CHECK(refusal(options).starts_with("capacity_factor: got "));
  }
}

}  // TESTS_OF(core::kernels::moe_routing)
