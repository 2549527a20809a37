// How can one query fill the whole chip? Its keys in pieces, a block for each, and a merge.
#include "web/scenes/kernels/split_kv.hpp"

#include <iterator>

#include "web/scene/decimal.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/kernels/chip_choices.hpp"

namespace loom::scenes {
namespace {

using kernels::h200::find_split_run, kernels::h200::split_runs, kernels::h200::SplitRun;

constexpr double example_values[] = {2, 5, -3, 1, 8, 4, -6, 3};

constexpr Parameter parameters[] = {
    whole_number("splits", "Pieces of the keys", "17", {1, most_pieces},
                 {.help = "You can also drag the line in the plot", .spacing = Spacing::binary}),
    whole_number("batch", "Sequences", "1", {1, 32}, {.spacing = Spacing::binary}),
    whole_number("heads", "KV heads", "8", {1, 32},
                 {.help = "Sets of keys and values: heads of queries can share one",
                  .spacing = Spacing::binary}),
    whole_number("sharing", "Queries of a KV head", "1", {1, 64},
                 {.help = "Their queries are rows of one tile", .spacing = Spacing::binary}),
    whole_number("context", "Keys of a sequence", "65536", {1024, 131072},
                 {.spacing = Spacing::binary}),
    one_of("gpu", "GPU", chip_choices, "h200"),
    whole_number("pieces", "Example’s pieces", "3", {1, 8}),
    number_list("scores", "Example’s scores", "1,3,0.5,2,-1,4,0,2.5", {-score_limit, score_limit},
                {8, 8}, {.step = 0.1, .help = "You can also drag the bars"}),
};

constexpr Preset presets[] = {
    {"Fewest to fill the chip", ""},
    {"One piece", "splits=1"},
    {"64 pieces", "splits=64"},
    {"Too many pieces", "splits=256&context=1024"},
    {"Eight share their keys", "sharing=8"},
};
constexpr std::string_view parts[] = {"one", "split", "curve", "measured", "rows", "merge"};
constexpr std::string_view references[] = {"flash-decoding", "fa2", "modular-decoding"};

class SplitKvScene final : public Pictured<SplitKvScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    SplitChart next;
    next.gpu = device::find_gpu(values.text("gpu"));
    next.grid = {.batch = values.integer("batch"),
                 .heads = values.integer("heads"),
                 .context = values.integer("context"),
                 .splits = 1,
                 .multiprocessors = next.gpu->sms};
    next.sharing = values.integer("sharing");
    next.one = *kernels::decode_waves(next.grid);
    next.grid.splits = values.integer("splits");
    next.now = *kernels::decode_waves(next.grid);
    if (next.gpu->id == "h200" && next.sharing == 1) find_runs(next);
    next.scores = values.numbers("scores");
    next.values.assign(std::begin(example_values), std::end(example_values));
    if (auto error = keep(next.merge,
                          kernels::split_kv({next.scores, next.values}, values.integer("pieces"))))
      return error;
    compute(next);  // what refuses comes before it
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const kernels::DecodeWaves& now = shown.now;
    std::string text =
        fill("{} for each of {} of {}: {} for the {}’s {} SMs. {} of them {} at first, {} a block",
             Word(shown.grid.splits, "piece"), Word(shown.grid.heads, "KV head"),
             shown.grid.batch == 1 ? std::string("1 sequence")
                                   : fill("each of {}", Word(shown.grid.batch, "sequence")),
             Word(now.blocks, "block"), shown.gpu->name, shown.gpu->sms, now.busy,
             now.busy == 1 ? "reads" : "read", Word(now.keys_of_a_block, "key"));
    if (now.waves > 1)
      text += fill("; with one block an SM at a time, that takes {} waves", now.waves);
    text += ". ";
    const std::string us = shown.run ? prefixed(shown.run->us * 1e-6, "s") : "";
    if (shown.grid.splits == 1)
      return text + (shown.run ? fill("An H200 took {}.", us) : std::string("Not measured."));
    text += fill("Computed {} times as fast as one piece; ", significant(shown.speedup()));
    return text + (shown.run ? fill("measured {} times, {}.", significant(measured_times()), us)
                             : std::string("not measured."));
  }

