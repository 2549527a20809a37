// What changed from FlashAttention 1 to 4? Copies, products, exponentials and the rest of one SM.
#include "web/scenes/flash/flash_schedule.hpp"

namespace loom::scenes {
namespace {

using kernels::FlashScheduleOptions, kernels::FlashUnit, kernels::FlashVersion;

constexpr auto& version_choices = number_choices<1, 2, 3, 4>;
constexpr Choice chip_choices[] = {{"h100", "H100"}, {"b200", "B200"}};

constexpr Parameter parameters[] = {
    one_of("version", "FlashAttention", version_choices, "3", {.help = "You can also click a bar"}),
    one_of("chip", "GPU", chip_choices, "h100"),
    real_number("emulated", "Exponentials by polynomial", "18.75", {0, 100},
                {.unit = "%", .help = "On the ordinary lanes", .when = "version=4"}),
    real_number("rescaled", "Rescaled steps", "10", {0, 100},
                {.unit = "%",
                 .help = "In how many of the steps O is rescaled: the maximum grew enough",
                 .when = "version=4"}),
    whole_number("size", "Head size", "128", {32, 256},
                 {.unit = "numbers", .spacing = Spacing::binary}),
    whole_number("keys", "Keys of a block", "128", {32, 256}, {.spacing = Spacing::binary}),
    whole_number("blocks", "Blocks of keys shown", "3", {2, 12}),
};

constexpr Preset presets[] = {
    {"Version 3", ""},
    {"Version 1", "version=1&blocks=4"},
    {"Version 2", "version=2&blocks=4"},
    {"3 on a B200", "chip=b200&blocks=4"},
    {"Version 4", "version=4&chip=b200"},
    {"No polynomial", "version=4&chip=b200&emulated=0"},
    {"All polynomial", "version=4&chip=b200&emulated=100"},
};
constexpr std::string_view parts[] = {"lanes", "busy", "speeds"};
constexpr std::string_view references[] = {"fa1", "fa2", "fa3", "fa4"};

class FlashScheduleScene final : public Pictured<FlashScheduleScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    FlashScheduleState next;
    FlashScheduleOptions& o = next.options;
    o.version = values.choice("version") + 1;
    o.chip = values.choice("chip", {kernels::flash_h100, kernels::flash_b200});
    next.chip = chip_choices[values.choice("chip")].label;
    o.width = values.integer("size");
    o.keys = values.integer("keys");
    o.emulated = values.real("emulated") / 100;
    o.rescaled = values.real("rescaled") / 100;
    o.steps = values.integer("blocks");
    next.long_text = o;
    next.long_text.version = 1;
    next.long_text.steps = 64;
    if (next.long_text == shown.long_text)
      next.versions = shown.versions;
    else if (auto error = keep(next.versions, kernels::all_flash_versions(next.long_text)))
      return error;
    if (auto error = keep(next.start, kernels::flash_schedule(o))) return error;
    next.ends = next.start.step_ends();
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.options.steps; }

  std::string status(int step) const override {
    if (step == 0) return "Nothing has started. One SM has its queries, and reads keys and values.";
    if (step < steps())
      return fill(
          "{} of {} of keys are done after {} cycles. The tensor cores were busy {} of the "
          "time.",
          step, Word(steps(), "block"), std::llround(nth(shown.ends, step)),
          percent(shown.start.busy_until(FlashUnit::tensor, nth(shown.ends, step)), 0));
    const FlashVersion& version = shown.chosen();
    const std::string published = version.published > 0
                                      ? fill(" Published: {}, so the model is {}.",
                                             std::llround(version.published), error_text(version))
                                      : "";
    return fill(
        "{}: {} TFLOP/s in a long text, {} of the peak. Busiest: the {}, {} of the time.{}{}",
        subject(), std::llround(version.run.tflops), percent(of_peak(), 0),
        nth(flash_units, version.run.bound).name,
        percent(nth(version.run.busy, version.run.bound), 0), published, note());
  }

  Table table() const override {
    Table table = headed(text_column("Version"), text_column("Lacks there"), busy_column("Copies"),
                         busy_column("Tensor cores"), busy_column("Exponentials"),
                         busy_column("Ordinary lanes"), Column("At most", "TFLOP/s"),
                         Column("Published", "TFLOP/s"), busy_column("Above"));
    for (const FlashVersion& version : shown.versions) {
      const auto busy = [&](int unit) { return percent_cell(nth(version.run.busy, unit), 1); };
      const bool known = version.published > 0;
      table.add({fill("FlashAttention-{}", version.version),
                 version.missing.empty() ? "nothing" : version.missing, busy(0), busy(1), busy(2),
                 busy(3), cell(version.run.tflops, 0),
                 known ? cell(version.published, 0) : no_cell(),
                 known ? percent_cell(version.above(), 0) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const FlashVersion& version = shown.chosen();
    const auto busy = [&](std::string_view key, std::string_view label, int unit,
                          std::string_view column) {
      return Metric{key, label, 100 * nth(version.run.busy, unit), 1, "%"}.told_in("", column,
                                                                                   "version");
    };
    // The tensor cores' share of the time tells the speed, and the speed this share.
    const auto speed = [](const Metric& metric) {
      return metric.told_in("speeds", "Tensor cores, At most, Above", "version");
    };
    return {speed({"tflops", "By the model", version.run.tflops, 0, "TFLOP/s"}),
            speed({"share", "Of the peak", 100 * of_peak(), 1, "%"}),
            busy("copies", "Copies busy", 0, "Copies"),
            speed({"tensor", "Tensor cores busy", 100 * version.run.busy[1], 1, "%"}),
            busy("exponentials", "Exponential units busy", 2, "Exponentials"),
            busy("lanes", "Ordinary lanes busy", 3, "Ordinary lanes")};
  }

  FlashScheduleState shown;

 private:
  static Column busy_column(std::string_view name) { return {name, "%", UnitIn::cells}; }
  double of_peak() const { return shown.chosen().run.tflops / shown.options.chip.peak; }
  std::string subject() const {
    const auto& [version, run, published, missing] = shown.chosen();
    if (missing.empty()) return fill("FlashAttention-{} on {}, by this model", version, of_chip());
    return fill(
        "FlashAttention-{} cannot run on {}, which has no {}. Its schedule with this chip’s units, "
        "by this model",
        version, of_chip(), missing);
  }
  std::string of_chip() const {
    return fill("{} {}", shown.chip == "H100" ? "an" : "a", shown.chip);
  }
  std::string note() const {
    if (shown.chip == "H100") return "";
    return fill(" Copies run at an H200’s rate{}; a B200’s is not known here.",
                shown.options.version < 3 ? ", and products at an H100’s" : "");
  }
};

}  // namespace

std::string error_text(const FlashVersion& version) {
  return fill("{} {}", percent(std::abs(version.above()), 0),
              version.above() < 0 ? "below" : "above");
}

Description flash_schedule() {
  return describe<FlashScheduleScene, parameters>(
      "flash-schedule", "library", "FlashAttention’s units",
      "What changed from FlashAttention 1 to 4?", "core/kernels/flash_schedule.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
