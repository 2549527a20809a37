#include "web/scene/display_list.hpp"

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/numerics/bits.hpp"
#include "tests/doctest.hpp"
#include "tests/web/live/fake_scene.hpp"
#include "tests/web/scene/again.hpp"
#include "web/scene/scene.hpp"
#include "web/scene/svg_painter.hpp"

TESTS_OF(web::scene::display_list) {

using namespace loom::scene;

namespace {

using Words = std::vector<std::uint32_t>;

Words words_of(const Painter& painter) { return {painter.list().begin(), painter.list().end()}; }

std::string refusal(const Words& words) {
  SvgPainter svg;
  const auto error = replay(words, svg);
  if (error) CHECK(svg.markup().empty());
  return error ? error->message : "";
}

Words fake_picture() {
  Painter painter;
  loom::tests::fake_scene().make()->draw(painter, {});
  return words_of(painter);
}

// A list of one rectangle whose word `at` is `word`.
Words rect_with(size_t at, std::uint32_t word) {
  Painter painter;
  painter.rect({1, 2, 3, 4}, {.fill = Role::data});
  Words words = words_of(painter);
  words.at(at) = word;
  return words;
}

}  // namespace

TEST_CASE("a list says all that was drawn: replayed into a painter, it comes out the same") {
  for (const Description& description : registry()) {
    CAPTURE(description.id);
    const auto scene = description.make();
    for (float width : {narrow_width, wide_width}) {
      Painter painter;
      scene->draw(painter, {.width = width, .step = scene->steps()});
      Again again;
      CHECK_FALSE(replay(painter.list(), again));
      CHECK(words_of(again.painter) == words_of(painter));
      CHECK(again.painter.hotspots().size() == painter.hotspots().size());
    }
  }
}

TEST_CASE("every list that is cut off is refused, and nothing of it is drawn") {
  const Words whole = fake_picture();
  CHECK(refusal(whole) == "");
  int refused = 0;
  for (size_t size = 0; size < whole.size(); ++size)
    refused += refusal(Words(whole.begin(), whole.begin() + static_cast<long>(size))) != "";
  // It may end between two commands, outside of a part.
  CHECK(refused > static_cast<int>(whole.size()) * 4 / 5);
}

TEST_CASE("a list with any word replaced is refused or drawn, and never read beyond its end") {
  const Words whole = fake_picture();
  for (size_t at = 0; at < whole.size(); ++at)
    for (std::uint32_t word : {0u, 1u, 0xffu, 0xffffffffu, 0x7fc00000u, 0x01000000u}) {
      Words words = whole;
      words[at] = word;
      (void)refusal(words);
    }
}

TEST_CASE("what is wrong is said, with the place") {
  CHECK(refusal({}) == "display list, word 0: cut off");
  CHECK(refusal(rect_with(0, 7)) == "display list, word 1: no display list");
  CHECK(refusal(rect_with(1, 2)) == "display list, word 2: another version of the display list");
  CHECK(refusal(rect_with(2, 0)).ends_with("an unknown command"));
  CHECK(refusal(rect_with(2, 1 | 100 << 8)).ends_with("cut off"));
  CHECK(refusal(rect_with(2, 1 | 7 << 8)).ends_with("cut off"));
  const auto word = [](float value) { return loom::numerics::to_bits(value); };
  for (float value :
       {std::numeric_limits<float>::quiet_NaN(), -2e5f, std::numeric_limits<float>::infinity()})
    CHECK(refusal(rect_with(3, word(value))).ends_with("a number that is too large or none"));
  CHECK(refusal(rect_with(7, role_count)).ends_with("an unknown style"));
  CHECK(refusal(rect_with(7, 3 << 16)).ends_with("an unknown style"));
  CHECK(refusal(rect_with(7, 2 << 24)).ends_with("an unknown style"));
  CHECK(refusal(rect_with(7, 0)) == "");
}

TEST_CASE("parts are closed one by one and have a name") {
  Painter open, nested, stray, nameless;
  open.begin("a");
  CHECK(refusal(words_of(open)).ends_with("a part stays open"));
  nested.begin("a");
  nested.begin("b");
  CHECK(refusal(words_of(nested)).ends_with("a part in a part"));
  stray.end();
  CHECK(refusal(words_of(stray)).ends_with("an end without a part"));
  nameless.begin("");
  nameless.end();
  CHECK(refusal(words_of(nameless)).ends_with("a part without a name"));
}

TEST_CASE("more texture than any picture has is refused before it is drawn") {
  Painter painter;
  for (int i = 0; i < 20; ++i)
    painter.rect({0, 0, 900, 900}, {.fill = Role::wait, .texture = Texture::hatch});
  CHECK(refusal(words_of(painter)).ends_with("too much hatched and dotted"));
}

TEST_CASE("no list makes more hatching or dashes than a renderer can bear") {
  // Thin ones have nearly no area, and 17,000 strokes each.
  Painter thin, outlines, paths;
  for (int i = 0; i < 100; ++i)
    thin.rect({0, 0, 1e5f, 0.01f}, {.fill = Role::wait, .texture = Texture::hatch});
  CHECK(refusal(words_of(thin)).ends_with("too much hatched and dotted"));
  const Style dashed = {.stroke = Role::ink, .dashed = true};
  outlines.rect({0, 0, 1e5f, 1e5f}, dashed);
  outlines.line({-1e5f, 0}, {1e5f, 0}, dashed);
  CHECK(refusal(words_of(outlines)) == "");
  for (int i = 0; i < 3; ++i) outlines.rect({0, 0, 1e5f, 1e5f}, dashed);
  CHECK(refusal(words_of(outlines)).ends_with("too long a dashed line"));
  const std::vector<Point> there_and_back = {{-1e5f, 0}, {1e5f, 0}, {-1e5f, 0}, {1e5f, 0}};
  paths.path(there_and_back, true, dashed);
  CHECK(refusal(words_of(paths)) == "");
  paths.path(there_and_back, false, dashed);
  CHECK(refusal(words_of(paths)).ends_with("too long a dashed line"));
}

TEST_CASE("texts of every length come whole") {
  std::string text;
  for (int i = 0; i < 20; ++i, text += "é") {
    Painter painter;
    painter.text({0, 0}, text, {});
    SvgPainter svg;
    REQUIRE_FALSE(replay(painter.list(), svg));
    CHECK(svg.markup().find(">" + text + "</text>") != std::string::npos);
  }
}

}  // TESTS_OF(web::scene::display_list)
