#include <algorithm>
#include <string>

#include "web/scene/kit.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/flash/flash_io.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::FlashSpan;

constexpr Style read_style = solid(Role::data), write_style = solid(Role::compute),
                kept_style = solid(Role::lane);
constexpr float strip = 9;

struct Drawing : Picture<FlashIoState> {
  const FlashIoState::Step& step_ = nth(s_.steps, view_.step);
  const FlashIoState::Step& last_ = nth(s_.steps, std::max(0, view_.step - 1));
  float side_ = by_width(122, 192);
  // The bars, the square of blocks and the chart; narrow, one below the other.
  Rect bars_ = by_width(Rect{118, 26, 150, 88}, Rect{424, 30, 258, 104});
  Rect square_ = {by_width(38, 46), by_width(180, 66), side_, side_};
  Rect chart_ = by_width(Rect{238, 208, 92, 74}, Rect{352, 206, 384, 116});
  double most_ = most();
  Scale x_ = {bars_.x, bars_.right(), 0, most_};
  Scale tokens_ = {chart_.x, chart_.right(), flash_least_tokens, flash_most_tokens, true};
  Scale bytes_ = {chart_.bottom(), chart_.y, s_.curves[flash_loops][0] / 1e6,
                  s_.curves[0][flash_points - 1] / 1e6, true};

  float height() const { return by_width(362, chart_.bottom() + 38); }
  void draw() {
    bars();
    if (s_.standard())
      kernels();
    else
      blocks();
    notes();
    chart();
  }

  double most() const {
    double most = 0;
    for (int loop = 0; loop < flash_loops; ++loop)
      most = std::max({most, s_.bytes(loop), s_.bound(loop)});
    return most;
  }

  // --- bytes of each loop, on one linear scale

