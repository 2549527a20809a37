// The picture of `rounding`: what every format makes of x, and where x lies between its neighbors
// in one of them.
#pragma once

#include "core/numerics/convert.hpp"
#include "core/numerics/neighbors.hpp"
#include "web/scene/number_text.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct RoundedValue : numerics::Conversion {
  const numerics::Format* format = nullptr;
  std::string error_text() const { return error < 0 ? "–" : relative_text(error); }  // "1.56%"
};

struct RoundingRun {
  double x = 0;
  numerics::Rounding rounding = numerics::Rounding::nearest_even;
  double drawn = 0;                // stochastic: up when it is below x's share of the way up
  std::vector<RoundedValue> rows;  // as format_choices
  int chosen = 0;
  std::uint32_t direct = 0;  // the chosen format's code without FP16 between

  const RoundedValue& now() const { return nth(rows, chosen); }
  // The numbers of the chosen format between which `from` lies; only if it is finite.
  numerics::Neighbors around() const { return numerics::neighbors(*now().format, now().from); }
  using Drawing = struct RoundingDrawing;
  float picture(const Sheet& sheet) const;
};

}  // namespace loom::scenes
