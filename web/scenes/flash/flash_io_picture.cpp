// Bars of the loops, the square of blocks (standard attention: a list of kernels), and the chart of
// their growth; narrow, one below the other.
#include "web/scene/kit.hpp"
#include "web/scenes/flash/flash_io.hpp"

namespace loom::scenes {

using kernels::FlashSpan;

constexpr Style read_style = solid(Role::data), written_style = solid(Role::compute),
                kept_style = solid(Role::lane);

struct FlashIoDrawing : Picture<FlashIoState> {
  const kernels::FlashIoOptions& o_ = s_.options;
  const kernels::FlashMoment& now_ = nth(s_.moments, view_.step);
  const kernels::FlashMoment& last_ = nth(s_.moments, std::max(0, view_.step - 1));
  std::int64_t from_ = last_.backward == now_.backward ? last_.outer : 0;  // of this step's blocks
  bool by_row_ = kernels::flash_rows_first(o_, now_.backward);
  // Tokens of a block that the outer loop takes, and of one that the inner loop does.
  std::int64_t outer_size_ = by_row_ ? o_.block_q : o_.block_k,
               inner_size_ = by_row_ ? o_.block_k : o_.block_q;
  float side_ = by_width(122, 192);
  Rect bars_ = by_width(Rect{118, 26, 150, 88}, Rect{424, 30, width_ - 502, 104});
  Rect square_ = {by_width(38, 46), by_width(180, 66), side_, side_};
  Rect chart_ = by_width(Rect{238, 208, 92, 74}, Rect{352, 206, width_ - 376, 116});
  double most_ = std::max({s_.total(0), s_.total(1), s_.total(2), s_.bound(0), s_.bound(1)});
  Scale x_ = {bars_.x, bars_.right(), 0, most_};
  Scale tokens_ = {chart_.x, chart_.right(), flash_least_tokens, flash_most_tokens, true};
  Scale bytes_ = {chart_.bottom(), chart_.y, s_.curves[flash_loops][0] / 1e6,
                  s_.curves[0][flash_points - 1] / 1e6, true};

  float height() const { return by_width(362, chart_.bottom() + 38); }

  void draw() {
    bars();
    in("blocks", [&] { s_.standard() ? kernels() : blocks(); });
    in("blocks", [&] { notes(); });
    chart();
  }

  // Bytes of each loop, on one linear scale.
  void bars() {
    const float left = by_width(2, 300), row = bars_.height / 4;
    Legend legend(p_, {left + 4, 9}, width_, 12);
    legend.add("bars", "read", read_style);
    legend.add("bars", "written", written_style);
    legend.tick("bounds", by_width("bound", "bound, without its constant"), stroked(Role::ink, 2));
    Part part(p_, "bars");
    const Scaled most = scaled(most_, "B");
    const Scale scale = {x_.from_px, x_.to_px, 0, most.value};
    axis_below(p_, bars_, scale, ticks(scale, narrow_ ? 3 : 4), " " + most.unit);
    BarRows rows(p_, {left, bars_.y, width_ - left, row}, bars_.x, bars_.width);
    for (int loop = 0; loop < flash_loops; ++loop) bar(rows, loop);
    rows.next(false, "Each tensor once");
    rows.bar_to(x_(s_.least), solid(Role::muted), 12);
    p_.text({x_(s_.least) + 6, rows.middle()}, prefixed(s_.least, "B"), label);
    part.next("bounds");
    for (int loop = 0; loop < flash_loops; ++loop) {
      const float y = bars_.y + row * (px(loop) + 0.5f);
      upright(p_, x_(s_.bound(loop)), y - 9, y + 9, stroked(Role::ink, 2));
    }
  }

  void bar(BarRows& rows, int loop) {
    const bool here = loop == s_.chosen();
    const double reads = s_.bytes(nth(s_.all, loop).reads), all = s_.total(loop);
    const float done = here ? x_(now([&](int step) { return s_.moved(step); })) : x_(all);
    rows.next(here, flash_loop_choices[loop].label);
    // What is still to come is pale.
    const auto piece = [&](float from, float to, Role role) {
      const float until = std::clamp(done, from, to), top = rows.middle() - 6;
      if (to > until) p_.rect({until, top, to - until, 12}, solid(role, 0.3f));
      if (until > from) p_.rect({from, top, until - from, 12}, solid(role));
    };
    piece(bars_.x, x_(reads), Role::data);
    piece(x_(reads), x_(all), Role::compute);
    p_.text({std::max(x_(all), x_(s_.bound(loop))) + 6, rows.middle()}, prefixed(all, "B"),
            here ? strong : label);
    rows.does(choose("loop", flash_loop_choices[loop].value), "{}: {} read, {} written",
              flash_loop_choices[loop].label, prefixed(reads, "B"), prefixed(all - reads, "B"));
  }

