#include <algorithm>

#include "web/scene/kit.hpp"
#include "web/scenes/chips/tensor_memory.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int most_side = 256, registers_of_row = 32, register_rows = 16;
constexpr float title_high = 38, gutter = 48;

constexpr Style styles[] = {
    {.fill = Role::data},
    {.fill = Role::data, .fill_opacity = 0.4f},
    {.fill = Role::lane, .fill_opacity = 0.6f},
    {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots},
    {.fill = Role::wait, .stroke = Role::wait, .texture = Texture::hatch},
    {.fill = Role::bad, .fill_opacity = 0.6f},
};
constexpr Style beyond = {.stroke = Role::bad, .stroke_width = 2, .dashed = true};
constexpr std::string_view part_of[] = {"first",  "second",   "scales",
                                        "unused", "neighbor", "spilled"};

// The tile to the left, where its sums are to the right; or one below the other.
struct Layout {
  explicit Layout(float picture_width) : narrow(is_narrow(picture_width)), width(picture_width) {
    const float side = narrow ? 112 : 176, left = 26;
    tile = {left, title_high, side, side};
    const float top = narrow ? tile.bottom() + 42 : title_high,
                from = narrow ? gutter : tile.right() + 30 + gutter;
    store = {from, top, width - from - 8, narrow ? 128.f : 192.f};
    legend = store.bottom() + 60;
  }
  float height() const { return legend + (narrow ? 32 : 12); }
  float title() const { return narrow ? 2 : store.x - gutter; }  // where it begins

  bool narrow;
  float width;
  Rect tile, store;
  float legend;
};

class Drawing {
 public:
  Drawing(const SumsPicture& picture, Painter& painter, float width)
      : it_(picture), p_(painter), at_(width), store_(at_.store) {
    // What does not fit sticks out to the right, and has its room there.
    if (it_.blackwell && !it_.need.fits())
      store_.width *= static_cast<float>(gemm::tmem_columns) / static_cast<float>(it_.need.used());
  }

  void run() {
    tile();
    element();
    if (it_.blackwell)
      columns();
    else
      registers();
    legend();
  }

 private:
  // Of a thread's registers, cells are too small for a texture.
  const Style& style_of(Stretch::Kind kind) const {
    static constexpr Style left = {.fill = Role::waste, .fill_opacity = 0.3f};
    return kind == Stretch::unused && !it_.blackwell ? left : styles[kind];
  }
  // Of tensor memory, or behind its last column.
  Rect cells(int column, int lane, int across, int down) const {
    return Grid{store_, gemm::tmem_columns, gemm::tmem_lanes}.cells(column, lane, across, down);
  }

  void tile() {
    const Part part(p_, "tile");
    const gemm::Accumulators& sums = it_.sums;
    p_.text({2, 10}, fill("The tile: {} × {}", {sums.m, sums.n}), label);
    const Grid plane{at_.tile, most_side, most_side};
    const Rect box = plane.cells(0, 0, sums.n, sums.m);
    p_.rect(at_.tile, {.stroke = Role::grid, .dashed = true});
    p_.rect(box, {.fill = Role::surface});
    p_.rect(box, {.fill = Role::data, .stroke = Role::muted, .fill_opacity = 0.2f});
    // What goes to different places: the rows of SMs, of warpgroups, of products.
    const int slab = !it_.blackwell ? gemm::wgmma_rows : std::min(sums.rows(), gemm::tmem_lanes);
    for (int row = slab; row < sums.m; row += slab) {
      const float y = plane.cells(0, row).y;
      p_.line({box.x, y}, {box.right(), y}, {.stroke = Role::muted, .dashed = true});
    }
  }

