#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "web/scene/kit.hpp"
#include "web/scenes/layouts/swizzle.hpp"

namespace loom::scenes {
namespace {

using memory::Delivery;
using namespace scene;

constexpr double shade_from[] = {0, 4, 8, 12, 16, 20, 24, 28};
constexpr Shades shades = {Role::data, shade_from};
constexpr Style here = {.stroke = Role::ink, .stroke_width = 2.5f};
constexpr Style taken = {.stroke = Role::lane, .stroke_width = 2};
constexpr float tint = 0.25f;
constexpr int most_turns = 32;

struct Layout {
  explicit Layout(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    address = {2, narrow ? 38.f : 40.f, narrow ? width - 4 : 430.f, narrow ? 66.f : 72.f};
    reads = {narrow ? 2.f : 466.f, narrow ? 146.f : 40.f, narrow ? width - 4 : 292.f,
             narrow ? 21.f : 24.f};
    find = {reads.x, reads.y + 3 * reads.height + 6, reads.width, narrow ? 26.f : 34.f};
    // Without and with beside each other; turns beside their tile, or below.
    const float top = find.bottom() + (narrow ? 26.f : 30.f), between = narrow ? 16 : 24,
                half = (width - 4 - between) / 2;
    for (size_t i = 0; i < 2; ++i) {
      const float left = i == 0 ? 2 : 2 + half + between;
      if (narrow) {
        tile[i] = {left, top, half, 72};
        turns[i] = {left, tile[i].bottom() + 24, half, 64};
      } else {
        tile[i] = {left, top, half - 128 - 16, 160};
        turns[i] = {tile[i].right() + 16, top, 128, tile[i].height};
      }
    }
    legend = {2, turns[1].bottom() + 16};
  }
  float height() const { return legend.y + (narrow ? 28.f : 10.f); }

  bool narrow;
  float width;
  Rect address, reads, find;
  std::array<Rect, 2> tile, turns;
  Point legend;
};

// `also` of an action outlives the picture; there are as many as M and S have values.
std::string_view kept(std::string text) {
  static std::set<std::string> all;
  return *all.insert(std::move(text)).first;
}

class Drawing {
 public:
  Drawing(const SwizzleState& state, Painter& painter, const View& view)
      : s_(state), p_(painter), at_(view.width), pointed_(view.pointed) {}

  void run() {
    address();
    reads();
    find();
    for (const bool with : {false, true}) {
      const Part part(p_, with ? "with" : "without");
      tile(with);
      turns(with);
    }
    legend();
  }

 private:
  int from() const { return s_.on_bytes.base + std::max(s_.on_bytes.shift, 0); }
  int to() const { return s_.on_bytes.base + std::max(-s_.on_bytes.shift, 0); }
  Action choose_at(int element) const {
    return choose("at", fill("{},{}", {element / s_.columns, element % s_.columns}));
  }
  std::string place(int element) const {
    return fill("({}, {})", {element / s_.columns, element % s_.columns});
  }

  void address() {
    const Part part(p_, "address");
    const std::int64_t before = s_.byte(s_.row, s_.column), after = s_.moved(s_.row, s_.column);
    const int count = s_.address_bits();
    const float wide = std::min(26.f, at_.address.width / static_cast<float>(count));
    const Grid grid{
        {at_.address.x, at_.address.y, wide * static_cast<float>(count), at_.address.height},
        count,
        1};
    p_.text({at_.address.x, 10}, fill("Element ({}, {}): its address in bits", {s_.row, s_.column}),
            strong);
    const auto field = [&](int low, int high, std::string_view name) {
      const float x = grid.cells(count - high, 0).x + 1, right = grid.cells(count - low, 0).x - 1;
      bracket(p_, x, right, at_.address.y - 5, 4, {.stroke = Role::muted});
      held_text(p_, {(x + right) / 2, at_.address.y - 15}, name, quiet, 2, at_.width - 2);
    };
    field(0, 2, "byte");
    field(2, SwizzleState::byte_bits, "bank");
    if (count > SwizzleState::byte_bits + 1) field(SwizzleState::byte_bits, count, "128 bytes");
    const float high = 20;
    for (int i = 0; i < s_.swizzle.bits; ++i)
      crossing(grid, from() + i, to() + i, (before >> (from() + i) & 1) != 0);
    bits(grid, before, before, at_.address.y);
    bits(grid, after, before, at_.address.bottom() - high);
    const auto words = [](std::int64_t address) {
      return fill("byte {}, bank {}", {address, SwizzleState::bank(address)});
    };
    p_.text({at_.address.x, at_.address.bottom() + 12},
            fill("{} → {}", {words(before), words(after)}), label);
  }

