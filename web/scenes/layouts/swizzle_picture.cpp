#include <set>

#include "web/scene/kit.hpp"
#include "web/scenes/layouts/swizzle.hpp"
#include "web/scenes/layouts/tiles.hpp"

namespace loom::scenes {

using memory::Delivery;

constexpr double shade_from[] = {0, 4, 8, 12, 16, 20, 24, 28};
constexpr Shades shades = {Role::data, shade_from};
constexpr Style taken = stroked(Role::lane, 2);
constexpr float tint = 0.25f;
constexpr int most_turns = 32;

// `also` of an action outlives the picture; there are as many as M and S have values.
static std::string_view kept(std::string text) {
  static std::set<std::string> all;
  return *all.insert(std::move(text)).first;
}

struct SwizzleDrawing : Picture<SwizzleState> {
  Rect address_ = {2, by_width(38, 40), by_width(width_ - 4, 430), by_width(66, 72)};
  Rect reads_ = by_width(Rect{2, 146, width_ - 4, 21}, Rect{466, 40, 292, 24});
  Rect find_ = band(reads_, reads_.y + 3 * reads_.height + 6, by_width(26, 34));
  // Without and with beside each other; turns beside their tile, or below.
  float top_ = find_.bottom() + by_width(26, 30), between_ = by_width(16, 24),
        half_ = (width_ - 4 - between_) / 2;
  Rect tile_ = {2, top_, by_width(half_, half_ - 128 - 16), by_width(72, 160)};
  Rect turns_ = by_width(Rect{2, tile_.bottom() + 24, half_, 64},
                         Rect{tile_.right() + 16, top_, 128, tile_.height});
  Point legend_ = {2, turns_.bottom() + 16};
  int from_ = s_.on_bytes.base + std::max(s_.on_bytes.shift, 0),
      to_ = s_.on_bytes.base + std::max(-s_.on_bytes.shift, 0);  // bits read, and those changed

  float height() const { return legend_.y + by_width(28, 10); }
  void draw() {
    in("address", [&] { address(); });
    in("reads", [&] { reads(); });
    in("search", [&] { find(); });
    for (const bool with : {false, true}) {
      const Part part(p_, with ? "with" : "without");
      tile(with);
      turns(with);
    }
    legend();
  }

  // What chooses an element; the same one lights up in the other pictures.
  void element_spot(const Rect& rect, std::string tooltip, int element) {
    p_.hotspot(rect, std::move(tooltip),
               choose("at", fill("{},{}", element / s_.columns, element % s_.columns)), element);
  }
  Rect beside(Rect box, bool with) const {
    if (with) box.x += half_ + between_;
    return box;
  }
  int bank(int row, int column, bool with) const {
    return SwizzleState::bank(with ? s_.moved(row, column) : s_.byte(row, column));
  }

  void address() {
    const std::int64_t before = s_.byte(s_.row, s_.column), after = s_.moved(s_.row, s_.column);
    const int count = s_.address_bits();
    const float wide = std::min(26.f, address_.width / px(count));
    const Grid grid{{address_.x, address_.y, wide * px(count), address_.height}, count, 1};
    write({address_.x, 10}, strong, "Element ({}, {}): its address in bits", s_.row, s_.column);
    const auto field = [&](int low, int high, std::string_view name) {
      const float x = grid.cells(count - high, 0).x + 1, right = grid.cells(count - low, 0).x - 1;
      bracket(p_, x, right, address_.y - 5, 4, stroked(Role::muted));
      hold({(x + right) / 2, address_.y - 15}, quiet, 2, width_ - 2, name);
    };
    field(0, 2, "byte");
    field(2, SwizzleState::byte_bits, "bank");
    if (count > SwizzleState::byte_bits + 1) field(SwizzleState::byte_bits, count, "128 bytes");
    for (int i = 0; i < s_.swizzle.bits; ++i)
      crossing(grid, from_ + i, to_ + i, (before >> (from_ + i) & 1) != 0);
    bits(grid, before, before, address_.y);
    bits(grid, after, before, address_.bottom() - 20);
    write({address_.x, address_.bottom() + 12}, label, "byte {}, bank {} → byte {}, bank {}",
          before, SwizzleState::bank(before), after, SwizzleState::bank(after));
  }

