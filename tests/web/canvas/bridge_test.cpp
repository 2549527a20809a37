// The functions of the canvas program, called like the page does, and in wrong ways.
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "tests/doctest.hpp"
#include "web/program/interface.hpp"
#include "web/scene/painter.hpp"

TESTS_OF(web::canvas::bridge) {

namespace {

void say(const void* bytes, size_t size) {
  std::memcpy(loom_input(static_cast<int>(size)), bytes, size);
}

std::string reply() { return {loom_reply(), static_cast<size_t>(loom_reply_size())}; }

}  // namespace

TEST_CASE("a display list is drawn; what is none is refused with the reason") {
  loom::scene::Painter painter;
  painter.rect({1, 1, 5, 5}, {.fill = loom::scene::Role::data});
  const auto say_list = [&](size_t size) { say(painter.list().data(), size); };
  say_list(painter.list().size_bytes());
  CHECK(loom_paint(2, 20, 20));
  CHECK(reply() == "");
  say_list(painter.list().size_bytes() - 4);
  CHECK_FALSE(loom_paint(2, 20, 20));
  CHECK(reply().find("display list, word 3: cut off") == 0);
  say("", 0);
  CHECK_FALSE(loom_paint(2, 20, 20));
}

TEST_CASE("numbers out of all reason do not stop the program") {
  loom::scene::Painter painter;
  painter.text({1, 1}, "x", {});
  for (float value : {0.f, -1.f, 1e30f, std::numeric_limits<float>::infinity(),
                      std::numeric_limits<float>::quiet_NaN()}) {
    say(painter.list().data(), painter.list().size_bytes());
    CHECK(loom_paint(value, -5, 1 << 30));
  }
  say("short", 5);
  loom_theme();
  const std::string none(100, 'x');
  say(none.data(), none.size());
  CHECK_FALSE(loom_font(0));
  CHECK_FALSE(loom_font(-1));
  (void)loom_input(-7);
}

}  // TESTS_OF(web::canvas::bridge)
