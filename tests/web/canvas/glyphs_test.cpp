#include "web/canvas/glyphs.hpp"

#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "tests/doctest.hpp"

TESTS_OF(web::canvas::glyphs) {

using loom::canvas::Glyphs;
using loom::canvas::next_code_point;

namespace {

std::vector<unsigned char> font_bytes() {
  std::ifstream file(LOOM_TEST_FONT, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<uint32_t> code_points(std::string_view text) {
  std::vector<uint32_t> all;
  while (!text.empty()) all.push_back(next_code_point(text));
  return all;
}

// Ink in a glyph's place in the image.
long ink(const Glyphs& glyphs, const Glyphs::Glyph& glyph) {
  long sum = 0;
  for (int y = 0; y < glyph.height; ++y)
    for (int x = 0; x < glyph.width; ++x)
      sum += glyphs.image()[(glyph.y + y) * Glyphs::image_width + glyph.x + x];
  return sum;
}

}  // namespace

TEST_CASE("UTF-8: one to four bytes, and a replacement for each byte that is none") {
  CHECK(code_points("aé−😀") == std::vector<uint32_t>{'a', 0xE9, 0x2212, 0x1F600});
  CHECK(code_points("\xFF\x80z") == std::vector<uint32_t>{0xFFFD, 0xFFFD, 'z'});
  CHECK(code_points("\xE2\x88") == std::vector<uint32_t>{0xFFFD, 0xFFFD});
  CHECK(code_points("\xC3z") == std::vector<uint32_t>{0xFFFD, 'z'});
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const char bytes[] = {static_cast<char>(first), static_cast<char>(second), 'x', 'y', 'z'};
      CHECK(code_points({bytes, 5}).back() ==
            'z');  // whatever came before, what follows is read right
    }
}

TEST_CASE("without a font there is nothing to draw, and nothing goes wrong") {
  Glyphs glyphs;
  CHECK(glyphs.measure(0, 14, "Loom") == 0);
  CHECK(glyphs.find(0, 14, 'L', 0.3f)->width == 0);
  CHECK_FALSE(glyphs.set_font(0, {}));
  CHECK_FALSE(glyphs.set_font(0, std::vector<unsigned char>(100, 'x')));
  CHECK_FALSE(glyphs.set_font(9, font_bytes()));
}

TEST_CASE("glyphs are drawn once per size and quarter of a pixel") {
  Glyphs glyphs;
  REQUIRE(glyphs.set_font(0, font_bytes()));
  const auto at = [&](float size, float pen) { return *glyphs.find(0, size, 'H', pen); };
  CHECK(at(14, 0).x == at(14, 0).x);
  CHECK(at(14, 3.1f).x == at(14, 0).x);
  CHECK(at(14, 0.5f).x != at(14, 0).x);
  CHECK(at(14, -0.5f).x == at(14, 0.5f).x);
  CHECK(at(28, 0).height >= 2 * at(14, 0).height - 2);
  CHECK(at(14, 0).top < 0);                      // above the baseline
  CHECK(at(14, 0).top + at(14, 0).height == 0);  // standing on it
  CHECK(ink(glyphs, at(28, 0)) > 3 * ink(glyphs, at(14, 0)));
}

TEST_CASE("advances add up to the measure, at any size") {
  Glyphs glyphs;
  REQUIRE(glyphs.set_font(1, font_bytes()));
  for (float size : {12.f, 14.f, 18.f, 26.5f, 43.21f}) {
    float sum = 0;
    std::string_view text = "Tile 0 → 63.9";
    for (std::string_view rest = text; !rest.empty();)
      sum += glyphs.find(1, size, next_code_point(rest), sum)->advance;
    CHECK(sum == doctest::Approx(glyphs.measure(1, size, text)));
    CHECK(sum / size == doctest::Approx(glyphs.measure(1, 1, text)));
  }
}

TEST_CASE("only what is new goes to the graphics card") {
  Glyphs glyphs;
  REQUIRE(glyphs.set_font(0, font_bytes()));
  CHECK(glyphs.take_changed().last == glyphs.image_height());
  CHECK(glyphs.take_changed().last <= glyphs.take_changed().first);
  const Glyphs::Glyph glyph = *glyphs.find(0, 14, 'A', 0);
  const Glyphs::Rows rows = glyphs.take_changed();
  CHECK(rows.first == glyph.y);
  CHECK(rows.last == glyph.y + glyph.height);
  (void)glyphs.find(0, 14, 'A', 0);
  CHECK(glyphs.take_changed().last == 0);
}

TEST_CASE("a full image says so; cleared, it has room again, or more of it") {
  Glyphs glyphs;
  REQUIRE(glyphs.set_font(0, font_bytes()));
  bool full = false;
  int drawn = 0;
  for (uint32_t c = 'A'; c <= 'Z' && !full; ++c)
    for (float size = 60; size < 120 && !full; size += 1) {
      full = !glyphs.find(0, size, c, 0);
      drawn += !full;
    }
  CHECK(full);
  CHECK(drawn > 100);
  const int height = glyphs.image_height();
  glyphs.clear(false);
  CHECK(glyphs.image_height() == height);
  CHECK(glyphs.find(0, 99, 'Q', 0));
  glyphs.clear(true);
  CHECK(glyphs.image_height() == 2 * height);
  CHECK(glyphs.image()[Glyphs::image_width + 1] == 255);  // for shapes
}

TEST_CASE("sizes out of reason are not drawn") {
  Glyphs glyphs;
  REQUIRE(glyphs.set_font(0, font_bytes()));
  for (float size : {0.f, -3.f, 1e9f, std::numeric_limits<float>::quiet_NaN()})
    CHECK(glyphs.find(0, size, 'A', 0)->width == 0);
}

TEST_CASE("a disc covers its area, wherever its middle lies") {
  Glyphs glyphs;
  for (float radius : {0.5f, 1.f, 2.25f, 9.f})
    for (float x : {0.f, 0.25f, 7.5f, -3.75f}) {
      CAPTURE(radius);
      CAPTURE(x);
      const Glyphs::Glyph disc = *glyphs.disc(radius, x, 1 - x);
      CHECK(static_cast<double>(ink(glyphs, disc)) / 255 ==
            doctest::Approx(3.14159 * static_cast<double>(radius * radius))
                .epsilon(radius < 2 ? 0.2 : 0.02));
      CHECK(glyphs.disc(radius, x + 12, 1 - x)->x == disc.x);
    }
  CHECK(glyphs.disc(-1, 0, 0)->width == 0);
  CHECK(glyphs.disc(1, std::numeric_limits<float>::infinity(), 0)->width == 0);
}

}  // TESTS_OF(web::canvas::glyphs)
