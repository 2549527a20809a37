// Each answer against the operation's law, evaluated here again from what the relation says.
#include "core/layout/relation.hpp"

#include <set>

#include "core/random.hpp"
#include "tests/core/layout/examples.hpp"

TESTS_OF(core::layout::relation) {

using namespace loom;
using namespace loom::layout;
using test::read;
using test::tiler;

namespace {

Layout any(Random& random, std::uint32_t most) {
  std::vector<Layout> modes;
  for (int k = 0; k < 2; ++k)
    modes.push_back(mode(1 + random.below(most), 1 + random.below(most * most)));
  return tuple(modes);
}

}  // namespace

TEST_CASE("relation: the law holds at every index that it is asked at") {
  Random random(3);
  int answered = 0;
  for (int i = 0; i < 400; ++i) {
    const Layout a = any(random, 6), b = any(random, 4);
    for (int of = 0; of <= static_cast<int>(Operation::right_inverse); ++of) {
      const Relation found = relate(static_cast<Operation>(of), a, b, 64);
      CHECK(found.held == found.asked);
      CHECK(found.result.has_value() == (found.asked > 0));
      CHECK((found.result || found.too_large || found.too_many > 0) == found.refusal.empty());
      answered += found.result.has_value();
    }
  }
  CHECK(answered > 400);
}

TEST_CASE("relation: a composition's element is the one of A that B names") {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const Layout a = any(random, 6), b = any(random, 4);
    const Relation found = relate(Operation::composition, a, b, 1);
    for (std::size_t x = 0; x < found.offsets.size(); ++x) {
      const std::int64_t index = b(static_cast<std::int64_t>(x));
      CHECK(found.offsets[x] == a(index));
      CHECK(found.in_a[x] == (index < size(a) ? index : -1));
    }
  }
}

TEST_CASE("relation: a product has each element of A once in each copy") {
  const Relation found =
      relate(Operation::blocked_product, read("(2,2):(1,2)"), tiler("(2,4):(4,1)"), 1);
  REQUIRE(found.in_a.size() == 32);
  std::set<std::pair<int, int>> pairs;
  for (std::size_t x = 0; x < found.in_a.size(); ++x) pairs.insert({found.in_a[x], found.group[x]});
  CHECK(pairs.size() == 32);
}

TEST_CASE("relation: where no layout has the offsets, the first that no stride fits") {
  const Relation found =
      relate(Operation::composition, read("(4,8):(8,1)"), read("(2,3):(1,2)"), 1);
  CHECK_FALSE(found.result);
  CHECK_FALSE(found.refusal.empty());
  CHECK(found.misfit == 4);  // 0 8 16 24 1 …: the step 16 would lead to 32
}

TEST_CASE("relation: results beyond the limits are named, not shown") {
  const Relation large =
      relate(Operation::logical_product, read("64:1"), tiler("128:1"), 1, {.size = 4096});
  REQUIRE(large.too_large);
  CHECK(size(*large.too_large) == 8192);
  CHECK_FALSE(large.result);
  CHECK(large.offsets.empty());
  CHECK(relate(Operation::complement, read("4:1"), {}, 64, {.size = 32}).too_many == 64);
}

}  // TESTS_OF(core::layout::relation)
