// Who waits while the pipeline fills? The stages of a model, and the microbatches that pass them.
#include "web/scenes/scaling/pipeline_bubble.hpp"

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::PassKind, scaling::Pipeline, scaling::PipelineOptions, scaling::PipelineSchedule;

// In the order of PipelineSchedule.
constexpr Choice schedules[pipeline_schedules] = {{"gpipe", "GPipe"},
                                                  {"1f1b", "1F1B"},
                                                  {"interleaved", "Interleaved"},
                                                  {"zero-bubble", "Zero bubble"},
                                                  {"dualpipe", "DualPipe"}};

constexpr Parameter parameters[] = {
    one_of("schedule", "Schedule", schedules, "1f1b", {.help = "You can also click a row"}),
    whole_number("stages", "Stages", "4", {2, 16},
                 {.help = "GPUs, or groups of GPUs. Each has some consecutive layers."}),
    whole_number("microbatches", "Microbatches", "8", {1, 32},
                 {.help = "Pieces of the batch. Each passes all stages forward, then backward."}),
    whole_number("forward", "Forward", "10", {1, 100},
                 {.unit = "ms", .help = "Of one microbatch in one stage."}),
    whole_number("backward", "Backward", "20", {1, 200},
                 {.unit = "ms", .help = "Usually twice as long: it computes two gradients."}),
    whole_number("chunks", "Chunks", "2", {1, 4},
                 {.help = "Pieces of the model in each stage, from different depths.",
                  .when = "schedule=interleaved"}),
};

constexpr Preset presets[] = {
    {"Eight microbatches", ""},
    {"One batch, uncut", "schedule=gpipe&microbatches=1"},
    {"GPipe holds all", "schedule=gpipe&stages=4&microbatches=16"},
    {"Interleaved", "schedule=interleaved&stages=8&microbatches=16&chunks=4"},
    {"Zero bubble", "schedule=zero-bubble&stages=8&microbatches=16"},
    {"DualPipe", "schedule=dualpipe&stages=8&microbatches=20"},
};
constexpr std::string_view parts[] = {"passes", "held", "schedules", "formula"};
constexpr std::string_view references[] = {"gpipe",      "pipedream", "megatron2",
                                           "zerobubble", "dualpipe",  "deepseek-v3"};

// The simulator's limits in the words of the controls, with the nearest number that would do.
std::optional<Error> refusal(const PipelineOptions& o) {
  const auto refuse = [](std::string_view control, int given, std::string_view needed,
                         int nearest) {
    return Error{
        fill("'{}': got '{}', but {}; the nearest is {}", control, given, needed, nearest)};
  };
  const int p = o.stages, m = o.microbatches;
  if (o.schedule == PipelineSchedule::interleaved && m % p != 0)
    return refuse("Microbatches", m,
                  fill("the interleaved schedule needs a multiple of the {}", Word(p, "stage")),
                  std::max(1, std::min((m + p / 2) / p, 32 / p)) * p);
  if (o.schedule != PipelineSchedule::dual_pipe) return std::nullopt;
  if (p % 2 != 0) return refuse("Stages", p, "DualPipe needs an even number", p - 1);
  if (m % 2 != 0 || m < 2 * p)
    return refuse(
        "Microbatches", m,
        fill("DualPipe needs an even number, at least two for each of the {}", Word(p, "stage")),
        std::max(2 * p, m - 1));
  return std::nullopt;
}

