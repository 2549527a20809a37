// Layouts: if CuTe's Python reference is right, the same function; if it is wrong, no answer, or
// one that holds.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>

#include "core/layout/coalesce.hpp"
#include "core/layout/complement.hpp"
#include "core/layout/compose.hpp"
#include "core/layout/divide.hpp"
#include "core/layout/inverse.hpp"
#include "core/layout/parse.hpp"
#include "core/layout/product.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::layouts) {

using namespace loom;
using namespace loom::layout;
using loom::test::Json;

namespace {

struct Tally {
  int same = 0, refused = 0, better = 0;
};

Layout read(const Json& text) {
  const Result<Layout> found = parse_layout(text.get<std::string>());
  REQUIRE(found);
  return *found;
}

// Checks every row. `same` compares an answer with the reference's.
Tally compare(const char* name, const std::function<Result<Layout>(const Json&)>& answer,
              const std::function<bool(const Json&, const Layout&, const Layout&)>& same) {
  static const Json file = test::answered("pycute/layouts.json");
  Tally tally;
  for (const Json& row : file[name]) {
    CAPTURE(row.dump());
    const Result<Layout> ours = answer(row);
    const Json& theirs = row[row.size() - 2];
    if (row.back() == true) {
      CHECK_MESSAGE(ours, ours.error().message);
      if (ours) CHECK(same(row, *ours, read(theirs)));
      ++tally.same;
    } else if (!ours) {
      ++tally.refused;
    } else {
      if (!theirs.is_null()) CHECK(to_text(*ours) != theirs.get<std::string>());
      ++tally.better;
    }
  }
  return tally;
}

bool same_function(const Json&, const Layout& ours, const Layout& theirs) {
  return offsets(ours) == offsets(theirs);
}

// The longer of two right inverses begins with the other.
bool goes_on(const Json&, const Layout& ours, const Layout& theirs) {
  const auto all = offsets(ours), some = offsets(theirs);
  return all.size() >= some.size() && std::equal(some.begin(), some.end(), all.begin());
}

// Left inverses may differ wherever the layout has no offset.
bool same_on_image(const Json& row, const Layout& ours, const Layout& theirs) {
  for (std::int64_t offset : offsets(read(row[0])))
    if (ours(offset) != theirs(offset)) return false;
  return true;
}

template <Result<Layout> (*Operation)(const Layout&, const Layout&)>
Result<Layout> two(const Json& row) {
  return Operation(read(row[0]), read(row[1]));
}

}  // namespace

TEST_CASE("layouts: CuTe's Python reference, where it is right") {
  const Tally coalesced = compare(
      "coalesce", [](const Json& row) { return Result<Layout>(coalesce(read(row[0]))); },
      [](const Json&, const Layout& ours, const Layout& theirs) { return ours == theirs; });
  CHECK(coalesced.same == 250);
  const Tally complements = compare(
      "complement", [](const Json& row) { return complement(read(row[0]), row[1].get<int>()); },
      same_function);
  CHECK(complements.same > 100);
  CHECK(complements.refused > 20);
  const Tally right = compare(
      "right_inverse", [](const Json& row) { return Result<Layout>(right_inverse(read(row[0]))); },
      goes_on);
  CHECK(right.same == 250);
  const Tally left = compare(
      "left_inverse", [](const Json& row) { return left_inverse(read(row[0])); }, same_on_image);
  CHECK(left.same > 100);
  CHECK(left.refused > 20);
}

TEST_CASE("layouts: two of them, and the reference's wrong answers are not repeated") {
  const Tally composed = compare("compose", two<compose>, same_function);
  CHECK(composed.same > 100);
  CHECK(composed.refused > 20);
  CHECK(composed.better > 5);  // exact ones at which the reference stops
  const auto divided = [](const Json& row) { return logical_divide(read(row[0]), read(row[1])); };
  CHECK(compare("logical_divide", divided, same_function).same > 100);
  CHECK(compare("logical_product", two<logical_product>, same_function).same > 100);
}

// What the front page says of it.
TEST_CASE("layouts: how many compositions the reference answered, and how many wrongly") {
  const Json told = test::recorded("published/pycute.json")["compositions"];
  const Json file = test::answered("pycute/layouts.json");
  int asked = 0, answered = 0, wrong = 0;
  for (const Json& row : file["compose"]) {
    const bool answer = !row[2].is_null();
    ++asked;
    answered += answer;
    wrong += answer && row[3] == false;
  }
  CHECK(told == Json{{"asked", asked}, {"answered", answered}, {"wrong", wrong}});
}

}  // TESTS_OF(data::layouts)
