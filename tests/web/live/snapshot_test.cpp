#include "web/live/snapshot.hpp"

#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"

TESTS_OF(web::live::snapshot) {

using namespace loom::live;
using loom::tests::fake_scene;

TEST_CASE("a snapshot is what the figure says one by one") {
  Figure figure(fake_scene());
  REQUIRE_FALSE(figure.session().load("color=blue&length=9&step=3"));
  const Snapshot shown = snapshot(figure);
  CHECK(shown.query == figure.session().state().query());
  CHECK(shown.settings == "color=blue&length=9");
  CHECK(shown.status == figure.status());
  CHECK(shown.left_out.empty());
  CHECK(shown.steps == 9);
  CHECK(shown.step == 3);
  CHECK_FALSE(shown.playing);
  CHECK(shown.sealed == 0);
  CHECK(shown.narrow_height == 100);
  CHECK(shown.wide_height == 100);
  REQUIRE(shown.values.size() == 6);
  for (const auto& [key, value] : shown.values)
    CHECK(value == figure.session().state().values().text(key));
  figure.session().play();
  CHECK(snapshot(figure).playing);
}

TEST_CASE("a preset is shown where the values are its own, at any step") {
  Figure figure(fake_scene());
  CHECK(snapshot(figure).presets == flags{true, false, false});  // it names a default
  REQUIRE_FALSE(figure.session().set("color", "blue"));
  figure.session().seek(1);
  CHECK(snapshot(figure).presets == flags{false, true, false});
  REQUIRE_FALSE(figure.session().set("length", "9"));
  CHECK(snapshot(figure).presets == flags{false, false, true});
  REQUIRE_FALSE(figure.session().set("filled", "on"));
  CHECK(snapshot(figure).presets == flags{false, false, false});
}

TEST_CASE("a state that answers a question gives its sentence to nobody") {
  Figure figure(fake_scene());
  REQUIRE_FALSE(figure.ask("length", ""));
  const Snapshot shown = snapshot(figure);
  CHECK(shown.sealed == 1);
  CHECK(shown.status == loom::scene::Seal::sentence);
}

TEST_CASE("what the pointer is over, and what it drags") {
  Figure figure(fake_scene());
  figure.resize(760, 1);
  figure.draw();
  CHECK(json(pointed(figure)) == R"([0,false,"",0,0,0,0])");
  figure.point(20, 20, false, false);
  Pointed under = pointed(figure);
  CHECK(under.cursor == static_cast<double>(Cursor::press));
  CHECK(under.tooltip == "blue");
  CHECK(json(under) == R"([1,false,"blue",10,10,40,30])");
  figure.point(120, 40, false, false);
  figure.point(120, 40, true, false);
  under = pointed(figure);
  CHECK(under.cursor == static_cast<double>(Cursor::drag_y));
  CHECK(under.dragging);
  CHECK(under.y == 35);
}

TEST_CASE("JSON has the elements in the order of interface.def, and any text") {
  Figure figure(fake_scene());
  REQUIRE_FALSE(figure.session().load("note=%22%00%26&step=2"));
  CHECK(
      json(snapshot(figure)) ==
      R"json(["note=%22%00%26&step=2","note=%22%00%26","at 2","",4,2,false,0,100,100,{"color":"red","length":"4","level":"0.5","filled":"off","scores":"1,2.5,3","note":"\"\u0000&"},[false,false,false]])json");
  CHECK(json(Snapshot{}) == R"(["","","","",0,0,false,0,0,0,{},[]])");
}

}  // TESTS_OF(web::live::snapshot)
