// A layout's elements at their coordinates, as nested tiles: mode 0 goes down and mode 1 to the
// right; the next two modes repeat that tile, in a wide picture to the right first. A single mode
// is read like a text. CSS px.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/layout/layout.hpp"
#include "core/result.hpp"
#include "web/scene/kit/grid.hpp"
#include "web/scene/nth.hpp"
#include "web/scene/painter.hpp"

namespace loom::scenes {

// Elements that a picture has room for.
inline constexpr std::int64_t most_elements = 64 * 64;
// Refused: more elements than that, or offsets that are too far apart to count in a picture.
std::optional<Error> too_large(std::string_view what, const layout::Layout& layout);

// How elements look: a color in that many steps for an order, and marks for the chosen and the
// pointed-at element.
inline constexpr int order_shades = 8;
Style shade(int step);
inline constexpr Style chosen_element = {.fill = Role::lane};
inline constexpr TextStyle on_chosen = {
    .role = Role::surface, .size = Size::small, .align = Align::middle};
inline constexpr Style element_frame = {.stroke = Role::ink, .stroke_width = 2.5f};

// Of neighbors in cells of this width: see Tiles::numbered().
int numbered_columns(std::string_view widest, float cell);

// Places of a grid that are large enough to be told apart, `across` × `down` at most: the row and
// column of each one's first cell, and where it is.
template <class Each>
void each_place(const Grid& grid, int across, int down, Each each) {
  const int wide = (grid.columns + across - 1) / across, high = (grid.rows + down - 1) / down;
  for (int row = 0; row < grid.rows; row += high)
    for (int column = 0; column < grid.columns; column += wide)
      each(row, column,
           grid.cells(column, row, std::min(wide, grid.columns - column),
                      std::min(high, grid.rows - row)));
}

class Tiles {
 public:
  struct Look {
    bool narrow = false;
    float widest = 46, highest = 34;  // of a cell
  };
  // As large as fits into `room`, from its upper left corner.
  Tiles(const layout::Layout& layout, const Rect& room, const Look& look);

  int count() const { return static_cast<int>(places_.size()); }
  Rect cell(int index) const;
  const Rect& box() const { return box_; }
  // Which columns have room for numbers as wide as this: each, every second where neighbors would
  // touch, or, 0, none.
  int numbered(std::string_view widest) const;
  int column(int index) const { return nth(places_, index).column; }

  // Cells of `kinds` in the style that each names; other cells stay empty.
  void paint(Painter& painter, std::span<const std::uint8_t> kinds,
             std::span<const Style> styles) const;
  void borders(Painter& painter) const;
  // The coordinates in mode 1 above, in mode 0 to the left, where there is room.
  void heads(Painter& painter) const;

  // Elements in a line with consecutive indices, which one hotspot can serve. If there are few
  // enough elements, each is alone.
  struct Run {
    Rect rect;
    int first = 0, columns = 1, rows = 1;
    int last() const { return first + columns * rows - 1; }
  };
  std::vector<Run> runs() const;
  Action drag_along(const Run& run) const;  // writes an index into the first of "at"

 private:
  struct Place {
    int column = 0, row = 0;
  };
  struct Axis {
    std::vector<int> shapes;  // fastest first
    int count = 1, head = 1;  // head: where the names begin again
    float cell = 0, gap = 0;
    int gaps(int position) const;
    void fit(float room, float most, float wanted_gap);
    std::vector<float> starts;  // of its positions
    float at(int position) const { return nth(starts, position); }
    float length() const { return starts.back() + cell; }
  };

  void as_text(int size, bool narrow);
  void nested(const layout::Layout& layout, bool narrow);

  Axis across_, down_;
  std::vector<Place> places_;
  Rect box_;
};

}  // namespace loom::scenes
