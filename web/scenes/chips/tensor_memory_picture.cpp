#include "core/gemm/wgmma.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/tensor_memory.hpp"

namespace loom::scenes {

constexpr int most_side = 256, registers_of_row = 32, register_rows = 16;
constexpr float title_high = 38, gutter = 48;

constexpr Style styles[] = {
    solid(Role::data),
    solid(Role::data, 0.4f),
    solid(Role::lane, 0.6f),
    textured(Role::waste, Texture::dots),
    textured(Role::wait, Texture::hatch),
    solid(Role::bad, 0.6f),
};
constexpr Style beyond = dashed(Role::bad, 2);
constexpr std::string_view part_of[] = {"first",  "second",   "scales",
                                        "unused", "neighbor", "spilled"};

struct TensorMemoryDrawing : Picture<SumsPicture> {
  // The tile to the left, where its sums are to the right; or one below the other.
  Rect tile_ = {26, title_high, by_width(112, 176), by_width(112, 176)};
  float from_ = narrow_ ? gutter : tile_.right() + 30 + gutter;
  Rect store_ = {from_, narrow_ ? tile_.bottom() + 42 : title_high, width_ - from_ - 8,
                 by_width(128, 192)};
  // Of tensor memory: what does not fit sticks out to the right, and has its room there.
  float share_ = s_.blackwell && !s_.need.fits() ? px(gemm::tmem_columns) / px(s_.need.used()) : 1;
  Rect memory_ = {store_.x, store_.y, store_.width* share_, store_.height};
  float title_ = by_width(2, from_ - gutter), legend_ = store_.bottom() + 60;

  float height() const { return legend_ + by_width(32, 12); }
  void draw() {
    in("tile", [&] { tile(); });
    in("element", [&] { element(); });
    s_.blackwell ? columns() : registers();
    legend();
  }

  // Of a thread's registers, cells are too small for a texture.
  const Style& style_of(Stretch::Kind kind) const {
    static constexpr Style left = solid(Role::waste, 0.3f);
    return kind == Stretch::unused && !s_.blackwell ? left : styles[kind];
  }
  // Of tensor memory, or behind its last column.
  Rect cells(int column, int lane, int across, int down) const {
    return Grid{memory_, gemm::tmem_columns, gemm::tmem_lanes}.cells(column, lane, across, down);
  }

  // Lines from two edges to a place, and a ring there.
  void aim(Point from, Point other, Point at) {
    p_.line(from, at, stroked(Role::ink));
    p_.line(other, at, stroked(Role::ink));
    p_.circle(at, 4, hollow);
  }

  void tile() {
    const gemm::Accumulators& sums = s_.sums;
    write({2, 10}, label, "The tile: {} × {}", sums.m, sums.n);
    const Grid plane{tile_, most_side, most_side};
    const Rect box = plane.cells(0, 0, sums.n, sums.m);
    p_.rect(tile_, dashed(Role::grid));
    p_.rect(box, solid(Role::surface));
    p_.rect(box, {.fill = Role::data, .stroke = Role::muted, .fill_opacity = 0.2f});
    // What goes to different places: the rows of SMs, of warpgroups, of products.
    const int slab = !s_.blackwell ? gemm::wgmma_rows : std::min(sums.rows(), gemm::tmem_lanes);
    for (int row = slab; row < sums.m; row += slab)
      level(p_, plane.cells(0, row).y, box, dashed(Role::muted));
  }

  // The one that is looked at, and where it goes.
  void element() {
    const Rect& tile = tile_;
    const Grid plane{tile, most_side, most_side};
    const Point at = plane.cells(s_.column, s_.row).center();
    aim({tile.x, at.y}, {at.x, tile.y}, at);
    const Rect ends = inset(tile, plane.wide() / 2);
    drag_knob({tile.x - 8, at.y}, drag_y("row", ends.y, ends.bottom(), 0, most_side - 1),
              "Drag to another row");
    drag_knob({at.x, tile.y - 8}, drag_x("column", ends.x, ends.right(), 0, most_side - 1),
              "Drag to another column");
    Lines lines(p_, narrow_ ? Point{tile.right() + 14, tile.y + 16} : Point{2, tile.bottom() + 18},
                19);
    lines.write(label, "Sum ({}, {}) is in", s_.row, s_.column);
    if (s_.blackwell) {
      const gemm::TmemPlace to = s_.cell();
      lines.write(strong, "{}lane {}, column {}", s_.sums.sms == 2 ? fill("SM {}, ", s_.sm()) : "",
                  to.lane, to.column);
    } else {
      const gemm::RegisterPlace to = s_.slot();
      lines.write(strong, "warpgroup {}, thread {},", to.warpgroup, to.thread);
      lines.write(strong, "number {} of its sums", to.number);
    }
  }

  void columns() {
    write({title_, store_.y - 28}, label,
          narrow_ ? "Tensor Memory: 128 lanes × 512 columns"
                  : "Tensor Memory of {}: 128 lanes × 512 columns of 4 bytes",
          s_.sums.sms == 2 ? fill("SM {}", s_.sm()) : "an SM");
    axes();
    p_.rect(memory_, edged(Role::surface, Role::grid));
    for (const Stretch& each : s_.stretches) stretch(each);
    p_.rect(memory_, stroked(Role::muted));
    if (!s_.need.fits()) {
      const int more = s_.need.used() - gemm::tmem_columns;
      p_.rect(inset(cells(gemm::tmem_columns, 0, more, gemm::tmem_lanes), 1), beyond);
    }
    brackets();
    const Part part(p_, "element");
    const gemm::TmemPlace at = s_.cell();
    const Point center = cells(at.column, at.lane, 1, 1).center();
    aim({store_.x, center.y}, {center.x, store_.bottom()}, center);
  }

