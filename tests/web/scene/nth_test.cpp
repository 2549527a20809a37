#include "web/scene/nth.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tests/doctest.hpp"

TESTS_OF(web::scene::nth) {

using loom::scene::nth;

TEST_CASE("nth: the entry itself, of a container, an array and a temporary") {
  enum class Kind { first, second };
  std::vector<int> numbers = {3, 4, 5};
  nth(numbers, 1) += 10;
  CHECK(numbers == std::vector{3, 14, 5});
  constexpr std::array<const char*, 2> names = {"a", "b"};
  static_assert(nth(names, Kind::second)[0] == 'b');
  CHECK(nth(std::string("text"), 3ll) == 't');
}

TEST_CASE("list_of: an entry for each number") {
  CHECK(loom::scene::list_of(3, [](int i) { return 10 * i; }) == std::vector{0, 10, 20});
  CHECK(loom::scene::list_of(2, [](int i) { return std::string(2, i ? 'b' : 'a'); }) ==
        std::vector<std::string>{"aa", "bb"});
  CHECK(loom::scene::list_of(0, [](int i) { return i; }).empty());
}

TEST_CASE("largest: of what each entry has, or the least that is given") {
  const std::vector<int> numbers = {3, -9, 5};
  CHECK(loom::scene::largest(numbers, [](int number) { return number; }) == 5);
  CHECK(loom::scene::largest(numbers) == 5);
  const std::vector<std::pair<int, double>> pairs = {{1, 2.5}, {4, 0.5}};
  CHECK(loom::scene::largest(pairs, &std::pair<int, double>::second) == 2.5);
  CHECK(loom::scene::largest(pairs, &std::pair<int, double>::first, 7) == 7);
  CHECK(loom::scene::largest(numbers, [](int number) { return -number; }) == 9);
  CHECK(loom::scene::largest(
            numbers, [](int number) { return number; }, 7) == 7);
  CHECK(loom::scene::largest(std::vector<int>(), [](int number) { return number; }) == 0);
}

}  // TESTS_OF(web::scene::nth)
