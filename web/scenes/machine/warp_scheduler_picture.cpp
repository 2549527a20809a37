#include <algorithm>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scenes/machine/warp_scheduler.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr Style ring{.stroke = Role::ink, .stroke_width = 1.5f};  // measured, around simulated
constexpr float gutter = 72, card_width = 262;
constexpr float first_row = 32;  // of the warps, below the scheduler

struct Layout {
  bool narrow;
  Rect chart, curve, card;
  float height, pitch;

  Layout(float width, int warps)
      : narrow(is_narrow(width)),
        pitch(std::min(40.f, rows_high(narrow) / static_cast<float>(warps))) {
    chart = {gutter, 26, width - gutter - 24, first_row + rows_high(narrow)};
    const float title = chart.bottom() + 31, right = narrow ? 88 : card_width + 24 + 78;
    const float card_height = 56 + 4 * card_pitch(narrow) + 4;
    curve = {gutter, title + 31, width - gutter - right, narrow ? 56.f : 80.f};
    card = narrow ? Rect{2, curve.bottom() + 26, width - 4, card_height}
                  : Rect{width - 2 - card_width, title - 10, card_width, card_height};
    height = std::max(curve.bottom() + 24, card.bottom() + 4);
  }

  static float rows_high(bool narrow) { return narrow ? 72 : 120; }
  static float card_pitch(bool narrow) { return narrow ? 15 : 19; }
  Lane scheduler() const { return {chart.y, 22}; }
  // As high as there is room for: few warps are no reason for a blank chart.
  Lane warp(int w) const {
    return {chart.y + first_row + pitch * static_cast<float>(w), pitch - (pitch > 12 ? 3.f : 1.5f)};
  }
};

class Picture {
 public:
  Picture(const WarpPicture& data, Painter& painter, const View& view)
      : d_(data),
        s_(data.schedule),
        p_(painter),
        layout_(view.width, data.schedule.options.warps),
        gantt_(painter, layout_.chart, s_.cycles, until(view)) {}

  void draw() {
    draw_legend();
    gantt_.axis();
    draw_scheduler();
    draw_warps();
    gantt_.cursor();
    draw_handles();
    draw_curve();
    draw_card();
  }

 private:
  double until(const View& view) const {
    if (view.step == 0) return 0;
    const double from = static_cast<double>(d_.cycles_per_step) * (view.step - 1);
    const double to = std::min(from + d_.cycles_per_step, static_cast<double>(s_.cycles));
    return from + (to - from) * static_cast<double>(view.fraction);
  }

  void draw_legend();
  void draw_scheduler();
  void draw_warps();
  void draw_issues(const Lane& lane, const sm::IssueRun& run);
  void draw_handles();
  void draw_curve();
  void draw_lines();
  void draw_line(const Utilizations& all, sm::Policy policy, const Style& style, float label_y);
  void draw_little();
  void draw_current();
  void draw_card();

  int warps() const { return s_.options.warps; }
  float x(int warps) const {
    return layout_.curve.x +
           layout_.curve.width * static_cast<float>(warps - 1) / static_cast<float>(warp_slots - 1);
  }
  float y(double utilization) const {
    return layout_.curve.bottom() - layout_.curve.height * static_cast<float>(utilization);
  }

  const WarpPicture& d_;
  const sm::WarpSchedule& s_;
  Painter& p_;
  Layout layout_;
  Gantt gantt_;
};

void Picture::draw_legend() {
  Legend legend(p_, {layout_.narrow ? 2 : gutter, 11}, 10000, layout_.narrow ? 9.f : 18.f);
  legend.add("scheduler", "busy", {.fill = Role::compute, .radius = 2});
  legend.add("issued", "issued", {.fill = Role::lane, .radius = 2});
  legend.add("issued", "load", {.fill = Role::data, .radius = 2});
  legend.add("eligible", "eligible", {.fill = Role::lane, .fill_opacity = 0.28f});
  legend.add("stalled", "stalled", {.fill = Role::wait, .texture = Texture::hatch});
}

void Picture::draw_scheduler() {
  const Lane lane = layout_.scheduler();
  const Part part(p_, "scheduler");
  gantt_.name(lane, "scheduler", Weight::semibold);
  int busy_from = 0;
  for (const sm::Span& gap : s_.gaps) {
    if (gap.from > busy_from) gantt_.work(lane, busy_from, gap.from, Role::compute);
    gantt_.wait(lane, gap.from, gap.to);
    busy_from = gap.to;
  }
  if (busy_from < s_.cycles) gantt_.work(lane, busy_from, s_.cycles, Role::compute);
  p_.hotspot({{layout_.chart.x, lane.y, layout_.chart.width, lane.height},
              fill("{} of {} cycles issue an instruction", {s_.issued, s_.cycles})});
}

