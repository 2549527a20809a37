#include "web/scenes/formats/format_choice.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scenes::formats::format_choice) {

using namespace loom;
using namespace loom::scenes;

TEST_CASE("format choices are core's formats under core's names") {
  for (const scene::Choice& choice : format_choices) {
    const numerics::Format* format = numerics::find_format(choice.value);
    REQUIRE_MESSAGE(format, choice.value);
    CHECK(format->name == choice.label);
  }
  for (const scene::Choice& small : std::span(format_choices).subspan(4))
    CHECK(numerics::find_format(small.value)->bits() <= 8);
}

TEST_CASE("codes are written with all of their digits") {
  const auto text = [](const char* id, std::uint32_t code) {
    return code_text(*numerics::find_format(id), code);
  };
  CHECK(text("fp32", 0x3f800000) == "0x3F800000");
  CHECK(text("tf32", 0x1fc00) == "0x01FC00");
  CHECK(text("fp16", 0x3c) == "0x003C");
  CHECK(text("e4m3", 0x7e) == "0x7E");
  CHECK(text("e3m2", 0x3f) == "0x3F");
  CHECK(text("e2m1", 0xb) == "0xB");
}

}  // TESTS_OF(web::scenes::formats::format_choice)
