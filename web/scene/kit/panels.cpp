#include "web/scene/kit/panels.hpp"

namespace loom::scene {

Panels panels(float width, float top, const PanelSizes& sizes) {
  const float all = width - 2 * sizes.margin, left = sizes.margin;
  Panels found;
  found.narrow = is_narrow(width);
  if (found.narrow) {
    found.first = {left, top, all, sizes.first_height};
    found.second = {left, found.first.bottom() + sizes.below, all, sizes.second_height};
    return found;
  }
  const float second = sizes.second_width > 0 ? sizes.second_width : (all - sizes.gap) / 2;
  found.first = {left, top, all - sizes.gap - second, sizes.first_height};
  found.second = {left + all - second, top, second, sizes.second_height};
  return found;
}

}  // namespace loom::scene