  Table table() const override {
    Table table{{{"Pieces"},
                 {"Blocks"},
                 {"Keys of a block"},
                 {"Computed speed", "×"},
                 {"Measured speed", "×"},
                 {"Measured time", "µs"}}};
    for (const SplitChart::Speed& speed : shown.computed) {
      const auto found =
          std::find_if(shown.measured.begin(), shown.measured.end(),
                       [&](const SplitChart::Speed& each) { return each.splits == speed.splits; });
      const bool is_measured = found != shown.measured.end();
      if (!is_measured && !is_power(speed.splits) && speed.splits != shown.grid.splits) continue;
      table.add({speed.splits, speed.blocks, speed.keys, cell(speed.times, significant),
                 is_measured ? cell(found->times, significant) : no_cell(),
                 is_measured ? cell(found->run->us, significant) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const kernels::DecodeWaves& now = shown.now;
    std::vector<Metric> all = {
        {"blocks", "Blocks", now.blocks},
        {"busy", "SMs that read at first", now.busy},
        {"waves", "Waves", now.waves},
        {"keys", "Keys of a block", now.keys_of_a_block},
        {"share", "SMs busy, of the time", 100 * now.busy_share, 1, "%"},
        {"speedup", "Times as fast as one piece, computed", shown.speedup(), 1, "×"},
        {"fill", "Fewest pieces that give every SM a block", kernels::splits_that_fill(shown.grid)},
        {"rows", "Rows of the tile without a query", kernels::packed_rows(shown.sharing).wasted()},
        {"merged", "Merged output", shown.merge.merged, 3}};
    if (shown.run) {
      all.push_back(Metric{"measured", "Measured", shown.run->us, 0, "µs"}.told_in(
          "measured", "Measured speed, Measured time", "splits"));
      all.push_back(Metric{"measured_speedup", "Times as fast as one piece, measured",
                           measured_times(), 1, "×"}
                        .told_in("measured", "Measured speed, Measured time", "splits"));
    }
    return all;
  }

  SplitChart shown;

 private:
  double measured_times() const { return shown.run_of_one->us / shown.run->us; }

  static bool is_power(int splits) { return (splits & (splits - 1)) == 0; }

  // For every position of the slider and the numbers that were recorded, unless they are known from
  // the state that is shown; and for the chosen number.
  void compute(SplitChart& chart) {
    const kernels::DecodeGrid &grid = chart.grid, &had = shown.grid;
    if (stops_.empty() || grid.batch != had.batch || grid.heads != had.heads ||
        grid.context != had.context || grid.multiprocessors != had.multiprocessors) {
      std::vector<int> all;
      for (const std::string& stop : slider_stops(parameters[0]))
        all.push_back(static_cast<int>(decimal(stop)));
      for (const SplitRun& run : split_runs) all.push_back(run.splits);
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      stops_.clear();
      for (const int splits : all) {
        kernels::DecodeGrid other = grid;
        other.splits = splits;
        stops_.push_back(speed(chart, other, *kernels::decode_longest(other)));
      }
    }
    chart.computed = stops_;
    const auto at = std::lower_bound(
        chart.computed.begin(), chart.computed.end(), grid.splits,
        [](const SplitChart::Speed& speed, int splits) { return speed.splits < splits; });
    if (at == chart.computed.end() || at->splits != grid.splits)
      chart.computed.insert(at, speed(chart, grid, chart.now.longest));
  }

  static SplitChart::Speed speed(const SplitChart& chart, const kernels::DecodeGrid& grid,
                                 std::int64_t longest) {
    return {.splits = grid.splits,
            .times = static_cast<double>(chart.one.longest) / static_cast<double>(longest),
            .blocks = grid.blocks(),
            .keys = grid.keys_of_a_block()};
  }

  static void find_runs(SplitChart& chart) {
    const kernels::DecodeGrid& grid = chart.grid;
    const int context = static_cast<int>(grid.context);
    chart.run = find_split_run(grid.batch, grid.heads, context, grid.splits);
    chart.run_of_one = find_split_run(grid.batch, grid.heads, context, 1);
    for (const SplitRun& run : split_runs)
      if (run.batch == grid.batch && run.heads == grid.heads && run.context == context)
        chart.measured.push_back(
            {.splits = run.splits, .times = chart.run_of_one->us / run.us, .run = &run});
  }

  std::vector<SplitChart::Speed> stops_;  // of the state that is shown
};

}  // namespace

Description split_kv() {
  return describe<SplitKvScene, parameters>(
      "split-kv", "library", "Keys in pieces", "How can one query fill the whole chip?",
      "core/kernels/split_kv.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
