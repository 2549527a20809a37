// Arbitrary bytes as a display list: either refused with a reason, with nothing drawn, or replayed.
// A replayed list can be recorded again, and the result is the same list. The harness for queries
// replays lists of scenes in arbitrary states.
#include "web/scene/display_list.hpp"

#include <cstring>
#include <vector>

#include "tests/fuzz/harness.hpp"
#include "tests/web/scene/again.hpp"
#include "web/canvas/polygon.hpp"
#include "web/scene/svg_painter.hpp"

namespace {

using namespace loom::scene;
using loom::fuzz::expect;

// Records again, and does with paths what the canvas does.
class Canvas final : public Again {
 public:
  void path(std::span<const Point> points, bool closed, const Style& style) override {
    Again::path(points, closed, style);
    if (points.size() >= 3 && !loom::canvas::is_convex(points))
      expect(loom::canvas::triangulate(points).size() == points.size() - 2,
             "a polygon in other than n - 2 triangles");
    if (style.dashed) (void)loom::canvas::dashes(points, closed, 4, 3);
  }
  void begin(std::string_view part, bool dimmed) override {
    Again::begin(part, dimmed);
    any_dimmed |= dimmed;
  }
  bool any_dimmed = false;  // which only a painter with a lit part would write
};

}  // namespace

void try_input(std::string_view input) {
  std::vector<std::uint32_t> words(input.size() / 4);
  if (!words.empty()) std::memcpy(words.data(), input.data(), 4 * words.size());
  SvgPainter drawn;
  if (const auto refused = replay(words, drawn)) {
    expect(refused->message.starts_with("display list, word "), "refused without a place",
           refused->message);
    expect(drawn.markup().empty(), "drawn, although refused", refused->message);
    return;
  }
  Canvas canvas;
  expect(!replay(words, canvas), "accepted once, refused the second time");
  SvgPainter again;
  const auto error = replay(canvas.painter.list(), again);
  expect(!error, "a recorded list is refused", error ? error->message : "");
  expect(canvas.any_dimmed || again.markup() == drawn.markup(), "recorded, it says another thing");
}
