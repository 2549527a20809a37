// How do FP8 tensor cores really add, and what does promotion to FP32 mend?
#include "web/scenes/formats/promotion_interval.hpp"

namespace loom::scenes {
namespace {

using numerics::DotData;

constexpr Choice kinds[] = {{"positive", "0 to 1"}, {"normal", "Normal"}, {"tenth", "All 0.1"}};
constexpr Choice intervals[] = {{"never", "Never"}, {"32", "32"},   {"64", "64"},
                                {"128", "128"},     {"256", "256"}, {"512", "512"},
                                {"1024", "1,024"}};
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
    const DotData data = static_cast<DotData>(values.choice("data"));
    const numerics::TensorCore& unit = units[values.choice("operand")];
    // Sixteen-bit operands multiply the numbers that E4M3 can hold, as on the H200.
    const std::string_view type = unit.operand == "e5m2" ? "e5m2" : "e4m3";
    const int length = 1 << values.integer("power");
    if (data != shown.data || type != type_ || length > shown.length) {
      const numerics::Format& format = *numerics::find_format(type);
      shown.a = numerics::dot_data(data, format, 1000, length);
      shown.b = numerics::dot_data(data, format, 2000, length);
      type_ = type;
    }
    shown.a.resize(static_cast<size_t>(length));
    shown.b.resize(shown.a.size());
    shown.unit = unit;
    shown.data = data;
    shown.length = length;
    shown.chosen = static_cast<size_t>(values.choice("interval"));
    shown.sums = numerics::partial_sums(unit, shown.a, shown.b, promotion_intervals);
    shown.exact.clear();
    double exact = 0;  // exactly: products are multiples of 2⁻³² below 2²⁰
    for (size_t k = 0; k < shown.a.size();) {
      exact += static_cast<double>(shown.a[k]) * static_cast<double>(shown.b[k]);
      if (++k % promotion_step == 0) shown.exact.push_back(exact);
    }
    return std::nullopt;
  }

  int steps() const override { return shown.steps(); }

  std::string status(int step) const override {
    if (step == 0)
      return fill("{} products wait to be added: {} of {} products each.", shown.length,
                  Word(shown.length / shown.unit.products, "instruction"), shown.unit.products);
    const int elements = step * promotion_step;
    std::string text = fill("{} products, summed in {} significant bits: {}.", elements,
                            shown.unit.result_bits + 1, told(0, step));
    if (elements <= promotion_intervals[shown.chosen])
      text += " Nothing is promoted to FP32 yet.";
    else if (shown.chosen > 0)
      text += fill(" Promoted every {} elements: {}.", promotion_intervals[shown.chosen],
                   told(shown.chosen, step));
    if (std::has_single_bit(static_cast<unsigned>(elements)) &&
        shown.measured(shown.chosen, elements))
      text += " An H200 gives the same bits.";
    return text;
  }

  Table table() const override {
    Table table = headed("K", "Exact sum", "Never promoted", Column("Error", "%", UnitIn::cells));
    if (shown.chosen > 0) {
      table.columns.push_back({"Promoted"});
      table.columns.push_back({"Error when promoted", "%", UnitIn::cells});
    }
    table.columns.push_back({"H200, never promoted"});
    if (shown.chosen > 0) table.columns.push_back({"H200, promoted"});
    for (int step = 1; step <= steps(); step *= 2) {
      const int elements = step * promotion_step;
      auto row = cells({elements, cell(shown.exact[static_cast<size_t>(step) - 1], sum_text)});
      const size_t both[] = {0, shown.chosen};
      const std::span<const size_t> columns(both, shown.chosen > 0 ? 2 : 1);
      for (size_t n : columns) {
        const double error = shown.error(n, step);
        row.push_back(cell(shown.sum(n, step), sum_text));
        row.push_back(cell(100 * std::fabs(error), error_text(error)));
      }
      for (size_t n : columns) {
        const float* measured = shown.measured(n, elements);
        row.push_back(measured ? cell(static_cast<double>(*measured), sum_text) : no_cell());
      }
      table.rows.push_back(std::move(row));
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
    return fill("{} instead of {}, {} too {}", sum,
                sum_text(shown.exact[static_cast<size_t>(step) - 1]), error_text(error),
                error < 0 ? "small" : "large");
  }

  std::string_view type_;  // of the numbers
};

}  // namespace

double PromotionDot::sum(size_t n, int step) const {
  const int instruction = step * (promotion_step / unit.products);
  return static_cast<double>(sums[n][static_cast<size_t>(instruction) - 1].value());
}

double PromotionDot::error(size_t n, int step) const {
  const double right = exact[static_cast<size_t>(step) - 1];
  return right == 0 ? 0 : (sum(n, step) - right) / std::fabs(right) * (right < 0 ? -1 : 1);
}

const float* PromotionDot::measured(size_t n, int elements) const {
  const bool moved = elements > promotion_intervals[n];
  const numerics::MeasuredDot* found =
      numerics::measured_dot(unit.operand, data, moved ? promotion_intervals[n] : 0);
  return found ? &found->sums[std::bit_width(static_cast<unsigned>(elements)) - 6] : nullptr;
}

Description promotion_interval() {
  return describe<PromotionIntervalScene, parameters>(
      "promotion-interval", "formats", "Promotion interval",
      "How often should a sum of FP8 products move to FP32?", "core/numerics/tensor_core.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
