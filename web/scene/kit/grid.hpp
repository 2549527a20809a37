// Cells of equal size: grids, heat maps and matrices with heads. Cells are numbered from 0, left to
// right, then down. CSS px.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "web/scene/painter.hpp"

namespace loom::scene {

struct Grid {
  Rect box;
  int columns = 1, rows = 1;

  float wide() const { return box.width / static_cast<float>(columns); }
  float high() const { return box.height / static_cast<float>(rows); }
  // From (column, row), `across` × `down` cells; it may lie outside.
  Rect cells(int column, int row, int across = 1, int down = 1) const;
  Rect cell(int index) const { return cells(index % columns, index / columns); }

  // Every line between cells and around them, as one element.
  void lines(Painter& painter, Role role = Role::grid) const;
};

// Columns for `count` things in as few rows as `most` columns allow, about equally long; groups of
// things stay whole where that is possible.
int even_columns(int count, int most, int group = 1);

// Cells of `kinds` (as many as the grid has, or fewer), each in the style that its kind names. Each
// style is one element, with neighbors in a row joined; a style with a texture has one element for
// each run. A kind without a style stays empty. `apart` leaves that much room around each cell, and
// then cells are not joined.
void paint_cells(Painter& painter, const Grid& grid, std::span<const std::uint8_t> kinds,
                 std::span<const Style> styles, float apart = 0);

// A color scale: values from shade_from[i] on look alike, and stronger than smaller ones. Values
// below the first stay empty. Up to `most_shades`, ascending.
inline constexpr int most_shades = 8;
struct Shades {
  Role role;
  std::span<const double> from;

  int of(double value) const;  // index, or −1 below the first
  Style style(int index) const;
};

// A heat map of up to 64 × 64 values, with one element for each shade.
void heat_map(Painter& painter, const Grid& grid, std::span<const double> values,
              const Shades& shades);

// Prints the scale: for each shade a box with the number at which it begins, from `at` (left,
// middle) to the right. `title` is before it, `unit` behind the last number. Returns where it ends.
float color_scale(Painter& painter, Point at, std::string_view title, const Shades& shades,
                  std::string_view unit = {});

// Names of a matrix's columns above it (16 px), and of its rows to its left (their width + 6 px),
// in a quiet style: as many as fit, including the first, at equal distances.
void column_heads(Painter& painter, const Grid& grid, std::span<const std::string> names);
void row_heads(Painter& painter, const Grid& grid, std::span<const std::string> names);
std::vector<std::string> numbered(int count, int first = 0);  // "0", "1", …: names for both

}  // namespace loom::scene
