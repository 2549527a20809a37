#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/format.hpp"
#include "web/scenes/library/online_softmax_picture.hpp"
#include "web/scenes/scenes.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::SoftmaxRow;

constexpr int max_keys = 32;

constexpr Parameter parameters[] = {
    {
        .key = "keys",
        .label = "Keys per tile",
        .kind = Kind::integer,
        .initial = "4",
        .minimum = 1,
        .maximum = 16,
    },
    {.key = "conditional",
     .label = "Conditional rescale",
     .kind = Kind::toggle,
     .initial = "off",
     .help = "Rescale only when the maximum has grown past the threshold."},
    {.key = "threshold",
     .label = "Threshold",
     .kind = Kind::real,
     .initial = "8",
     .minimum = 0,
     .maximum = 16,
     .step = 0.5,
     .unit = "doublings",
     .help = "8 lets weights grow to 256.",
     .when = "conditional=on"},
    {.key = "scores",
     .label = "Scores",
     .kind = Kind::numbers,
     .initial = "1,3,0.5,2,2.5,0,5,1,3,1,4,2,0,2,6,1",
     .minimum = -200,
     .maximum = 200,
     .step = 0.1,
     .help = "One per key; you can also drag the bars.",
     .count_min = 1,
     .count_max = max_keys},
    {.key = "values",
     .label = "Values",
     .kind = Kind::numbers,
     .initial = "10,12,8,11,9,7,14,10,12,9,13,8,6,10,15,9",
     .minimum = -1000,
     .maximum = 1000,
     .step = 0.1,
     .help = "As many as there are scores.",
     .count_min = 1,
     .count_max = max_keys},
};

constexpr Preset presets[] = {
    {"Rescale every time", ""},
    {"Conditional rescale", "conditional=on"},
    {"One key at a time", "keys=1"},
    {"Scores × 20", "scores=20,60,10,40,50,0,100,20,60,20,80,40,0,40,120,20"},
};

constexpr std::string_view parts[] = {"scores", "maximum", "rescale", "denominator", "output"};
constexpr std::string_view references[] = {"online-softmax", "fa1", "fa4"};

// The fewest decimals, from `least` to `most`, that show every number exactly, or `most`.
int decimals_needed(const std::vector<double>& numbers, int least, int most) {
  for (int decimals = least; decimals < most; ++decimals) {
    const double scale = power_of(10, decimals);
    const bool enough = std::all_of(numbers.begin(), numbers.end(), [&](double number) {
      return std::fabs(number * scale - std::round(number * scale)) < 1e-6;
    });
    if (enough) return decimals;
  }
  return most;
}

Result<SoftmaxRun> simulate(const Values& values) {
  SoftmaxRun run;
  run.keys_per_tile = values.integer("keys");
  run.conditional = values.toggle("conditional");
  run.threshold = values.text("threshold");
  run.scores = values.numbers("scores");
  run.values = values.numbers("values");
  if (run.scores.size() != run.values.size())
    return Error{"got " + plural(run.keys(), "score") + " and " +
                 plural(static_cast<int>(run.values.size()), "value") +
                 ", expected as many values as scores"};
  run.score_decimals = decimals_needed(run.scores, 1, 3);
  run.value_decimals = decimals_needed(run.values, 0, 2);

  std::vector<kernels::SoftmaxTile> tiles;
  for (int first = 0; first < run.keys(); first += run.keys_per_tile) {
    const auto end = static_cast<size_t>(std::min(run.keys(), first + run.keys_per_tile));
    const auto start = static_cast<size_t>(first);
    tiles.push_back({std::span(run.scores).subspan(start, end - start),
                     std::span(run.values).subspan(start, end - start)});
    const auto exact = kernels::two_pass_softmax(
        {std::span(run.scores).first(end), std::span(run.values).first(end)});
    if (!exact) return exact.error();
    run.exact.push_back(*exact);
  }
  const kernels::SoftmaxOptions options{run.conditional, values.real("threshold")};
  run.largest_weight = kernels::largest_weight(options);
  auto rows = kernels::online_softmax(tiles, options);
  if (!rows) return rows.error();
  run.rows = std::move(*rows);
  const auto naive = kernels::naive_softmax(run.scores);
  if (!naive) return naive.error();
  run.naive = *naive;
  return run;
}

class OnlineSoftmaxScene final : public Scene {
 public:
  OnlineSoftmaxScene() { (void)set(Values(parameters)); }

  std::optional<Error> set(const Values& values) override {
    Result<SoftmaxRun> run = simulate(values);
    if (!run) return run.error();
    run_ = std::move(*run);
    return std::nullopt;
  }

  int steps() const override { return run_.tiles(); }
  std::string status(int step) const override;
  Table table() const override;
  std::vector<Metric> metrics() const override {
    return {
        {"output", "Output", run_.rows.back().output, 3, ""},
        {"rescales", "Rescales", static_cast<double>(kernels::count_rescales(run_.rows)), 0, ""}};
  }
  float height(float width) const override { return softmax_picture_height(run_, width); }
  void draw(Painter& painter, const View& view) const override {
    draw_softmax_picture(run_, painter, view);
  }

 private:
  std::string waiting() const;
  std::string keys_so_far(int step) const;
  std::string about_maximum(int tile) const;
  std::string about_end() const;
  std::string about_naive() const;

  SoftmaxRun run_;
};

