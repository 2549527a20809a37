// What changed from FlashAttention 1 to 4? Copies, products, exponentials and the rest of one SM.
#include "web/scenes/flash/flash_schedule.hpp"

namespace loom::scenes {
namespace {

using kernels::FlashChip, kernels::FlashEvent, kernels::FlashPart, kernels::FlashSchedule,
    kernels::FlashScheduleOptions;

constexpr int long_text = 64;  // blocks of keys, for the shares and speeds

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
constexpr std::string_view units[flash_units] = {"copies", "tensor cores", "exponentials",
                                                 "ordinary lanes"};

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
    if (same_units(o)) {
      next.versions = shown.versions;
    } else if (auto error = run_all(next)) {
      return error;
    }
    auto start = kernels::flash_schedule(o);
    if (!start) return start.error();
    next.start = std::move(*start);
    next.ends.resize(static_cast<size_t>(o.steps) + 1);
    for (const FlashEvent& event : next.start.events)
      if (event.part == FlashPart::output) {
        double& end = nth(next.ends, event.step + 1);
        end = std::max(end, event.end);
      }
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.options.steps; }

  std::string status(int step) const override {
    if (step == 0) return "Nothing has started. One SM has its queries, and reads keys and values.";
    if (step < steps())
      return fill(
          "{} of {} of keys are done after {} cycles. The tensor cores were busy {} of the "
          "time.",
          step, Word(steps(), "block"), integer(rounded(nth(shown.ends, step))),
          percent(busy_until(nth(shown.ends, step)), 0));
    const FlashScheduleState::Version& version = shown.chosen();
    const std::string published = version.published > 0
                                      ? fill(" Published: {}, so the model is {}.",
                                             integer(rounded(version.published)), version.error())
                                      : "";
    return fill(
        "{}: {} TFLOP/s in a long text, {} of the peak. Busiest: the {}, {} of the time.{}{}",
        subject(), integer(rounded(version.run.tflops)), percent(shown.share(version), 0),
        units[bound(version)], percent(nth(version.run.busy, bound(version)), 0), published,
        note());
  }

  Table table() const override {
    Table table{{{"Version", false},
                 {"Lacks there", false},
                 {"Copies", "%", UnitIn::cells},
                 {"Tensor cores", "%", UnitIn::cells},
                 {"Exponentials", "%", UnitIn::cells},
                 {"Ordinary lanes", "%", UnitIn::cells},
                 {"At most", "TFLOP/s"},
                 {"Published", "TFLOP/s"},
                 {"Above", "%", UnitIn::cells}}};
    for (int i = 0; i < flash_versions; ++i) {
      const FlashScheduleState::Version& version = nth(shown.versions, i);
      const auto busy = [&](int unit) { return percent_cell(nth(version.run.busy, unit), 1); };
      const bool known = version.published > 0;
      const std::string_view missing = kernels::flash_missing(i + 1, shown.options.chip);
      table.add({fill("FlashAttention-{}", i + 1), missing.empty() ? "nothing" : missing, busy(0),
                 busy(1), busy(2), busy(3), cell(version.run.tflops, 0),
                 known ? cell(version.published, 0) : no_cell(),
                 known ? percent_cell(version.above(), 0) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const FlashScheduleState::Version& version = shown.chosen();
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
            speed({"share", "Of the peak", 100 * shown.share(version), 1, "%"}),
            busy("copies", "Copies busy", 0, "Copies"),
            speed({"tensor", "Tensor cores busy", 100 * version.run.busy[1], 1, "%"}),
            busy("exponentials", "Exponential units busy", 2, "Exponentials"),
            busy("lanes", "Ordinary lanes busy", 3, "Ordinary lanes")};
  }

  FlashScheduleState shown;

 private:
  // Whether all versions are as fast as in the state that is shown.
  bool same_units(const FlashScheduleOptions& o) const {
    const FlashScheduleOptions& had = shown.options;
    return shown.versions[0].run.cycles > 0 && had.chip.peak == o.chip.peak &&
           had.width == o.width && had.keys == o.keys && had.emulated == o.emulated &&
           had.rescaled == o.rescaled;
  }
  static std::optional<Error> run_all(FlashScheduleState& state) {
    FlashScheduleOptions all = state.options;
    all.steps = long_text;
    for (int version = 1; version <= flash_versions; ++version) {
      all.version = version;
      auto run = kernels::flash_schedule(all);
      if (!run) return run.error();
      run->events.clear();
      nth(state.versions, version - 1) = {std::move(*run),
                                          kernels::published_flash(version, all.chip)};
    }
    return std::nullopt;
  }
  static long long rounded(double value) { return std::llround(value); }
  static int bound(const FlashScheduleState::Version& version) {
    return static_cast<int>(version.run.bound);
  }
  std::string subject() const {
    const FlashScheduleOptions& o = shown.options;
    const std::string_view missing = kernels::flash_missing(o.version, o.chip);
    if (missing.empty())
      return fill("FlashAttention-{} on {}, by this model", o.version, of_chip());
    return fill(
        "FlashAttention-{} cannot run on {}, which has no {}. Its schedule with this chip’s units, "
        "by this model",
        o.version, of_chip(), missing);
  }
  std::string of_chip() const {
    return fill("{} {}", shown.chip == "H100" ? "an" : "a", shown.chip);
  }
  std::string note() const {
    if (shown.chip == "H100") return "";
    return fill(" Copies run at an H200’s rate{}; a B200’s is not known here.",
                shown.options.version < 3 ? ", and products at an H100’s" : "");
  }
  double busy_until(double end) const {
    double busy = 0;
    for (const FlashEvent& event : shown.start.events)
      if (event.unit == kernels::FlashUnit::tensor)
        busy += std::max(0.0, std::min(event.end, end) - event.start);
    return busy / end;
  }
};

}  // namespace

std::string FlashScheduleState::Version::error() const {
  return fill("{} {}", percent(std::abs(above()), 0), above() < 0 ? "below" : "above");
}

std::string_view unit_name(int unit) { return units[unit]; }

Description flash_schedule() {
  return describe<FlashScheduleScene, parameters>(
      "flash-schedule", "library", "FlashAttention's units",
      "What changed from FlashAttention 1 to 4?", "core/kernels/flash_schedule.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
