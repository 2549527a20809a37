#include <algorithm>
#include <span>
#include <utility>

#include "core/memory/wavefronts.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/tma_box.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr int chunks_of_line = 8, line_bytes = 128;
constexpr float title_high = 24, heads_high = 20, gutter = 48;

// How much of the plane is seen: first column and row, columns and rows.
constexpr int left_column = -24, top_row = -12, columns_seen = 104, rows_seen = 52;

constexpr Style strong_data = {.fill = Role::data},
                light_data = {.fill = Role::data, .fill_opacity = 0.3f},
                zero = {.fill = Role::waste, .stroke = Role::waste, .texture = Texture::dots},
                empty = {.fill = Role::surface, .stroke = Role::grid};

// A narrow picture, which has to leave room for the controls, says less: fewer lines of shared
// memory, and of the facts no headings.
struct Layout {
  explicit Layout(float picture_width)
      : sides(panels(picture_width, title_high,
                     {.first_height = 0, .second_height = 0, .second_width = 396, .gap = 30})),
        narrow(sides.narrow),
        width(picture_width),
        lines_shown(narrow ? 6 : 16),
        facts(narrow ? 5 : 7),
        fact_high(narrow ? 15 : 18),
        line_high(narrow ? 14 : 16) {
    // Room for half a knob on either side.
    plane = inset({sides.first.x, title_high, sides.first.width, 0}, 8);
    plane.y = title_high;
    plane.height = plane.width * rows_seen / columns_seen;
    facts_top = plane.bottom() + (narrow ? 14 : 18);
    const float facts_end = facts_top + fact_high * static_cast<float>(facts),
                left = sides.second.x + gutter,
                top = (narrow ? facts_end + 18 : title_high) + heads_high;
    memory = {left, top, sides.second.right() - left, line_high * static_cast<float>(lines_shown)};
    more = memory.bottom() + (narrow ? 10 : 14);
    legend = std::max(more, facts_end) + (narrow ? 18 : 22);
  }

  float height() const { return legend + (narrow ? 8 : 12); }

  Panels sides;
  bool narrow;
  float width;
  int lines_shown, facts;
  float fact_high, line_high;
  Rect plane, memory;
  float facts_top, more, legend;
};

bool some(const Rect& rect) { return rect.width > 0 && rect.height > 0; }

class Drawing {
 public:
  Drawing(const TmaBox& box, Painter& painter, const View& view)
      : box_(box), map_(box.load.map), p_(painter), at_(view.width), pointed_(view.pointed) {}

  void run() {
    titles();
    matrix();
    box();
    words();
    grips();
    numbers();
    heads();
    if (box_.refused)
      refusal();
    else
      memory();
    legend();
  }

 private:
  // Elements of the plane, as far as they are seen.
  Rect cells(std::int64_t x, std::int64_t y, std::int64_t across, std::int64_t down) const {
    const auto clip = [](std::int64_t value, int first, int count) {
      return static_cast<float>(std::clamp<std::int64_t>(value - first, 0, count));
    };
    const float cell = at_.plane.width / columns_seen;
    const float left = clip(x, left_column, columns_seen), top = clip(y, top_row, rows_seen),
                right = clip(x + across, left_column, columns_seen),
                bottom = clip(y + down, top_row, rows_seen);
    return {at_.plane.x + left * cell, at_.plane.y + top * cell, (right - left) * cell,
            (bottom - top) * cell};
  }
  // Of shared memory, as far as it is shown: places of 16 bytes.
  Grid places() const { return {at_.memory, chunks_of_line, at_.lines_shown}; }
  Rect whole() const { return cells(box_.load.x, box_.load.y, map_.box_width, map_.box_height); }
  // What of the box is also in the matrix.
  Rect inside(std::int64_t first_column, std::int64_t columns) const {
    const std::int64_t x = box_.load.x + first_column, y = box_.load.y,
                       left = std::clamp<std::int64_t>(x, 0, map_.width),
                       right = std::clamp<std::int64_t>(x + columns, 0, map_.width),
                       top = std::clamp<std::int64_t>(y, 0, map_.height),
                       bottom = std::clamp<std::int64_t>(y + map_.box_height, 0, map_.height);
    return cells(left, top, right - left, bottom - top);
  }

  void titles() {
    p_.text({at_.plane.x, 10}, "Global memory: the matrix, a line every 16 bytes", label);
    p_.text({at_.narrow ? at_.plane.x : at_.sides.second.x, at_.memory.y - heads_high - 14},
            "Shared memory: cells of 16 bytes, row:piece of the box", label);
  }

  // A box may begin where the lines are.
  void matrix() {
    const Part part(p_, "matrix");
    const Rect all = cells(0, 0, map_.width, map_.height);
    p_.rect(at_.plane, {.stroke = Role::grid, .dashed = true});
    p_.rect(all, {.fill = Role::surface, .stroke = Role::muted});
    const std::int64_t step = box_.elements_of_chunk();
    for (std::int64_t x = step; x < map_.width; x += step) {
      const Rect from = cells(x, 0, 1, map_.height);
      p_.line({from.x, from.y}, {from.x, from.bottom()}, {.stroke = Role::grid});
    }
  }