  // Standard attention's, one after the other.
  void kernels() {
    const float left = 2, right = by_width(204, 262), row = by_width(19, 24);
    const float first = by_width(170, 40), writes = right - 6, reads = writes - by_width(52, 68);
    p_.text({left + 4, first - 14}, now_.backward ? "Backward" : "Forward", strong);
    column_names(p_, first - 14, {{reads, "read"}, {writes, "written"}});
    BarRows rows(p_, {left, first, right - left, row}, 0, 0);
    int at = 0;
    for (const auto& kernel : kernels::standard_kernels(o_, now_.backward)) {
      rows.next(++at == now_.outer, kernel.name);
      rows.cell(reads, prefixed(s_.bytes(kernel.reads), "B"));
      rows.cell(writes, prefixed(s_.bytes(kernel.writes), "B"));
    }
  }

  void notes() {
    if (s_.standard())
      return write({6, by_width(334, 40 + 24 * 6 + 20)}, quiet, "S and P: {} × {} numbers each",
                   o_.n, o_.n);
    const float y = by_width(334, square_.bottom() + 36);
    Legend legend(p_, {2, y}, width_, 10);
    legend.add("", "stays on the chip", kept_style);
    legend.add("", "read", read_style);
    legend.add("", "written", written_style);
    write({2, y + by_width(18, 22)}, label, "{} × {} blocks; on chip: {}", o_.rows(), o_.columns(),
          binary_bytes(2 * s_.memory));
  }

  // The square of blocks. A range of blocks along one side: begin and size.
  Point range(const FlashSpan& span, std::int64_t size) const {
    const auto at = [&](std::int64_t block) {
      return side_ * px(std::min(block * size, o_.n)) / px(o_.n);
    };
    return {at(span.begin), at(span.end) - at(span.begin)};
  }

  // The blocks of those outer blocks; of each, the first `share`. Where a mask leaves one range of
  // each, they are as wide as the first one.
  void add_blocks(std::vector<Rect>& to, const FlashSpan& outer, float share = 1) const {
    const std::int64_t stride = o_.kept.empty() ? outer.end - outer.begin : 1;
    for (std::int64_t at = outer.begin; at < outer.end; at += stride) {
      const auto spans = kernels::flash_met(o_, by_row_, at);
      if (spans.empty()) continue;
      const Point along = range({at, at + stride}, outer_size_),
                  all = range({spans.front().begin, spans.back().end}, inner_size_);
      for (const FlashSpan& span : spans) {
        const Point inner = range(span, inner_size_);
        const float size = std::min(inner.y, all.x + all.y * share - inner.x);
        if (size <= 0) break;
        to.push_back(by_row_ ? Rect{square_.x + inner.x, square_.y + along.x, size, along.y}
                             : Rect{square_.x + along.x, square_.y + inner.x, along.y, size});
      }
    }
  }

  void blocks() {
    const std::int64_t rows = o_.rows(), columns = o_.columns(), outer = by_row_ ? rows : columns;
    p_.text(by_width(Point{2, 142}, Point{square_.x, 9}),
            by_row_         ? "Queries outside, keys inside"
            : now_.backward ? "Backward: keys outside"
                            : "Keys outside, queries inside",
            strong);
    p_.rect(square_, solid(Role::grid, 0.3f));
    std::vector<Rect> later, done;
    const std::int64_t stride = std::max<std::int64_t>(1, outer / 64);
    for (std::int64_t at = 0; at < outer; at += stride)
      add_blocks(at < from_ ? done : later, {at, std::min(at + stride, outer)});
    p_.rects(later, solid(Role::grid));
    p_.rects(done, solid(Role::data, 0.4f));
    if (rows <= 32 && columns <= 32)
      Grid{square_, static_cast<int>(columns), static_cast<int>(rows)}.lines(p_, Role::surface);
    if (view_.step > 0) present();
    frames();
    if (o_.n <= 8192 && !s_.from_memory) knobs();
  }

  // What this step computes, keeps on the chip, reads and writes.
  void present() {
    const FlashSpan outer = {from_, now_.outer};
    std::vector<Rect> computed, read, written;
    add_blocks(computed, outer, view_.fraction);
    p_.rects(computed, read_style);
    const Point kept = range(outer, outer_size_);
    p_.rect(strip(by_row_, 0, kept), kept_style);
    p_.rect(strip(by_row_, 1, kept), by_row_ || now_.backward ? written_style : kept_style);
    for (const FlashSpan& span : kernels::flash_met(o_, by_row_, outer)) {
      for (int i : {0, 1}) read.push_back(strip(!by_row_, i, range(span, inner_size_)));
      if (by_row_) continue;
      Rect& both = read.back();  // the unfinished result is read and written again
      both.width /= 2;
      written.push_back(both);
      written.back().x += both.width;
    }
    p_.rects(read, read_style);
    p_.rects(written, written_style);
  }