  void bars() {
    const float left = by_width(2, 300), row = bars_.height / 4;
    Legend legend(p_, {left + 4, 9}, width_, 12);
    legend.add("bars", "read", read_style);
    legend.add("bars", "written", write_style);
    legend.tick("bounds", by_width("bound", "bound, without its constant"), stroked(Role::ink, 2));
    Part part(p_, "bars");
    static constexpr std::string_view names[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    int prefix = 0;
    double unit = 1;
    for (; most_ / unit >= 1000; ++prefix) unit *= 1000;
    const Scale scale = {x_.from_px, x_.to_px, 0, most_ / unit};
    axis_below(p_, bars_, scale, ticks(scale, narrow_ ? 3 : 4),
               std::string(" ").append(nth(names, prefix)));
    BarRows rows(p_, {left, bars_.y, width_ - left, row}, bars_.x, bars_.width);
    const double done = now([&](int step) { return nth(s_.steps, std::max(0, step)).bytes; });
    for (int loop = 0; loop < flash_loops; ++loop) {
      const kernels::FlashIo& io = nth(s_.all, loop);
      const bool here = loop == s_.chosen();
      const float end = x_(s_.bytes(loop)), middle = x_(static_cast<double>(io.reads) * s_.element);
      rows.next(here);
      rows.name(flash_name(loop));
      const float top = rows.middle() - 6;
      // What is still to come is pale.
      const auto piece = [&](float from, float to, Role role) {
        const float until = here ? std::clamp(x_(done), from, to) : to;
        if (to > until) p_.rect({until, top, to - until, 12}, solid(role, 0.3f));
        if (until > from) p_.rect({from, top, until - from, 12}, solid(role));
      };
      piece(bars_.x, middle, Role::data);
      piece(middle, end, Role::compute);
      p_.text({std::max(end, x_(s_.bound(loop))) + 6, rows.middle()}, prefixed(s_.bytes(loop), "B"),
              here ? strong : label);
      rows.does(fill("{}: {} read, {} written", flash_name(loop),
                     prefixed(static_cast<double>(io.reads) * s_.element, "B"),
                     prefixed(static_cast<double>(io.writes) * s_.element, "B")),
                choose("loop", flash_value(loop)));
    }
    rows.next();
    rows.name("Each tensor once");
    rows.bar_to(x_(s_.least), solid(Role::muted), 12);
    p_.text({x_(s_.least) + 6, rows.middle()}, prefixed(s_.least, "B"), label);
    part.next("bounds");
    for (int loop = 0; loop < flash_loops; ++loop) {
      const float y = bars_.y + row * (px(loop) + 0.5f);
      upright(p_, x_(s_.bound(loop)), y - 9, y + 9, stroked(Role::ink, 2));
    }
  }

  // --- the square of blocks

  Point tokens(std::int64_t first, std::int64_t end) const {  // begin and size, along a side
    const auto at = [&](std::int64_t token) {
      return side_ * px(std::min(token, s_.options.n)) / px(s_.options.n);
    };
    return {at(first), at(end) - at(first)};
  }
  // A range of blocks along one side, by `block` tokens each.
  Point range(std::int64_t begin, std::int64_t end, std::int64_t block) const {
    return tokens(begin * block, end * block);
  }
  Rect row(std::int64_t begin, std::int64_t end, const FlashSpan& keys, float share = 1) const {
    const Point y = range(begin, end, s_.options.block_q),
                x = range(keys.begin, keys.end, s_.options.block_k);
    return {square_.x + x.x, square_.y + y.x, x.y * share, y.y};
  }
  Rect column(std::int64_t begin, std::int64_t end, const FlashSpan& queries,
              float share = 1) const {
    const Point x = range(begin, end, s_.options.block_k),
                y = range(queries.begin, queries.end, s_.options.block_q);
    return {square_.x + x.x, square_.y + y.x, x.y, y.y * share};
  }

  void blocks() {
    const Part part(p_, "blocks");
    const bool by_row = s_.rows_first(step_.backward);
    const std::int64_t rows = s_.rows(), columns = s_.columns(), outer = by_row ? rows : columns,
                       stride = std::max<std::int64_t>(1, outer / 64),
                       from = last_.backward == step_.backward ? last_.outer : 0;
    p_.text(by_width(Point{2, 142}, Point{square_.x, 9}),
            by_row           ? "Queries outside, keys inside"
            : step_.backward ? "Backward: keys outside"
                             : "Keys outside, queries inside",
            strong);
    p_.rect(square_, solid(Role::grid, 0.3f));
    const auto band = [&](std::int64_t first, std::int64_t end, float share = 1) {
      return by_row ? row(first, end, kernels::flash_keys_of(s_.options, first), share)
                    : column(first, end, kernels::flash_queries_of(s_.options, first), share);
    };
    std::vector<Rect> later, done;
    for (std::int64_t at = 0; at < outer; at += stride)
      (at < from ? done : later).push_back(band(at, std::min(at + stride, outer)));
    p_.rects(later, solid(Role::grid));
    p_.rects(done, solid(Role::data, 0.4f));
    if (rows <= 32 && columns <= 32)
      Grid{square_, static_cast<int>(columns), static_cast<int>(rows)}.lines(p_, Role::surface);
    if (view_.step > 0) present(from, by_row, band(from, step_.outer, view_.fraction));
    frames();
    if (s_.options.n <= 8192) knobs();
  }

  // What this step keeps on the chip, reads and writes.
  void present(std::int64_t from, bool by_row, const Rect& now) {
    p_.rect(now, solid(Role::data));
    const FlashSpan span = by_row ? kernels::flash_keys_of(s_.options, from)
                                  : kernels::flash_queries_of(s_.options, from);
    const Point kept = range(from, step_.outer, by_row ? s_.options.block_q : s_.options.block_k),
                met = range(span.begin, span.end, by_row ? s_.options.block_k : s_.options.block_q);
    if (by_row) {
      p_.rect(left_strip(0, kept), kept_style);
      p_.rect(left_strip(1, kept), write_style);
      p_.rect(top_strip(0, met), read_style);
      p_.rect(top_strip(1, met), read_style);
    } else {
      p_.rect(top_strip(0, kept), kept_style);
      p_.rect(top_strip(1, kept), step_.backward ? write_style : kept_style);
      p_.rect(left_strip(0, met), read_style);
      Rect both = left_strip(1, met);  // the unfinished result is read and written again
      both.width /= 2;
      p_.rect(both, read_style);
      both.x += both.width;
      p_.rect(both, write_style);
    }
  }

  Rect left_strip(int index, Point along) const {
    return {square_.x - 13 - 13 * px(index), square_.y + along.x, strip, along.y};
  }
  Rect top_strip(int index, Point along) const {
    return {square_.x + along.x, square_.y - 13 - 13 * px(index), along.y, strip};
  }
  void frames() {
    const Point all = {0, side_};
    const bool back = step_.backward;
    for (int i = 0; i < 2; ++i) {
      p_.rect(left_strip(i, all), stroked(Role::muted));
      p_.rect(top_strip(i, all), stroked(Role::muted));
      const Rect left = left_strip(i, all), top = top_strip(i, all);
      p_.text({left.right(), left.bottom() + 9}, i == 0 ? "Q" : (back ? "dQ" : "O"), ended(quiet));
      p_.text({top.right() + 5, top.center().y},
              i == 0 ? (back ? "K, V" : "K") : (back ? "dK, dV" : "V"), quiet);
    }
  }

  void knobs() {
    const auto at = [&](std::int64_t token) { return side_ * px(token) / px(s_.options.n); };
    const std::int64_t most = std::min<std::int64_t>(1024, s_.options.n);
    const float x = at(std::min(s_.options.block_k, most)),
                y = at(std::min(s_.options.block_q, most));
    knob(p_, {square_.x + x, square_.bottom() + 9}, width_,
         fill("Blocks of {} keys. Drag the edge", s_.options.block_k),
         drag_x("keys", square_.x + at(16), square_.x + at(most), 16, static_cast<double>(most)));
    knob(p_, {square_.right() + 9, square_.y + y}, width_,
         fill("Blocks of {} queries. Drag the edge", s_.options.block_q),
         drag_y("rows", square_.y + at(16), square_.y + at(most), 16, static_cast<double>(most)));
  }

  // --- standard attention: one kernel after the other

  void kernels() {
    const Part part(p_, "blocks");
    const float left = 2, right = by_width(204, 262), row = by_width(19, 24);
    const float first = by_width(170, 40), writes = right - 6, reads = writes - by_width(52, 68);
    p_.text({left + 4, first - 14}, step_.backward ? "Backward" : "Forward", strong);
    p_.text({reads, first - 14}, "read", ended(quiet));
    p_.text({writes, first - 14}, "written", ended(quiet));
    const auto all = kernels::standard_kernels(s_.options, step_.backward);
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
      const kernels::StandardKernel& kernel = nth(all, i);
      const Rect box = {left, first + row * px(i), right - left, row};
      const bool here = view_.step > 0 && i == step_.outer - 1;
      if (here) chosen_ground(p_, box);
      const float y = box.center().y;
      const TextStyle style = i >= step_.outer ? quiet : here ? strong : label;
      p_.text({left + 4, y}, kernel.name, style);
      p_.text({reads, y}, prefixed(static_cast<double>(kernel.reads) * s_.element, "B"),
              ended(style));
      p_.text({writes, y}, prefixed(static_cast<double>(kernel.writes) * s_.element, "B"),
              ended(style));
    }
  }

