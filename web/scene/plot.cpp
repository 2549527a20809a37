#include "web/scene/plot.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {
namespace {

constexpr float overhang = 8;  // of the last number below, beyond the plot

// The smallest of 1, 2 and 5 times a power of ten that is at least `least`.
double round_up(double least) {
  double ten = power_of(10, static_cast<int>(std::floor(std::log10(least))));
  for (double step : {ten, 2 * ten, 5 * ten})
    if (step >= least * (1 - 1e-9)) return step;
  return 10 * ten;
}

std::string power_text(int base, int exponent) {
  const double value = power_of(base, exponent);
  return value >= (base == 2 ? 0.125 : 0.01) && value <= 1000 ? brief(value)
                                                              : power(base, exponent);
}

}  // namespace

float Scale::operator()(double value) const {
  double share = (value - from) / (to - from);
  if (logarithmic)
    share = value > 0 ? std::log10(value / from) / std::log10(to / from) : from < to ? 0 : 1;
  return from_px + (to_px - from_px) * static_cast<float>(std::clamp(share, 0., 1.));
}

std::vector<Tick> ticks(const Scale& scale, int pieces, int base) {
  std::vector<Tick> found;
  const double low = std::min(scale.from, scale.to), high = std::max(scale.from, scale.to);
  if (scale.logarithmic) {
    const int first = static_cast<int>(std::ceil(std::log10(low) / std::log10(base) - 1e-9)),
              last = static_cast<int>(std::floor(std::log10(high) / std::log10(base) + 1e-9));
    const int step = std::max(1, (last - first + pieces - 1) / std::max(1, pieces));
    // Multiples of the step, so that 1 is among them.
    for (int exponent = first; exponent <= last; ++exponent)
      if (exponent % step == 0)
        found.push_back({power_of(base, exponent), power_text(base, exponent)});
    return found;
  }
  const double step = round_up((high - low) / std::max(1, pieces));
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  for (double n = std::ceil(low / step - 1e-9); n <= high / step + 1e-9; ++n) {
    const double value = n == 0 ? 0 : n * step;
    found.push_back({value, decimals > 0 ? fixed(value, decimals) : integer(std::llround(value))});
  }
  return found;
}

void axis_below(Painter& painter, const Rect& plot, const Scale& scale,
                const std::vector<Tick>& ticks, std::string_view unit) {
  for (const Tick& tick : ticks) {
    const float x = scale(tick.value), y = plot.bottom();
    const std::string text = tick.text + std::string(unit);
    const float half = text_width(text, Size::small) / 2;
    painter.line({x, plot.y}, {x, y + 4}, {.stroke = Role::grid});
    painter.text({std::max(half, std::min(x, plot.right() + overhang - half)), y + 14}, text,
                 centered(quiet));
  }
}

void axis_left(Painter& painter, const Rect& plot, const Scale& scale,
               const std::vector<Tick>& ticks, std::string_view unit) {
  for (const Tick& tick : ticks) {
    const float y = scale(tick.value);
    painter.line({plot.x, y}, {plot.right(), y}, {.stroke = Role::grid});
    painter.text({plot.x - 6, y}, tick.text + std::string(unit), ended(quiet));
  }
}

}  // namespace loom::scene
