#include "core/memory/wavefronts.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/chips/tma_box.hpp"

namespace loom::scenes {

constexpr int chunks_of_line = 8, line_bytes = 128;
constexpr float title_high = 24, heads_high = 20, gutter = 48;

// How much of the plane is seen: first column and row, columns and rows.
constexpr int left_column = -24, top_row = -12, columns_seen = 104, rows_seen = 52;

constexpr Style strong_data = solid(Role::data), light_data = solid(Role::data, 0.3f),
                zero = textured(Role::waste, Texture::dots),
                empty = edged(Role::surface, Role::grid);

static bool some(const Rect& rect) { return rect.width > 0 && rect.height > 0; }

struct TmaBoxDrawing : Picture<TmaBox> {
  const memory::TensorMap& map_ = s_.load.map;
  // A narrow picture, which has to leave room for the controls, says less: fewer lines of shared
  // memory, and of the facts no headings.
  Panels sides_ = panels(width_, title_high, {.second_width = 396, .gap = 30});
  const int lines_shown_ = narrow_ ? 6 : 16, pointed_ = view_.pointed;
  float fact_high_ = by_width(15, 18), line_high_ = by_width(14, 16);
  // Room for half a knob on either side.
  float plane_wide_ = sides_.first.width - 16;
  Rect plane_ = {sides_.first.x + 8, title_high, plane_wide_,
                 plane_wide_* rows_seen / columns_seen};
  float facts_top_ = plane_.bottom() + by_width(14, 18);
  float facts_end_ = facts_top_ + fact_high_ * by_width(5, 7), left_ = sides_.second.x + gutter;
  Rect memory_ = {left_, by_width(facts_end_ + 18, title_high) + heads_high,
                  sides_.second.right() - left_, line_high_* px(lines_shown_)};
  float more_ = memory_.bottom() + by_width(10, 14);
  float legend_ = std::max(more_, facts_end_) + by_width(18, 22);

  float height() const { return legend_ + by_width(8, 12); }
  void draw() {
    titles();
    in("matrix", [&] { matrix(); });
    box();
    in("matrix", [&] { words(); });
    in("box", [&] { grips(); });
    numbers();
    in("banks", [&] { heads(); });
    if (s_.refused)
      in("shared", [&] { refusal(); });
    else
      memory();
    legend();
  }

  // Elements of the plane, as far as they are seen.
  Rect cells(std::int64_t x, std::int64_t y, std::int64_t across, std::int64_t down) const {
    const auto clip = [](std::int64_t value, int first, int count) {
      return px(std::clamp<std::int64_t>(value - first, 0, count));
    };
    const float cell = plane_.width / columns_seen;
    const float left = clip(x, left_column, columns_seen), top = clip(y, top_row, rows_seen),
                right = clip(x + across, left_column, columns_seen),
                bottom = clip(y + down, top_row, rows_seen);
    return {plane_.x + left * cell, plane_.y + top * cell, (right - left) * cell,
            (bottom - top) * cell};
  }
  // Of shared memory, as far as it is shown: places of 16 bytes.
  Grid places() const { return {memory_, chunks_of_line, lines_shown_}; }
  Rect whole() const { return cells(s_.load.x, s_.load.y, map_.box_width, map_.box_height); }
  // What of the box is also in the matrix.
  Rect inside(std::int64_t first_column, std::int64_t columns) const {
    const std::int64_t x = s_.load.x + first_column, y = s_.load.y,
                       left = std::clamp<std::int64_t>(x, 0, map_.width),
                       right = std::clamp<std::int64_t>(x + columns, 0, map_.width),
                       top = std::clamp<std::int64_t>(y, 0, map_.height),
                       bottom = std::clamp<std::int64_t>(y + map_.box_height, 0, map_.height);
    return cells(left, top, right - left, bottom - top);
  }

  void titles() {
    p_.text({plane_.x, 10}, "Global memory: the matrix, a line every 16 bytes", label);
    p_.text({narrow_ ? plane_.x : sides_.second.x, memory_.y - heads_high - 14},
            "Shared memory: cells of 16 bytes, row:piece of the box", label);
  }

