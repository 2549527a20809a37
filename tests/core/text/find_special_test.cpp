#include "core/text/find_special.hpp"

#include <string>

#include "tests/doctest.hpp"

TESTS_OF(core::text::find_special) {

TEST_CASE("find_special: every place in texts of every length, from every start") {
  const auto special = [](char c) { return c == '&'; };
  for (size_t size = 0; size < 40; ++size)
    for (size_t at = 0; at <= size; ++at) {
      std::string text(size, 'a');
      if (at < size) text[at] = '&';
      for (size_t from = 0; from <= size; ++from)
        CHECK(loom::find_special(text, from, special) == (from <= at ? at : size));
    }
}

}  // TESTS_OF(core::text::find_special)
