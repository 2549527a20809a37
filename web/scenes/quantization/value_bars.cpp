#include "web/scenes/quantization/value_bars.hpp"

#include <algorithm>
#include <vector>

#include "web/scene/marks.hpp"
#include "web/scene/nth.hpp"

namespace loom::scenes {

namespace {

constexpr float mark = 3;  // thickness of a decoded value
constexpr Style value_style = {.fill = Role::data, .fill_opacity = 0.35f};
constexpr Style decoded_style = {.fill = Role::compute};

}  // namespace

Rect ValueBars::column(int index) const {
  return {plot.x + pitch() * static_cast<float>(index), plot.y, pitch(), plot.height};
}

float ValueBars::y(double value) const {
  const double share = (reach - std::clamp(value, -reach, reach)) / (2 * reach);
  return plot.y + plot.height * static_cast<float>(share);
}

void ValueBars::levels(Painter& painter, std::span<const double> levels, int first,
                       int last) const {
  std::vector<Rect> lines, dense;
  const float left = column(first).x, width = column(last).x - left;
  Rect open = {left, 0, width, -1};
  const auto close = [&] {
    if (open.height > 0) (open.height > 1 ? dense : lines).push_back(open);
  };
  for (double level : levels) {
    if (level < -reach || level > reach) continue;
    const float at = y(level) - 0.5f;
    if (open.height > 0 && open.y - at < 3) {
      open.height += open.y - at;
    } else {
      close();
      open.height = 1;
    }
    open.y = at;
  }
  close();
  painter.rects(lines, {.fill = Role::muted, .fill_opacity = 0.3f});
  painter.rects(dense, {.fill = Role::muted, .fill_opacity = 0.15f});
}

void ValueBars::bars(Painter& painter, std::span<const double> original,
                     std::span<const double> decoded, unsigned clamped) const {
  std::vector<Rect> values, marks, bad;
  for (int i = 0; i < static_cast<int>(original.size()); ++i) {
    const Rect all = inset(column(i), pitch() < 12 ? 1 : 3);
    const float from = y(0), to = y(nth(original, i));
    values.push_back(
        {all.x, std::min(from, to), all.width, std::max(from, to) - std::min(from, to)});
    const float at = std::clamp(y(nth(decoded, i)), plot.y + mark / 2, plot.bottom() - mark / 2);
    (clamped >> i & 1 ? bad : marks).push_back({all.x - 1, at - mark / 2, all.width + 2, mark});
  }
  painter.line({plot.x, y(0)}, {plot.right(), y(0)}, {.stroke = Role::muted});
  painter.rects(values, value_style);
  painter.rects(marks, decoded_style);
  for (const Rect& rect : bad) painter.rect(rect, {.fill = Role::bad, .stroke = Role::bad});
}

void draw_bars_key(Painter& painter, Point at) {
  painter.rect({at.x, at.y - 5, 9, 10}, value_style);
  painter.text({at.x + 14, at.y}, "value", quiet);
  painter.rect({at.x + 56, at.y - mark / 2, 14, mark}, decoded_style);
  painter.text({at.x + 75, at.y}, "decoded", quiet);
}

}  // namespace loom::scenes
