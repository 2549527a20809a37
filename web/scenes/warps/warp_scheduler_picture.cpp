#include "web/scene/kit.hpp"
#include "web/scenes/warps/warp_scheduler.hpp"

namespace loom::scenes {

constexpr Style ring = stroked(Role::ink, 1.5f);  // measured, around simulated
constexpr float gutter = 72, card_width = 262;
constexpr float first_row = 32;  // of the warps, below the scheduler

struct WarpSchedulerDrawing : Picture<WarpPicture> {
  const sm::WarpSchedule& run_ = s_.schedule;
  const int warps_ = run_.options.warps;
  float rows_high_ = by_width(72, 120);
  // As high as there is room for: few warps are no reason for a blank chart.
  float pitch_ = std::min(40.f, rows_high_ / px(warps_));
  Rect chart_ = {gutter, 26, width_ - gutter - 24, first_row + rows_high_};
  float title_ = chart_.bottom() + 31, line_ = by_width(15, 19);  // line: of the card's
  float card_height_ = 56 + 4 * line_ + 4;
  Rect curve_ = {gutter, title_ + 31, width_ - gutter - by_width(88, card_width + 24 + 78),
                 by_width(56, 80)};
  Rect card_ = by_width(Rect{2, curve_.bottom() + 26, width_ - 4, card_height_},
                        Rect{width_ - 2 - card_width, title_ - 10, card_width, card_height_});
  Scale x_ = {curve_.x, curve_.right(), 1, warp_slots}, y_ = {curve_.bottom(), curve_.y, 0, 1};
  Gantt gantt_ = Gantt(p_, chart_, run_.cycles, now([&](int step) {
                         return std::clamp(1. * s_.cycles_per_step * step, 0., 1. * run_.cycles);
                       }));

  float height() const { return std::max(curve_.bottom() + 24, card_.bottom() + 4); }
  void draw() {
    legend();
    gantt_.axis();
    in("scheduler", [&] { scheduler(); });
    warps();
    gantt_.cursor();
    handles();
    utilization();
    in("little", [&] { card(); });
  }

  Lane warp(int w) const {
    return {chart_.y + first_row + pitch_ * px(w), pitch_ - (pitch_ > 12 ? 3.f : 1.5f)};
  }

  void legend() {
    Legend legend(p_, {by_width(2, gutter), 11}, 10000, by_width(9, 18));
    legend.add("scheduler", "busy", rounded(solid(Role::compute)));
    legend.add("issued", "issued", rounded(solid(Role::lane)));
    legend.add("issued", "load", rounded(solid(Role::data)));
    legend.add("eligible", "eligible", solid(Role::lane, 0.28f));
    legend.add("stalled", "stalled", waiting);
  }

  void scheduler() {
    const Lane lane = {chart_.y, 22};
    gantt_.name(lane, "scheduler", Weight::semibold);
    int busy_from = 0;
    for (const sm::Span& gap : run_.gaps) {
      if (gap.from > busy_from) gantt_.work(lane, busy_from, gap.from, Role::compute);
      gantt_.wait(lane, gap.from, gap.to);
      busy_from = gap.to;
    }
    if (busy_from < run_.cycles) gantt_.work(lane, busy_from, run_.cycles, Role::compute);
    spot(band(chart_, lane.y, lane.height), "{} of {} cycles issue an instruction", run_.issued,
         run_.cycles);
  }

  // One cell per issue where there is room; else one band, as high as the share of cycles it takes.
  void issues(const Lane& lane, const sm::IssueRun& run) {
    const Role role = run.load ? Role::data : Role::lane;
    const float cycle = gantt_.x(1) - gantt_.x(0);
    if (run.stride == 1 || run.count == 1) {
      gantt_.work(lane, run.first, run.first + run.count, role);
    } else if (cycle >= 2) {
      for (int at = run.first; at <= run.last(); at += run.stride)
        gantt_.work(lane, at, at + 1, role);
    } else {
      const float height = std::max(2.5f, lane.height / px(run.stride));
      gantt_.work({lane.y + lane.height - height, height}, run.first, run.last() + 1, role);
    }
  }

