#include "web/scene/format_choice.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scene::format_choice) {

using namespace loom;
using namespace loom::scene;

TEST_CASE("format choices are core's formats under core's names") {
  for (const Choice& choice : format_choices) {
    const numerics::Format* format = numerics::find_format(choice.value);
    REQUIRE_MESSAGE(format, choice.value);
    CHECK(format->name == choice.label);
  }
  for (const Choice& small : std::span(format_choices).subspan(4))
    CHECK(numerics::find_format(small.value)->bits() <= 8);
}

}  // TESTS_OF(web::scene::format_choice)
