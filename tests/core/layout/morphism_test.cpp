#include "core/layout/morphism.hpp"

#include <set>

#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"
#include "core/layout/parse.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::layout::morphism) {

using namespace loom;
using namespace loom::layout;

namespace {

// Up to three modes of small shapes and strides.
Layout small(Random& random) {
  std::vector<Leaf> modes;
  for (auto left = 1 + random.below(3); left > 0; --left)
    modes.push_back({1 + static_cast<std::int64_t>(random.below(6)),
                     static_cast<std::int64_t>(random.below(13))});
  return flat(modes);
}

}  // namespace

TEST_CASE("no layout has the offsets of a composition exactly where compose() refuses") {
  Random random(5);
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    const Layout a = small(random), b = small(random);
    std::vector<std::int64_t> values;
    for (std::int64_t x = 0; x < size(b); ++x) values.push_back(a(b(x)));
    const auto at = misfit(values, b);
    const std::string about = to_text(a) + " o " + to_text(b);
    CHECK_MESSAGE(at.has_value() == !compose(a, b), about);
    if (at) CHECK((*at > 0 && *at < size(b)));
    refused += at.has_value();
  }
  CHECK(refused > 300);
}

TEST_CASE("where no stride fits") {
  const auto at = [](std::vector<std::int64_t> values, const char* like) {
    return misfit(values, *parse_layout(like));
  };
  CHECK(at({0, 8, 16, 24, 1, 9}, "(2,3)") == 4);
  CHECK(at({0, 1, 2, 2, 3, 8}, "(3,2)") == 5);
  CHECK(at({0, 1, 2, 2, 3, 4}, "(3,2)") == std::nullopt);
  CHECK(at({0, 8, 1, 9}, "4") == std::nullopt);  // (2,2):(8,1)
  CHECK(at({3}, "1") == 0);
}

TEST_CASE("a morphism is its layout, and there is one where there is a complement") {
  Random random(6);
  int found = 0;
  for (int round = 0; round < 5000; ++round) {
    const Layout layout = small(random);
    const auto made = morphism(layout);
    if (!made) continue;
    ++found;
    size_t i = 0;
    std::set<int> taken;
    for (const Leaf& leaf : leaves(layout)) {
      if (leaf.shape == 1) continue;
      REQUIRE(i < made->domain.size());
      std::int64_t stride = made->to[i] < 0 ? 0 : 1;
      for (int k = 0; k < made->to[i]; ++k) stride *= made->codomain[static_cast<size_t>(k)];
      CHECK(made->domain[i] == leaf.shape);
      CHECK(stride == leaf.stride);
      if (made->to[i] >= 0) {
        CHECK(made->codomain[static_cast<size_t>(made->to[i])] == leaf.shape);
        CHECK(taken.insert(made->to[i]).second);
      }
      ++i;
    }
    CHECK(i == made->domain.size());
    CHECK(complement(layout));
  }
  CHECK(found > 300);
  CHECK(!morphism(*parse_layout("(2,2):(1,3)")));
  CHECK(!morphism(*parse_layout("(4,4):(1,5)")));
}

}  // TESTS_OF(core::layout::morphism)
