// Why is 4-bit weight-only fast at batch 1 and pointless at batch 512?
#include "web/scenes/quantization/where_math_runs.hpp"

#include "core/gemm/measured_roofline.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

constexpr Choice machine_choices[] = {{"a100", "A100"},        {"h100", "H100"},
                                      {"h200", "H200"},        {"b200", "B200"},
                                      {"rtx4090", "RTX 4090"}, {"rtx5090", "RTX 5090"}};
constexpr Choice scheme_choices[] = {
    {"w16a16", "W16A16"}, {"w4a16", "W4A16"}, {"w8a8", "W8A8"}, {"w4a4", "W4A4"}};
constexpr Choice layer_choices[] = {
    {"1b", "1B: 2,048 × 8,192"}, {"8b", "8B: 4,096 × 14,336"}, {"70b", "70B: 8,192 × 28,672"}};

constexpr Parameter parameters[] = {
    whole_number(
        "batch", "Batch", "1", {1, largest_batch},
        {.unit = "tokens", .help = "You can also drag it in the plot", .spacing = Spacing::binary}),
    one_of("scheme", "Weights and activations", scheme_choices, "w4a16", {.help = "Bits of each"}),
    one_of("machine", "GPU", machine_choices, "h200"),
    one_of("layer", "Layer of a model", layer_choices, "8b"),
};

constexpr Preset presets[] = {
    {"One sequence", ""},
    {"A full server", "batch=512"},
    {"Eight bits", "batch=512&scheme=w8a8"},
    {"Four bits on Hopper", "batch=512&scheme=w4a4"},
    {"Four bits on Blackwell", "batch=512&scheme=w4a4&machine=b200"},
    {"A graphics card", "batch=16&machine=rtx4090"},
};
constexpr std::string_view parts[] = {"curves", "batch", "ridge", "peaks", "times", "measured"};
constexpr std::string_view references[] = {"roofline",   "a100-wp",    "a100-sheet",
                                           "h100-sheet", "h200-sheet", "dgx-b200",
                                           "b200-bus",   "ada-wp",     "rtx-blackwell-wp"};

class WhereMathRunsScene final : public Pictured<WhereMathRunsScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.machine = device::find_machine(values.text("machine"));
    shown.layer =
        values.choice<gemm::Linear>("layer", {{2048, 8192}, {4096, 14336}, {8192, 28672}});
    shown.batch = values.integer("batch");
    shown.chosen = values.choice("scheme");
    for (int i = 0; i < roof_schemes; ++i) {
      const gemm::Scheme& scheme = nth(gemm::schemes(), i);
      nth(shown.rows, i) = {&scheme,
                            gemm::linear_cost(*shown.machine, shown.layer, scheme, shown.batch),
                            gemm::ridge_batch(*shown.machine, shown.layer, scheme)};
    }
    return std::nullopt;
  }

  std::string status(int) const override {
    const WhereMathRuns::Row& row = shown.row();
    const std::string_view math = gemm::math(*shown.machine, *row.scheme).name;
    std::string text = fill("Batch {}, {}: the {} takes {} for {} × {} weights. ", shown.batch,
                            row.scheme->name, shown.machine->name, microseconds(row.now.time()),
                            shown.layer.inputs, shown.layer.outputs);
    text += row.now.bound_by_math()
                ? fill("Its {} math is the limit.", math)
                : fill("Memory is the limit; {} of the bytes are weights.", percent(weights(), 1));
    if (shown.chosen != 0) text += compared();
    if (!row.now.bound_by_math() && row.ridge > 0)
      text += fill(" From {} on, math is the limit.", Word(first_bound(row.ridge), "token"));
    if (row.scheme->math_bits() == 4 && !shown.machine->four.peak.known())
      text += fill(" It has no 4-bit units: it multiplies in {}.", math);
    return text;
  }

  Table table() const override {
    Table table = headed("Batch", Column("W16A16", "TFLOP/s"), Column("W4A16", "TFLOP/s"),
                         Column("W8A8", "TFLOP/s"), Column("W4A4", "TFLOP/s"),
                         Column("BF16 measured on an H200", "TFLOP/s").only(shown.measured()),
                         Column("FP8 measured on an H200", "TFLOP/s").only(shown.measured()));
    for (int i = 0; i < gemm::h200::roofline_runs; ++i) {
      std::vector<Cell> row = cells({1 << i});
      for (int scheme = 0; scheme < roof_schemes; ++scheme)
        row.push_back(cell(shown.at(scheme, 1 << i).flop_per_second() / 1e12, significant));
      row.push_back(cell(gemm::h200::bf16_layer[i], significant));
      row.push_back(cell(gemm::h200::fp8_layer[i], significant));
      table.add(std::move(row));
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const WhereMathRuns::Row& row = shown.row();
    return {{"time", "Time", row.now.time() * 1e6, 1, "µs"},
            Metric{"speedup", "Against W16A16", shown.rows[0].now.time() / row.now.time(), 2, "×"}
                .told_in("times", "", "scheme"),
            {"rate", "Throughput", row.now.flop_per_second() / 1e12, 1, "TFLOP/s"},
            {"weights", "Weights among the bytes", 100 * weights(), 1, "%"},
            {"ridge", "First batch that math limits", first_bound(row.ridge), "tokens"}};
  }

  WhereMathRuns shown;

 private:
  double weights() const { return shown.row().now.weight_bytes / shown.row().now.bytes(); }
  static int first_bound(double ridge) { return static_cast<int>(ridge) + 1; }

  std::string compared() const {
    const double times = shown.rows[0].now.time() / shown.row().now.time();
    if (times < 1.005) return " W16A16 takes as long.";
    return fill(" That is {} times as fast as W16A16.", fixed(times, 2));
  }
};

}  // namespace

bool WhereMathRuns::measured() const {
  return machine->id == "h200" && layer.outputs == gemm::h200::roofline_outputs;
}

std::string microseconds(double seconds) { return quantity(seconds * 1e6, "µs"); }

Description where_math_runs() {
  return describe<WhereMathRunsScene, parameters>(
      "where-math-runs", "formats", "Speed of quantized layers",
      "Why do 4-bit weights help at batch 1 and not at batch 512?", "core/gemm/linear_layer.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