std::string OnlineSoftmaxScene::waiting() const {
  const bool one_tile = run_.tiles() == 1, one_key = run_.keys() == 1;
  return "Nothing is processed yet: the maximum, the denominator and the output are all empty. " +
         plural(run_.keys(), "key") + (one_key ? " waits in " : " wait in ") +
         (one_tile ? "one tile."
                   : plural(run_.tiles(), "tile") + " of " +
                         (run_.keys() % run_.keys_per_tile == 0 ? "" : "up to ") +
                         integer(run_.keys_per_tile) + ".");
}

// What the tile did to the maximum, and to everything summed before.
std::string OnlineSoftmaxScene::about_maximum(int tile) const {
  const SoftmaxRow& row = run_.row(tile);
  const std::string name = "Tile " + std::to_string(tile);
  if (tile == 0)
    return name + " is in: its largest score, " + run_.show_score(row.tile_max) +
           ", becomes the maximum m. There is nothing to rescale yet.";

  const SoftmaxRow& before = run_.row(tile - 1);
  const std::string shrink =
      "so everything summed before is multiplied by " + show_factor(row.rescale);
  if (row.true_max == before.true_max)
    return name + " brings no score above the " + (row.lag_log2 > 0 ? "true " : "") +
           "maximum of " + run_.show_score(row.true_max) + ", so nothing is rescaled" +
           (row.lag_log2 > 0 ? "; the stored m stays at " + run_.show_score(row.m) : "") + ".";
  if (!run_.conditional)
    return name + " raises the maximum m from " + run_.show_score(before.m) + " to " +
           run_.show_score(row.m) + ", " + shrink + ".";

  const std::string raised = name + " raises the true maximum to " + run_.show_score(row.true_max) +
                             ", " + fixed(row.growth_log2, 2) +
                             " doublings above the stored m of " + run_.show_score(before.m);
  if (!row.rescaled)
    return raised + ". The threshold is " + run_.threshold +
           ", so m stays and nothing is rescaled.";
  return raised + ". That is more than the threshold of " + run_.threshold + ": m follows, " +
         shrink + ".";
}

std::string OnlineSoftmaxScene::about_end() const {
  const std::string online = fixed(run_.rows.back().output, 3),
                    exact = fixed(run_.exact.back().output, 3);
  const int rescales = kernels::count_rescales(run_.rows);
  const std::string counted =
      rescales == 0 ? "without a rescale" : "after " + plural(rescales, "rescale");
  return std::string(" A two-pass softmax gives ") + (online == exact ? "the same " : "") + exact +
         "; the tiles got there " + counted + "." + about_naive();
}

// What would have happened to the exponentials themselves.
std::string OnlineSoftmaxScene::about_naive() const {
  const kernels::NaiveSoftmax& naive = run_.naive;
  const std::string start = " Without a maximum to subtract, ";
  if (naive.fp16_overflows)
    return start + "the sum of exponentials would overflow FP16" +
           (naive.fp32_overflows ? " and FP32." : ".");
  if (naive.fp16_vanishes)
    return start + "every exponential would vanish in FP16" +
           (naive.fp32_vanishes ? " and FP32." : ".");
  return "";
}

std::string OnlineSoftmaxScene::keys_so_far(int step) const {
  const int seen = run_.end_key(step - 1);
  if (step == steps()) return seen == 1 ? "the one key" : "all " + plural(seen, "key");
  return seen == 1 ? "the first key" : "the first " + plural(seen, "key");
}

std::string OnlineSoftmaxScene::status(int step) const {
  if (step == 0) return waiting();
  const SoftmaxRow& row = run_.row(step - 1);
  return about_maximum(step - 1) + " The denominator ℓ is " + fixed(row.l, 2) +
         " and the output over " + keys_so_far(step) + " is " + fixed(row.output, 3) + "." +
         (step == steps() ? about_end() : "");
}

Table OnlineSoftmaxScene::table() const {
  Table table{{{"Tile"}, {"tile max"}, {"m"}, {"rescale"}, {"l"}, {"output"}}, {}};
  if (run_.conditional) table.columns.insert(table.columns.begin() + 2, {"true max"});
  for (int tile = 0; tile < run_.tiles(); ++tile) {
    const SoftmaxRow& row = run_.row(tile);
    std::vector<std::string> cells = {std::to_string(tile),   run_.show_score(row.tile_max),
                                      run_.show_score(row.m), fixed(row.rescale, 3),
                                      fixed(row.l, 2),        fixed(row.output, 3)};
    if (run_.conditional) cells.insert(cells.begin() + 2, run_.show_score(row.true_max));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

std::string SoftmaxRun::show_score(double score) const { return fixed(score, score_decimals); }
std::string SoftmaxRun::show_value(double value) const { return fixed(value, value_decimals); }

std::string SoftmaxRun::show_exp(double score, double m) const {
  return "exp(" + show_score(score) + (m < 0 ? " + " + show_score(-m) : " − " + show_score(m)) +
         ")";
}

std::string show_factor(double rescale) {
  return rescale > 0 && rescale < 0.0005 ? "less than 0.001" : fixed(rescale, 3);
}

Description online_softmax() {
  return {.id = "online-softmax",
          .page = "library",
          .title = "Online softmax",
          .question = "How can softmax be right before all scores are seen?",
          .parameters = parameters,
          .presets = presets,
          .parts = parts,
          .simulator = "core/kernels/online_softmax.hpp",
          .references = references,
          .make = [] { return std::unique_ptr<Scene>(std::make_unique<OnlineSoftmaxScene>()); }};
}

}  // namespace loom::scenes
