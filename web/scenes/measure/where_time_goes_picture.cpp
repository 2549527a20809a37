#include "core/text/clipped.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/measure/where_time_goes.hpp"

namespace loom::scenes {

using trace::Cause, trace::Span, trace::Work;

constexpr Style cause_styles[trace::cause_count] = {solid(Role::compute),
                                                    solid(Role::series_4),
                                                    solid(Role::data),
                                                    solid(Role::series_6),
                                                    solid(Role::ink),
                                                    waiting,
                                                    waiting,
                                                    waiting};
constexpr int most_links = 60;  // from calls to their work

struct WhereTimeGoesDrawing : Picture<TimeView> {
  float left_ = by_width(44, 52);
  Rect overview_ = {left_, 22, width_ - left_ - 14, by_width(22, 36)};
  Rect detail_ = {left_, overview_.bottom() + by_width(30, 34), overview_.width, by_width(66, 76)};
  Lane host_ = {detail_.y, by_width(18, 22)};
  Lane calls_ = {host_.y + host_.height + 4, by_width(10, 12)};
  Lane gpu_ = {detail_.bottom() - by_width(22, 26), by_width(22, 26)};
  Scale whole_ = {overview_.x, overview_.right(), 0, ticks_ms(s_.trace.length)};
  Scale window_ = {detail_.x, detail_.right(), ticks_ms(s_.window.start), ticks_ms(s_.window.end)};
  float title_ = detail_.bottom() + by_width(38, 42);
  float cause_row_ = by_width(15, 18);
  Rect causes_ = {2, title_ + 10, by_width(width_ - 4, 376), cause_row_* trace::cause_count};
  float ways_title_ = by_width(causes_.bottom() + 16, title_);
  Rect ways_ = {by_width(2, 394), ways_title_ + 10, width_ - by_width(4, 396),
                by_width(20, 26) * 5};

  float height() const { return by_width(ways_, causes_).bottom() + 4; }
  void draw() {
    in("overview", [&] { overview(); });
    axis_below(p_, detail_, window_, ticks(window_, narrow_ ? 4 : 8), " ms");
    in("host", [&] { host(); });
    in("calls", [&] { calls(); });
    in("gpu", [&] { gpu(); });
    in("causes", [&] { causes(); });
    in("ways", [&] { ways(); });
  }

  static float at(const Scale& scale, trace::Ticks ticks) { return scale(ticks_ms(ticks)); }
  // A span of the window; its true width, however small.
  Rect box(const Lane& lane, const Span& span) const {
    const float from = at(window_, span.start);
    return {from, lane.y, at(window_, span.end) - from, lane.height};
  }
  // So that neighbors can be told apart.
  static Rect with_seam(Rect box) {
    if (box.width > 3) box.width -= 0.75f;
    return box;
  }
  bool seen(const Span& span) const {
    return span.end > s_.window.start && span.start < s_.window.end;
  }
  void row_name(const Lane& lane, std::string_view name) const {
    p_.text({left_ - 8, lane.middle()}, name, ended(label));
  }

  void overview() {
    p_.text({2, 9},
            by_width("The whole step: GPU busy",
                     "The whole step: the share of the time in which the GPU is busy"),
            strong);
    axis_below(p_, overview_, whole_, ticks(whole_, narrow_ ? 4 : 8), " ms");
    p_.rect(overview_, edged(Role::none, Role::grid));
    std::vector<Rect> bars;
    const float wide = overview_.width / overview_parts;
    for (int i = 0; i < overview_parts; ++i) {
      const float high = overview_.height * px(nth(s_.shares, i));
      if (high > 0)
        bars.push_back({overview_.x + wide * px(i), overview_.bottom() - high, wide, high});
    }
    p_.rects(bars, solid(Role::compute));
    p_.text({left_ - 8, overview_.y + 5}, "100%", ended(quiet));
    p_.text({left_ - 8, overview_.bottom() - 4}, "0", ended(quiet));
    const float from = at(whole_, s_.window.start), to = at(whole_, s_.window.end);
    const Rect frame = {from, overview_.y - 2, std::max(2.f, to - from), overview_.height + 4};
    p_.rect(frame, edged(Role::none, Role::ink, 1.5f));
    spot({overview_.x, frame.y, overview_.width, frame.height},
         drag_x("at", overview_.x, overview_.right(), 0, 100),
         "Drag to move the window, which the rows below show");
  }

  void host() {
    row_name(host_, "host");
    std::vector<Rect> boxes;
    for (const trace::Operation& operation : s_.trace.host) {
      if (!seen(operation.span)) continue;
      boxes.push_back(with_seam(box(host_, operation.span)));
    }
    p_.rects(boxes, solid(Role::lane, 0.3f));
    for (const trace::Operation& operation : s_.trace.host)
      if (seen(operation.span)) operation_text(operation);
  }

