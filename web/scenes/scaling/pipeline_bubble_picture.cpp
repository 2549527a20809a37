#include "web/scene/gantt.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/scaling/pipeline_bubble.hpp"

namespace loom::scenes {

using scaling::PassKind, scaling::PipelineEvent, scaling::PipelineSchedule;

constexpr float row = 22;
// A pass of a later chunk is paler, so that chunks can be told apart.
constexpr float paler = 0.18f;
constexpr int most_chunks = 4;
constexpr Role roles[] = {Role::data, Role::compute, Role::lane};  // forward, backward, weights'

struct PipelineBubbleDrawing : Picture<BubblePicture> {
  const scaling::PipelineOptions& o_ = s_.options;
  float gutter_ = by_width(28, 66);
  Rect chart_ = {gutter_, by_width(54, 38), width_ - gutter_ - by_width(33, 46),
                 by_width(148, 184)};
  float pitch_ = chart_.height / px(o_.stages), title_ = chart_.bottom() + by_width(36, 40);
  Rect rows_ = {2, title_ + 12, by_width(width_ - 4, 452), row* pipeline_schedules};
  float bars_ = rows_.x + 88, held_x_ = rows_.right() - 6;
  float full_ = held_x_ - bars_ - by_width(92, 108);  // px of the longest time
  Rect card_ = by_width(Rect{2, rows_.bottom() + 10, width_ - 4, 66},
                        Rect{rows_.right() + 22, title_ - 8, width_ - rows_.right() - 24, 122});
  Gantt gantt_ = Gantt(p_, chart_, s_.run.time, now([&](int step) { return s_.at(step); }));

  // What is drawn of the passes, by color and chunk, as a chart may have thousands of them.
  std::array<std::array<std::vector<Rect>, most_chunks>, 3> boxes_;
  std::vector<std::pair<Point, std::string>> numbers_;

  float height() const { return by_width(card_.bottom(), rows_.bottom()) + 4; }
  void draw() {
    legend();
    gantt_.axis("ms");
    in("passes", [&] { passes(); });
    in("held", [&] { held(); });
    gantt_.cursor();
    in("schedules", [&] { schedules(); });
    in("formula", [&] { formula(); });
  }

  bool split() const {
    return o_.schedule == PipelineSchedule::zero_bubble ||
           o_.schedule == PipelineSchedule::dual_pipe;
  }
  static int index(PassKind kind) {  // of its color
    return kind == PassKind::forward ? 0 : kind == PassKind::backward_weight ? 2 : 1;
  }

  void legend() {
    Legend legend(p_, {2, 11}, by_width(width_, 10000), by_width(10, 18));
    legend.add("passes", "forward", solid(Role::data));
    legend.add("passes",
               split() ? by_width("backward", "backward, or its input’s gradient") : "backward",
               solid(Role::compute));
    if (split())
      legend.add("passes", by_width("weights’ gradient", "gradient of the weights"),
                 solid(Role::lane));
    legend.add("passes", "waiting", waiting);
  }

  Lane lane(int stage) const {
    const float gap = pitch_ > 20 ? 3.f : 1.f;
    return {chart_.y + pitch_ * px(stage) + gap / 2, pitch_ - gap};
  }

  // One pass; two that are one block share its height.
  void pass(const PipelineEvent& event, bool second) {
    if (event.start >= gantt_.until()) return;
    const Lane whole = lane(event.stage);
    const float left = gantt_.x(event.start), right = gantt_.x(std::min(event.end, gantt_.until()));
    Rect box{left, whole.y, std::max(right - left, 0.5f), whole.height};
    if (event.joined)
      box = {box.x, box.y + (second ? box.height / 2 : 0), box.width, box.height / 2};
    const int chunk = o_.chunks > 1 ? event.part / o_.stages : 0;
    std::string text = integer(event.microbatch);
    const bool fits = text_width(text, Size::small) + by_width(0.4f, 3.7f) <= box.width;
    if (box.width > 4) box.width -= 0.75f;  // a seam
    nth(nth(boxes_, index(event.kind)), chunk).push_back(box);
    if (chunk < 2 && box.height >= 11 && event.end <= gantt_.until() && fits)
      numbers_.push_back({box.center(), std::move(text)});
  }

  void passes() {
    double free = 0;  // since when the stage has nothing to do
    int stage = 0;
    const auto& all = s_.run.events;
    for (size_t i = 0; i < all.size(); ++i) {
      const PipelineEvent& event = all[i];
      if (event.stage != stage) {
        gantt_.wait(lane(stage), free, s_.run.time);
        stage = event.stage;
        free = 0;
      }
      const bool second =
          event.joined && i > 0 && all[i - 1].stage == stage && all[i - 1].start == event.start;
      if (!second) gantt_.wait(lane(stage), free, event.start);
      free = event.end;
      pass(event, second);
    }
    gantt_.wait(lane(stage), free, s_.run.time);
    for (int kind = 0; kind < 3; ++kind)
      for (int chunk = 0; chunk < most_chunks; ++chunk)
        p_.rects(nth(nth(boxes_, kind), chunk), solid(roles[kind], 1 - paler * px(chunk)));
    for (const auto& [at, text] : numbers_)
      p_.text(at, text, centered(colored(label, Role::surface)));
    for (int i = 0; i < o_.stages; i += pitch_ < 11 ? 2 : 1)
      gantt_.name(lane(i), fill(by_width("{}", "stage {}"), i));
    spot(chart_, drag_x("step", chart_.x, chart_.right(), 0, bubble_steps),
         "The stages wait {} of {} ms. Drag to move through time", percent(s_.run.bubble, 1),
         pass_ms(s_.run.time));
  }