  void axes() {
    Part part(p_, "warps");
    for (int warp = 0; warp < 4; ++warp) {
      const int lane = warp * gemm::warp_lanes_of_tmem;
      const Rect band = cells(0, lane, gemm::tmem_columns, gemm::warp_lanes_of_tmem);
      write({store_.x - 6, band.center().y}, ended(quiet), "warp {}", warp);
      spot({store_.x - gutter, band.y, gutter, band.height},
           "Warp {} of a warpgroup reads lanes {} to {}, and no others", warp, lane,
           lane + gemm::warp_lanes_of_tmem - 1);
      if (warp > 0) level(p_, band.y, store_.x - 6, memory_.right(), stroked(Role::grid));
    }
    part.end();
    for (int column = 0; column <= gemm::tmem_columns; column += 128) {
      const float x = cells(column, 0, 1, 1).x;
      upright(p_, x, store_.bottom(), store_.bottom() + 4, stroked(Role::muted));
      hold({x, store_.bottom() + 13}, quiet, 0, width_, integer(column));
    }
  }

  void stretch(const Stretch& each) {
    const Part part(p_, part_of[each.kind]);
    const bool half = s_.sums.rows() == 64 && each.kind <= Stretch::second,
               halves = half && s_.sums.sms == 1, folded = half && s_.sums.sms == 2;
    const Rect all = inset(cells(each.from, 0, each.count, gemm::tmem_lanes), 0.75f);
    const int first = halves && each.kind == Stretch::second ? 16 : 0;
    if (!halves) p_.rect(all, styles[each.kind]);
    for (int lane = first; halves && lane < gemm::tmem_lanes; lane += 32)
      p_.rect(inset(cells(each.from, lane, each.count, 16), 0.75f), styles[each.kind]);
    if (folded) level(p_, all.center().y, all, stroked(Role::surface, 2));
    spot(all, "Columns {} to {}: {}{}", each.from, each.from + each.count - 1, each.name,
         folded   ? "; its columns beyond the middle are in the lower lanes"
         : halves ? "; half the lanes of these columns"
                  : "");
  }

  // What the kernel allocates, as far as there is room for it.
  void brackets() {
    const float y = store_.bottom() + 26;
    const bool fits = s_.need.fits();
    const int columns = fits ? s_.need.allocated : s_.need.used();
    const Rect under = cells(0, 0, columns, 1);
    const Role role = fits ? Role::ink : Role::bad;
    bracket(p_, under.x, under.right(), y, -5, stroked(role));
    hold({under.center().x, y + 13}, colored(label, role), store_.x - gutter, store_.right(),
         fits ? fill("one request: {} columns, {} used", columns, s_.need.used())
              : fill("{} columns needed, {} available", columns, gemm::tmem_columns));
  }

  void registers() {
    const int available = s_.registers.available;
    write({title_, store_.y - 28}, label, "Registers of one of {} threads",
          s_.warpgroups * gemm::warpgroup_threads);
    const Grid grid{store_, registers_of_row, register_rows};
    for (const Stretch& each : s_.stretches) {
      const Part part(p_, part_of[each.kind]);
      const auto kind = [&](int i) -> std::uint8_t { return i < each.from; };  // 1 is empty
      paint_cells(p_, grid, list_of(each.from + each.count, kind), {&style_of(each.kind), 1},
                  0.75f);
      const int to = each.from + each.count - 1, top = each.from / registers_of_row,
                bottom = std::min(to / registers_of_row, register_rows - 1);
      if (top <= bottom)
        spot(grid.cells(0, top, registers_of_row, bottom - top + 1), "{} to {}: {}", each.from, to,
             each.name);
    }
    for (int row = 0; row < register_rows; row += 4)
      write({store_.x - 6, grid.cells(0, row).center().y}, ended(quiet), "{}",
            row * registers_of_row);
    // Behind the last register that a thread can have.
    const Point last = {grid.cell(available).x, grid.cell(available).y};
    const float below = last.y + grid.high();
    const Point edge[] = {{store_.x, below}, {last.x, below}, last, {store_.right(), last.y}};
    const bool whole = available % registers_of_row == 0;
    p_.path(std::span(edge).subspan(whole ? 2 : 0), false, stroked(Role::ink, 2));
    const int more = s_.registers.held - registers_of_row * register_rows;
    write({store_.right(), store_.bottom() + 13}, ended(label),
          more > 0 ? "line: {}, the maximum; {} more below" : "line: {} registers, the maximum",
          available, more);
    const Part part(p_, "element");
    p_.rect(grid.cell(s_.slot().number), stroked(Role::ink, 2));
  }

  void legend() {
    static constexpr const char* names[] = {"first tile",          "second tile",    "scales",
                                            "allocated, not used", "a second block", "spilled"};
    const bool no_second =
        s_.sums.buffers > 1 &&
        std::none_of(s_.stretches.begin(), s_.stretches.end(),
                     [](const Stretch& each) { return each.kind == Stretch::second; });
    Legend legend(p_, {title_, legend_}, width_);
    for (const Stretch& each : s_.stretches)
      legend.write(part_of[each.kind], style_of(each.kind),
                   !s_.blackwell && each.kind == Stretch::unused ? "for other values"
                   : no_second && each.kind == Stretch::spilled  ? "spilled, with the second tile"
                                                                 : names[each.kind]);
    if (s_.blackwell && !s_.need.fits()) legend.add("", "does not fit", beyond);
  }
};

float SumsPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
