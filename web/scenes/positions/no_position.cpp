// Can order come from the mask alone? A head that looks at all alike, and what it counts.
#include "web/scenes/positions/no_position.hpp"

namespace loom::scenes {
namespace {

using attention::Mask;

constexpr Choice masks[] = {{"causal", "Causal"}, {"full", "None"}, {"window", "Causal window"}};

constexpr Parameter parameters[] = {
    one_of("mask", "Mask", masks, "causal"),
    whole_number("window", "Window", "5", {2, 16}, {.unit = "tokens", .when = "mask=window"}),
    whole_number("tokens", "Tokens", "12", {6, 20}),
    one_of("type", "Signal held in", signal_choices, "bf16"),
    whole_number("n", "Around token", "200", {1, longest_signal},
                 {.when = "mask=causal|window", .spacing = Spacing::decimal}),
};

constexpr Preset presets[] = {
    {"A count", ""},
    {"No mask, no order", "mask=full&n=12"},
    {"A window forgets", "mask=window&n=5"},
    {"In FP8", "type=e4m3&n=20"},
    {"In FP16", "type=fp16&n=2000"},
};
constexpr std::string_view parts[] = {"mask", "signal", "steps", "formats"};
constexpr std::string_view references[] = {"nopos-probe", "nope"};

class NoPositionScene final : public Pictured<NoPositionScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    NoPositionRun run;
    run.tokens = values.integer("tokens");
    run.n = values.integer("n");
    const std::string_view mask = values.text("mask");
    run.masks.first = {.kind = mask == "full"     ? Mask::Kind::full
                               : mask == "window" ? Mask::Kind::causal_window
                                                  : Mask::Kind::causal,
                       .window = values.integer("window")};
    if (auto error = keep(run.signal, attention::counting_signal(run.tokens, run.masks)))
      return error;
    std::vector<attention::Range> ranges;
    for (int i = 0; i < run.tokens; ++i) {
      attention::seen_keys(run.masks, {run.tokens, run.tokens}, i, ranges);
      run.seen.push_back(static_cast<int>(attention::count(ranges)));
    }
    for (size_t i = 0; i < signal_formats; ++i) {
      const numerics::Format& format = *numerics::find_format(signal_choices[i].value);
      run.first_confused[i] = mask == "full" ? 1
                              : mask == "window"
                                  ? attention::first_confused(format, run.masks.first.window)
                                  : attention::first_confused(format);
    }
    run.chosen = static_cast<size_t>(values.choice("type"));
    run.format = numerics::find_format(values.text("type"));
    return keep(shown, std::move(run));
  }

  std::string status(int) const override {
    if (!shown.counts())
      return fill(
          "Without a mask every token sees all {} and reads 1/{}: tokens cannot tell their "
          "positions.",
          shown.tokens, shown.tokens);
    const int window = shown.masks.first.window;
    const std::string confused =
        fill(" In {}, 1/n and 1/(n + 1) are first the same number at n = {}.", shown.format->name,
             shown.first_confused[shown.chosen]);
    if (shown.signal.back() > 0)
      return fill("The last of {} sees {} and reads 1/{} of the first one’s signal: it can count.",
                  Word(shown.tokens, "token"), Word(shown.seen.back(), "token"),
                  shown.seen.back()) +
             (shown.in_window(static_cast<int>(shown.first_confused[shown.chosen])) ? confused
                                                                                    : "");
    return fill(
               "A window of {} counts to {}. Beyond it, the first token is out of sight: the last "
               "of {} reads 0.",
               window, window, Word(shown.tokens, "token")) +
           (shown.first_confused[shown.chosen] <= window
                ? confused
                : fill(" {} distinguishes the {}.", shown.format->name, window));
  }

  Table table() const override {
    Table table = headed("Token", "Tokens seen", "Signal", "Held");
    for (int i = 0; i < shown.tokens; ++i) {
      const auto at = static_cast<size_t>(i);
      const double signal = shown.signal[at];
      table.add(
          {i + 1, shown.seen[at], cell(signal, 4),
           cell(signal > 0 ? attention::held_signal(*shown.format, shown.seen[at]) : 0, readable)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"signal", "What the last token reads", 100 * shown.signal.back(), 1, "%"},
            {"confused", "First token that the format confuses with the next",
             shown.first_confused[shown.chosen]}};
  }

  NoPositionRun shown;
};

}  // namespace

Description no_position() {
  return describe<NoPositionScene, parameters>(
      "no-position", "attention", "No position encoding", "Can a mask alone tell the order?",
      "core/attention/position.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
