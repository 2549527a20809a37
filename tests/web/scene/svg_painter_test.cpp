#include "web/scene/svg_painter.hpp"

#include "tests/doctest.hpp"

TESTS_OF(web::scene::svg_painter) {

using namespace loom::scene;

TEST_CASE("marks become elements whose colors are classes") {
  SvgPainter painter;
  painter.rect({1, 2, 3.456f, 4},
               {.fill = Role::data, .stroke = Role::ink, .stroke_width = 2, .radius = 1.5f});
  CHECK(painter.markup() ==
        "<rect x=\"1\" y=\"2\" width=\"3.46\" height=\"4\" rx=\"1.5\" class=\"f-data s-ink\" "
        "stroke-width=\"2\"/>");
}

TEST_CASE("text is placed by the middle of its capitals and escaped") {
  SvgPainter painter;
  painter.text(
      {10, 20}, "a<b & \"c\"",
      {.role = Role::muted, .size = Size::small, .align = Align::end, .weight = Weight::mono});
  CHECK(painter.markup() ==
        "<text x=\"10\" y=\"24.37\" class=\"f-muted t-small w-mono a-end\">a&lt;b &amp; "
        "&quot;c&quot;</text>");
}

TEST_CASE("lines, paths, circles, parts and hotspots") {
  SvgPainter painter;
  painter.begin("waste", false);
  painter.line({0, 0}, {10, 0}, {.stroke = Role::grid, .dashed = true});
  const Point corners[] = {{0, 0}, {1, 0}, {1, 1}};
  painter.path(corners, true, {.fill = Role::bad, .fill_opacity = 0.5f});
  painter.circle({5, 5}, 2, {.fill = Role::good});
  painter.end();
  painter.hotspot({0, 0, 4, 4}, "32 B");
  CHECK(painter.markup() ==
        "<g data-part=\"waste\"><path d=\"M0 0L10 0\" class=\"f-none s-grid\" stroke-dasharray=\"4 "
        "3\"/>"
        "<path d=\"M0 0L1 0L1 1Z\" class=\"f-bad\" fill-opacity=\"0.5\"/>"
        "<circle cx=\"5\" cy=\"5\" r=\"2\" class=\"f-good\"/></g>"
        "<rect x=\"0\" y=\"0\" width=\"4\" height=\"4\" class=\"hot\"><title>32 B</title></rect>");
}

TEST_CASE("hotspots can be left out") {
  SvgPainter painter(Hotspots::left_out);
  painter.circle({5, 5}, 2, {.fill = Role::good});
  const std::string drawn = painter.markup();
  painter.hotspot({0, 0, 4, 4}, "32 B");
  CHECK(painter.markup() == drawn);
}

TEST_CASE("textures are one path of strokes in the fill's role") {
  SvgPainter painter;
  painter.rect({0, 0, 12, 6}, {.fill = Role::wait, .texture = Texture::hatch});
  CHECK(painter.markup() == "<path class=\"hatch s-wait\" d=\"M0 6L6 0M6 6L12 0\"/>");
}

}  // TESTS_OF(web::scene::svg_painter)
