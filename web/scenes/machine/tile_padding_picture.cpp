#include "web/scene/kit.hpp"
#include "web/scenes/machine/bank_map.hpp"
#include "web/scenes/machine/tile_padding.hpp"

namespace loom::scenes {

using memory::Delivery;

constexpr float margin = 5, title_high = 24, shade = 0.2f, cost_high = 56;
constexpr int most_padding = 4;

struct TilePaddingDrawing : Picture<TilePaddingPicture> {
  const BankWork& work_ = s_.work;
  // Tile and banks beside each other.
  float inner_ = width_ - 2 * margin, high_ = by_width(176, 170), top_ = by_width(42, title_high);
  Rect tile_ = {margin, top_, by_width(148, 360), high_};
  float left_ = tile_.right() + by_width(50, 65);
  Rect banks_ = {left_, top_, margin + inner_ - left_, high_};
  Rect turns_ = {margin, banks_.bottom() + BankMap::below(!narrow_) + 6, inner_, turns_height};
  TurnClock clock_ = {work_, view_};
  BankMap map_ = {work_, view_, banks_, s_.layout.padding, tile_side};
  int bank_ = shaded();

  float height() const { return turns_.bottom() + 4 + cost_high; }
  void draw() {
    titles();
    in("bank", [&] { shading(); });
    tile();
    map_.draw(p_);
    in("words", [&] { grips(); });
    draw_turns(p_, turns_, work_, clock_);
    in("cost", [&] { cost(); });
  }

  // The bank of lane 0, or of the first word of the turn.
  int shaded() const {
    for (const Delivery& delivery : work_.deliveries())
      if (clock_.now(delivery)) return delivery.bank();
    return work_.deliveries().front().bank();
  }
  // A cell of the tile with its padding. Lanes read whole columns or rows.
  Rect cell(int row, int column) const {
    return Grid{tile_, tile_side + most_padding, tile_side}.cells(column, row);
  }
  Rect cell(int lane) const {
    const int element = nth(s_.elements, lane);
    return cell(element / tile_side, element % tile_side);
  }
  int columns() const { return tile_side + s_.layout.padding; }

  void titles() {
    Part part(p_, "tile");
    p_.text({tile_.x, tile_.y - 13}, array_name(s_.layout.padding), mono);
    part.next("bank");
    p_.text({banks_.x, banks_.y - 13}, by_width("in its banks", "The same words in their banks"),
            label);
    const Point first = narrow_
                            ? Point{tile_.x, tile_.y - 31}
                            : Point{tile_.right() - Legend::width("all of bank 31"), tile_.y - 13};
    Legend key(p_, first, inner_);
    key.add("", fill("all of bank {}", bank_),
            {.fill = Role::ink, .stroke = Role::grid, .fill_opacity = shade});
  }

  // One bank's words, in the tile and in the banks.
  void shading() {
    const Style style = solid(Role::ink, shade);
    std::vector<Rect> same;
    for (int row = 0; row < tile_side; ++row)
      for (int column = 0; column < tile_side; ++column)
        if (s_.layout.offset(row * tile_side + column) / 4 % memory::bank_count == bank_)
          same.push_back(cell(row, column));
    same.push_back(Grid{banks_, memory::bank_count, 1}.cell(bank_));
    p_.rects(same, style);
  }

  void tile() {
    p_.begin("tile");
    const float right = cell(0, columns() - 1).right();
    // A line every four cells: more hide the words between them.
    const float words = cell(0, tile_side - 1).right() - tile_.x;
    Grid{{tile_.x, tile_.y, words, tile_.height}, tile_side / 4, tile_side / 4}.lines(p_);
    p_.end();
    if (s_.layout.padding > 0) {
      const Rect first = cell(0, tile_side);
      const Part part(p_, "padding");
      p_.rect({first.x, first.y, right - first.x, tile_.height},
              textured(Role::waste, Texture::dots));
    }
    for (bool late : {false, true}) {
      const Part part(p_, late ? "conflicts" : "words");
      for (const Delivery& delivery : work_.deliveries())
        if (work_.late(delivery) == late)
          draw_word(p_, cell(std::countr_zero(delivery.lanes)), work_, clock_, delivery);
    }
  }

  // The row or column that is read can be dragged to another.
  void grips() {
    constexpr int end = tile_side - 1;
    const Point first = cell(0, 0).center(), last = cell(end, end).center();
    const Action action = s_.own      ? Action{}
                          : s_.column ? drag_x("index", first.x, last.x, 0, end)
                                      : drag_y("index", first.y, last.y, 0, end);
    for (const Delivery& delivery : work_.deliveries()) {
      const std::string where = work_.where(delivery);
      spot(cell(std::countr_zero(delivery.lanes)), action, where);
      spot(map_.cell(delivery.word), where);
    }
  }

  // On one scale for all paddings, with room for the most.
  void cost() {
    constexpr int bytes = tile_side * tile_side * 4, column = tile_side * 4,
                  most = bytes + most_padding * column;
    const int more = s_.padding_bytes();
    const float y = turns_.bottom() + 28;
    const Scale scale = {margin, margin + inner_, 0, most};
    write({margin, y - 12}, label, "Shared memory: {} bytes", bytes + more);
    write({margin + inner_, y - 12}, ended(strong),
          more > 0            ? fill("{} of them padding", more)
          : s_.layout.swizzle ? "a swizzle costs none"
                              : "no padding");
    stack_of(p_, {margin, y, inner_, 12}, most,
             {{bytes, solid(Role::data)}, {more, textured(Role::waste, Texture::dots)}});
    for (int columns = 1; columns < most_padding; ++columns) {
      const float x = scale(bytes + columns * column);
      p_.line({x, y}, {x, y + 12}, stroked(Role::grid));
    }
    write({scale(bytes), y + 22}, ended(quiet), "32 columns: {}", bytes);
    p_.text({margin + inner_, y + 22}, by_width("36", "36: 4,608"), ended(quiet));
    spot({margin, y - 4, inner_, 20}, "The tile has {} bytes. {} more stay empty", bytes, more);
  }
};

float TilePaddingPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