  // The one that is looked at, and where it goes.
  void element() {
    const Part part(p_, "element");
    const Rect& tile = at_.tile;
    const Grid plane{tile, most_side, most_side};
    const Point at = plane.cells(it_.column, it_.row).center();
    p_.line({tile.x, at.y}, at, {.stroke = Role::ink});
    p_.line({at.x, tile.y}, at, {.stroke = Role::ink});
    p_.circle(at, 4, hollow);
    const Rect ends = inset(tile, plane.wide() / 2);
    knob(p_, {tile.x - 8, at.y}, at_.width, "Drag to another row",
         drag_y("row", ends.y, ends.bottom(), 0, most_side - 1));
    knob(p_, {at.x, tile.y - 8}, at_.width, "Drag to another column",
         drag_x("column", ends.x, ends.right(), 0, most_side - 1));
    Lines lines(
        p_, at_.narrow ? Point{tile.right() + 14, tile.y + 16} : Point{2, tile.bottom() + 18}, 19);
    lines.add(fill("Sum ({}, {}) is in", {it_.row, it_.column}));
    if (it_.blackwell) {
      const gemm::TmemPlace to = it_.cell();
      lines.add(fill("{}lane {}, column {}",
                     {it_.sums.sms == 2 ? fill("SM {}, ", {it_.sm()}) : "", to.lane, to.column}),
                strong);
    } else {
      const gemm::RegisterPlace to = it_.slot();
      lines.add(fill("warpgroup {}, thread {},", {to.warpgroup, to.thread}), strong);
      lines.add(fill("number {} of its sums", {to.number}), strong);
    }
  }

  void columns() {
    p_.text({at_.title(), at_.store.y - 28},
            at_.narrow ? "Tensor Memory: 128 lanes × 512 columns"
                       : fill("Tensor Memory of {}: 128 lanes × 512 columns of 4 bytes",
                              {it_.sums.sms == 2 ? fill("SM {}", {it_.sm()}) : "an SM"}),
            label);
    axes();
    p_.rect(store_, {.fill = Role::surface, .stroke = Role::grid});
    for (const Stretch& each : it_.stretches) stretch(each);
    p_.rect(store_, {.stroke = Role::muted});
    if (!it_.need.fits())
      p_.rect(inset(cells(gemm::tmem_columns, 0, it_.need.used() - gemm::tmem_columns,
                          gemm::tmem_lanes),
                    1),
              beyond);
    brackets();
    const Part part(p_, "element");
    const gemm::TmemPlace at = it_.cell();
    const Point center = cells(at.column, at.lane, 1, 1).center();
    p_.line({at_.store.x, center.y}, center, {.stroke = Role::ink});
    p_.line({center.x, at_.store.bottom()}, center, {.stroke = Role::ink});
    p_.circle(center, 4, hollow);
  }

  void axes() {
    p_.begin("warps");
    for (int warp = 0; warp < 4; ++warp) {
      const int lane = warp * gemm::warp_lanes_of_tmem;
      const Rect band = cells(0, lane, gemm::tmem_columns, gemm::warp_lanes_of_tmem);
      p_.text({at_.store.x - 6, band.center().y}, fill("warp {}", {warp}), ended(quiet));
      p_.hotspot({{at_.store.x - gutter, band.y, gutter, band.height},
                  fill("Warp {} of a warpgroup reads lanes {} to {}, and no others",
                       {warp, lane, lane + gemm::warp_lanes_of_tmem - 1})});
      if (warp > 0)
        p_.line({at_.store.x - 6, band.y}, {store_.right(), band.y}, {.stroke = Role::grid});
    }
    p_.end();
    for (int column = 0; column <= gemm::tmem_columns; column += 128) {
      const float x = cells(column, 0, 1, 1).x;
      p_.line({x, at_.store.bottom()}, {x, at_.store.bottom() + 4}, {.stroke = Role::muted});
      held_text(p_, {x, at_.store.bottom() + 13}, fill("{}", {column}), quiet, 0, at_.width);
    }
  }

  void stretch(const Stretch& each) {
    const Part part(p_, part_of[each.kind]);
    const bool halves = it_.sums.rows() == 64 && it_.sums.sms == 1 && each.kind <= Stretch::second;
    const bool folded = it_.sums.rows() == 64 && it_.sums.sms == 2 && each.kind <= Stretch::second;
    const Rect all = inset(cells(each.from, 0, each.count, gemm::tmem_lanes), 0.75f);
    if (halves) {
      const int first = each.kind == Stretch::second ? 16 : 0;
      for (int lane = first; lane < gemm::tmem_lanes; lane += 32)
        p_.rect(inset(cells(each.from, lane, each.count, 16), 0.75f), styles[each.kind]);
    } else {
      p_.rect(all, styles[each.kind]);
    }
    if (folded)
      p_.line({all.x, all.center().y}, {all.right(), all.center().y},
              {.stroke = Role::surface, .stroke_width = 2});
    p_.hotspot({all, fill("Columns {} to {}: {}{}",
                          {each.from, each.from + each.count - 1, each.name,
                           folded   ? "; its columns beyond the middle are in the lower lanes"
                           : halves ? "; half the lanes of these columns"
                                    : ""})});
  }

