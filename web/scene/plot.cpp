#include "web/scene/plot.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/logarithm.hpp"
#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"

namespace loom::scene {
namespace {

constexpr float overhang = 8;  // of the last number below, beyond the plot

// The smallest of these steps times a power of ten that is at least `least`; above 0.
double round_up(double least, std::initializer_list<double> steps) {
  const double ten = power_of(10, static_cast<int>(std::floor(std::log10(least))));
  for (double step : steps)
    if (step * ten >= least * (1 - 1e-9)) return step * ten;
  return 10 * ten;
}

// A multiple of a step, with enough digits to tell it from the next.
std::string multiple_text(double value, double step) {
  const int digits = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  if (std::fabs(value) >= 1e15 || (digits < -12 && value != 0)) {
    const int first = static_cast<int>(std::floor(std::log10(std::fabs(value)) + 1e-9));
    return scientific(value, std::max(0, first - digits));
  }
  return digits < 0 && digits >= -12 ? fixed(value, -digits) : integer(std::llround(value));
}

std::string power_text(int base, int exponent) {
  const double value = power_of(base, exponent);
  return value >= (base == 2 ? 0.125 : 0.01) && value <= 1000 ? brief(value)
                                                              : power(base, exponent);
}

}  // namespace

float Scale::operator()(double value) const {
  // Halves, so that the difference of two large numbers is finite.
  const auto place = [&](double x) { return logarithmic ? std::log10(x) : x / 2; };
  double share = (place(value) - place(from)) / (place(to) - place(from));
  if (std::isnan(share)) share = value == from && value == to ? 0.5 : from <= to ? 0 : 1;
  return from_px + (to_px - from_px) * static_cast<float>(std::clamp(share, 0., 1.));
}

Scale scale_for(const std::vector<double>& numbers, double reach) {
  const auto end = [](double farthest) {
    if (farthest <= 0) return 0.;
    return round_up(farthest * 1.05, {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8});
  };
  double low = std::min(0., reach), high = std::max(0., reach);
  for (double number : numbers) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  Scale scale{.from = -end(-low), .to = end(high)};
  if (scale.to == scale.from) scale.to = 1;
  return scale;
}

std::vector<Tick> ticks(const Scale& scale, int pieces, int base) {
  std::vector<Tick> found;
  const double low = std::min(scale.from, scale.to), high = std::max(scale.from, scale.to);
  if (!std::isfinite(scale.from) || !std::isfinite(scale.to)) return found;
  pieces = std::max(1, pieces);
  if (scale.logarithmic && low < high) {
    if (low <= 0) return found;
    const int first = static_cast<int>(std::ceil(std::log10(low) / std::log10(base) - 1e-9)),
              last = static_cast<int>(std::floor(std::log10(high) / std::log10(base) + 1e-9));
    const int step = std::max(1, (last - first + pieces - 1) / pieces);
    // Multiples of the step, so that 1 is among them.
    for (int exponent = first; exponent <= last; ++exponent)
      if (exponent % step == 0)
        found.push_back({power_of(base, exponent), power_text(base, exponent)});
    return found;
  }
  const double least = high / pieces - low / pieces;
  const double step = least > 0 && std::isfinite(least) ? round_up(least, {1, 2, 5}) : 0;
  if (!(std::max(high, -low) < step * 0x1p52)) return {{low, readable(low)}};
  for (double n = std::ceil(low / step - 1e-9); n <= high / step + 1e-9; ++n) {
    const double value = n == 0 ? 0 : n * step;
    found.push_back({value, multiple_text(value, step)});
  }
  return found;
}

void axis_below(Painter& painter, const Rect& plot, const Scale& scale,
                const std::vector<Tick>& ticks, std::string_view unit) {
  float from = 0, to = 0;  // of the last text
  for (const Tick& tick : ticks) {
    const float x = scale(tick.value), y = plot.bottom();
    const std::string text = tick.text + std::string(unit);
    const float half = text_width(text, Size::small) / 2,
                center = std::max(half, std::min(x, plot.right() + overhang - half));
    painter.line({x, plot.y}, {x, y + 4}, {.stroke = Role::grid});
    if (center - half < to && center + half > from) continue;  // no room
    from = center - half, to = center + half;
    painter.text({center, y + 14}, text, centered(quiet));
  }
}

void tick_below(Painter& painter, Point at, std::string_view text, float below) {
  painter.line(at, {at.x, at.y + 4}, stroked(Role::muted));
  painter.text({at.x, at.y + below}, text, centered(quiet));
}

void axis_title(Painter& painter, const Rect& plot, std::string_view text, float below) {
  painter.text({plot.right(), plot.bottom() + below}, text, ended(quiet));
}

Action drag_x(std::string_view key, const Scale& scale) {
  Action action = drag_x(key, scale.from_px, scale.to_px, scale.from, scale.to);
  action.logarithmic = scale.logarithmic;
  return action;
}

Action drag_y(std::string_view key, const Scale& scale) {
  Action action = drag_x(key, scale);
  action.kind = Action::Kind::drag_y;
  return action;
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