  // A box may begin where the lines are.
  void matrix() {
    const Rect all = cells(0, 0, map_.width, map_.height);
    p_.rect(plane_, dashed(Role::grid));
    p_.rect(all, edged(Role::surface, Role::muted));
    const std::int64_t step = s_.elements_of_chunk();
    for (std::int64_t x = step; x < map_.width; x += step) {
      const Rect from = cells(x, 0, 1, map_.height);
      upright(p_, from.x, from, stroked(Role::grid));
    }
  }

  void box() {
    Part part(p_, s_.refused ? "box" : "zeros");
    if (s_.refused) return outline();
    p_.rect(whole(), solid(Role::surface));
    p_.rect(whole(), wasted);
    if (const Rect read = inside(0, map_.box_width); some(read)) {
      part.next("box");
      p_.rect(read, solid(Role::surface));
      p_.rect(read, light_data);
    }
    if (const Rect first = inside(0, s_.elements_of_chunk()); some(first)) {
      part.next("first");
      p_.rect(first, strong_data);
    }
    part.next("box");
    outline();
    if (pointed_ < 0 || pointed_ >= s_.chunks()) return;
    const std::int64_t row = pointed_ / s_.chunks_of_row(), chunk = pointed_ % s_.chunks_of_row();
    p_.rect(cells(s_.load.x + chunk * s_.elements_of_chunk(), s_.load.y + row,
                  s_.elements_of_chunk(), 1),
            edged(Role::ink, Role::ink, 1));
  }

  // Where the box goes on beyond what is seen there is no edge, and an angle says so.
  void outline() {
    const Role role = s_.refused ? Role::bad : Role::ink;
    const Style style = stroked(role, 2);
    const bool wide = s_.load.x + map_.box_width > left_column + columns_seen,
               high = s_.load.y + map_.box_height > top_row + rows_seen;
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
    const Rect box = whole(), all = cells(0, 0, map_.width, map_.height);
    const auto word = [&](Point at, std::string_view text) {
      const Rect ground = {at.x - 2, at.y - 7, text_width(text, Size::small) + 4, 14};
      if (ground.x < box.right() && box.x < ground.right() && ground.y < box.bottom() &&
          box.y < ground.bottom())
        p_.rect(ground, rounded(solid(Role::surface), 3));
      p_.text(at, text, quiet);
    };
    word({plane_.x + 6, plane_.bottom() - 9}, "outside: zeros");
    word({all.x, all.y - 9}, "column 0, row 0");
  }

  // The box moves as a whole, sideways by what a load takes; its left and its upper edge only along
  // one axis.
  void grips() {
    const Rect rect = whole(), ends = plane_;
    Action sideways = drag_x("x", ends.x, ends.right(), left_column, left_column + columns_seen);
    sideways.step = static_cast<int>(s_.elements_of_chunk());
    const Action up_and_down = drag_y("y", ends.y, ends.bottom(), top_row, top_row + rows_seen);
    movable(p_, rect, ends, "Drag the box", sideways, up_and_down);
    drag_knob({rect.x, std::min(std::max(rect.center().y, rect.y + least_grip), ends.bottom())},
              sideways, "Drag the box sideways");
    drag_knob({std::min(std::max(rect.center().x, rect.x + least_grip), ends.right()), rect.y},
              up_and_down, "Drag the box up and down");
  }

  // What the engine is told once, what for each copy, and what threads are spared.
  void numbers() {
    const float left = plane_.x, right = plane_.right();
    Lines lines(p_, {left, facts_top_}, fact_high_);
    Part part(p_, "map");
    if (!narrow_) lines.add("Once: the tensor map", strong);
    lines.pair(by_width("Once: matrix", "Matrix"), right, "{} × {} of {}, pitch {}", map_.width,
               map_.height, Word(map_.element_bytes, "byte"), Word(map_.pitch, "byte"));
    lines.add(by_width("Once: box", "Box"), right,
              fill(map_.swizzle == 0 ? "{} × {}, no swizzle" : "{} × {}, swizzle {} bytes",
                   map_.box_width, map_.box_height, map_.swizzle));
    part.next("box");
    if (!narrow_) lines.add("For each copy: one thread", strong);
    lines.add(by_width("Each copy: corner", "Corner of the box"), right,
              fill("column {}, row {}", s_.load.x, s_.load.y));
    part.next("barrier");
    lines.add("The barrier waits for", right,
              s_.refused ? "nothing" : fill("{} bytes", map_.bytes()));
    part.next("addresses");
    const float y = lines.next().y;
    lines.add("Without TMA, threads compute", right,
              s_.refused ? "–" : fill("{} addresses", s_.addresses()), strong);
    spot({left, y - 9, right - left, 18},
         "Two for every 16 bytes of a copy: source and destination");
  }

