// Where does the time of a step go? A recorded trace of a small transformer, and its causes.
#include "web/scenes/measure/where_time_goes.hpp"

#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

using trace::Cause;

constexpr StepWay decode_ways[] = {
    {{"eager", "Eager"}, "eager"},
    {{"read-back", "Eager + token read"}, "read back"},
    {{"compiled", "torch.compile"}, "compiled"},
    {{"graph", "CUDA graph"}, "graph"},
    {{"compiled-graph", "Compiled + CUDA graph"}, "compiled, graph"}};
constexpr StepWay decode_many_ways[] = {decode_ways[0], decode_ways[3], decode_ways[4]};
constexpr StepWay train_ways[] = {{{"one-by-one", "FP32 + plain optimizer"}, "one by one"},
                                  {{"fp32", "FP32"}, "fp32"},
                                  {{"eager", "BF16"}, "eager"},
                                  {{"read-back", "BF16 + loss read"}, "read back"},
                                  {{"compiled", "BF16 + torch.compile"}, "compiled"}};
constexpr StepWay train_many_ways[] = {train_ways[2], train_ways[4]};

template <size_t count>
constexpr std::array<Choice, count> choices_of(const StepWay (&ways)[count]) {
  std::array<Choice, count> all;
  for (size_t i = 0; i < count; ++i) all[i] = ways[i].choice;
  return all;
}
constexpr auto decode_choices = choices_of(decode_ways);
constexpr auto decode_many_choices = choices_of(decode_many_ways);
constexpr auto train_choices = choices_of(train_ways);
constexpr auto train_many_choices = choices_of(train_many_ways);

constexpr StepTask tasks[] = {
    {{"decode", "Write a token, 1 sequence"}, "decode", "decode", 1, decode_ways},
    {{"decode-many", "Write a token, 32 sequences"}, "many", "decode", 32, decode_many_ways},
    {{"train", "Learn from 8 texts"}, "train", "train", 8, train_ways},
    {{"train-many", "Learn from 32 texts"}, "large", "train", 32, train_many_ways},
};
constexpr Choice task_choices[] = {tasks[0].choice, tasks[1].choice, tasks[2].choice,
                                   tasks[3].choice};
constexpr Choice zooms[] = {{"4", "a quarter of the step"},
                            {"16", "1/16 of the step"},
                            {"64", "1/64 of the step"},
                            {"256", "1/256 of the step"}};

constexpr Parameter parameters[] = {
    one_of("task", "Step", task_choices, "decode"),
    one_of("decode", "Way", decode_choices, "eager",
           {.help = "You can also click a bar", .when = "task=decode", .leads = true}),
    one_of("many", "Way", decode_many_choices, "eager",
           {.help = "You can also click a bar", .when = "task=decode-many", .leads = true}),
    one_of("train", "Way", train_choices, "eager",
           {.help = "You can also click a bar", .when = "task=train", .leads = true}),
    one_of("large", "Way", train_many_choices, "eager",
           {.help = "You can also click a bar", .when = "task=train-many", .leads = true}),
    one_of("zoom", "Window", zooms, "64"),
    real_number("at", "Window at", "50", {0, 100},
                {.step = 0.1,
                 .unit = "%",
                 .help = "The middle of the window in the step. You can also drag it"}),
};

constexpr Preset presets[] = {
    {"One token, eager", ""},
    {"One token, compiled and as a graph", "decode=compiled-graph&zoom=4"},
    {"Training in FP32", "train=fp32&zoom=16"},
    {"Training, 8 texts", "train=eager&zoom=256&at=20"},
    {"Training, 32 texts", "large=eager&at=15"},
};
constexpr std::string_view parts[] = {"overview", "host", "calls", "gpu", "causes", "ways"};

constexpr std::string_view cause_names[trace::cause_count] = {"Matrix products",
                                                              "Attention",
                                                              "Other kernels",
                                                              "Optimizer",
                                                              "Copies",
                                                              "Idle: host in an operator",
                                                              "Idle: host elsewhere",
                                                              "Idle: launched, not started"};
constexpr std::string_view cause_keys[trace::cause_count] = {
    "product", "attention", "elementwise", "optimizer", "copies", "operators", "host", "between"};

