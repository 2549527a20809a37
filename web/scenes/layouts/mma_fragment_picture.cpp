#include "web/scene/kit.hpp"
#include "web/scenes/layouts/mma_fragment.hpp"

namespace loom::scenes {

using namespace scene;

float mma_fragment_height(float) { return 380; }

void draw_mma_fragment(const MmaFragmentState& s, Painter& painter, const View& view) {
  const Grid grid{{30, 30, view.width - 60, 320}, s.columns, s.rows};
  painter.begin("elements");
  grid.lines(painter);
  painter.end();
  const Part part(painter, "threads");
  if (!s.fragment) return;
  for (int value = 0; value < s.fragment->values(); ++value) {
    const layout::Element& element = s.fragment->at(s.thread, value);
    painter.rect(grid.cells(element.column, element.row), {.fill = Role::lane});
  }
}

}  // namespace loom::scenes
