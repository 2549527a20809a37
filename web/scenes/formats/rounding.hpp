// The picture of `rounding`: what every format makes of x, and where x lies between its neighbors
// in one of them.
#pragma once

#include "core/numerics/convert.hpp"
#include "core/numerics/neighbors.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct RoundedValue {
  const numerics::Format* format = nullptr;
  double from = 0;  // what is rounded: x, or what FP16 made of it
  std::uint32_t code = 0;
  double value = 0;
  double error = 0;  // |value − x| / |x|; below 0: none, for 0 and for what is no number
};

struct RoundingRun {
  double x = 0;
  numerics::Rounding rounding = numerics::Rounding::nearest_even;
  double drawn = 0;                // stochastic: up when it is below x's share of the way up
  bool through = false;            // FP16 first, if a format is narrower
  std::vector<RoundedValue> rows;  // as format_choices
  int chosen = 0;
  std::uint32_t direct = 0;  // the chosen format's code without FP16 between

  const RoundedValue& now() const { return nth(rows, chosen); }
  // The numbers of the chosen format between which `from` lies; only if it is finite.
  numerics::Neighbors around() const { return numerics::neighbors(*now().format, now().from); }

  float picture(const Sheet& sheet) const;
};

std::string error_text(const RoundedValue& row);  // "1.56%", "–"

}  // namespace loom::scenes