  void box() {
    if (box_.refused) {
      const Part part(p_, "box");
      outline();
      return;
    }
    p_.begin("zeros");
    p_.rect(whole(), {.fill = Role::surface});
    p_.rect(whole(), {.fill = Role::waste, .texture = Texture::dots});
    p_.end();
    if (const Rect read = inside(0, map_.box_width); some(read)) {
      const Part part(p_, "box");
      p_.rect(read, {.fill = Role::surface});
      p_.rect(read, light_data);
    }
    if (const Rect first = inside(0, box_.elements_of_chunk()); some(first)) {
      const Part part(p_, "first");
      p_.rect(first, strong_data);
    }
    const Part part(p_, "box");
    outline();
    if (pointed_ < 0 || pointed_ >= box_.chunks()) return;
    const std::int64_t row = pointed_ / box_.chunks_of_row(),
                       chunk = pointed_ % box_.chunks_of_row();
    p_.rect(cells(box_.load.x + chunk * box_.elements_of_chunk(), box_.load.y + row,
                  box_.elements_of_chunk(), 1),
            {.fill = Role::ink, .stroke = Role::ink, .stroke_width = 1});
  }

  // Where the box goes on beyond what is seen there is no edge, and an angle says so.
  void outline() {
    const Role role = box_.refused ? Role::bad : Role::ink;
    const Style style = {.stroke = role, .stroke_width = 2};
    const bool wide = box_.load.x + map_.box_width > left_column + columns_seen,
               high = box_.load.y + map_.box_height > top_row + rows_seen;
    const Rect box = whole();
    if (wide || high) {  // from one of the two corners that may lie on the edge, to the other
      Point edge[] = {
          {box.x, box.bottom()}, {box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}};
      if (wide) std::swap(edge[0], edge[2]);
      p_.path(std::span(edge).first(wide && high ? 3 : 4), false, style);
    } else {
      p_.rect(box, style);
    }
    if (wide)
      chevron(p_, {box.right() + 6, box.center().y}, Toward::right, role, 4,
              std::min(10.f, box.height / 2));
    if (high)
      chevron(p_, {box.center().x, box.bottom() + 6}, Toward::down, role, 4,
              std::min(10.f, box.width / 2));
  }

  // Above the box, which may lie anywhere: on a ground where it does.
  void words() {
    const Part part(p_, "matrix");
    const Rect box = whole(), all = cells(0, 0, map_.width, map_.height);
    const auto word = [&](Point at, std::string_view text) {
      const Rect ground = {at.x - 2, at.y - 7, text_width(text, Size::small) + 4, 14};
      if (ground.x < box.right() && box.x < ground.right() && ground.y < box.bottom() &&
          box.y < ground.bottom())
        p_.rect(ground, {.fill = Role::surface, .radius = 3});
      p_.text(at, text, quiet);
    };
    word({at_.plane.x + 6, at_.plane.bottom() - 9}, "outside: zeros");
    word({all.x, all.y - 9}, "column 0, row 0");
  }

  // The box moves as a whole, sideways by what a load takes; its left and its upper edge only along
  // one axis.
  void grips() {
    const Part part(p_, "box");
    const Rect rect = whole(), ends = at_.plane;
    Action sideways = drag_x("x", ends.x, ends.right(), left_column, left_column + columns_seen);
    sideways.step = static_cast<int>(box_.elements_of_chunk());
    const Action up_and_down = drag_y("y", ends.y, ends.bottom(), top_row, top_row + rows_seen);
    movable(p_, rect, ends, "Drag the box", sideways, up_and_down);
    knob(p_, {rect.x, std::min(std::max(rect.center().y, rect.y + least_grip), ends.bottom())},
         at_.width, "Drag the box sideways", sideways);
    knob(p_, {std::min(std::max(rect.center().x, rect.x + least_grip), ends.right()), rect.y},
         at_.width, "Drag the box up and down", up_and_down);
  }

  // What the engine is told once, what for each copy, and what threads are spared.
  void numbers() {
    const float left = at_.plane.x, right = at_.plane.right();
    Lines lines(p_, {left, at_.facts_top}, at_.fact_high);
    const bool narrow = at_.narrow;
    p_.begin("map");
    if (!narrow) lines.add("Once: the tensor map", strong);
    lines.add(narrow ? "Once: matrix" : "Matrix", right,
              fill("{} × {} of {}, pitch {}",
                   {map_.width, map_.height, {map_.element_bytes, "byte"}, {map_.pitch, "byte"}}));
    lines.add(narrow ? "Once: box" : "Box", right,
              fill("{} × {}, ", {map_.box_width, map_.box_height}) +
                  (map_.swizzle == 0 ? "no swizzle" : fill("swizzle {} bytes", {map_.swizzle})));
    p_.end();
    p_.begin("box");
    if (!narrow) lines.add("For each copy: one thread", strong);
    lines.add(narrow ? "Each copy: corner" : "Corner of the box", right,
              fill("column {}, row {}", {box_.load.x, box_.load.y}));
    p_.end();
    p_.begin("barrier");
    lines.add("The barrier waits for", right,
              box_.refused ? "nothing" : fill("{} bytes", {map_.bytes()}));
    p_.end();
    const Part part(p_, "addresses");
    const float y = lines.next().y;
    lines.add("Without TMA, threads compute", right,
              box_.refused ? "–" : fill("{} addresses", {box_.addresses()}), strong);
    p_.hotspot({{left, y - 9, right - left, 18},
                "Two for every 16 bytes of a copy: source and destination"});
  }