  void warps() {
    const auto each = [&](std::string_view part, auto draw) {
      const Part within(p_, part);
      for (int w = 0; w < warps_; ++w) draw(warp(w), nth(run_.warps, w));
    };
    each("stalled", [&](const Lane& lane, const sm::WarpTrace& trace) {
      for (const sm::Span& stall : trace.stalls) gantt_.wait(lane, stall.from, stall.to);
    });
    each("eligible", [&](const Lane& lane, const sm::WarpTrace& trace) {
      int from = 0;
      for (const sm::Span& stall : trace.stalls) {
        if (stall.from > from) gantt_.ready(lane, from, stall.from, Role::lane);
        from = stall.to;
      }
      if (from < run_.cycles) gantt_.ready(lane, from, run_.cycles, Role::lane);
    });
    each("issued", [&](const Lane& lane, const sm::WarpTrace& trace) {
      for (const sm::IssueRun& run : trace.issues) issues(lane, run);
    });
    const int every = pitch_ < 14 ? 4 : 1;  // numbers that have room
    for (int w = 0; w < warps_; w += every)
      gantt_.name(warp(w), w == 0 && !narrow_ ? "warp 0" : integer(w));
  }

  // The rows are a slider of the timeline.
  void handles() {
    const Action move = drag_x("step", chart_.x, chart_.right(), 0, s_.steps);
    for (int w = 0; w < warps_; ++w) {
      const sm::WarpTrace& trace = nth(run_.warps, w);
      spot(band(chart_, warp(w).y, pitch_), move,
           "Warp {}: issued in {}, eligible in {}, stalled in {} of {} cycles", w, trace.issued,
           trace.eligible, trace.stalled, run_.cycles);
    }
  }

  void line(const Utilizations& all, sm::Policy policy, const Style& style, float label_y) {
    curve(p_, style, warp_slots, [&](int i) { return Point{x_(i + 1), y_(nth(all, i))}; });
    p_.text({curve_.right() + 8, label_y}, short_name(policy),
            colored(style.dashed ? label : strong, style.stroke));
  }

  void utilization() {
    const Rect& plot = curve_;
    Part part(p_, "curve");
    p_.text({by_width(2, plot.x), plot.y - 32}, "Utilization by number of warps", strong);
    if (s_.measured) {
      const Point end{plot.right() + 76, plot.y - 32};
      const std::string_view text = "measured on H200";
      p_.circle({end.x - text_width(text, Size::small) - 9, end.y}, 3.5f, ring);
      p_.text(end, text, ended(label));
    }
    axis_left(p_, plot, y_, {{0, "0"}, {0.5, "50"}, {1, "100"}}, "%");
    level(p_, plot.bottom(), plot, stroked(Role::muted));
    p_.text({plot.x - 10, plot.bottom() + 16}, "warps", ended(quiet));
    for (int w = 1; w <= warp_slots; ++w)
      if (!narrow_ || w == 1 || w % 4 == 0)
        p_.text({x_(w), plot.bottom() + 16}, integer(w), centered(quiet));
    lines();
    part.next("little");
    little();
    part.next("curve");
    current();
  }

  void lines() {
    // The two names keep a line's distance, in the order of their ends.
    const bool greedy = run_.options.policy == sm::Policy::greedy_then_oldest;
    const double chosen = s_.chosen.back(), other = s_.other.back();
    const bool above = chosen > other || (chosen == other && greedy);
    float ends[] = {y_(std::max(chosen, other)), y_(std::min(chosen, other))};
    keep_apart(ends, 15, 0, curve_.bottom());
    const float here = ends[above ? 0 : 1], there = ends[above ? 1 : 0];
    line(s_.other, greedy ? sm::Policy::loose_round_robin : sm::Policy::greedy_then_oldest,
         dashed(Role::muted, 1.25f), there);
    line(s_.chosen, run_.options.policy, stroked(Role::compute, 2.5f), here);
  }

