#include "core/memory/access_pattern.hpp"

#include <algorithm>
#include <set>

#include "tests/doctest.hpp"

TESTS_OF(core::memory::access_pattern) {

using namespace loom;
using namespace loom::memory;

namespace {

LaneIndices of(const PatternOptions& options) {
  const Result<LaneIndices> indices = element_indices(options);
  REQUIRE_MESSAGE(indices, (indices ? "" : indices.error().message));
  return *indices;
}

}  // namespace

TEST_CASE("the regular patterns, lane by lane") {
  for (int offset : {0, 1, 31})
    for (int step : {1, 3, 32})
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const auto l = static_cast<size_t>(lane);
        CHECK(of({.pattern = Pattern::sequential, .stride = step, .offset = offset})[l] ==
              offset + lane);
        CHECK(of({.pattern = Pattern::strided, .stride = step, .offset = offset})[l] ==
              offset + lane * step);
        CHECK(of({.pattern = Pattern::broadcast, .stride = step, .offset = offset})[l] == offset);
        CHECK(of({.pattern = Pattern::field,
                  .stride = 7,
                  .offset = offset,
                  .struct_elements = step})[l] == offset + lane * step);
      }
}

TEST_CASE("shuffled reads the same elements as sequential, in an order of the seed") {
  std::set<LaneIndices> orders;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    LaneIndices indices = of({.pattern = Pattern::shuffled, .offset = 3, .seed = seed});
    orders.insert(indices);
    std::sort(indices.begin(), indices.end());
    for (int lane = 0; lane < warp_lanes; ++lane)
      CHECK(indices[static_cast<size_t>(lane)] == 3 + lane);
  }
  CHECK(orders.size() == 50);
}

TEST_CASE("random stays in the array, reaches all of it, and is a function of the seed") {
  std::set<int> reached;
  std::set<LaneIndices> drawn;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const LaneIndices indices = of({.pattern = Pattern::random, .seed = seed});
    drawn.insert(indices);
    CHECK(indices == of({.pattern = Pattern::random, .seed = seed}));
    const LaneIndices turned = of({.pattern = Pattern::random, .offset = 31, .seed = seed});
    for (size_t lane = 0; lane < indices.size(); ++lane) {
      REQUIRE((indices[lane] >= 0 && indices[lane] < pattern_elements));
      CHECK(turned[lane] == (indices[lane] + 31) % pattern_elements);
      reached.insert(indices[lane]);
    }
  }
  CHECK(drawn.size() == 400);
  CHECK(reached.size() > 1000);
}

TEST_CASE("every pattern stays inside the array, for every option in range") {
  for (Pattern pattern : {Pattern::sequential, Pattern::strided, Pattern::shuffled, Pattern::random,
                          Pattern::broadcast, Pattern::field})
    for (int step = 1; step <= 32; ++step)
      for (int offset = 0; offset < 32; ++offset) {
        const PatternOptions options{.pattern = pattern,
                                     .stride = step,
                                     .offset = offset,
                                     .struct_elements = step,
                                     .seed = 9};
        for (int index : of(options)) REQUIRE((index >= 0 && index < pattern_elements));
      }
}

TEST_CASE("options out of range are refused by name") {
  const auto message = [](const PatternOptions& options) {
    return element_indices(options).error().message;
  };
  CHECK(message({.stride = 33}) == "stride: got 33, expected a whole number from 1 to 32");
  CHECK(message({.stride = 0}).starts_with("stride: got 0"));
  CHECK(message({.offset = 32}) == "offset: got 32, expected a whole number from 0 to 31");
  CHECK(message({.offset = -1}).starts_with("offset: got -1"));
  CHECK(message({.struct_elements = 0}) ==
        "struct_elements: got 0, expected a whole number from 1 to 32");
  CHECK(message({.struct_elements = 33}).starts_with("struct_elements"));
}

TEST_CASE("indices become byte offsets") {
  const WarpAccess access =
      element_access(of({.pattern = Pattern::strided, .stride = 32, .offset = 31}), 16);
  CHECK(access.width == 16);
  CHECK(access.active == ~0u);
  for (int lane = 0; lane < warp_lanes; ++lane)
    CHECK(access.offsets[static_cast<size_t>(lane)] == 16 * (31 + 32 * lane));
}

}  // TESTS_OF(core::memory::access_pattern)
