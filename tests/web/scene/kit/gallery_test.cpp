// The gallery's pictures fit, as scenes' pictures must.
#include "tests/web/scene/kit/gallery.hpp"

#include "tests/doctest.hpp"
#include "tests/web/scene/recording_painter.hpp"

TESTS_OF(web::scene::kit::gallery) {

using namespace loom::scene;

TEST_CASE("kit: every piece of the gallery fits, at both widths") {
  const Description none{.id = "gallery"};
  for (const Exhibit& piece : gallery())
    for (float width : {narrow_width, wide_width}) {
      const std::string problem = layout_problem(none, piece, {.width = width});
      CHECK_MESSAGE(problem == "", piece.name << ", width " << width << ": " << problem);
    }
}

TEST_CASE("kit: the gallery's page shows each piece in both themes and widths") {
  const std::string page = gallery_page("/* tokens */", "/* rules */");
  size_t pictures = 0;
  for (size_t at = 0; (at = page.find("<svg", at)) != page.npos; ++at) ++pictures;
  CHECK(pictures == 4 * gallery().size());
  CHECK(page.find("/* tokens *//* rules */") != page.npos);
}

}  // TESTS_OF(web::scene::kit::gallery)