  // Activations of so many microbatches are in a stage's memory at once.
  void held() {
    const float x = width_ - 4;
    p_.text({x, chart_.y - 10}, "held", ended(quiet));
    for (int stage = 0; stage < o_.stages; stage += pitch_ < 11 ? 2 : 1) {
      const double held = nth(s_.run.held, stage);
      p_.text({x, lane(stage).middle()}, brief(held),
              ended(held == s_.run.peak_activations ? strong : label));
    }
    spot({chart_.right() + 8, chart_.y, width_ - chart_.right() - 10, chart_.height},
         "Microbatches whose activations a stage holds at once: {} at most",
         brief(s_.run.peak_activations));
  }

  // The same microbatches with every schedule: work, and behind it what a stage waits.
  void schedules() {
    double most = 0;
    for (const auto& other : s_.all) most = std::max(most, other ? other->time : 0);
    p_.text({bars_, title_}, by_width("ms: work, waiting", "ms: work, then waiting"), quiet);
    p_.text({held_x_, title_}, by_width("held", "held at most"), ended(quiet));
    BarRows rows(p_, {rows_.x, rows_.y, rows_.width, row}, bars_, full_);
    for (int i = 0; i < pipeline_schedules; ++i) {
      const std::optional<BubblePicture::Other>& other = nth(s_.all, i);
      const bool chosen = i == s_.chosen();
      rows.next(chosen, schedule_name(i));
      if (!other) {
        p_.text({bars_, rows.middle()},
                static_cast<PipelineSchedule>(i) == PipelineSchedule::interleaved
                    ? "needs a multiple of the stages"
                    : "needs even numbers, 2 for each stage",
                quiet);
        rows.does(fill("{} does not take these stages and microbatches", schedule_name(i)));
        continue;
      }
      const float opacity = chosen ? 1.f : 0.5f;
      Stack stack(p_, rows.frame(), most);
      stack.add(s_.work(), solid(Role::compute, opacity));
      stack.add(other->time - s_.work(), waiting);
      p_.text({bars_ + full_ + 8, rows.middle()}, percent(other->bubble, 1),
              chosen ? strong : label);
      rows.cell(held_x_, brief(other->held));
      rows.does(fill("{}: {} ms, of which a stage waits {}", schedule_name(i), pass_ms(other->time),
                     percent(other->bubble, 1)),
                choose("schedule", schedule_value(i)));
    }
  }

  // What a stage waits, with letters and with numbers.
  std::pair<std::string_view, std::string> rule() const {
    const int p = o_.stages;
    const std::string f = pass_ms(o_.forward), b = pass_ms(o_.backward);
    switch (o_.schedule) {
      case PipelineSchedule::interleaved:
        return {"(p − 1)(F + B) / v", fill("{} × ({} + {}) / {}", p - 1, f, b, o_.chunks)};
      case PipelineSchedule::zero_bubble:
        return {"(p − 1) max(F, B/2)",
                fill("{} × {}", p - 1, pass_ms(std::max(o_.forward, o_.backward / 2)))};
      case PipelineSchedule::dual_pipe:
        return {"(p/2 − 1)(F + B/2)",
                fill("{} × ({} + {})", p / 2 - 1, f, pass_ms(o_.backward / 2))};
      default:
        return {"(p − 1)(F + B)", fill("{} × ({} + {})", p - 1, f, b)};
    }
  }

  void formula() {
    const auto [letters, numbers] = rule();
    card(p_, card_);
    Lines lines(p_, {card_.x + 12, card_.y + 17}, by_width(16, 22));
    if (!narrow_) lines.add("How long a stage waits", strong);
    if (!s_.formula) {
      lines.add("no formula for this case, only the replay", label);
    } else if (const std::string ms = pass_ms(*s_.formula - s_.work()); narrow_) {
      lines.add(fill("{} = {} = {} ms", letters, numbers, ms), label);
    } else {
      lines.add(letters, label);
      lines.add(fill("= {} = {} ms", numbers, ms), label);
    }
    lines.add(fill("replayed: {} of {} ms, {}", pass_ms(s_.idle()), pass_ms(s_.run.time),
                   percent(s_.run.bubble, 1)),
              strong);
    lines.add("F forward, B backward, p stages, v chunks", quiet);
    p_.hotspot(card_, "The formula of the schedule, and what the replay of every pass gives");
  }
};

float BubblePicture::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

}  // namespace loom::scenes
