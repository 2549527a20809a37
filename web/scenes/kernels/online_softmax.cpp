#include "web/scenes/kernels/online_softmax.hpp"

namespace loom::scenes {
namespace {

using kernels::SoftmaxRow;

constexpr int max_keys = 32;

constexpr Parameter parameters[] = {
    whole_number("keys", "Keys per tile", "4", {1, 16}),
    on_off("conditional", "Conditional rescale", "off",
           {.help = "Rescale only when the maximum has grown past the threshold."}),
    real_number("threshold", "Threshold", "8", {0, 16},
                {.step = 0.5,
                 .unit = "doublings",
                 .help = "8 lets weights grow to 256.",
                 .when = "conditional=on"}),
    number_list("scores", "Scores", "1,3,0.5,2,2.5,0,5,1,3,1,4,2,0,2,6,1", {-200, 200},
                {1, max_keys}, {.step = 0.1, .help = "One per key; you can also drag the bars."}),
    number_list("values", "Values", "10,12,8,11,9,7,14,10,12,9,13,8,6,10,15,9", {-1000, 1000},
                {1, max_keys}, {.step = 0.1, .help = "As many as there are scores."}),
};

constexpr Preset presets[] = {
    {"Rescale every time", "step=4"},
    {"One key at a time", "keys=1&step=16"},
    {"Scores × 20", "scores=20,60,10,40,50,0,100,20,60,20,80,40,0,40,120,20&step=4"},
};

constexpr std::string_view parts[] = {"scores", "maximum", "rescale", "denominator", "output"};
constexpr std::string_view references[] = {"online-softmax", "fa1", "fa4"};

class OnlineSoftmaxScene final : public Pictured<OnlineSoftmaxScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    SoftmaxRun next;
    next.keys_per_tile = values.integer("keys");
    next.conditional = values.toggle("conditional");
    next.threshold = values.text("threshold");
    next.scores = values.numbers("scores");
    next.values = values.numbers("values");
    if (next.scores.size() != next.values.size())
      return Error{fill("got {} and {}, expected as many values as scores",
                        Word(next.keys(), "score"), Word(std::ssize(next.values), "value"))};
    next.score_decimals = decimals_needed(next.scores, 1, 3);
    next.value_decimals = decimals_needed(next.values, 0, 2);
    const kernels::SoftmaxOptions options{next.conditional, values.real("threshold")};
    next.largest_weight = kernels::largest_weight(options);
    auto folded =
        kernels::softmax_in_tiles({next.scores, next.values}, next.keys_per_tile, options);
    if (auto error = keep(next.folded, std::move(folded))) return error;
    if (auto error = keep(next.naive, kernels::naive_softmax(next.scores))) return error;
    return keep(shown, std::move(next));
  }

  int steps() const override { return shown.tiles(); }

  std::string status(int step) const override {
    if (step == 0) return waiting();
    const SoftmaxRow& row = shown.row(step - 1);
    return fill("{} The denominator ℓ is {} and the output over {} is {}.{}",
                about_maximum(step - 1), fixed(row.l, 2), keys_so_far(step), fixed(row.output, 3),
                step == steps() ? about_end() : "");
  }

  Table table() const override {
    Table table = headed("Tile", "tile max", Column("true max").only(shown.conditional), "m",
                         "rescale", "l", "output");
    const auto score = [&](double value) { return cell(value, shown.show_score(value)); };
    for (int tile = 0; tile < shown.tiles(); ++tile) {
      const SoftmaxRow& row = shown.row(tile);
      table.add({tile, score(row.tile_max), score(row.true_max), score(row.m), cell(row.rescale, 3),
                 cell(row.l, 2), cell(row.output, 3)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"output", "Output", shown.folded.rows.back().output, 3}.told_from(steps()),
            Metric{"rescales", "Rescales", kernels::count_rescales(shown.folded.rows)}.told_from(
                steps()),
            {"keys", "Keys", shown.keys()}};
  }

  SoftmaxRun shown;

 private:
  std::string waiting() const {
    const std::string tiles =
        fill("{} of {}{}", Word(shown.tiles(), "tile"),
             shown.keys() % shown.keys_per_tile == 0 ? "" : "up to ", shown.keys_per_tile);
    return fill(
        "Nothing is processed yet: the maximum, the denominator and the output are all empty. {} "
        "{} in {}.",
        Word(shown.keys(), "key"), shown.keys() == 1 ? "waits" : "wait",
        shown.tiles() == 1 ? "one tile" : tiles);
  }

  std::string keys_so_far(int step) const {
    const int seen = shown.end_key(step - 1);
    if (seen == 1) return step == steps() ? "the one key" : "the first key";
    return fill(step == steps() ? "all {}" : "the first {}", Word(seen, "key"));
  }

  // What the tile did to the maximum, and to everything summed before.
  std::string about_maximum(int tile) const {
    const SoftmaxRow& row = shown.row(tile);
    const std::string m = shown.show_score(row.m), true_max = shown.show_score(row.true_max);
    if (tile == 0)
      return fill(
          "Tile 0 is in: its largest score, {}, becomes the maximum m. There is nothing to rescale "
          "yet.",
          shown.show_score(row.tile_max));

    const SoftmaxRow& before = shown.row(tile - 1);
    const bool tiny = row.rescale > 0 && row.rescale < 0.0005;
    const std::string stored = shown.show_score(before.m),
                      factor = tiny ? "less than 0.001" : fixed(row.rescale, 3);
    if (row.true_max == before.true_max)
      return fill("Tile {} brings no score above the {}maximum of {}, so nothing is rescaled{}.",
                  tile, row.lag_log2 > 0 ? "true " : "", true_max,
                  row.lag_log2 > 0 ? "; the stored m stays at " + m : "");
    if (!shown.conditional)
      return fill(
          "Tile {} raises the maximum m from {} to {}, so everything summed before is multiplied "
          "by {}.",
          tile, stored, m, factor);

    const std::string raised =
        fill("Tile {} raises the true maximum to {}, {} doublings above the stored m of {}. ", tile,
             true_max, fixed(row.growth_log2, 2), stored);
    if (!row.rescaled)
      return raised +
             fill("The threshold is {}, so m stays and nothing is rescaled.", shown.threshold);
    return raised + fill(
                        "Beyond the threshold of {}, m follows: everything summed before is "
                        "multiplied by {}.",
                        shown.threshold, factor);
  }

  std::string about_end() const {
    const std::string online = fixed(shown.folded.rows.back().output, 3),
                      exact = fixed(shown.folded.exact.back().output, 3);
    const int rescales = kernels::count_rescales(shown.folded.rows);
    return fill(" Two passes give {}; the tiles took {}.{}", online == exact ? "the same" : exact,
                rescales == 0 ? "no rescale" : plural(rescales, "rescale"), about_naive());
  }

  // What would have happened to the exponentials themselves.
  std::string about_naive() const {
    const kernels::NaiveSoftmax& naive = shown.naive;
    if (!naive.fp16_overflows && !naive.fp16_vanishes) return "";
    return fill(
        " With no maximum subtracted, {} FP16{}.",
        naive.fp16_overflows ? "the sum would overflow" : "every exponential would vanish in",
        (naive.fp16_overflows ? naive.fp32_overflows : naive.fp32_vanishes) ? " and FP32" : "");
  }
};

}  // namespace

Description online_softmax() {
  return describe<OnlineSoftmaxScene, parameters>(
      "online-softmax", "library", "Online softmax",
      "How can softmax be right before all scores are seen?", "core/kernels/online_softmax.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
