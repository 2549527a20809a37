// Why keep the first token? What a head does with attention that it has no use for.
#include "web/scenes/positions/attention_sink.hpp"

#include "web/scene/seed.hpp"

namespace loom::scenes {

using Kind = attention::SinkOptions::Kind;

namespace {

using attention::SinkOptions;
using attention::SinkRow;

constexpr Parameter parameters[] = {
    one_of("sink", "Sink", sink_choices, "none"),
    whole_number("window", "Window", "8", {2, 24}, {.unit = "tokens", .most = "tokens"}),
    whole_number("sinks", "First tokens kept", "1", {1, 8}, {.when = "sink=first"}),
    real_number("pull", "Extra score of the sink", "4", {0, 8},
                {.step = 0.5, .help = "How far its score exceeds the others, on average."}),
    whole_number("tokens", "Tokens", "24", {12, 48}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"A window without a sink", ""},
    {"The first token kept", "sink=first&pull=5"},
    {"A learned logit", "sink=learned&pull=5"},
    {"A head without a sink", "pull=0&window=12"},
};
constexpr std::string_view parts[] = {"weights", "loudness"};
constexpr std::string_view references[] = {"streamingllm", "gptoss-code"};

class AttentionSinkScene final : public Pictured<AttentionSinkScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    AttentionSinkRun run;
    run.options = {.kind = static_cast<Kind>(values.choice("sink")),
                   .tokens = values.integer("tokens"),
                   .window = std::min(values.integer("window"), values.integer("tokens")),
                   .sinks = values.integer("sinks"),
                   .pull = values.real("pull"),
                   .seed = chosen_seed(values)};
    for (size_t i = 0; i < sink_kinds; ++i) {
      SinkOptions options = run.options;
      options.kind = static_cast<Kind>(i);
      if (auto error = keep(run.runs[i], attention::sink_run(options))) return error;
    }
    return keep(shown, std::move(run));
  }

  int steps() const override { return shown.options.tokens - 1; }

  std::string status(int step) const override {
    const SinkRow& row = shown.row(step);
    const bool learned = shown.options.kind == Kind::learned;
    const std::string share = percent(learned ? row.full.sink : row.full.weights[0], 0);
    std::string text = fill(learned ? "Token {} gives {} of its attention to the learned logit."
                                    : "With every token kept, token {} gives {} of its attention "
                                      "to the first one.",
                            step, share);
    if (step < shown.options.window) return text + " The window still holds every token.";
    if (learned)
      text += fill(" A window of {} does not evict the logit.", shown.options.window);
    else
      text += fill(shown.kept(step, 0) ? " The cache keeps this token and a window of {}."
                                       : " A window of {} has evicted it; the other tokens share "
                                         "its weight.",
                   shown.options.window);
    return text + fill(" The output is {} times as large.", significant(row.loudness));
  }

  Table table() const override {
    Table table = headed("Token", Column("To the sink, all kept", "%", UnitIn::cells),
                         Column("To the sink, in the cache", "%", UnitIn::cells),
                         Column("Size: no sink", "×"), Column("Size: first tokens", "×"),
                         Column("Size: learned logit", "×"));
    const bool learned = shown.options.kind == Kind::learned;
    for (int i = 0; i < shown.options.tokens; ++i) {
      const SinkRow& row = shown.row(i);
      const auto size = [&](size_t kind) {
        return cell(nth(shown.runs[kind].rows, i).loudness, 2);
      };
      table.add({i, percent_cell(learned ? row.full.sink : row.full.weights[0], 1),
                 percent_cell(learned ? row.kept.sink : row.kept.weights[0], 1), size(0), size(1),
                 size(2)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const int last = shown.options.tokens - 1;
    const SinkRow& row = shown.row(last);
    const bool learned = shown.options.kind == Kind::learned;
    return {
        {"sink", "The sink’s share with every token kept",
         100 * (learned ? row.full.sink : row.full.weights[0]), 0, "%"},
        // A window nearly as long has nearly the same number, and the curves show all kinds of
        // sinks.
        Metric{"loudness", "The last token’s output against that of a full cache", row.loudness, 2,
               "×"}
            .told_in("loudness", "Size: no sink, Size: first tokens, Size: learned logit", "sink")
            .told_near(0.25)};
  }

  AttentionSinkRun shown;
};

}  // namespace

Description attention_sink() {
  return describe<AttentionSinkScene, parameters>(
      "attention-sink", "attention", "Attention sink", "Why keep the first token?",
      "core/attention/sink.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
