// How do FP8 tensor cores really add, and what does promotion to FP32 mend?
#include "web/scenes/formats/promotion_interval.hpp"

namespace loom::scenes {
namespace {

constexpr Choice kinds[] = {{"positive", "0 to 1"}, {"normal", "Normal"}, {"tenth", "All 0.1"}};
constexpr auto intervals =
    with_first({"never", "Never"}, number_choices<32, 64, 128, 256, 512, 1024>);
constexpr Choice operands[] = {
    {"e4m3", "FP8 E4M3"}, {"e5m2", "FP8 E5M2"}, {"fp16", "FP16"}, {"bf16", "BF16"}};
constexpr numerics::TensorCore units[] = {numerics::hopper_e4m3, numerics::hopper_e5m2,
                                          numerics::hopper_fp16, numerics::hopper_bf16};

constexpr Parameter parameters[] = {
    whole_number("power", "K, as a power of 2", "12", {5, 14},
                 {.help = "Products in the sum: 2⁵ = 32 to 2¹⁴ = 16,384"}),
    one_of("interval", "Promote every", intervals, "128", {.unit = "elements"}),
    one_of("data", "Numbers", kinds, "positive"),
    one_of("operand", "Operands", operands, "e4m3"),
};

constexpr Preset presets[] = {
    {"Every 128", ""},
    {"K = 16,384", "power=14"},
    {"4,096 × 0.1", "data=tenth&interval=never"},
    {"BF16 operands", "operand=bf16&interval=never"},
};
constexpr std::string_view parts[] = {"never", "promoted", "measured", "register", "cut"};
constexpr std::string_view references[] = {"deepseek-v3", "deepseek-hw", "sage2"};

std::string sum_text(double sum) { return fixed(sum, std::fabs(sum) < 100 ? 3 : 2); }

// "6.5%", "0.047%", "1.2 × 10⁻⁵%".
std::string error_text(double error) {
  const double percents = 100 * std::fabs(error);
  if (percents < 0.001) return percents > 0 ? scientific(percents, 1) + "%" : "0%";
  return fixed(percents, percents >= 1 ? 1 : percents >= 0.1 ? 2 : percents >= 0.01 ? 3 : 4) + "%";
}

class PromotionIntervalScene final : public Pictured<PromotionIntervalScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    static_cast<numerics::PromotedDots&>(shown) = numerics::promoted_dots(
        units[values.choice("operand")], static_cast<numerics::DotData>(values.choice("data")),
        1 << values.integer("power"), promotion_intervals, promotion_step, std::move(shown));
    shown.chosen = static_cast<size_t>(values.choice("interval"));
    return std::nullopt;
  }

  int steps() const override { return shown.steps(); }

  std::string status(int step) const override {
    if (step == 0)
      return fill("{} products wait to be added: {} of {} products each.", shown.a.size(),
                  Word(shown.instructions(steps()), "instruction"), shown.unit.products);
    const int elements = step * promotion_step;
    std::string text = fill("{} products, summed in {} significant bits: {}.", elements,
                            shown.unit.result_bits + 1, told(0, step));
    if (elements <= promotion_intervals[shown.chosen])
      text += " Nothing is promoted to FP32 yet.";
    else if (shown.chosen > 0)
      text += fill(" Promoted every {} elements: {}.", promotion_intervals[shown.chosen],
                   told(shown.chosen, step));
    if (std::has_single_bit(static_cast<unsigned>(elements)) && shown.measured(shown.chosen, step))
      text += " An H200 gives the same bits.";
    return text;
  }

  Table table() const override {
    const bool promoted = shown.chosen > 0;
    Table table = headed("K", "Exact sum", "Never promoted", Column("Error", "%", UnitIn::cells),
                         Column("Promoted").only(promoted),
                         Column("Error when promoted", "%", UnitIn::cells).only(promoted),
                         "H200, never promoted", Column("H200, promoted").only(promoted));
    for (int step = 1; step <= steps(); step *= 2) {
      const auto error = [&](size_t n) {
        return cell(100 * std::fabs(shown.error(n, step)), error_text(shown.error(n, step)));
      };
      const auto measured = [&](size_t n) {
        const float* found = shown.measured(n, step);
        return found ? cell(static_cast<double>(*found), sum_text) : no_cell();
      };
      const size_t n = shown.chosen;
      table.add({step * promotion_step, cell(nth(shown.exact, step - 1), sum_text),
                 cell(shown.sum(0, step), sum_text), error(0), cell(shown.sum(n, step), sum_text),
                 error(n), measured(0), measured(n)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        {"sum", "Sum", shown.sum(shown.chosen, steps()), 2},
        {"exact", "Exact sum", shown.exact.back(), 2},
        {"error", "Error", 100 * std::fabs(shown.error(shown.chosen, steps())), 3, "%"},
        Metric{"never", "Error without promotion", 100 * std::fabs(shown.error(0, steps())), 1, "%"}
            .told_from(steps())};
  }

  PromotionDot shown;

 private:
  // "970.25 instead of 1038.12, 6.5% too small"
  std::string told(size_t n, int step) const {
    const double error = shown.error(n, step);
    const std::string sum = sum_text(shown.sum(n, step));
    if (error == 0) return sum + ", which is exact";
    return fill("{} instead of {}, {} too {}", sum, sum_text(nth(shown.exact, step - 1)),
                error_text(error), error < 0 ? "small" : "large");
  }
};

}  // namespace

Description promotion_interval() {
  return describe<PromotionIntervalScene, parameters>(
      "promotion-interval", "formats", "Promotion interval",
      "How often should a sum of FP8 products move to FP32?", "core/numerics/tensor_core.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
