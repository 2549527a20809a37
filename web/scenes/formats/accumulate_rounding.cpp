// Does a weight learn from updates that are smaller than its steps? Nearest against stochastic
// rounding.
#include "web/scenes/formats/accumulate_rounding.hpp"

#include <algorithm>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"
#include "web/scene/seed.hpp"
#include "web/scenes/formats/format_choice.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

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
    {"Just above", "start=0.875&power=-8&updates=256"},
    {"FP8 E4M3", "type=e4m3&power=-6&updates=256"},
    {"FP4, until it is full", "type=e2m1&power=-4&updates=128"},
};
constexpr std::string_view parts[] = {"exact", "nearest", "stochastic", "mean", "gap"};
constexpr std::string_view references[] = {"gupta2015", "stochastic-rounding", "nvfp4-train"};

class AccumulateRoundingScene final : public Scene {
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
    Random random(static_cast<std::uint64_t>(values.integer("seed")));
    const int runs = values.integer("runs");
    for (int run = 0; run < runs; ++run) {
      next.runs.push_back(sampled(
          numerics::stochastic_updates(rounder, next.start, next.update, next.count, random),
          next));
      for (size_t i = 0; i < next.mean.size(); ++i) next.mean[i] += next.runs.back()[i] / runs;
    }
    weight_ = std::move(next);
    return std::nullopt;
  }

  int steps() const override { return weight_.steps; }

  std::string status(int step) const override {
    const std::string update = power_text(weight_.exponent), start = readable(weight_.start);
    if (step == 0)
      return fill(
          "A weight of {} in {} waits for {} of {}; the first of them {}.",
          {start,
           weight_.format->name,
           {weight_.count, "update"},
           update,
           weight_.first.share == 0
               ? weight_.first.below > weight_.start ? "makes a number of the format"
                                                     : "would pass the largest number"
               : "goes " + chance_text(weight_.first.share) + " of the way to the next number"});
    const auto now = static_cast<size_t>(step);
    const double nearest = weight_.nearest[now];
    std::string text =
        fill("{} of {} onto a weight of {} make exactly {}.",
             {{weight_.updates(step), "update"}, update, start, readable(weight_.exact(step))});
    const bool stuck = weight_.stuck && nearest == weight_.nearest.back();
    const double largest = numerics::decode(*weight_.format, weight_.format->max_code());
    if (nearest == largest)
      text += fill(" To nearest in {}, the weight is at {}, the largest number.",
                   {weight_.format->name, readable(nearest)});
    else if (stuck)
      text += fill(" To nearest in {}, the weight is {} {}: an update is at most half a gap.",
                   {weight_.format->name, nearest == weight_.start ? "still" : "stuck at",
                    readable(nearest)});
    else
      text +=
          fill(" To nearest in {}, the weight is {}.", {weight_.format->name, readable(nearest)});
    text += weight_.runs.size() == 1
                ? " Rounded stochastically, it is "
                : fill(" Rounded stochastically, {} average ", {{std::ssize(weight_.runs), "run"}});
    return text + readable(weight_.mean[now]) + ".";
  }

  Table table() const override {
    Table table{{{"Updates"}, {"Exact"}, {"Nearest"}, {"Mean"}, {"Lowest run"}, {"Highest run"}},
                {}};
    const int rows = std::min(8, weight_.steps);
    for (int row = 0; row <= rows; ++row) {
      const int step = weight_.steps * row / rows;
      const auto now = static_cast<size_t>(step);
      double low = weight_.runs[0][now], high = low;
      for (const std::vector<double>& run : weight_.runs)
        low = std::min(low, run[now]), high = std::max(high, run[now]);
      table.rows.push_back(
          cells({weight_.updates(step), cell(weight_.exact(step), readable),
                 cell(weight_.nearest[now], readable), cell(weight_.mean[now], readable),
                 cell(low, readable), cell(high, readable)}));
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"nearest", "Weight, rounded to nearest", weight_.nearest.back(), 3, ""},
            {"mean", "Weight, rounded stochastically, on average", weight_.mean.back(), 3, ""},
            {"exact", "Exact weight", weight_.exact(weight_.steps), 3, ""},
            {"up", "Chance that the first update goes up", 100 * weight_.first.share, 1, "%"}};
  }

  float height(float width) const override { return accumulate_rounding_height(width); }
  void draw(Painter& painter, const View& view) const override {
    draw_accumulate_rounding(weight_, painter, view);
  }

 private:
  static std::vector<double> sampled(const std::vector<double>& all, const WeightUpdates& weight) {
    std::vector<double> some;
    for (int step = 0; step <= weight.steps; ++step)
      some.push_back(all[static_cast<size_t>(weight.updates(step))]);
    return some;
  }

  WeightUpdates weight_;
};

}  // namespace

std::string chance_text(double share) { return percent(share, share < 0.01 ? 2 : 1); }

Description accumulate_rounding() {
  return describe<AccumulateRoundingScene, parameters>(
      "accumulate-rounding", "formats", "Stochastic rounding",
      "Does a weight learn from updates that are smaller than its steps?",
      "core/numerics/weight_updates.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
