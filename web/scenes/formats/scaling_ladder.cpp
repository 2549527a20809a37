// How many values should share a scale?
#include "web/scenes/formats/scaling_ladder.hpp"

#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using namespace numerics;

constexpr Choice targets[] = {
    {"int8", "INT8"}, {"int4", "INT4"}, {"fp8", "FP8 E4M3"}, {"fp4", "FP4 E2M1"}};
constexpr Choice granularities[] = {{"tensor", "Tensor"},  {"128", "Group of 128"},
                                    {"row", "Row"},        {"64", "Group of 64"},
                                    {"32", "Group of 32"}, {"16", "Group of 16"}};

constexpr Parameter parameters[] = {
    one_of("target", "Stored as", targets, "int4"),
    one_of("granularity", "One scale for each", granularities, "tensor",
           {.help = "A row has 64 values: 128 are two rows."}),
    real_number("outlier", "Outliers", "20", {0, 64},
                {.step = 1, .unit = "σ", .help = "The size of the largest of four; 0 for none."}),
    whole_number("value", "Value to follow", "148", {0, ladder_values - 1},
                 {.help = "Row × 64 + column; or drag in the picture."}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"One scale for all", ""},
    {"FP4, groups of 16", "target=fp4&granularity=16"},
    {"No outliers, groups of 16", "outlier=0&granularity=16"},
};

constexpr std::string_view parts[] = {"error", "group", "outliers", "value", "ladder", "rival"};
constexpr std::string_view references[] = {"llmint8", "fp8", "mx"};

Ladder climb_as(const LadderTarget& target, const std::vector<double>& matrix) {
  GroupScheme scheme = {.bits = target.bits};
  if (target.bits == 0) scheme.element = find_format(target.element);
  return climb(scheme, matrix);
}

class ScalingLadderScene final : public Pictured<ScalingLadderScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const std::string_view target = values.text("target"), granularity = values.text("granularity");
    const double outlier = values.real("outlier");
    for (int i = 0; i < 4; ++i)
      if (ladder_targets[i].id == target) {
        shown.target = &ladder_targets[i];
        shown.rival = &ladder_targets[i ^ 1];
      }
    shown.chosen = 2;  // a group of 64 is a row
    for (int i = 0; i < rung_count; ++i)
      if (rung_ids[i] == granularity) shown.chosen = i;
    shown.value = values.integer("value");
    shown.outliers = outlier > 0;
    shown.matrix = outlier_matrix(chosen_seed(values), outlier);
    shown.ladder = climb_as(*shown.target, shown.matrix);
    shown.rivals = climb_as(*shown.rival, shown.matrix);
    return std::nullopt;
  }

  std::string status(int) const override {
    const Rung& rung = shown.rung();
    const std::string begin = fill(
        "{}, one scale for {}: signal to noise of {} dB at {} bits per value. {} of {} values {} "
        "0.",
        shown.target->name, rung_names[shown.chosen], fixed(rung.sqnr, 1), bits_text(rung.bits),
        rung.zeros, values(), rung.zeros == 1 ? "becomes" : "become");
    if (!shown.outliers) return begin;
    if (shown.chosen == 0) return begin + " All values share their scale with 4 outliers.";
    return begin + fill(" {} values share their scale with an outlier.", sharing(shown.group()));
  }

  Table table() const override {
    Table table = headed(text_column("One scale for"), "Scales", "Bits per value",
                         Column("SQNR", "dB"), "Values that become 0");
    for (size_t i = 0; i < rung_count; ++i) {
      const Rung& rung = shown.ladder[i];
      table.add({rung_names[i], rung.quantized.scales.size(), cell(rung.bits, 3),
                 cell(rung.sqnr, 1), rung.zeros});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const Rung& rung = shown.rung();
    return {{"sqnr", "Signal-to-noise ratio", rung.sqnr, 1, "dB"},
            {"bits", "Bits per value", rung.bits, 3},
            {"zeros", "Values that become 0", rung.zeros},
            {"values", "Values of the matrix", values()},
            {"sharing", "Values that share a scale with an outlier",
             shown.outliers ? double(sharing(shown.group())) : 0, 0}};
  }

  ScalingLadder shown;

 private:
  int values() const { return static_cast<int>(shown.matrix.size()); }
};

}  // namespace

std::string bits_text(double bits) { return readable(std::round(bits * 1000) / 1000); }

Description scaling_ladder() {
  return describe<ScalingLadderScene, parameters>(
      "scaling-ladder", "formats", "The scaling ladder", "How many values should share a scale?",
      "core/numerics/scaling_ladder.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
