// State, tested with a scene that is small enough to know by heart.
#include "tests/doctest.hpp"
#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

TESTS_OF(web::scene::state) {

using namespace loom;
using namespace loom::scene;

namespace {

constexpr Parameter declared[] = {
    {.key = "tiles",
     .label = "Tiles",
     .kind = Kind::integer,
     .initial = "4",
     .minimum = 0,
     .maximum = 8},
    {.key = "split", .label = "Split", .kind = Kind::toggle, .initial = "off"},
};

// As many steps as tiles; refuses to split nothing.
class Tiles final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    if (values.toggle("split") && values.integer("tiles") == 0) return Error{"nothing to split"};
    tiles_ = values.integer("tiles");
    return std::nullopt;
  }
  int steps() const override { return tiles_; }
  std::string status(int step) const override {
    return std::to_string(step) + " of " + plural(tiles_, "tile");
  }
  Table table() const override { return {}; }
  float height(float) const override { return 10; }
  void draw(Painter&, const View&) const override {}

 private:
  int tiles_ = 4;
};

// Its picture is as high as the tiles are many, and one rectangle each.
struct Tower {
  int tiles = 0;
  float picture(const Sheet& sheet) const {
    for (int i = 0; sheet.painter && i < tiles; ++i)
      sheet.painter->rect({0, static_cast<float>(i), 1, 1}, {});
    return static_cast<float>(tiles);
  }
};
class Drawn final : public Pictured<Drawn> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.tiles = values.integer("tiles");
    return std::nullopt;
  }
  std::string status(int) const override { return ""; }
  Table table() const override { return {}; }

  Tower shown;
};

const Description description = {.id = "tiles", .parameters = declared, .make = [] {
                                   return std::unique_ptr<Scene>(new Tiles);
                                 }};

std::string message(const std::optional<Error>& error) { return error ? error->message : ""; }

}  // namespace

TEST_CASE("what a scene shows draws itself") {
  const Description drawn = describe<Drawn, declared>("drawn", "", "", "", "");
  State state(drawn);
  CHECK(state.scene().height(340) == 4);
  CHECK_FALSE(state.set("tiles", "7"));
  CHECK(state.scene().height(340) == 7);
  Painter none, seven;
  Tower().picture({{}, &none});
  state.scene().draw(seven, {});
  CHECK(none.list().size() < seven.list().size());
}

TEST_CASE("a state begins at the defaults and prints only what differs") {
  State state(description);
  CHECK(state.query() == "");
  CHECK(message(state.load("tiles=6&step=5")) == "");
  CHECK(state.step() == 5);
  CHECK(state.query() == "tiles=6&step=5");
  CHECK(message(state.load("step=1")) == "");  // what is not named goes back to its default
  CHECK(state.query() == "step=1");
  CHECK(state.scene().status(1) == "1 of 4 tiles");
}

TEST_CASE("a change of a value shows its result, wherever the figure stood") {
  for (const bool opens_at_end : {false, true}) {
    Description both = description;
    both.opens_at_end = opens_at_end;
    State state(both);
    CHECK(message(state.set("tiles", "7")) == "");  // as it opened
    CHECK(state.step() == 7);
    CHECK(message(state.set("tiles", "3")) == "");  // at its end
    CHECK(state.step() == 3);
    CHECK(message(state.seek(0)) == "");
    CHECK(message(state.merge("tiles=5&split=on")) == "");  // at its start
    CHECK(state.step() == 5);
    CHECK(message(state.load("tiles=6&step=2")) == "");  // where a link has put it
    CHECK(state.step() == 2);
    CHECK(message(state.set("tiles", "8")) == "");
    CHECK(state.step() == 8);
    CHECK(message(state.set("tiles", "0")) == "");
    CHECK(message(state.set("tiles", "4")) == "");
    CHECK(state.step() == 4);
  }
}

TEST_CASE("who has stepped in between keeps the step, as far as the new timeline reaches") {
  State state(description);
  CHECK(message(state.seek(3)) == "");
  CHECK(message(state.set("tiles", "8")) == "");
  CHECK(state.step() == 3);
  CHECK(message(state.merge("tiles=5&split=on")) == "");
  CHECK(state.step() == 3);
  CHECK(message(state.set("tiles", "2")) == "");  // there is no such step any more
  CHECK(state.step() == 2);
  CHECK(message(state.set("tiles", "6")) == "");
  CHECK(state.step() == 6);
  CHECK(message(state.set("step", "1")) == "");
  CHECK(message(state.set("tiles", "7")) == "");
  CHECK(state.step() == 1);
  CHECK(message(state.load("tiles=6&step=1")) == "");  // another state: nobody has stepped in it
  CHECK(message(state.set("tiles", "7")) == "");
  CHECK(state.step() == 7);
}

TEST_CASE("what changes nothing moves nothing") {
  State state(description);
  CHECK(message(state.load("tiles=6&step=2")) == "");
  CHECK(message(state.set("tiles", "6")) == "");
  CHECK(state.step() == 2);
}

TEST_CASE("what is refused leaves the last good state") {
  State state(description);
  REQUIRE(message(state.load("tiles=2&step=1")) == "");
  CHECK(message(state.set("tiles", "9")) ==
        "'Tiles': got '9', expected a whole number from 0 to 8");
  CHECK(message(state.load("tiles=0&split=on")) == "nothing to split");
  CHECK(message(state.load("tiles=3&step=4")) ==
        "'step': got '4', expected a whole number from 0 to 3");
  CHECK(message(state.seek(-1)) == "'step': got '-1', expected a whole number from 0 to 2");
  CHECK(message(state.set("step", "x")) == "'step': got 'x', expected a whole number from 0 to 2");
  CHECK(message(state.set("step", "99999999999")) != "");
  CHECK(message(state.load("%")) != "");
  CHECK(state.query() == "tiles=2&step=1");
  CHECK(state.scene().status(state.step()) == "1 of 2 tiles");
  CHECK(message(state.load("tiles=0")) == "");
  CHECK(message(state.seek(1)) == "'step': got '1', but this scene has no timeline");
}

TEST_CASE("a scene that opens at its end has a link for its start") {
  Description complete = description;
  complete.opens_at_end = true;
  State state(complete);
  CHECK(state.step() == 4);
  CHECK(state.query() == "");
  CHECK(message(state.set("tiles", "7")) == "");
  CHECK(message(state.seek(0)) == "");
  CHECK(state.query() == "tiles=7&step=0");
  CHECK(message(state.load("tiles=3")) == "");
  CHECK(state.step() == 3);
  CHECK(message(state.load("tiles=3&step=2")) == "");
  CHECK(state.query() == "tiles=3&step=2");
  CHECK(message(state.load("tiles=2&step=3")) != "");  // refused: nothing moved
  CHECK(state.query() == "tiles=3&step=2");
}

TEST_CASE("merging sets several values on top of the current ones, all or none") {
  State state(description);
  REQUIRE(!state.load("tiles=6"));
  REQUIRE(!state.seek(3));
  CHECK(message(state.merge("split=on")) == "");
  CHECK(state.query() == "tiles=6&split=on&step=3");
  CHECK(message(state.merge("tiles=5&split=maybe")).starts_with("'Split'"));
  CHECK(message(state.merge("tiles=0")) == "nothing to split");
  CHECK(message(state.merge("tiles")) != "");
  CHECK(state.query() == "tiles=6&split=on&step=3");
  CHECK(message(state.merge("tiles=2&split=off")) == "");
  CHECK(state.query() == "tiles=2&step=2");
}

}  // TESTS_OF(web::scene::state)