  void bits(const Grid& grid, std::int64_t address, std::int64_t other, float y) {
    for (int bit = 0; bit < grid.columns; ++bit) {
      const Rect cell = {grid.cells(grid.columns - 1 - bit, 0).x, y, grid.wide(), 20};
      const bool flipped = ((address ^ other) >> bit & 1) != 0,
                 read = bit >= from() && bit < from() + s_.swizzle.bits,
                 changed = bit >= to() && bit < to() + s_.swizzle.bits;
      const Role role = read ? Role::lane : changed ? Role::data : Role::none;
      p_.rect(cell, {.fill = role, .stroke = Role::grid, .fill_opacity = flipped ? 1 : tint});
      p_.text(cell.center(), (address >> bit & 1) != 0 ? "1" : "0",
              {.role = flipped ? Role::surface : Role::ink,
               .size = Size::small,
               .align = Align::middle,
               .weight = Weight::mono});
    }
  }

  // One bit read goes down into the ⊕ above the bit that it may flip.
  void crossing(const Grid& grid, int read, int changed, bool flips) {
    const auto middle = [&](int bit) { return grid.cells(grid.columns - 1 - bit, 0).center().x; };
    const float top = at_.address.y + 20, bottom = at_.address.bottom() - 20, y = bottom - 9;
    const Style style = {.stroke = flips ? Role::ink : Role::muted,
                         .stroke_width = flips ? 2.f : 1.f,
                         .dashed = !flips};
    const Point sign = {middle(changed), y};
    p_.line({middle(read), top}, sign, style);
    p_.line({sign.x, top}, {sign.x, bottom}, {.stroke = Role::muted});
    p_.circle(sign, 5, {.fill = Role::surface, .stroke = flips ? Role::ink : Role::muted});
    p_.line({sign.x - 5, y}, {sign.x + 5, y}, {.stroke = Role::muted});
    p_.line({sign.x, y - 5}, {sign.x, y + 5}, {.stroke = Role::muted});
  }

  void reads() {
    const Part part(p_, "reads");
    const float y = at_.reads.y - 10, with = at_.reads.right() - 8, without = with - 60;
    p_.text({at_.reads.x, at_.narrow ? y : y - 20},
            at_.narrow ? "Turns of the warp" : "Turns of a warp’s read", strong);
    p_.text({without, y}, "without", ended(quiet));
    p_.text({with, y}, "with", ended(quiet));
    BarRows rows(p_, at_.reads, with, 1);
    for (const TileRead& read : s_.reads) {
      rows.next(&read == &s_.read());
      rows.name(read.name);
      const bool can = read.refused.empty();
      rows.cell(without, can ? integer(read.without.count()) : "–");
      rows.cell(with, can ? integer(read.with.count()) : "–");
      if (can)
        rows.does(fill("{}: {} instead of {}",
                       {read.name, {read.with.count(), "turn"}, read.without.count()}),
                  choose("access", std::string(read.id)));
      else
        rows.does(read.refused);
    }
  }

  void find() {
    const Part part(p_, "search");
    const layout::Swizzle found = s_.found();
    const std::string name = layout::to_text(found), tried = integer(s_.search.tried);
    const bool is_it = found == s_.swizzle, better = s_.search.found || !found.identity();
    const std::string text =
        s_.search.before == 0 ? "This read needs no swizzle"
        : !s_.search.found    ? fill("None of {} works; best: {}", {tried, better ? name : "none"})
        : is_it               ? fill("{}: the smallest without conflicts", {name})
                              : fill("Without conflicts: {}", {name});
    const Role role = s_.search.found ? Role::good : Role::bad;
    p_.rect(at_.find, {.fill = role, .stroke = role, .fill_opacity = 0.12f, .radius = 6});
    p_.text({at_.find.x + 10, at_.find.center().y}, text, strong);
    if (!is_it && better)
      p_.text({at_.find.right() - 10, at_.find.center().y}, "use it", ended(strong));
    Action use = choose("b", integer(found.bits));
    if (!found.identity()) use.also = kept(fill("m={}&s={}", {found.base, found.shift}));
    p_.hotspot({at_.find,
                fill("{}, tried from the smallest on, for all {} of this read",
                     {{s_.search.tried, "swizzle"}, {s_.read().warps, "warp"}}),
                is_it ? Action{} : use});
  }

