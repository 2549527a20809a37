// Both passes of attention: against their sums, against one count for each moment, and against sets
// of blocks.
#include "core/kernels/flash_passes.hpp"

#include <algorithm>
#include <set>

#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::kernels::flash_passes) {

using namespace loom;
using namespace loom::kernels;

namespace {

int between(Random& random, int from, int to) {
  return from + static_cast<int>(random.below(static_cast<std::uint32_t>(to - from + 1)));
}

FlashIoOptions some(Random& random, FlashLoop loop) {
  FlashIoOptions o;
  o.n = between(random, 1, 400);
  o.d = between(random, 1, 32);
  o.loop = loop;
  o.block_q = between(random, 1, 64);
  o.block_k = between(random, 1, 64);
  o.causal = between(random, 0, 1) == 1;
  if (between(random, 0, 3) == 0) o.window = between(random, 1, 100);
  if (loop == FlashLoop::standard || between(random, 0, 1) == 0) return o;
  o.kept.resize(static_cast<size_t>(o.rows() * o.columns()));
  for (size_t i = 0; i < o.kept.size(); ++i) o.kept[i] = between(random, 0, 2) > 0;
  return o;
}

constexpr FlashLoop loops[] = {FlashLoop::standard, FlashLoop::fa1, FlashLoop::fa2};

}  // namespace

TEST_CASE("flash passes: both are the sum of each, and end where the last moment does") {
  Random random(11);
  for (int round = 0; round < tries(60); ++round)
    for (const FlashLoop loop : loops) {
      const FlashIoOptions o = some(random, loop);
      const auto forward = flash_io(o), backward = flash_backward_io(o);
      const auto both = flash_io(o, {true, true});
      REQUIRE(both);
      CHECK(both->reads == forward->reads + backward->reads);
      CHECK(both->writes == forward->writes + backward->writes);
      CHECK(both->blocks == forward->blocks + backward->blocks);
      CHECK(both->extra == std::max(forward->extra, backward->extra));
      CHECK(flash_io(o, {false, true})->total() == backward->total());
      CHECK(least_io(o.n, o.d, {true, true}) == 12 * o.n * o.d);

      const int most = 1 + round % 9;
      const auto moments = flash_moments(o, {true, true}, most);
      CHECK(std::ssize(moments) <= 2 * most + 1);
      CHECK(moments.front().elements == 0);
      CHECK(moments.back().elements == both->total());
      for (size_t i = 1; i < moments.size(); ++i) {
        FlashIoOptions until = o;
        until.outer = moments[i].outer;
        CHECK(moments[i].elements == (moments[i].backward
                                          ? forward->total() + flash_backward_io(until)->total()
                                          : flash_io(until)->total()));
        CHECK(moments[i].elements >= moments[i - 1].elements);
      }
    }
  FlashIoOptions bad;
  bad.n = 0;
  CHECK_FALSE(flash_io(bad, {true, true}));
}

TEST_CASE("flash passes: what several blocks meet is what any of them meets") {
  Random random(12);
  for (int round = 0; round < tries(60); ++round)
    for (const bool rows_first : {false, true}) {
      const FlashIoOptions o = some(random, FlashLoop::fa1);
      const std::int64_t outer = rows_first ? o.rows() : o.columns();
      const std::int64_t begin = between(random, 0, static_cast<int>(outer) - 1),
                         end = between(random, static_cast<int>(begin), static_cast<int>(outer));
      std::set<std::int64_t> expected, found;
      for (std::int64_t index = begin; index < end; ++index)
        for (const FlashSpan& span : flash_met(o, rows_first, index))
          for (std::int64_t at = span.begin; at < span.end; ++at) expected.insert(at);
      std::int64_t before = -1;
      for (const FlashSpan& span : flash_met(o, rows_first, FlashSpan{begin, end})) {
        CHECK(span.begin > before);  // ranges do not touch
        before = span.end;
        for (std::int64_t at = span.begin; at < span.end; ++at) found.insert(at);
      }
      CHECK(found == expected);
    }
}

TEST_CASE("flash passes: a loop's bound") {
  CHECK(loop_bound(FlashLoop::standard, 1024, 64, 8192, 0.5) == standard_bound(1024, 64));
  for (const FlashLoop loop : {FlashLoop::fa1, FlashLoop::fa2}) {
    CHECK(loop_bound(loop, 1024, 64, 8192, 1) == 1024. * 1024 * 64 * 64 / 8192);
    CHECK(loop_bound(loop, 1024, 64, 8192, 0.5) == 1024. * 64 + 1024. * 1024 * 64 * 64 / 8192 / 2);
  }
}

}  // TESTS_OF(core::kernels::flash_passes)
