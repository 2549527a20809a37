// Values as bars from a zero line, marks over them for the decoded values, and behind both, as
// faint lines, the values that can be represented.
#pragma once

#include <span>

#include "web/scene/painter.hpp"

namespace loom::scenes {

struct ValueBars {
  Rect plot;
  double reach;  // the plot goes from −reach to reach; values beyond are clamped
  int count;     // columns

  float pitch() const { return plot.width / static_cast<float>(count); }
  Rect column(int index) const;
  float y(double value) const;

  // Lines across columns first … last − 1; where they would be closer than 3 px, one surface.
  // `levels` ascend.
  void levels(Painter& painter, std::span<const double> levels, int first, int last) const;
  // `count` values, beginning at the first column. The marks of `clamped` ones look bad.
  void bars(Painter& painter, std::span<const double> original, std::span<const double> decoded,
            unsigned clamped = 0) const;
};

// "bar: the value; line: decoded", with the marks themselves; `at` is its left middle.
void draw_bars_key(Painter& painter, Point at);

}  // namespace loom::scenes