  void tile(bool with) {
    const Grid grid{at_.tile[with], s_.columns, s_.rows};
    p_.text({grid.box.x, grid.box.y - 11},
            with ? layout::to_text(s_.swizzle) : std::string("No swizzle"), strong);
    std::vector<double> banks;
    for (int i = 0; i < s_.rows * s_.columns; ++i) {
      const int row = i / s_.columns, column = i % s_.columns;
      banks.push_back(SwizzleState::bank(with ? s_.moved(row, column) : s_.byte(row, column)));
    }
    heat_map(p_, grid, banks, shades);
    warp_cells(grid);
    p_.rect(grid.cells(s_.column, s_.row), here);
    // Places large enough to be told apart, each with the first of its elements.
    const int across = (s_.columns + 31) / 32, down = (s_.rows + 31) / 32;
    for (int row = 0; row < s_.rows; row += down)
      for (int column = 0; column < s_.columns; column += across) {
        const int element = row * s_.columns + column;
        const Rect box = grid.cells(column, row, std::min(across, s_.columns - column),
                                    std::min(down, s_.rows - row));
        const std::int64_t byte = with ? s_.moved(row, column) : s_.byte(row, column);
        p_.hotspot({.rect = box,
                    .tooltip = fill("{}: byte {}, bank {}",
                                    {place(element), byte, SwizzleState::bank(byte)}),
                    .action = choose_at(element),
                    .names = element});
        if (element == pointed_) p_.rect(grid.cells(column, row), here);
      }
  }

  // A frame around what the chosen warp reads: runs of its lanes, with equal ones side by side
  // joined.
  void warp_cells(const Grid& grid) {
    Rect open{};
    for (int lane = 0; lane <= memory::warp_lanes; ++lane) {
      const int element = lane < memory::warp_lanes ? s_.element_of(lane) : -1;
      Rect next{};
      if (element >= 0) next = grid.cells(element % s_.columns, element / s_.columns, s_.vector());
      const bool same_row =
                     element >= 0 && next.y == open.y && std::abs(next.x - open.right()) < 0.1f,
                 same_column =
                     element >= 0 && next.x == open.x && std::abs(next.y - open.bottom()) < 0.1f;
      if (open.width > 0 && same_row)
        open.width += next.width;
      else if (open.width > 0 && same_column)
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
    const Grid grid{at_.turns[with], memory::bank_count, most_turns};
    p_.text(
        {grid.box.x, grid.box.y - 11},
        at_.narrow ? plural(all.count(), "turn") : fill("{}, 32 banks", {{all.count(), "turn"}}),
        strong);
    p_.rect(grid.box, {.stroke = Role::grid});
    const int mine = s_.lane_of(s_.row, s_.column),
              other = pointed_ < 0 || pointed_ >= s_.rows * s_.columns
                          ? -1
                          : s_.lane_of(pointed_ / s_.columns, pointed_ % s_.columns);
    std::array<int, 4> first{};
    first.fill(most_turns);
    std::array<std::vector<Rect>, 3> kinds;
    for (const Delivery& each : all.deliveries()) {
      first[each.group] = std::min<int>(first[each.group], each.wavefront);
      const bool late = each.wavefront > first[each.group], is_mine = (each.lanes >> mine & 1) != 0;
      const Rect box = grid.cells(each.bank(), each.wavefront);
      kinds[is_mine ? 2 : late ? 1 : 0].push_back(box);
      const int lane = std::countr_zero(each.lanes), element = s_.element_of(lane);
      p_.hotspot({.rect = box,
                  .tooltip = fill("Turn {}: bank {} for element {}",
                                  {each.wavefront + 1, each.bank(), place(element)}),
                  .action = choose_at(element),
                  .names = element});
      if (other >= 0 && (each.lanes >> other & 1) != 0) p_.rect(box, here);
    }
    p_.rects(kinds[0], {.fill = Role::data});
    p_.rects(kinds[1], {.fill = Role::bad});
    p_.rects(kinds[2], {.fill = Role::ink});
  }

  void legend() {
    const float end = color_scale(p_, at_.legend, at_.narrow ? "" : "Bank", shades);
    Legend key(p_, at_.narrow ? Point{2, at_.legend.y + 20} : Point{end + 20, at_.legend.y},
               at_.width);
    key.line("", "the warp reads", taken);
    key.add("", "has to wait", {.fill = Role::bad});
    key.add("", "the element", {.fill = Role::ink});
  }

  const SwizzleState& s_;
  Painter& p_;
  const Layout at_;
  const int pointed_;
};

}  // namespace

float SwizzleState::height(float width) const { return Layout(width).height(); }

void SwizzleState::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view).run();
}

}  // namespace loom::scenes