  // To the left of the square, of queries, or above it, of keys; two each.
  Rect strip(bool left, int index, Point along) const {
    constexpr float thick = 9;
    const float away = 13 + 13 * px(index);
    return left ? Rect{square_.x - away, square_.y + along.x, thick, along.y}
                : Rect{square_.x + along.x, square_.y - away, along.y, thick};
  }

  void frames() {
    const bool back = now_.backward;
    for (int i : {0, 1}) {
      const Rect left = strip(true, i, {0, side_}), top = strip(false, i, {0, side_});
      p_.rect(left, stroked(Role::muted));
      p_.rect(top, stroked(Role::muted));
      p_.text({left.right(), left.bottom() + 9}, i == 0 ? "Q" : back ? "dQ" : "O", ended(quiet));
      p_.text({top.right() + 5, top.center().y},
              i == 0 ? (back ? "K, V" : "K") : (back ? "dK, dV" : "V"), quiet);
    }
  }

  void knobs() {
    const std::int64_t most = std::min<std::int64_t>(1024, o_.n);
    const auto along = [&](float from) {
      return Scale{from + range({0, 1}, 16).y, from + range({0, 1}, most).y, 16, px(most)};
    };
    const Scale x = along(square_.x), y = along(square_.y);
    drag_knob({x(px(o_.block_k)), square_.bottom() + 9}, drag_x("keys", x),
              "Blocks of {} keys. Drag the edge", o_.block_k);
    drag_knob({square_.right() + 9, y(px(o_.block_q))}, drag_y("rows", y),
              "Blocks of {} queries. Drag the edge", o_.block_q);
  }

  // Growth with the tokens.
  void chart() {
    Part part(p_, "chart");
    static constexpr Role roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::muted};
    static constexpr std::string_view names[] = {"standard", "FA-1", "FA-2", "once"};
    std::vector<Tick> marks;
    for (int tokens = flash_least_tokens; tokens <= flash_most_tokens; tokens *= narrow_ ? 64 : 4)
      marks.push_back({px(tokens), integer(tokens)});
    axis_below(p_, chart_, tokens_, marks);
    axis_left(p_, chart_, bytes_, ticks(bytes_, narrow_ ? 3 : 4));
    Legend legend(p_, by_width(Point{206, 148}, Point{chart_.x - 50, chart_.y - 14}), width_, 10);
    legend.words("MB (log)");
    const auto style = [&](int loop) {
      return loop == flash_loops ? dashed(roles[loop], 1.5f)
                                 : stroked(roles[loop], loop == s_.chosen() ? 3.f : 1.5f);
    };
    const auto draw_one = [&](int loop) {
      line(
          style(loop), [&](int point) { return nth(nth(s_.curves, loop), point); }, 1, INFINITY);
    };
    draw_one(s_.chosen());  // the thick line first, so that it hides no thin one
    for (int loop = 0; loop <= flash_loops; ++loop) {
      if (loop != s_.chosen()) draw_one(loop);
      legend.line("", names[loop], style(loop));
    }
    part.next("bounds");
    bounds(legend);
    part.next("chart");
    axis_title(p_, chart_, by_width("tokens (log)", "tokens (log scale)"), 30);
    const float x = tokens_(px(o_.n));
    upright(p_, x, chart_.y, chart_.bottom(), dashed(Role::lane, 1.5f));
    knob(p_, {x, bytes_(s_.total(s_.chosen()) / 1e6)}, Role::lane);
    spot(chart_, drag_x("tokens", tokens_), "{}. Drag to choose their number", Word(o_.n, "token"));
  }
  // bytes(point), from `least` to `most` of them.
  template <class Bytes>
  void line(const Style& style, Bytes bytes, double least, double most) {
    std::vector<Point> points;
    for (int point = 0; point < flash_points; ++point)
      if (const double found = bytes(point); found >= least && found <= most)
        points.push_back({tokens_(px(flash_tokens(point))), bytes_(found / 1e6)});
    p_.path(points, false, style);
  }

  // What theory says of the growth, as far as the chart reaches.
  void bounds(Legend& legend) {
    const Style styles[] = {stroked(Role::ink, 1), dashed(Role::ink, 1)};
    for (const int loop : {0, 1})
      line(
          nth(styles, loop), [&](int point) { return s_.bound(loop, px(flash_tokens(point))); },
          s_.curves[flash_loops][0], s_.curves[0][flash_points - 1]);
    if (narrow_) return legend.line("", "bounds", styles[0]);
    legend.line("", "Nd + N²", styles[0]);
    legend.line("", s_.share() < 1 ? "sN²d²/M" : "N²d²/M", styles[1]);
  }
};

float FlashIoState::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
