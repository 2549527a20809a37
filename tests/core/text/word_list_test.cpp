#include "core/text/word_list.hpp"

#include "tests/doctest.hpp"

TESTS_OF(core::text::word_list) {

using namespace loom;

TEST_CASE("words: numbers and words of a list") {
  constexpr std::string_view list = "ab a abc b";
  const auto words = words_in(list);
  REQUIRE(words.size() == 4);
  for (int i = 0; i < 4; ++i) CHECK(number_in(list, words[static_cast<std::size_t>(i)]) == i);
  for (const char* other : {"", "c", "bc", "ab a", " ", "abcd"})
    CHECK(number_in(list, other) == -1);
  CHECK(number_in("unsigned int,int", "int", ',') == 1);
  CHECK(words_in("x").size() == 1);
}

}  // TESTS_OF(core::text::word_list)
