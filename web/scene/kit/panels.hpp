// Two widths: panels that are side by side in a wide picture are one below the other in a narrow
// one. CSS px.
#pragma once

#include "web/scene/scene.hpp"

namespace loom::scene {

constexpr bool is_narrow(float width) { return width < narrow_limit; }

// Two parts of a picture, and where the lower of them ends.
struct Panels {
  Rect first, second;
  bool narrow = false;
  float bottom() const {
    return first.bottom() > second.bottom() ? first.bottom() : second.bottom();
  }
};

struct PanelSizes {
  float first_height = 0, second_height = 0;
  float second_width = 0;  // the width beside the first; 0: both have the same width
  float gap = 28;          // between them, beside each other
  float below = 20;        // between them, one below the other
  float margin = 2;        // to the left and right of both
};

// From `top` down, in a picture of `width`.
Panels panels(float width, float top, const PanelSizes& sizes);

}  // namespace loom::scene
