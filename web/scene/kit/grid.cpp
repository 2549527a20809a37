#include "web/scene/kit/grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "web/scene/format.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/nth.hpp"

namespace loom::scene {
Rect Grid::cells(int column, int row, int across, int down) const {
  return {box.x + wide() * static_cast<float>(column), box.y + high() * static_cast<float>(row),
          wide() * static_cast<float>(across), high() * static_cast<float>(down)};
}

void Grid::lines(Painter& painter, Role role) const {
  std::vector<Rect> all;
  for (int column = 0; column <= columns; ++column)
    all.push_back({cells(column, 0).x - 0.5f, box.y - 0.5f, 1, box.height + 1});
  for (int row = 0; row <= rows; ++row)
    all.push_back({box.x - 0.5f, cells(0, row).y - 0.5f, box.width + 1, 1});
  painter.rects(all, {.fill = role});
}

int even_columns(int count, int most, int group) {
  most = std::max(1, most);
  const int rows = (count + most - 1) / most, even = (count + rows - 1) / rows,
            whole = (even + group - 1) / group * group;
  return whole <= most ? std::min(whole, count) : even;
}

void paint_cells(Painter& painter, const Grid& grid, std::span<const std::uint8_t> kinds,
                 std::span<const Style> styles, float apart) {
  const int count = std::min(static_cast<int>(kinds.size()), grid.columns * grid.rows);
  std::vector<std::vector<Rect>> same(styles.size());
  for (int i = 0; i < count; ++i) {
    const std::uint8_t kind = kinds[static_cast<size_t>(i)];
    if (kind >= styles.size()) continue;
    const bool joins =
        apart == 0 && i % grid.columns > 0 && kinds[static_cast<size_t>(i - 1)] == kind;
    if (joins)
      same[kind].back().width += grid.wide();
    else
      same[kind].push_back(inset(grid.cell(i), apart));
  }
  for (size_t kind = 0; kind < styles.size(); ++kind) {
    if (styles[kind].texture == Texture::solid)
      painter.rects(same[kind], styles[kind]);
    else
      for (const Rect& rect : same[kind]) painter.rect(rect, styles[kind]);
  }
}

int Shades::of(double value) const {
  int index = -1;
  for (double begin : from) index += value >= begin;
  return index;
}

Style Shades::style(int index) const {
  constexpr float weakest = 0.22f;
  const auto last = static_cast<float>(std::max<size_t>(from.size(), 2) - 1);
  return {.fill = role, .fill_opacity = weakest + (1 - weakest) * static_cast<float>(index) / last};
}

void heat_map(Painter& painter, const Grid& grid, std::span<const double> values,
              const Shades& shades) {
  std::vector<std::uint8_t> kinds;
  for (double value : values) kinds.push_back(static_cast<std::uint8_t>(shades.of(value)));
  std::array<Style, most_shades> styles;
  const size_t count = std::min(shades.from.size(), styles.size());
  for (size_t i = 0; i < count; ++i) styles[i] = shades.style(static_cast<int>(i));
  paint_cells(painter, grid, kinds, {styles.data(), count});
  painter.rect(grid.box, {.stroke = Role::grid});
}

float color_scale(Painter& painter, Point at, std::string_view title, const Shades& shades,
                  std::string_view unit) {
  const auto words = [&](std::string_view text, float behind) {
    painter.text(at, text, quiet);
    at.x += text_width(text, Size::small) + behind;
  };
  if (!title.empty()) words(title, 8);
  const int count = static_cast<int>(shades.from.size());
  for (int i = 0; i < count; ++i) {
    painter.rect({at.x, at.y - 5, 12, 10}, shades.style(i));
    at.x += 17;
    std::string number = brief(shades.from[static_cast<size_t>(i)]);
    if (i + 1 == count && !unit.empty()) number += " " + std::string(unit);
    words(number, i + 1 < count ? 10.f : 0.f);
  }
  return at.x;
}

void column_heads(Painter& painter, const Grid& grid, std::span<const std::string> names) {
  float widest = 0;
  for (const std::string& name : names) widest = std::max(widest, text_width(name, Size::small));
  const int every = std::max(1, static_cast<int>(std::ceil((widest + 4) / grid.wide())));
  for (int i = 0; i < std::min(grid.columns, static_cast<int>(names.size())); i += every)
    painter.text({grid.cells(i, 0).center().x, grid.box.y - 10}, names[static_cast<size_t>(i)],
                 centered(quiet));
}

void row_heads(Painter& painter, const Grid& grid, std::span<const std::string> names) {
  const int every = std::max(1, static_cast<int>(std::ceil(14 / grid.high())));
  for (int i = 0; i < std::min(grid.rows, static_cast<int>(names.size())); i += every)
    painter.text({grid.box.x - 6, grid.cells(0, i).center().y}, names[static_cast<size_t>(i)],
                 ended(quiet));
}

std::vector<std::string> numbered(int count, int first) {
  return list_of(count, [&](int i) { return integer(first + i); });
}

}  // namespace loom::scene