  // How many warps Little's law asks for; an arrow where they are more than there are places.
  void little() {
    const int enough = sm::littles_law_warps(run_.options);
    const bool there = enough <= warp_slots;
    const std::string text = fill("Little’s law: {}{}", Word(enough, "warp"), there ? "" : " →");
    const float at = x_(std::min(enough, warp_slots));
    if (there) upright(p_, at, curve_.y - 6, curve_.bottom(), dashed(Role::good, 1.5f));
    hold({at, curve_.y - 14}, colored(strong, Role::good), curve_.x, curve_.right(), text);
  }

  void current() {
    const Rect& plot = curve_;
    for (int w = 1; w <= warp_slots; ++w) {
      const double utilization = nth(s_.chosen, w - 1);
      std::string beside;
      p_.circle({x_(w), y_(utilization)}, 2.5f, solid(Role::compute));
      if (s_.measured) {
        const double busy = s_.measured->utilization(w);
        p_.circle({x_(w), y_(busy)}, 3.5f, ring);
        beside = ", on an H200 " + percent(busy, 1);
      }
      const float half = plot.width / (warp_slots - 1) / 2;
      spot({x_(w) - half, plot.y - 6, 2 * half, plot.height + 12}, drag_x("warps", x_),
           "{}: busy {}{}. Drag to change", Word(w, "warp"), percent(utilization, 1), beside);
    }
    const Point at{x_(warps_), y_(run_.utilization)};
    p_.circle(at, 6.5f, edged(Role::compute, Role::surface, 2));
    // Below the marks and to the right no line passes: all rise.
    const std::string text = percent(run_.utilization, run_.idle == 0 ? 0 : 1);
    const float width = text_width(text, Size::small) + 8;
    const float lowest = s_.measured ? std::max(at.y, y_(s_.measured->utilization(warps_))) : at.y;
    const bool below = plot.bottom() - lowest > 30;
    const float left =
        std::min(below ? at.x + 2 : std::max(plot.x, at.x - width / 2), plot.right() - width);
    const float middle = below ? lowest + 19 : at.y - 19;
    p_.rect({left, middle - 9, width, 18}, rounded(solid(Role::surface, 0.85f), 4));
    p_.text({left + width / 2, middle}, text, centered(strong));
  }

  // Little's law worked out for one warp.
  void card() {
    const sm::SchedulerOptions& o = run_.options;
    const int cycles = sm::turn_cycles(o), instructions = sm::turn_instructions(o);
    const float left = card_.x + 12, room = card_.width - 24;
    scene::card(p_, card_, "One warp alone, one turn");
    const Gantt turn(p_, {left, card_.y + 30, room, 14}, cycles, cycles);
    const Lane lane{card_.y + 30, 14};
    const int math = cycles - o.in_flight * o.between;
    turn.wait(lane, o.in_flight, math);
    turn.work(lane, 0, o.in_flight, Role::data);
    turn.work(lane, math, cycles, Role::lane);
    const bool one = o.in_flight == 1;
    Lines lines(p_, {left, card_.y + 60}, line_);
    const std::string times = one ? "" : fill("{} · ", o.in_flight);
    lines.write(quiet, "takes {} + {}{} = {} cycles", o.latency, times, o.between, cycles);
    lines.write(quiet, "issues {}{}1 + {}{} = {}", times, one ? "" : "(", o.between, one ? "" : ")",
                Word(instructions, "instruction"));
    lines.write(quiet, "{} / {} = {}", cycles, instructions,
                fixed(static_cast<double>(cycles) / instructions, 1));
    lines.write(strong, "{} would fill every slot", Word(sm::littles_law_warps(o), "warp"));
    spot(card_, "Little’s law: cycles of a turn / its instructions = warps that fill every slot");
  }
};

float WarpPicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
