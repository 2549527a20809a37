#include "web/scene/measure.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scene::measure) {

using namespace loom::scene;

TEST_CASE("text is as wide as its characters, in CSS px") {
  CHECK(text_width("", Size::small) == 0);
  CHECK(text_width("0", Size::normal) == doctest::Approx(9.38));
  CHECK(text_width("0.5", Size::small) == doctest::Approx(2 * 8.04 + 3.48));
  CHECK(text_width("−1", Size::small) == doctest::Approx(8.04 + 8.076));  // one sign, three bytes
  CHECK(text_width("2⁻¹⁰", Size::small) == doctest::Approx(8.04 + 5.34 + 3.816 + 5.46));
  CHECK(text_width("abc", Size::small, Weight::mono) == doctest::Approx(3 * 7.2));
  CHECK(text_width("中", Size::small) == doctest::Approx(12));    // unknown: one em
  CHECK(text_width("\xe2", Size::small) == doctest::Approx(12));  // cut off, but not read past
}

TEST_CASE("fit takes the first text that has room") {
  CHECK(fit({"tile 12", "12"}, 60, Size::small) == "tile 12");
  CHECK(fit({"tile 12", "12"}, 20, Size::small) == "12");
  CHECK(fit({"tile 12", "12"}, 5, Size::small) == "");
}

TEST_CASE("numbers have as many decimals as there is room for") {
  const float digit = text_width("0", Size::small), point = text_width(".", Size::small);
  CHECK(widest({7, 12}, 0) == doctest::Approx(2 * digit));
  CHECK(widest({}, 2) == 0);
  CHECK(decimals_that_fit({7, 12}, 2, 4 * digit + point + 0.1f) == 2);
  CHECK(decimals_that_fit({7, 12}, 2, 3 * digit + point + 0.1f) == 1);
  CHECK(decimals_that_fit({7, 12}, 2, 3 * digit) == 0);
  CHECK(decimals_that_fit({7, 12}, 2, 1) == 0);
}

}  // TESTS_OF(web::scene::measure)
