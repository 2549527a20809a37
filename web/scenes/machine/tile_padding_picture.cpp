#include <bit>

#include "web/scene/kit.hpp"
#include "web/scenes/machine/bank_map.hpp"
#include "web/scenes/machine/tile_padding.hpp"

namespace loom::scenes {
namespace {

using memory::Delivery;
using namespace scene;

constexpr float margin = 5, title_high = 24, shade = 0.2f, cost_high = 56;
constexpr int most_padding = 4;

// Tile and banks beside each other.
struct Layout {
  explicit Layout(float picture_width)
      : narrow(picture_width < narrow_limit), width(picture_width - 2 * margin) {
    const float high = narrow ? 176 : 170, top = narrow ? 42 : title_high;
    tile = {margin, top, narrow ? 148.f : 360, high};
    const float left = tile.right() + (narrow ? 50 : 65);
    banks = {left, top, margin + width - left, high};
    turns = {margin, banks.bottom() + BankMap::below(!narrow) + 6, width, turns_height};
    cost = {margin, turns.bottom() + 4, width, cost_high};
  }

  bool narrow;
  float width;
  Rect tile, banks, turns, cost;
};

class Drawing {
 public:
  Drawing(const TilePaddingPicture& picture, Painter& painter, const View& view)
      : picture_(picture),
        work_(picture.work),
        painter_(painter),
        at_(view.width),
        clock_(work_, view),
        map_(work_, view, at_.banks, picture.layout.padding, tile_side),
        bank_(work_.deliveries().front().bank()) {
    for (const Delivery& delivery : work_.deliveries())
      if (clock_.now(delivery)) {
        bank_ = delivery.bank();
        break;
      }
  }

  void run() {
    titles();
    shading();
    tile();
    map_.draw(painter_);
    grips();
    draw_turns(painter_, at_.turns, work_, clock_);
    cost();
  }

 private:
  // A cell of the tile with its padding. Lanes read whole columns or rows.
  Rect cell(int row, int column) const {
    return Grid{at_.tile, tile_side + most_padding, tile_side}.cells(column, row);
  }
  Rect cell(int lane) const {
    const int element = nth(picture_.elements, lane);
    return cell(element / tile_side, element % tile_side);
  }
  int columns() const { return tile_side + picture_.layout.padding; }

  void titles() {
    painter_.begin("tile");
    painter_.text({at_.tile.x, at_.tile.y - 13}, array_name(picture_.layout.padding),
                  {.size = Size::small, .weight = Weight::mono});
    painter_.end();
    const Part part(painter_, "bank");
    painter_.text({at_.banks.x, at_.banks.y - 13},
                  at_.narrow ? "in its banks" : "The same words in their banks", label);
    const Point first =
        at_.narrow ? Point{at_.tile.x, at_.tile.y - 31}
                   : Point{at_.tile.right() - Legend::width("all of bank 31"), at_.tile.y - 13};
    Legend key(painter_, first, at_.width);
    key.add("", fill("all of bank {}", {bank_}),
            {.fill = Role::ink, .stroke = Role::grid, .fill_opacity = shade});
  }

  // One bank's words, in the tile and in the banks.
  void shading() {
    const Style style = {.fill = Role::ink, .fill_opacity = shade};
    const Part part(painter_, "bank");
    std::vector<Rect> same;
    for (int row = 0; row < tile_side; ++row)
      for (int column = 0; column < tile_side; ++column)
        if (picture_.layout.offset(row * tile_side + column) / 4 % memory::bank_count == bank_)
          same.push_back(cell(row, column));
    same.push_back(Grid{at_.banks, memory::bank_count, 1}.cell(bank_));
    painter_.rects(same, style);
  }

  void tile() {
    painter_.begin("tile");
    const float right = cell(0, columns() - 1).right();
    Grid{{at_.tile.x, at_.tile.y, right - at_.tile.x, at_.tile.height}, columns(), tile_side}.lines(
        painter_);
    painter_.end();
    if (picture_.layout.padding > 0) {
      const Rect first = cell(0, tile_side);
      const Part part(painter_, "padding");
      painter_.rect({first.x, first.y, right - first.x, at_.tile.height},
                    {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots});
    }
    for (bool late : {false, true}) {
      const Part part(painter_, late ? "conflicts" : "words");
      for (const Delivery& delivery : work_.deliveries())
        if (work_.late(delivery) == late)
          draw_word(painter_, cell(std::countr_zero(delivery.lanes)), work_, clock_, delivery);
    }
  }

  // The row or column that is read can be dragged to another.
  void grips() {
    constexpr int end = tile_side - 1;
    const Point first = cell(0, 0).center(), last = cell(end, end).center();
    const Action action = picture_.own      ? Action{}
                          : picture_.column ? drag_x("index", first.x, last.x, 0, end)
                                            : drag_y("index", first.y, last.y, 0, end);
    const Part part(painter_, "words");
    for (const Delivery& delivery : work_.deliveries()) {
      const std::string where = work_.where(delivery);
      painter_.hotspot({cell(std::countr_zero(delivery.lanes)), where, action});
      painter_.hotspot({map_.cell(delivery.word), where});
    }
  }

  // On one scale for all paddings, with room for the most.
  void cost() {
    constexpr int bytes = tile_side * tile_side * 4, column = tile_side * 4,
                  most = bytes + most_padding * column;
    const int more = picture_.padding_bytes();
    const float y = at_.cost.y + 24;
    const Scale scale = {margin, margin + at_.width, 0, most};
    const Part part(painter_, "cost");
    painter_.text({margin, y - 12}, fill("Shared memory: {} bytes", {bytes + more}), label);
    painter_.text({margin + at_.width, y - 12},
                  more > 0                  ? fill("{} of them padding", {more})
                  : picture_.layout.swizzle ? "a swizzle costs none"
                                            : "no padding",
                  ended(strong));
    Stack stack(painter_, {margin, y, at_.width, 12}, most);
    stack.add(bytes, {.fill = Role::data});
    stack.add(more, {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots});
    for (int columns = 1; columns < most_padding; ++columns) {
      const float x = scale(bytes + columns * column);
      painter_.line({x, y}, {x, y + 12}, {.stroke = Role::grid});
    }
    painter_.text({scale(bytes), y + 22}, fill("32 columns: {}", {bytes}), ended(quiet));
    painter_.text({margin + at_.width, y + 22}, at_.narrow ? "36" : "36: 4,608", ended(quiet));
    painter_.hotspot({{margin, y - 4, at_.width, 20},
                      fill("The tile has {} bytes. {} more stay empty", {bytes, more})});
  }

  const TilePaddingPicture& picture_;
  const BankWork& work_;
  Painter& painter_;
  const Layout at_;
  const TurnClock clock_;
  const BankMap map_;
  int bank_;  // the shaded one: that of lane 0, or of the first word of the turn
};

}  // namespace

std::string array_name(int padding) { return fill("tile[32][{}]", {tile_side + padding}); }

float TilePaddingPicture::height(float width) const { return Layout(width).cost.bottom(); }

void TilePaddingPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
