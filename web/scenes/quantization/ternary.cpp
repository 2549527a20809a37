// What is left of a matrix product when weights are −1, 0 and +1?
#include "web/scenes/quantization/ternary.hpp"

namespace loom::scenes {
namespace {

using numerics::TernaryRow, numerics::TernaryScale;

constexpr std::string_view signs[] = {"−", "0", "+"};
constexpr Choice scales[] = {{"absmean", "Mean size"}, {"absmax", "Largest size"}};

constexpr Parameter parameters[] = {
    one_of("scale", "Scale γ of weights", scales, "absmean"),
    number_list("weights", "Weights",
                "0.9,-0.1,0.4,-1.2,0.05,0.6,-0.3,0.75,0.15,0.5,-0.85,-0.2,0.1,-0.6,1.1,0.25,0.7,"
                "-0.45,-0.95,0.35,-0.05,0.8,-0.15,1.3",
                {-weight_limit, weight_limit}, {ternary_columns, 8 * ternary_columns},
                {.step = 0.05, .help = "Rows of six; you can also drag them."}),
    number_list("activations", "Activations", "2,0.6,-1.1,-0.3,1.1,0.8",
                {-activation_limit, activation_limit}, {ternary_columns, ternary_columns},
                {.step = 0.1, .help = "Six; you can also drag them."}),
};

constexpr Preset presets[] = {
    {"Rounded by the mean", ""},
    {"Ternary before",
     "scale=absmax&weights=0.6,0,0.6,-0.6,0,0.6,-0.6,0.6,0,0.6,-0.6,0,0,-0.6,0.6,0,0.6,-0.6,-0.6,"
     "0.6,0,0.6,0,0.6"},
};
constexpr std::string_view parts[] = {"activations", "weights", "output", "counts", "storage"};
constexpr std::string_view references[] = {"bitnet158"};

class TernaryScene final : public Pictured<TernaryScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    TernaryState state{values.numbers("weights"), values.numbers("activations"), {}};
    if (state.weights.size() % ternary_columns != 0)
      return Error{fill("got {}, expected whole rows of {}", Word(state.weights.size(), "weight"),
                        ternary_columns)};
    const auto scale = values.choice("scale", {TernaryScale::absmean, TernaryScale::absmax});
    auto product = numerics::ternary_product(state.weights, state.activations, scale);
    if (auto error = keep(state.product, std::move(product))) return error;
    absmax_ = scale == TernaryScale::absmax;
    return keep(shown, std::move(state));
  }

  int steps() const override { return ternary_columns; }

  std::string status(int step) const override {
    const numerics::TernaryProduct& product = shown.product;
    const auto count = shown.weights.size();
    if (step == 0)
      return fill("{} will be divided by γ = {}, {}, and rounded to −1, 0 or +1.",
                  Word(count, "weight"), fixed(product.weights.scale, 3),
                  absmax_ ? "their largest size" : "the mean of their sizes");
    if (step < steps()) return column(step);
    return fill("{} and {} replace {}; {} skipped. The error of the output is {} of its length.{}",
                Word(product.adds, "add"), Word(product.subtracts, "subtract"),
                Word(count, "multiply-add"), Word(product.skips, "weight is", "weights are"),
                error_text(), product.error > 0.05 ? " BitNet trains with this rounding." : "");
  }

  Table table() const override {
    Table table = headed("Row", text_column("Weights"), "Adds", "Subtracts", "Skips", "Integer sum",
                         "Output", "Exact");
    for (int r = 0; r < shown.rows(); ++r) {
      const TernaryRow& row = nth(shown.product.rows, r);
      std::string weights;
      for (int i = 0; i < ternary_columns; ++i)
        weights += signs[nth(shown.product.weights.trits, r * ternary_columns + i) + 1];
      table.add({r + 1, weights, row.adds, row.subtracts, row.skips, row.sum, cell(row.output, 3),
                 cell(row.exact, 3)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const numerics::TernaryProduct& product = shown.product;
    return {{"skips", "Weights that are zero", product.skips},
            {"operations", "Adds and subtracts", product.adds + product.subtracts},
            {"error", "Error of the output", 100 * std::min(product.error, most_error), 1, "%"}};
  }

  TernaryState shown;

 private:
  // Relative to an exact output of nearly zero, any error is huge.
  static constexpr double most_error = 10;
  std::string error_text() const {
    return shown.product.error > most_error ? "over 1,000%" : percent(shown.product.error, 1);
  }

  // What a column of the matrix did with its activation.
  std::string column(int step) const {
    int rows[3] = {};
    for (int r = 0; r < shown.rows(); ++r)
      ++rows[nth(shown.product.weights.trits, r * ternary_columns + step - 1) + 1];
    return fill(
        "Column {} of {}: its activation, {}, is added in {}, subtracted in {} and skipped in {}.",
        step, ternary_columns, nth(shown.product.activations, step - 1), Word(rows[2], "row"),
        Word(rows[0], "row"), Word(rows[1], "row"));
  }

  bool absmax_ = false;
};

}  // namespace

Description ternary() {
  return describe<TernaryScene, parameters>(
      "ternary", "formats", "Ternary weights",
      "What is left of a matrix product with weights −1, 0 and +1?", "core/numerics/ternary.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