// One cell per issue where there is room; else one band, as high as the share of cycles it takes.
void Picture::draw_issues(const Lane& lane, const sm::IssueRun& run) {
  const Role role = run.load ? Role::data : Role::lane;
  const float cycle = gantt_.x(1) - gantt_.x(0);
  if (run.stride == 1 || run.count == 1) {
    gantt_.work(lane, run.first, run.first + run.count, role);
  } else if (cycle >= 2) {
    for (int at = run.first; at <= run.last(); at += run.stride)
      gantt_.work(lane, at, at + 1, role);
  } else {
    const float height = std::max(2.5f, lane.height / static_cast<float>(run.stride));
    gantt_.work({lane.y + lane.height - height, height}, run.first, run.last() + 1, role);
  }
}

void Picture::draw_warps() {
  const auto each = [&](std::string_view part, auto draw) {
    const Part within(p_, part);
    for (int w = 0; w < warps(); ++w) draw(layout_.warp(w), nth(s_.warps, w));
  };
  const auto eligible = [&](const Lane& lane, const sm::WarpTrace& trace) {
    int from = 0;
    for (const sm::Span& stall : trace.stalls) {
      if (stall.from > from) gantt_.ready(lane, from, stall.from, Role::lane);
      from = stall.to;
    }
    if (from < s_.cycles) gantt_.ready(lane, from, s_.cycles, Role::lane);
  };
  each("stalled", [&](const Lane& lane, const sm::WarpTrace& trace) {
    for (const sm::Span& stall : trace.stalls) gantt_.wait(lane, stall.from, stall.to);
  });
  each("eligible", eligible);
  each("issued", [&](const Lane& lane, const sm::WarpTrace& trace) {
    for (const sm::IssueRun& run : trace.issues) draw_issues(lane, run);
  });
  const int every = layout_.pitch < 14 ? 4 : 1;  // numbers that have room
  for (int w = 0; w < warps(); w += every)
    gantt_.name(layout_.warp(w), w == 0 && !layout_.narrow ? "warp 0" : std::to_string(w));
}

// The rows are a slider of the timeline.
void Picture::draw_handles() {
  const Rect& chart = layout_.chart;
  const Action move = drag_x("step", chart.x, chart.right(), 0, d_.steps);
  for (int w = 0; w < warps(); ++w) {
    const sm::WarpTrace& trace = nth(s_.warps, w);
    p_.hotspot({{chart.x, layout_.warp(w).y, chart.width, layout_.pitch},
                fill("Warp {}: issued in {}, eligible in {}, stalled in {} of {} cycles",
                     {w, trace.issued, trace.eligible, trace.stalled, s_.cycles}),
                move});
  }
}

void Picture::draw_line(const Utilizations& all, sm::Policy policy, const Style& style,
                        float label_y) {
  std::array<Point, warp_slots> points;
  for (int w = 1; w <= warp_slots; ++w) nth(points, w - 1) = {x(w), y(nth(all, w - 1))};
  p_.path(points, false, style);
  p_.text({layout_.curve.right() + 8, label_y}, short_name(policy),
          {.role = style.stroke,
           .size = Size::small,
           .weight = style.dashed ? Weight::regular : Weight::semibold});
}

void Picture::draw_curve() {
  const Rect& plot = layout_.curve;
  p_.begin("curve");
  p_.text({layout_.narrow ? 2 : plot.x, plot.y - 32}, "Utilization by number of warps", strong);
  if (d_.measured) {
    const Point end{plot.right() + 76, plot.y - 32};
    const std::string_view text = "measured on H200";
    p_.circle({end.x - text_width(text, Size::small) - 9, end.y}, 3.5f, ring);
    p_.text(end, text, ended(label));
  }
  const Scale share{plot.bottom(), plot.y, 0, 100};
  axis_left(p_, plot, share, {{0, "0"}, {50, "50"}, {100, "100"}}, "%");
  p_.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, {.stroke = Role::muted});
  p_.text({plot.x - 10, plot.bottom() + 16}, "warps", ended(quiet));
  for (int w = 1; w <= warp_slots; ++w)
    if (!layout_.narrow || w == 1 || w % 4 == 0)
      p_.text({x(w), plot.bottom() + 16}, std::to_string(w), centered(quiet));
  draw_lines();
  p_.end();
  draw_little();
  const Part part(p_, "curve");
  draw_current();
}

void Picture::draw_lines() {
  // The two names keep a line's distance, in the order of their ends.
  const bool greedy = s_.options.policy == sm::Policy::greedy_then_oldest;
  const double chosen = d_.chosen.back(), other = d_.other.back();
  const bool above = chosen > other || (chosen == other && greedy);
  float ends[] = {y(std::max(chosen, other)), y(std::min(chosen, other))};
  keep_apart(ends, 15, 0, layout_.curve.bottom());
  const float here = ends[above ? 0 : 1], there = ends[above ? 1 : 0];
  draw_line(d_.other, greedy ? sm::Policy::loose_round_robin : sm::Policy::greedy_then_oldest,
            {.stroke = Role::muted, .stroke_width = 1.25f, .dashed = true}, there);
  draw_line(d_.chosen, s_.options.policy, {.stroke = Role::compute, .stroke_width = 2.5f}, here);
}