  // What the kernel allocates, as far as there is room for it.
  void brackets() {
    const float y = at_.store.bottom() + 26;
    const bool fits = it_.need.fits();
    const int columns = fits ? it_.need.allocated : it_.need.used();
    const Rect under = cells(0, 0, columns, 1);
    const Role role = fits ? Role::ink : Role::bad;
    bracket(p_, under.x, under.right(), y, -5, {.stroke = role});
    TextStyle style = centered(label);
    style.role = role;
    held_text(p_, {under.center().x, y + 13},
              fits ? fill("one request: {} columns, {} used", {columns, it_.need.used()})
                   : fill("{} columns needed, {} available", {columns, gemm::tmem_columns}),
              style, at_.store.x - gutter, at_.store.right());
  }

  void registers() {
    const int available = it_.registers.available;
    p_.text({at_.title(), at_.store.y - 28},
            fill("Registers of one thread, of {}", {it_.warpgroups * gemm::warpgroup_threads}),
            label);
    const Grid grid{at_.store, registers_of_row, register_rows};
    for (const Stretch& each : it_.stretches) {
      const Part part(p_, part_of[each.kind]);
      std::vector<std::uint8_t> kinds(static_cast<size_t>(each.from + each.count), 1);
      std::fill_n(kinds.begin() + each.from, each.count, std::uint8_t{0});
      paint_cells(p_, grid, kinds, {&style_of(each.kind), 1}, 0.75f);
      const int top = each.from / registers_of_row,
                bottom =
                    std::min((each.from + each.count - 1) / registers_of_row, register_rows - 1);
      if (top <= bottom)
        p_.hotspot({grid.cells(0, top, registers_of_row, bottom - top + 1),
                    fill("{} to {}: {}", {each.from, each.from + each.count - 1, each.name})});
    }
    for (int row = 0; row < register_rows; row += 4)
      p_.text({at_.store.x - 6, grid.cells(0, row).center().y},
              fill("{}", {row * registers_of_row}), ended(quiet));
    // Behind the last register that a thread can have.
    const Point last = {grid.cell(available).x, grid.cell(available).y};
    const float below = last.y + grid.high();
    const Point edge[] = {{at_.store.x, below}, {last.x, below}, last, {at_.store.right(), last.y}};
    const bool whole = available % registers_of_row == 0;
    p_.path(std::span(edge).subspan(whole ? 2 : 0), false,
            {.stroke = Role::ink, .stroke_width = 2});
    const int more = it_.registers.held - registers_of_row * register_rows;
    p_.text(
        {at_.store.right(), at_.store.bottom() + 13},
        fill(more > 0 ? "line: {}, the maximum; {} more below" : "line: {} registers, the maximum",
             {available, more}),
        ended(label));
    const Part part(p_, "element");
    p_.rect(grid.cell(it_.slot().number), {.stroke = Role::ink, .stroke_width = 2});
  }

  void legend() {
    static constexpr const char* names[] = {"first tile",          "second tile",    "scales",
                                            "allocated, not used", "a second block", "spilled"};
    const bool no_second =
        it_.sums.buffers > 1 &&
        std::none_of(it_.stretches.begin(), it_.stretches.end(),
                     [](const Stretch& each) { return each.kind == Stretch::second; });
    Legend legend(p_, {at_.title(), at_.legend}, at_.width);
    for (const Stretch& each : it_.stretches)
      legend.add(part_of[each.kind],
                 !it_.blackwell && each.kind == Stretch::unused ? "for other values"
                 : no_second && each.kind == Stretch::spilled   ? "spilled, with the second tile"
                                                                : names[each.kind],
                 style_of(each.kind));
    if (it_.blackwell && !it_.need.fits()) legend.add("", "does not fit", beyond);
  }

  const SumsPicture& it_;
  Painter& p_;
  const Layout at_;
  Rect store_;  // tensor memory
};

}  // namespace

float SumsPicture::height(float width) const { return Layout(width).height(); }

void SumsPicture::draw(Painter& painter, const View& view) const {
  Drawing(*this, painter, view.width).run();
}

}  // namespace loom::scenes
