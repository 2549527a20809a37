// Charts with two axes: numbers to places, round ticks, rules and their labels.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "web/scene/painter.hpp"

namespace loom::scene {

// Maps numbers to a stretch of pixels. Numbers outside are clamped to its ends, and NaN goes to the
// lower end. If both ends are equal, their number is in the middle.
struct Scale {
  float from_px = 0, to_px = 1;
  double from = 0, to = 1;
  bool logarithmic = false;  // from and to are above 0; a number that is not goes to the lower end

  float operator()(double value) const;
};

// The ends of a scale on which 0, `reach` and every number have a place, with a little room to drag
// into; round numbers.
Scale scale_for(const std::vector<double>& numbers, double reach = 0);

struct Tick {
  double value;
  std::string text;
};

// At most `pieces` + 1 round numbers within a scale: multiples of 1, 2 or 5 times a power of ten;
// logarithmic: powers of `base`, all or every n-th. Only the lower end if the ends are equal or too
// close for doubles. None if an end is not finite, or not above 0 on a logarithmic scale.
std::vector<Tick> ticks(const Scale& scale, int pieces, int base = 10);

// Ticks with texts of the caller's: text(value).
template <class Text>
std::vector<Tick> named(std::vector<Tick> all, Text text) {
  for (Tick& tick : all) tick.text = text(tick.value);
  return all;
}
inline std::vector<Tick> named(std::vector<Tick> all, std::string (*text)(double)) {
  return named(std::move(all), [&](double value) { return text(value); });
}

// A rule across the plot at each tick, and its number below, or to the left, with `unit` behind the
// number ("%"). Draw them before the curves. Numbers take 20 px below, and reach up to 8 px beyond
// the plot's right end; to the left, their width + 6. A number that would cover the one before is
// left out below; its rule stays.
void axis_below(Painter& painter, const Rect& plot, const Scale& scale,
                const std::vector<Tick>& ticks, std::string_view unit = {});
void axis_left(Painter& painter, const Rect& plot, const Scale& scale,
               const std::vector<Tick>& ticks, std::string_view unit = {});

// One tick of an axis that has no plot, and its text that far below.
void tick_below(Painter& painter, Point at, std::string_view text, float below = 14);
// The same for many, at x(value) each.
template <class X>
void ticks_below(Painter& painter, float y, X x, const std::vector<Tick>& all, float below = 14) {
  for (const Tick& tick : all) tick_below(painter, {x(tick.value), y}, tick.text, below);
}

// What an axis counts: below its numbers, ending at the plot's right end.
void axis_title(Painter& painter, const Rect& plot, std::string_view text, float below = 34);

// A drag along an axis writes the number at that place.
Action drag_x(std::string_view key, const Scale& scale);
Action drag_y(std::string_view key, const Scale& scale);

// Where two numbers meet.
inline Point placed(const Scale& x, const Scale& y, double across, double up) {
  return {x(across), y(up)};
}

// A line through at(0), at(1) … at(count - 1).
template <class At>
void curve(Painter& painter, const Style& style, int count, At at) {
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) points.push_back(at(i));
  painter.path(points, false, style);
}
template <class At>
void curve(Painter& painter, int count, At at, const Style& style) {
  curve(painter, style, count, at);
}

}  // namespace loom::scene
