// Does a weight learn from updates that are smaller than its steps? Nearest against stochastic
// rounding.
#include "web/scenes/formats/accumulate_rounding.hpp"

#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

constexpr Parameter parameters[] = {
    type_parameter("bf16"),
    real_number("start", "Weight", "1", {0, 16}, {.step = 0.125}),
    whole_number("power", "Update, as a power of 2", "-10", {-12, 0}),
    whole_number("updates", "Updates", "1024", {16, 2048}, {.spacing = Spacing::binary}),
    whole_number("runs", "Stochastic runs", "4", {1, 8}),
    seed_parameter({.initial = "5"}),
};

constexpr Preset presets[] = {
    {"BF16", ""},
    {"Half a gap", "power=-8&updates=256"},
    {"A gap, then half", "start=0.875&power=-8&updates=256"},
    {"FP8 E4M3", "type=e4m3&power=-6&updates=256"},
    {"FP4, up to its largest", "type=e2m1&power=-4&updates=128"},
};
constexpr std::string_view parts[] = {"exact", "nearest", "stochastic", "mean", "gap"};
constexpr std::string_view references[] = {"gupta2015", "stochastic-rounding", "nvfp4-train"};

class AccumulateRoundingScene final : public Pictured<AccumulateRoundingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    WeightUpdates next{.format = &chosen_format(values), .exponent = values.integer("power")};
    const numerics::Rounder rounder(*next.format);
    next.start = rounder.nearest(values.real("start"));
    next.update = std::ldexp(1, next.exponent);
    next.count = values.integer("updates");
    next.steps = std::min(next.count, most_update_steps);
    next.first = rounder.between(next.start + next.update);
    const auto all = numerics::nearest_updates(rounder, next.start, next.update, next.count);
    next.stuck = all[all.size() - 1] == all[all.size() - 2];
    next.nearest = sampled(all, next);
    next.mean.assign(next.nearest.size(), 0);
    Random random(chosen_seed(values));
    const int runs = values.integer("runs");
    for (int run = 0; run < runs; ++run) {
      next.runs.push_back(sampled(
          numerics::stochastic_updates(rounder, next.start, next.update, next.count, random),
          next));
      for (size_t i = 0; i < next.mean.size(); ++i) next.mean[i] += next.runs.back()[i] / runs;
    }
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.steps; }

  std::string status(int step) const override {
    const std::string update = power_text(shown.exponent), start = readable(shown.start);
    if (step == 0)
      return fill(
          "A weight of {} in {} will get {} of {}. The first update {}.", start, shown.format->name,
          Word(shown.count, "update"), update,
          shown.first.share == 0
              ? shown.first.below > shown.start ? "gives a number of the format"
                                                : "would exceed the largest number"
              : "goes " + chance_text(shown.first.share) + " of the way to the next number");
    const auto now = static_cast<size_t>(step);
    const double nearest = shown.nearest[now];
    std::string text =
        fill("After {} of {}, the exact weight is {}.", Word(shown.updates(step), "update"), update,
             readable(shown.exact(step)));
    const bool stuck = shown.stuck && nearest == shown.nearest.back();
    const double largest = numerics::decode(*shown.format, shown.format->max_code());
    if (nearest == largest)
      text += fill(" Rounded to nearest in {}, it is {}, the largest number.", shown.format->name,
                   readable(nearest));
    else if (stuck)
      text += fill(" Rounded to nearest in {}, it is {} {}: an update is at most half a gap.",
                   shown.format->name, nearest == shown.start ? "still" : "stuck at",
                   readable(nearest));
    else
      text += fill(" Rounded to nearest in {}, it is {}.", shown.format->name, readable(nearest));
    text += shown.runs.size() == 1
                ? " Rounded stochastically, it is "
                : fill(" Rounded stochastically, {} average ", Word(std::ssize(shown.runs), "run"));
    return text + readable(shown.mean[now]) + ".";
  }

  Table table() const override {
    Table table = headed("Updates", "Exact", "Nearest", "Mean", "Lowest run", "Highest run");
    const int rows = std::min(8, shown.steps);
    for (int row = 0; row <= rows; ++row) {
      const int step = shown.steps * row / rows;
      const auto now = static_cast<size_t>(step);
      double low = shown.runs[0][now], high = low;
      for (const std::vector<double>& run : shown.runs)
        low = std::min(low, run[now]), high = std::max(high, run[now]);
      table.add({shown.updates(step), cell(shown.exact(step), readable),
                 cell(shown.nearest[now], readable), cell(shown.mean[now], readable),
                 cell(low, readable), cell(high, readable)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"nearest", "Weight, rounded to nearest", shown.nearest.back(), 3},
            {"mean", "Weight, rounded stochastically, on average", shown.mean.back(), 3},
            {"exact", "Exact weight", shown.exact(shown.steps), 3},
            {"up", "Chance that the first update goes up", 100 * shown.first.share, 1, "%"}};
  }

  WeightUpdates shown;

 private:
  static std::vector<double> sampled(const std::vector<double>& all, const WeightUpdates& weight) {
    std::vector<double> some;
    for (int step = 0; step <= weight.steps; ++step) some.push_back(nth(all, weight.updates(step)));
    return some;
  }
};

}  // namespace

std::string chance_text(double share) { return percent(share, share < 0.01 ? 2 : 1); }

Description accumulate_rounding() {
  return describe<AccumulateRoundingScene, parameters>(
      "accumulate-rounding", "formats", "Stochastic rounding",
      "Can a weight learn from updates smaller than its rounding step?",
      "core/numerics/weight_updates.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