class PipelineBubbleScene final : public Pictured<PipelineBubbleScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    BubblePicture next;
    PipelineOptions& o = next.options;
    o.stages = values.integer("stages");
    o.microbatches = values.integer("microbatches");
    o.forward = values.integer("forward");
    o.backward = values.integer("backward");
    const auto chosen = static_cast<PipelineSchedule>(values.choice("schedule"));
    for (int i = 0; i < pipeline_schedules; ++i) {
      o.schedule = static_cast<PipelineSchedule>(i);
      o.chunks = o.schedule == PipelineSchedule::interleaved ? values.integer("chunks") : 1;
      if (std::optional<Error> error = refusal(o)) {
        if (o.schedule == chosen) return error;
        continue;
      }
      Result<Pipeline> run = scaling::pipeline(o);
      if (!run) return run.error();
      nth(next.all, i) = BubblePicture::Other{run->time, run->bubble, run->peak_activations};
      if (o.schedule != chosen) continue;
      next.formula = scaling::pipeline_formula(o);
      next.run = std::move(*run);
    }
    o.schedule = chosen;
    o.chunks = chosen == PipelineSchedule::interleaved ? values.integer("chunks") : 1;
    return keep(shown, std::move(next));
  }

  int steps() const override { return bubble_steps; }

  std::string status(int step) const override {
    if (step == 0)
      return fill("Nothing has started. {} before {}.", waiting_in_front(),
                  shown.options.schedule == PipelineSchedule::dual_pipe
                      ? "the first and the last stage"
                      : "stage 0");
    return step < bubble_steps ? midway(shown.at(step)) : whole();
  }

  Table table() const override {
    Table table = headed("Stage", Column("Computes", "ms"), Column("Waits", "ms"),
                         Column("Waiting", "%", UnitIn::cells), "Microbatches held");
    for (int stage = 0; stage < shown.options.stages; ++stage) {
      const double idle = nth(shown.run.idle, stage), held = nth(shown.run.held, stage);
      table.add({stage, cell(shown.run.time - idle, pass_ms(shown.run.time - idle)),
                 cell(idle, pass_ms(idle)), percent_cell(idle / shown.run.time, 1),
                 cell(held, brief(held))});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    // The formula says how long a stage waits, however many microbatches there are.
    return {Metric{"bubble", "Bubble", 100 * shown.run.bubble, 1, "%"}.told_in(
                "schedules, formula", "", "schedule, microbatches"),
            Metric{"time", "Time", shown.run.time, 1, "ms"}.told_in("schedules", "", "schedule"),
            {"idle", "Waiting of a stage", shown.idle(), 1, "ms"},
            Metric{"held", "Microbatches held by the worst stage", shown.run.peak_activations, 1}
                .told_in("schedules", "", "schedule")};
  }

  BubblePicture shown;

 private:
  std::string waiting_in_front() const {
    const int m = shown.options.microbatches;
    return fill("{} {}", batches(m), m == 1 ? "waits" : "wait");
  }

  std::string midway(double now) const {
    const int stages = shown.options.stages;
    int done = 0;
    std::vector<bool> busy(static_cast<size_t>(stages));
    for (const scaling::PipelineEvent& event : shown.run.events) {
      done += event.end <= now;
      if (event.start < now && event.end >= now) busy[static_cast<size_t>(event.stage)] = true;
    }
    const auto working = std::count(busy.begin(), busy.end(), true);
    return fill("After {} of {} ms, {} of {} stages compute. {} of {} passes are done.",
                pass_ms(now), pass_ms(shown.run.time), working, stages, done,
                shown.run.events.size());
  }

  std::string whole() const {
    const PipelineOptions& o = shown.options;
    const auto worst = std::max_element(shown.run.held.begin(), shown.run.held.end());
    const double least = *std::min_element(shown.run.held.begin(), shown.run.held.end());
    const std::string held = brief(*worst);
    return fill("{}: {} on {} {} {} ms. A stage waits for {} ms, {} of that time. ",
                schedule_name(shown.chosen()), batches(o.microbatches), Word(o.stages, "stage"),
                o.microbatches == 1 ? "takes" : "take", pass_ms(shown.run.time),
                pass_ms(shown.idle()), percent(shown.run.bubble, 1)) +
           (least == *worst
                ? fill("Every stage holds the activations of {} at once.", batches(*worst))
                : fill("Stage {} holds the activations of {} at once, the last {}.",
                       worst - shown.run.held.begin(), batches(*worst),
                       brief(shown.run.held.back())));
  }

  static std::string batches(double held) {
    return fill("{} {}", brief(held), held == 1 ? "microbatch" : "microbatches");
  }
};

}  // namespace

std::string_view schedule_name(int schedule) { return nth(schedules, schedule).label; }
std::string_view schedule_value(int schedule) { return nth(schedules, schedule).value; }

std::string pass_ms(double ms) {
  const bool whole = ms >= 1000 || std::abs(ms - std::round(ms)) < 1e-6;
  return whole ? integer(std::llround(ms)) : fixed(ms, 1);
}

Description pipeline_bubble() {
  return describe<PipelineBubbleScene, parameters>(
      "pipeline-bubble", "scaling", "The pipeline bubble", "Who waits while the pipeline fills?",
      "core/scaling/pipeline_parallel.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