  void bits(const Grid& grid, std::int64_t address, std::int64_t other, float y) {
    for (int bit = 0; bit < grid.columns; ++bit) {
      const Rect cell = {grid.cells(grid.columns - 1 - bit, 0).x, y, grid.wide(), 20};
      const bool flipped = ((address ^ other) >> bit & 1) != 0,
                 read = bit >= from_ && bit < from_ + s_.swizzle.bits,
                 changed = bit >= to_ && bit < to_ + s_.swizzle.bits;
      const Role role = read ? Role::lane : changed ? Role::data : Role::none;
      p_.rect(cell, {.fill = role, .stroke = Role::grid, .fill_opacity = flipped ? 1 : tint});
      p_.text(cell.center(), (address >> bit & 1) != 0 ? "1" : "0",
              centered(colored(mono, flipped ? Role::surface : Role::ink)));
    }
  }

  // One bit read goes down into the ⊕ above the bit that it may flip.
  void crossing(const Grid& grid, int read, int changed, bool flips) {
    const auto middle = [&](int bit) { return grid.cells(grid.columns - 1 - bit, 0).center().x; };
    const float top = address_.y + 20, bottom = address_.bottom() - 20, y = bottom - 9;
    const Point sign = {middle(changed), y};
    p_.line({middle(read), top}, sign, flips ? stroked(Role::ink, 2) : dashed(Role::muted));
    upright(p_, sign.x, top, bottom, stroked(Role::muted));
    p_.circle(sign, 5, edged(Role::surface, flips ? Role::ink : Role::muted));
    level(p_, y, sign.x - 5, sign.x + 5, stroked(Role::muted));
    upright(p_, sign.x, y - 5, y + 5, stroked(Role::muted));
  }

  void reads() {
    const float y = reads_.y - 10, with = reads_.right() - 8, without = with - 60;
    p_.text({reads_.x, y - by_width(0, 20)},
            by_width("Turns of the warp", "Turns of a warp’s read"), strong);
    column_names(p_, y, {{without, "without"}, {with, "with"}});
    BarRows rows(p_, reads_, with, 1);
    for (const TileRead& read : s_.reads) {
      rows.next(&read == &s_.read(), read.name);
      const bool can = read.refused.empty();
      rows.cell(without, can ? integer(read.without.count()) : "–");
      rows.cell(with, can ? integer(read.with.count()) : "–");
      rows.does(can ? choose("access", read.id) : Action{},
                can ? fill("{}: {} instead of {}", read.name, Word(read.with.count(), "turn"),
                           read.without.count())
                    : read.refused);
    }
  }

  void find() {
    const layout::Swizzle found = s_.found();
    const bool is_it = found == s_.swizzle, better = s_.search.found || !found.identity();
    const Role role = s_.search.found ? Role::good : Role::bad;
    p_.rect(find_, {.fill = role, .stroke = role, .fill_opacity = 0.12f, .radius = 6});
    p_.text({find_.x + 10, find_.center().y}, s_.search_text(), strong);
    if (!is_it && better) p_.text({find_.right() - 10, find_.center().y}, "use it", ended(strong));
    Action use = choose("b", integer(found.bits));
    if (!found.identity()) use.also = kept(fill("m={}&s={}", found.base, found.shift));
    spot(find_, is_it ? Action{} : use, "{}, tried from the smallest on, for all {} of this read",
         Word(s_.search.tried, "swizzle"), Word(s_.read().warps, "warp"));
  }

