// The functions that the page calls, called like the page does, and in wrong ways.
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "tests/doctest.hpp"
#include "web/program/interface.hpp"
#include "web/scene/display_list.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::live::bridge) {

using loom::program::Answer;
using loom::program::bit;
using loom::program::Text;

namespace {

void say(std::string text) {
  std::memcpy(loom_input(static_cast<int>(text.size())), text.data(), text.size());
}

std::string reply() { return {loom_reply(), static_cast<size_t>(loom_reply_size())}; }

std::string first_scene() { return std::string(loom::scene::registry()[0].id); }

int open_first(const std::string& query = "") {
  say(first_scene() + '\0' + query);
  return loom_open();
}

bool ask(int figure, Text what, const std::string& about = "") {
  say(about);
  return loom_ask(figure, static_cast<int>(what));
}

}  // namespace

TEST_CASE("an unknown scene and a malformed query are answered with words") {
  say(std::string("coalescin\0stride=2", 18));
  CHECK(loom_open() == -1);
  CHECK(reply().find("unknown scene 'coalescin'") == 0);
  for (const std::string query : {"x", "=", "&x&", "%", "%zz=1", "step=-1", "step=1e9",
                                  "step=999999999999", "nosuch=1", "\xff=\xfe"}) {
    CAPTURE(query);
    CHECK(open_first(query) == -1);
    CHECK(reply().size() > 10);
  }
  say("");
  CHECK(loom_open() == -1);
}

TEST_CASE("a figure's life") {
  const int figure = open_first();
  REQUIRE(figure >= 0);
  loom_resize(figure, 760, 1);
  CHECK(loom_tick(figure, 0) == 2);
  (void)loom_draw(figure);
  CHECK(loom_list_size() > 100);
  CHECK(loom_list()[0] == loom::scene::display_list::magic);
  CHECK(loom_tick(figure, 16) == 0);
  say(std::string("nosuch\0001", 8));
  CHECK_FALSE(loom_set(figure));
  CHECK(reply().find("nosuch") != std::string::npos);
  CHECK(loom_tick(figure, 32) == 0);
  loom_still(true);
  loom_seek(figure, 1000000);
  CHECK(loom_tick(figure, 48) == 2);
  CHECK(ask(figure, Text::snapshot));
  CHECK(reply().find("[\"") == 0);
  CHECK(ask(figure, Text::pointed));
  CHECK(reply() == R"([0,false,"",0,0,0,0])");
  CHECK(ask(figure, Text::table));
  CHECK(reply().find("{\"columns\":[{\"name\":") == 0);
  CHECK(ask(figure, Text::svg, "340"));
  CHECK(reply().find("<svg") == 0);
  CHECK_FALSE(ask(figure, Text::predict));
  CHECK_FALSE(ask(figure, static_cast<Text>(99)));
  loom_bench(figure, 2);
  loom_close(figure);
  loom_still(false);
}

TEST_CASE("several values are set together, and what is refused of an address is told") {
  const loom::scene::Parameter& first = loom::scene::registry()[0].parameters[0];
  const std::string key(first.key), text(first.initial);
  const int figure = open_first();
  say(key + '\0' + text + '\0' + key + '\0' + text);
  CHECK(loom_set(figure));
  say(key + '\0' + text + '\0' + "nosuch" + '\0' + "1");
  CHECK_FALSE(loom_set(figure));
  CHECK(reply().find("nosuch") != std::string::npos);
  say("nosuch=1");
  CHECK_FALSE(loom_load(figure));
  CHECK(reply().find("unknown parameter 'nosuch'") == 0);
  say("nosuch=1&" + key + "=" + loom::scene::percent_encode(text));
  CHECK(loom_load(figure));
  CHECK(reply().find("Left out of the link: unknown parameter 'nosuch'") == 0);
  say("");
  CHECK(loom_load(figure));
  CHECK(reply().empty());
  loom_close(figure);
}

TEST_CASE("figures that are closed, or never were, do nothing") {
  const int closed = open_first();
  loom_close(closed);
  for (int figure : {closed, -1, 1000000, -2147483647}) {
    CAPTURE(figure);
    loom_close(figure);
    loom_resize(figure, 1, 1);
    CHECK_FALSE(loom_set(figure));
    CHECK(reply() == "there is no such figure");
    CHECK_FALSE(loom_load(figure));
    loom_seek(figure, 1);
    loom_play(figure, 1);
    loom_highlight(figure);
    CHECK(loom_pointer(figure, 1, 5, 5, false) == 0);
    CHECK(loom_tick(figure, 0) == 0);
    CHECK(loom_draw(figure) == 0);
    CHECK_FALSE(ask(figure, Text::snapshot));
  }
}

TEST_CASE("numbers out of all reason do not stop the program") {
  const int figure = open_first();
  const float odd[] = {0,
                       -1,
                       1e30f,
                       -1e30f,
                       std::numeric_limits<float>::infinity(),
                       std::numeric_limits<float>::quiet_NaN()};
  for (float value : odd) {
    loom_resize(figure, value, value);
    (void)loom_draw(figure);
    for (int what = -1; what < 5; ++what) (void)loom_pointer(figure, what, value, -value, true);
    (void)loom_tick(figure, static_cast<double>(value));
    CHECK(ask(figure, Text::pointed));
  }
  loom_play(figure, 1);
  (void)loom_tick(figure, std::numeric_limits<double>::quiet_NaN());
  (void)loom_tick(figure, 1e300);
  loom_resize(figure, 340, 1);
  CHECK((loom_draw(figure) & bit(Answer::state_changed, true)) == 0);
  say(std::string(5000, '\xff'));
  CHECK_FALSE(loom_load(figure));
  say(std::string(300, '\0'));
  CHECK_FALSE(loom_set(figure));
  (void)loom_input(-7);
  CHECK(loom_ask(figure, static_cast<int>(Text::snapshot)));
  loom_close(figure);
}

}  // TESTS_OF(web::live::bridge)