  void operation_text(const trace::Operation& operation) {
    const Rect place = box(host_, operation.span);
    std::string_view name = trace::operation_name(operation.name);
    if (place.width > 6) spot(place, "Host: {}, {}", name, length_text(operation.span));
    if (name.starts_with("aten::")) name.remove_prefix(6);
    if (text_width(name, Size::small) + 6 <= place.width)
      p_.text(place.center(), name, centered(label));
  }

  void calls() {
    row_name(calls_, "calls");
    std::vector<Rect> boxes;
    const Span* last = nullptr;
    for (const Work& work : s_.trace.work) {
      if (!seen(work.call) || (last && *last == work.call)) continue;
      last = &work.call;
      boxes.push_back(box(calls_, work.call));
      if (boxes.back().width > 4)
        spot(boxes.back(), "A call that starts work on the GPU: {}", length_text(work.call));
    }
    p_.rects(boxes, solid(Role::lane));
    int links = 0;
    for (const Work& work : s_.trace.work) links += seen(work.call) && seen(work.run);
    if (links > most_links) return;
    for (const Work& work : s_.trace.work)
      if (seen(work.call) && seen(work.run))
        p_.line({at(window_, std::min(work.call.end, work.run.start)), calls_.y + calls_.height},
                {at(window_, work.run.start), gpu_.y}, stroked(Role::muted));
  }

  void gpu() {
    row_name(gpu_, "GPU");
    p_.rect({detail_.x, gpu_.y, detail_.width, gpu_.height}, waiting);
    std::array<std::vector<Rect>, trace::cause_count> boxes;
    std::vector<Rect> busy;
    for (const Work& work : s_.trace.work) {
      if (!seen(work.run)) continue;
      busy.push_back(box(gpu_, work.run));
      nth(boxes, work.kind).push_back(with_seam(busy.back()));
    }
    p_.rects(busy, solid(Role::surface));
    for (int kind = 0; !trace::is_idle(static_cast<Cause>(kind)); ++kind)
      p_.rects(nth(boxes, kind), nth(cause_styles, kind));
    for (const Work& work : s_.trace.work) {
      if (!seen(work.run)) continue;
      const Rect place = box(gpu_, work.run);
      if (place.width > 4)
        spot(place, "{}: {}, {}", cause_name(work.kind), clipped(trace::kernel_name(work.name), 60),
             length_text(work.run));
    }
  }

  static std::string length_text(const Span& span) {
    return prefixed(ticks_ms(span.end - span.start) / 1000, "s");
  }

  void causes() {
    write({2, title_}, strong, by_width("The traced step: {}", "Where the traced step’s {} are"),
          quantity(ticks_ms(s_.trace.length), "ms"));
    const float from = causes_.x + by_width(168, 170),
                full = causes_.right() - from - by_width(116, 118);
    BarRows rows(p_, {causes_.x, causes_.y, causes_.width, cause_row_}, from, full);
    for (int i = 0; i < trace::cause_count; ++i) {
      const auto cause = static_cast<Cause>(i);
      const trace::Ticks ticks = s_.account().at(cause);
      rows.next(cause == s_.account().largest(), cause_name(cause));
      rows.bar(s_.share(cause) / s_.share(s_.account().largest()), nth(cause_styles, i), "",
               cause_row_ - 6);
      rows.cell(causes_.right() - 52, ticks == 0 ? "0" : quantity(ticks_ms(ticks), "ms"));
      rows.cell(causes_.right() - 6, percent(s_.share(cause), 1));
      rows.does(std::string(cause_name(cause)));
    }
  }

  // Work of each kind, then the rest of a step that no profiler slows down.
  void ways() {
    p_.text(
        {ways_.x, ways_title_},
        by_width("Ways of this step, no profiler", "All ways of this step, without the profiler"),
        strong);
    const double most =
        largest(s_.ways, [](const TimeView::Way& way) { return way.step->step_us / 1000; });
    const float from = ways_.x + by_width(152, 156), full = ways_.right() - from - 68;
    BarRows rows(p_, {ways_.x, ways_.y, ways_.width, ways_.height / 5}, from, full);
    for (int i = 0; i < static_cast<int>(s_.ways.size()); ++i) {
      const TimeView::Way& way = nth(s_.ways, i);
      const Choice& choice = nth(s_.task->ways, i).choice;
      rows.next(i == s_.chosen, choice.label);
      Stack stack(p_, rows.frame(), most);
      double rest = way.step->step_us / 1000;
      for (int kind = 0; !trace::is_idle(static_cast<Cause>(kind)); ++kind) {
        const double ms = ticks_ms(way.account.at(static_cast<Cause>(kind)));
        stack.add(ms, nth(cause_styles, kind));
        rest -= ms;
      }
      stack.add(rest, waiting);
      rows.cell(ways_.right() - 4, quantity(way.step->step_us / 1000, "ms"));
      rows.does(choose(s_.task->parameter, choice.value), "{}: {}, the GPU is busy for {}",
                choice.label, quantity(way.step->step_us / 1000, "ms"),
                quantity(ticks_ms(way.account.busy()), "ms"));
    }
  }
};

float TimeView::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