  // What is refused, in two lines: what was found, what was expected.
  void refusal() {
    const std::string text = to_text(*box_.refused);
    const size_t comma = std::min(text.find(", expected"), text.size() - 2);
    const float left = at_.sides.second.x;
    const Rect frame = {left, at_.memory.y + at_.line_high, at_.sides.second.width, 84};
    const Part part(p_, "shared");
    p_.rect(frame, {.fill = Role::surface, .radius = 8});
    card(p_, frame);
    cross(p_, {left + 18, frame.y + 20});
    Lines lines(p_, {left + 32, frame.y + 20}, 22);
    TextStyle loud = strong;
    loud.role = Role::bad;
    lines.add(box_.refused->by_load() ? "The load faults" : "cuTensorMapEncodeTiled refuses", loud);
    lines.add(text.substr(0, comma));
    lines.add(text.substr(comma + 2));
  }

  void heads() {
    const Part part(p_, "banks");
    const Grid grid = places();
    grid.lines(p_);
    p_.text({at_.memory.x - 6, at_.memory.y - 9}, "banks", ended(quiet));
    for (int i = 0; i < chunks_of_line; ++i) {
      const Rect cell = grid.cells(i, 0);
      p_.text({cell.center().x, at_.memory.y - 9},
              at_.narrow ? fill("{}", {4 * i}) : fill("{}–{}", {4 * i, 4 * i + 3}),
              centered(quiet));
    }
    for (int line = 0; line < at_.lines_shown && !box_.refused; line += 2)
      p_.text({at_.memory.x - 6, grid.cells(0, line).center().y},
              fill(line == 0 ? "byte {}" : "{}", {line * line_bytes}), ended(quiet));
  }

  // 16 bytes of a row of the box, where they land.
  void chunk(std::int64_t row, std::int64_t index) {
    const std::int64_t at = box_.address(row, index);
    if (at >= at_.lines_shown * line_bytes) return;
    const Grid grid = places();
    const Rect cell = inset(grid.cell(static_cast<int>(at / chunk_bytes)), 0.75f);
    const bool outside = box_.slot(at) == memory::tma_zero;
    p_.begin(outside ? "zeros" : index == 0 ? "first" : "shared");
    p_.rect(cell, outside ? zero : index == 0 ? strong_data : light_data);
    if (outside)
      p_.rect(inset(Rect{cell.center().x - 9, cell.y, 18, cell.height}, 1),
              {.fill = Role::surface});
    p_.text(cell.center(), outside ? "0" : fill("{}:{}", {row, index}),
            centered(
                {.role = !outside && index == 0 ? Role::surface : Role::ink, .size = Size::small}));
    const auto name = static_cast<int>(row * box_.chunks_of_row() + index);
    if (name == pointed_) p_.rect(cell, {.stroke = Role::ink, .stroke_width = 2});
    const std::int64_t bank = at / memory::word_bytes % memory::bank_count;
    p_.hotspot({.rect = grid.cell(static_cast<int>(at / chunk_bytes)),
                .tooltip = fill(
                    "Row {} of the box, piece {}: at byte {}, banks {} to {}{}",
                    {row, index, at, bank, bank + 3, outside ? "; zeros, outside the matrix" : ""}),
                .names = name});
    p_.end();
  }

  void memory() {
    for (std::int64_t row = 0; row < map_.box_height; ++row) {
      if (row * map_.row_step() >= at_.lines_shown * line_bytes) break;
      for (std::int64_t index = 0; index < box_.chunks_of_row(); ++index) chunk(row, index);
    }
    const std::int64_t lines =
        (box_.shared_bytes() + line_bytes - 1) / line_bytes - at_.lines_shown;
    if (lines > 0)
      p_.text({at_.memory.right(), at_.more}, fill("and {} more", {{lines, "line"}}), ended(quiet));
  }

  void legend() {
    Legend legend(p_, {at_.plane.x, at_.legend}, at_.width);
    legend.add("first", at_.narrow ? "first 16 bytes" : "first 16 bytes of a row", strong_data);
    legend.add("shared", at_.narrow ? "others" : "the row's other bytes", light_data);
    legend.add("zeros", "zeros", zero);
    legend.add("", "not written", empty);
  }

  const TmaBox& box_;
  const memory::TensorMap& map_;
  Painter& p_;
  const Layout at_;
  const int pointed_;
};

}  // namespace

float TmaBox::height(float width) const { return Layout(width).height(); }

void TmaBox::draw(Painter& painter, const View& view) const { Drawing(*this, painter, view).run(); }

}  // namespace loom::scenes