  void tile(bool with) {
    const Grid grid{beside(tile_, with), s_.columns, s_.rows};
    write({grid.box.x, grid.box.y - 11}, strong, with ? layout::to_text(s_.swizzle) : "No swizzle");
    std::vector<double> banks;
    for (int row = 0; row < s_.rows; ++row)
      for (int column = 0; column < s_.columns; ++column) banks.push_back(bank(row, column, with));
    heat_map(p_, grid, banks, shades);
    warp_cells(grid);
    p_.rect(grid.cells(s_.column, s_.row), element_frame);
    each_place(grid, 32, 32, [&](int row, int column, const Rect& place) {
      const int element = row * s_.columns + column;
      element_spot(
          place,
          fill("({}, {}): byte {}, bank {}", row, column,
               with ? s_.moved(row, column) : s_.byte(row, column), bank(row, column, with)),
          element);
      if (element == view_.pointed) p_.rect(grid.cells(column, row), element_frame);
    });
  }

  // A frame around what the chosen warp reads: runs of its lanes, with equal ones side by side
  // joined.
  void warp_cells(const Grid& grid) {
    Rect open{};
    for (int lane = 0; lane <= memory::warp_lanes; ++lane) {
      const int element = lane < memory::warp_lanes ? s_.element_of(lane) : -1;
      Rect next{};
      if (element >= 0) next = grid.cells(element % s_.columns, element / s_.columns, s_.vector());
      const bool both = element >= 0 && open.width > 0;
      if (both && next.y == open.y && std::abs(next.x - open.right()) < 0.1f)
        open.width += next.width;
      else if (both && next.x == open.x && std::abs(next.y - open.bottom()) < 0.1f)
        open.height += next.height;
      else {
        if (open.width > 0) p_.rect(open, taken);
        open = next;
      }
    }
  }

  void turns(bool with) {
    const TileRead& read = s_.read();
    const memory::Wavefronts& all = with ? read.with : read.without;
    const Grid grid{beside(turns_, with), memory::bank_count, most_turns};
    write({grid.box.x, grid.box.y - 11}, strong, by_width("{}", "{}, 32 banks"),
          Word(all.count(), "turn"));
    p_.rect(grid.box, stroked(Role::grid));
    const int mine = s_.lane_of(s_.row, s_.column), at = view_.pointed,
              other = at < 0 || at >= s_.rows * s_.columns
                          ? -1
                          : s_.lane_of(at / s_.columns, at % s_.columns);
    std::array<int, 4> first{};
    first.fill(most_turns);
    std::array<std::vector<Rect>, 3> kinds;
    for (const Delivery& each : all.deliveries()) {
      first[each.group] = std::min<int>(first[each.group], each.wavefront);
      const bool late = each.wavefront > first[each.group], is_mine = (each.lanes >> mine & 1) != 0;
      const Rect box = grid.cells(each.bank(), each.wavefront);
      kinds[is_mine ? 2 : late ? 1 : 0].push_back(box);
      const int lane = std::countr_zero(each.lanes), element = s_.element_of(lane);
      element_spot(box,
                   fill("Turn {}: bank {} for element ({}, {})", each.wavefront + 1, each.bank(),
                        element / s_.columns, element % s_.columns),
                   element);
      if (other >= 0 && (each.lanes >> other & 1) != 0) p_.rect(box, element_frame);
    }
    p_.rects(kinds[0], solid(Role::data));
    p_.rects(kinds[1], solid(Role::bad));
    p_.rects(kinds[2], solid(Role::ink));
  }

  void legend() {
    const float end = color_scale(p_, legend_, by_width("", "Bank"), shades);
    Legend key(p_, by_width(Point{2, legend_.y + 20}, Point{end + 20, legend_.y}), width_);
    key.line("", "the warp reads", taken);
    key.add("", "has to wait", solid(Role::bad));
    key.add("", "the element", solid(Role::ink));
  }
};

float SwizzleState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