class WhereTimeGoesScene final : public Pictured<WhereTimeGoesScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    TimeView next;
    next.task = &tasks[values.choice("task")];
    next.chosen = values.choice(next.task->parameter);
    for (const StepWay& way : next.task->ways) {
      const trace::RecordedStep* step =
          trace::find_step(next.task->recorded, next.task->batch, way.recorded);
      trace::Trace trace = trace::trace_of(*step);
      next.ways.push_back({step, trace::account(trace)});
      if (&way == &nth(next.task->ways, next.chosen)) next.trace = std::move(trace);
    }
    next.shares = trace::busy_shares(next.trace, overview_parts);
    const trace::Ticks length = next.trace.length,
                       wide = length / values.choice("zoom", {4, 16, 64, 256});
    const auto middle =
        static_cast<trace::Ticks>(static_cast<double>(length) * values.real("at") / 100);
    const trace::Ticks start = std::clamp<trace::Ticks>(middle - wide / 2, 0, length - wide);
    next.window = {start, start + wide};
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const trace::Account& account = shown.account();
    const Cause largest = account.largest();
    std::string text = fill(
        "{}, {}: the traced step takes {}, and the GPU works for {} of it. It is idle {} of the "
        "time. ",
        shown.task->choice.label, nth(shown.task->ways, shown.chosen).choice.label,
        ms_text(shown.trace.length), ms_text(account.busy()), percent(idle_share(), 1));
    text += fill("The largest share: {}, {}. ", lower(cause_name(largest)),
                 percent(shown.share(largest), 1));
    return text + fill("{} to the GPU {} {} of work. Without the profiler the step takes {}.",
                       Word(account.calls, "call"), account.calls == 1 ? "starts" : "start",
                       Word(account.pieces, "piece"), alone_text(shown.way()));
  }

  Table table() const override {
    Table table;
    table.columns = {text_column("Where the time is"),
                     Column("Of the shown step", "%", UnitIn::cells)};
    for (const StepWay& way : shown.task->ways) table.columns.emplace_back(way.choice.label, "ms");
    for (int i = 0; i < trace::cause_count; ++i) {
      const auto cause = static_cast<Cause>(i);
      row(table, std::string(cause_name(cause)), percent_cell(shown.share(cause), 1),
          [&](const TimeView::Way& way) { return ms_cell(ticks_ms(way.account.at(cause))); });
    }
    row(table, "Traced step", percent_cell(1, 1),
        [](const TimeView::Way& way) { return ms_cell(ticks_ms(way.step->profiled)); });
    row(table, "Step without the profiler", no_cell(),
        [](const TimeView::Way& way) { return ms_cell(way.step->step_us / 1000); });
    return table;
  }

  std::vector<Metric> metrics() const override {
    const trace::Account& account = shown.account();
    const auto told = [](const Metric& metric) {
      return metric.told_in("ways",
                            "Eager, Eager + token read, torch.compile, CUDA graph, Compiled + CUDA "
                            "graph, FP32 + plain optimizer, FP32, BF16, BF16 + loss read, BF16 + "
                            "torch.compile",
                            "decode, many, train, large");
    };
    std::vector<Metric> all = {
        told({"idle", "GPU idle", 100 * idle_share(), 1, "%"}),
        told({"busy", "GPU busy", ticks_ms(account.busy()), 3, "ms"}),
        told({"traced", "Traced step", ticks_ms(shown.trace.length), 2, "ms"}),
        told({"alone", "Step without the profiler", shown.way().step->step_us / 1000, 2, "ms"}),
        {"calls", "Calls to the GPU", account.calls},
        {"pieces", "Pieces of work", account.pieces}};
    for (int i = 0; i < trace::cause_count; ++i)
      all.push_back({nth(cause_keys, i), nth(cause_names, i),
                     100 * shown.share(static_cast<Cause>(i)), 1, "%"});
    return all;
  }

  TimeView shown;

 private:
  double idle_share() const {
    return static_cast<double>(shown.account().idle()) / static_cast<double>(shown.trace.length);
  }
  static std::string ms_text(trace::Ticks ticks) { return quantity(ticks_ms(ticks), "ms"); }
  static std::string alone_text(const TimeView::Way& way) {
    return quantity(way.step->step_us / 1000, "ms");
  }
  static Cell ms_cell(double ms) { return cell(ms, ms == 0 ? "0" : significant(ms)); }
  static std::string lower(std::string_view name) {
    std::string text(name);
    text[0] = static_cast<char>(text[0] | 0x20);
    return text;
  }

  template <class Each>
  void row(Table& table, std::string name, const Cell& share, Each each) const {
    std::vector<Cell> cells = {{std::move(name)}, share};
    for (const TimeView::Way& way : shown.ways) cells.push_back(each(way));
    table.rows.push_back(std::move(cells));
  }
};

}  // namespace

std::string_view cause_name(Cause cause) { return nth(cause_names, cause); }

Description where_time_goes() {
  return describe<WhereTimeGoesScene, parameters>(
      "where-time-goes", "measure", "Where the time goes", "What does the GPU do during one step?",
      "core/trace/timeline.hpp", {.presets = presets, .parts = parts});
}

}  // namespace loom::scenes