  void notes() {
    const Part part(p_, "blocks");
    if (s_.standard()) {
      const float y = by_width(334, 40 + 24 * 6 + 20);
      Lines lines(p_, {6, y}, 18);
      lines.add(fill("S and P: {} × {} numbers each", s_.options.n, s_.options.n), quiet);
      return;
    }
    Legend legend(p_, by_width(Point{2, 334}, Point{2, square_.bottom() + 36}), width_, 10);
    legend.add("", "stays on the chip", kept_style);
    legend.add("", "read", read_style);
    legend.add("", "written", write_style);
    write(by_width(Point{2, 352}, Point{2, square_.bottom() + 58}), label,
          "{} × {} blocks; on chip: {}", s_.rows(), s_.columns(), binary_bytes(2 * s_.on_chip()));
  }

  // --- growth with the tokens

  void chart() {
    const Part part(p_, "chart");
    static constexpr Role roles[] = {Role::series_1, Role::series_2, Role::series_3, Role::muted};
    static constexpr std::string_view names[] = {"standard", "FA-1", "FA-2", "once"};
    std::vector<Tick> marks;
    for (int tokens = flash_least_tokens; tokens <= flash_most_tokens; tokens *= narrow_ ? 64 : 4)
      marks.push_back({px(tokens), integer(tokens)});
    axis_below(p_, chart_, tokens_, marks);
    axis_left(p_, chart_, bytes_, ticks(bytes_, narrow_ ? 3 : 4));
    Legend legend(p_, by_width(Point{206, 148}, Point{chart_.x - 50, chart_.y - 14}), width_, 10);
    legend.words(by_width("MB (log)", "MB (log scale)"));
    for (int loop = 0; loop <= flash_loops; ++loop) {
      const bool here = loop == s_.chosen();
      const Style style =
          loop == flash_loops ? dashed(roles[loop], 1.5f) : stroked(roles[loop], here ? 3.f : 1.5f);
      curve(
          p_, flash_points,
          [&](int point) {
            return Point{tokens_(static_cast<double>(flash_tokens(point))),
                         bytes_(nth(nth(s_.curves, loop), point) / 1e6)};
          },
          style);
      legend.line("", names[loop], style);
    }
    axis_title(p_, chart_, by_width("tokens (log)", "tokens (log scale)"), 30);
    const float x = tokens_(static_cast<double>(s_.options.n));
    upright(p_, x, chart_.y, chart_.bottom(), dashed(Role::lane, 1.5f));
    knob(p_, {x, bytes_(s_.bytes(s_.chosen()) / 1e6)}, Role::lane);
    p_.hotspot(chart_, fill("{}. Drag to choose their number", Word(s_.options.n, "token")),
               drag_x("tokens", tokens_));
  }
};

}  // namespace

float FlashIoState::picture(const Sheet& sheet) const { return drawn<Drawing>(*this, sheet); }

}  // namespace loom::scenes