  // What is refused, in two lines: what was found, what was expected.
  void refusal() {
    const std::string text = to_text(*s_.refused);
    const size_t comma = std::min(text.find(", expected"), text.size() - 2);
    const float left = sides_.second.x;
    const Rect frame = {left, memory_.y + line_high_, sides_.second.width, 84};
    p_.rect(frame, rounded(solid(Role::surface), 8));
    card(p_, frame);
    cross(p_, {left + 18, frame.y + 20});
    Lines lines(p_, {left + 32, frame.y + 20}, 22);
    lines.add(s_.refused->by_load() ? "The load faults" : "cuTensorMapEncodeTiled refuses",
              colored(strong, Role::bad));
    lines.add(text.substr(0, comma));
    lines.add(text.substr(comma + 2));
  }

  void heads() {
    const Grid grid = places();
    grid.lines(p_);
    p_.text({memory_.x - 6, memory_.y - 9}, "banks", ended(quiet));
    for (int i = 0; i < chunks_of_line; ++i) {
      const Rect cell = grid.cells(i, 0);
      p_.text({cell.center().x, memory_.y - 9},
              narrow_ ? fill("{}", 4 * i) : fill("{}–{}", 4 * i, 4 * i + 3), centered(quiet));
    }
    for (int line = 0; line < lines_shown_ && !s_.refused; line += 2)
      write({memory_.x - 6, grid.cells(0, line).center().y}, ended(quiet),
            line == 0 ? "byte {}" : "{}", line * line_bytes);
  }

  // 16 bytes of a row of the box, where they land.
  void chunk(std::int64_t row, std::int64_t index) {
    const std::int64_t at = s_.address(row, index);
    if (at >= lines_shown_ * line_bytes) return;
    const Grid grid = places();
    const Rect cell = inset(grid.cell(static_cast<int>(at / chunk_bytes)), 0.75f);
    const bool outside = s_.slot(at) == memory::tma_zero;
    const Part part(p_, outside ? "zeros" : index == 0 ? "first" : "shared");
    p_.rect(cell, outside ? zero : index == 0 ? strong_data : light_data);
    if (outside)
      p_.rect(inset(Rect{cell.center().x - 9, cell.y, 18, cell.height}, 1), solid(Role::surface));
    p_.text(cell.center(), outside ? "0" : fill("{}:{}", row, index),
            centered(colored(label, !outside && index == 0 ? Role::surface : Role::ink)));
    const auto name = static_cast<int>(row * s_.chunks_of_row() + index);
    if (name == pointed_) p_.rect(cell, stroked(Role::ink, 2));
    const std::int64_t bank = at / memory::word_bytes % memory::bank_count;
    spot_of(name, grid.cell(static_cast<int>(at / chunk_bytes)), Action(),
            "Row {} of the box, piece {}: at byte {}, banks {} to {}{}", row, index, at, bank,
            bank + 3, outside ? "; zeros, outside the matrix" : "");
  }

  void memory() {
    for (std::int64_t row = 0; row < map_.box_height; ++row) {
      if (row * map_.row_step() >= lines_shown_ * line_bytes) break;
      for (std::int64_t index = 0; index < s_.chunks_of_row(); ++index) chunk(row, index);
    }
    const std::int64_t lines = (s_.shared_bytes() + line_bytes - 1) / line_bytes - lines_shown_;
    if (lines > 0)
      write({memory_.right(), more_}, ended(quiet), "and {} more", Word(lines, "line"));
  }

  void legend() {
    Legend legend(p_, {plane_.x, legend_}, width_);
    legend.add("first", by_width("first 16 bytes", "first 16 bytes of a row"), strong_data);
    legend.add("shared", by_width("others", "the row’s other bytes"), light_data);
    legend.add("zeros", "zeros", zero);
    legend.add("", "not written", empty);
  }
};

float TmaBox::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