// How many warps Little's law asks for; an arrow where they are more than there are places.
void Picture::draw_little() {
  const Rect& plot = layout_.curve;
  const int enough = sm::littles_law_warps(s_.options);
  const bool there = enough <= warp_slots;
  const std::string text = fill("Little’s law: {}{}", {{enough, "warp"}, there ? "" : " →"});
  const float at = x(std::min(enough, warp_slots));
  TextStyle good = strong;
  good.role = Role::good;
  const Part part(p_, "little");
  if (there)
    p_.line({at, plot.y - 6}, {at, plot.bottom()},
            {.stroke = Role::good, .stroke_width = 1.5f, .dashed = true});
  held_text(p_, {at, plot.y - 14}, text, good, plot.x, plot.right());
}

void Picture::draw_current() {
  const Rect& plot = layout_.curve;
  for (int w = 1; w <= warp_slots; ++w) {
    const double utilization = nth(d_.chosen, w - 1);
    std::string beside;
    p_.circle({x(w), y(utilization)}, 2.5f, {.fill = Role::compute});
    if (d_.measured) {
      const double busy = d_.measured->utilization(w);
      p_.circle({x(w), y(busy)}, 3.5f, ring);
      beside = ", on an H200 " + percent(busy, 1);
    }
    const float half = plot.width / (warp_slots - 1) / 2;
    p_.hotspot(
        {{x(w) - half, plot.y - 6, 2 * half, plot.height + 12},
         fill("{}: busy {}{}. Drag to change", {{w, "warp"}, percent(utilization, 1), beside}),
         drag_x("warps", plot.x, plot.right(), 1, warp_slots)});
  }
  const Point at{x(warps()), y(s_.utilization)};
  p_.circle(at, 6.5f, {.fill = Role::compute, .stroke = Role::surface, .stroke_width = 2});
  // Below the marks and to the right no line passes: all rise.
  const std::string text = percent(s_.utilization, s_.idle == 0 ? 0 : 1);
  const float width = text_width(text, Size::small) + 8;
  const float lowest = d_.measured ? std::max(at.y, y(d_.measured->utilization(warps()))) : at.y;
  const bool below = plot.bottom() - lowest > 30;
  const float left =
      std::min(below ? at.x + 2 : std::max(plot.x, at.x - width / 2), plot.right() - width);
  const float middle = below ? lowest + 19 : at.y - 19;
  p_.rect({left, middle - 9, width, 18},
          {.fill = Role::surface, .fill_opacity = 0.85f, .radius = 4});
  p_.text({left + width / 2, middle}, text, centered(strong));
}

// Little's law worked out for one warp.
void Picture::draw_card() {
  const Rect& card = layout_.card;
  const sm::SchedulerOptions& o = s_.options;
  const int cycles = sm::turn_cycles(o), instructions = sm::turn_instructions(o);
  const float left = card.x + 12, room = card.width - 24;
  const Part part(p_, "little");
  scene::card(p_, card);
  p_.text({left, card.y + 16}, "One warp alone, one turn", strong);
  const Gantt turn(p_, {left, card.y + 30, room, 14}, cycles, cycles);
  const Lane lane{card.y + 30, 14};
  const int math = cycles - o.in_flight * o.between;
  turn.wait(lane, o.in_flight, math);
  turn.work(lane, 0, o.in_flight, Role::data);
  turn.work(lane, math, cycles, Role::lane);
  const bool one = o.in_flight == 1;
  Lines lines(p_, {left, card.y + 60}, Layout::card_pitch(layout_.narrow));
  const std::string times = one ? "" : fill("{} · ", {o.in_flight});
  lines.add(fill("takes {} + {}{} = {} cycles", {o.latency, times, o.between, cycles}), quiet);
  lines.add(fill("issues {}{}1 + {}{} = {}",
                 {times, one ? "" : "(", o.between, one ? "" : ")", {instructions, "instruction"}}),
            quiet);
  lines.add(fill("{} / {} = {}",
                 {cycles, instructions, fixed(static_cast<double>(cycles) / instructions, 1)}),
            quiet);
  lines.add(fill("{} would fill every slot", {{sm::littles_law_warps(o), "warp"}}), strong);
  p_.hotspot(
      {card, "Little’s law: cycles of a turn / its instructions = warps that fill every slot"});
}

}  // namespace

std::string_view short_name(sm::Policy policy) {
  return policy == sm::Policy::greedy_then_oldest ? "greedy" : "round-robin";
}

float WarpPicture::height(float width) const { return Layout(width, 1).height; }

void WarpPicture::draw(Painter& painter, const View& view) const {
  Picture(*this, painter, view).draw();
}

}  // namespace loom::scenes
