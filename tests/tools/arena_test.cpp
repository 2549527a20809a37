#include "tools/loom/site/parse/arena.hpp"

#include <cstdint>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(tools::arena) {

using loom::site::Arena;

TEST_CASE("arena: texts are joined, wherever they stand") {
  Arena arena(0);
  const std::string source = "one two";
  const std::string_view one = std::string_view(source).substr(0, 3),
                         two = std::string_view(source).substr(3);
  CHECK(arena.join(one, two).data() == source.data());  // neighbors: nothing is copied
  CHECK(arena.join("", two).data() == two.data());
  CHECK(arena.join(one, "").data() == one.data());
  CHECK(arena.join(two, one) == " twoone");
  const std::string_view last = arena.copy("last"), more = arena.join(last, "!");
  CHECK(more == "last!");
  CHECK(more.data() == last.data());  // the last that was made grows where it is
  CHECK(arena.join(last, "?") == "last?");
  CHECK(more == "last!");
}

TEST_CASE("arena: a text that grows for long, and what lies beside it") {
  Arena arena(0);
  std::string_view text;
  std::string expected;
  std::vector<std::pair<int*, int>> others;
  for (int i = 0; i < 20000; ++i) {
    const std::string piece = std::to_string(i);
    text = arena.join(text, arena.copy(piece));
    expected += piece;
    if (i % 1000 != 0) continue;
    int* other = arena.make<int>();
    CHECK(reinterpret_cast<std::uintptr_t>(other) % alignof(int) == 0);
    *other = i;
    others.emplace_back(other, i);
  }
  CHECK(text == expected);
  for (const auto& [other, value] : others) CHECK(*other == value);
}

}  // TESTS_OF(tools::arena)
