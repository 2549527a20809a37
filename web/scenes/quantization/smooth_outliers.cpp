// Can the difficulty be moved?
#include "web/scenes/quantization/smooth_outliers.hpp"

#include "web/scene/format_choice.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using namespace numerics;

constexpr Choice widths[] = {{"8", "W8A8"}, {"4", "W4A4"}};

constexpr Parameter parameters[] = {
    real_number("alpha", "α", "0.5", {0, 1},
                {.step = 0.05,
                 .help = "0: all weight channels get one range. 1: all activation channels do."}),
    real_number(
        "outlier", "Outlier channels", "20", {1, 100},
        {.step = 1, .unit = "×", .help = "How much larger three channels are; 1 for none."}),
    one_of("bits", "Quantized to", widths, "8"),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"Half and half", ""},
    {"All in the activations", "alpha=0"},
    {"All in the weights", "alpha=1"},
};

constexpr std::string_view parts[] = {"activations", "weights", "ways", "curve", "alpha"};
constexpr std::string_view references[] = {"smoothquant", "llmint8"};

Smoothed way(const Matrix& exact, const Linear& linear, int bits) {
  return {largest(channel_maxima(linear.x)), largest(channel_maxima(linear.w)),
          relative_error(exact, quantized_product(linear, bits))};
}

class SmoothOutliersScene final : public Pictured<SmoothOutliersScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const int bits = values.integer("bits"), seed = values.integer("seed");
    const double size = values.real("outlier");
    if (bits != shown.bits || size != shown.size || seed != seed_ || shown.x.empty())
      layer(seed, size, bits);
    shown.alpha = values.real("alpha");
    const Linear moved = smoothed(linear_, shown.alpha);
    shown.smooth_x = channel_maxima(moved.x);
    shown.smooth_w = channel_maxima(moved.w);
    shown.ways[smooth] = way(exact_, moved, bits);
    return std::nullopt;
  }

  std::string status(int) const override {
    const auto& ways = shown.ways;
    const std::string bits = shown.bits == 8 ? "W8A8" : "W4A4";
    return (shown.size == 1 ? fill("No channel is an outlier: {} has an error of {}.", bits,
                                   error_text(ways[as_it_is].error))
                            : fill("3 of 32 channels are {} times as large: {} has an error of {}.",
                                   brief(shown.size), bits, error_text(ways[as_it_is].error))) +
           fill(" SmoothQuant at α = {}: {}. Hadamard rotation: {}.", brief(shown.alpha),
                error_text(ways[smooth].error), error_text(ways[rotation].error)) +
           (shown.kept == 0 ? std::string(" No channel is large enough for FP16.")
                            : fill(" {} in FP16: {}.", Word(shown.kept, "channel"),
                                   error_text(ways[mixed].error)));
  }

  Table table() const override {
    Table table = headed(text_column("Way"), "Greatest activation", "Greatest weight",
                         Column("Error of the output", "%"), Column("Mean of 16 layers", "%"));
    for (int i : {as_it_is, rotation, mixed})
      add(way_names[i], nth(shown.ways, i), no_cell(), table);
    for (size_t i = 0; i < alpha_count; ++i)
      add(fill("SmoothQuant, α = {}", fixed(0.05 * static_cast<double>(i), 2)), shown.curve[i],
          cell(100 * shown.mean[i], 2), table);
    return table;
  }

  std::vector<Metric> metrics() const override {
    const auto best = std::min_element(shown.mean.begin(), shown.mean.end()) - shown.mean.begin();
    return {
        {"plain", "Error of the output as it is", 100 * shown.ways[as_it_is].error, 2, "%"},
        {"smooth", "Error of the output with SmoothQuant", 100 * shown.ways[smooth].error, 2, "%"},
        {"rotation", "Error of the output with a rotation", 100 * shown.ways[rotation].error, 2,
         "%"},
        {"mixed", "Error of the output with outliers in FP16", 100 * shown.ways[mixed].error, 2,
         "%"},
        {"kept", "Channels in FP16", shown.kept},
        Metric{"best", "α with the least error, on average", 0.05 * static_cast<double>(best), 2}
            .told_in("curve, alpha", "Error of the output, Mean of 16 layers")};
  }

  SmoothOutliers shown;

 private:
  // Everything that does not depend on α.
  void layer(int seed, double size, int bits) {
    seed_ = seed;
    shown.size = size;
    shown.bits = bits;
    const std::vector<Linear> alike = series_.from(seed, layers_averaged, size);
    linear_ = alike[0];
    exact_ = product(linear_);
    shown.x = channel_maxima(linear_.x);
    shown.w = channel_maxima(linear_.w);
    shown.kept = 0;
    Smoothed& rest = shown.ways[mixed];
    rest = {};
    for (size_t j = 0; j < shown.x.size(); ++j) {
      const bool apart = shown.x[j] >= llm_int8_threshold;
      shown.kept += apart;
      rest.x = std::max(rest.x, apart ? 0 : shown.x[j]);
      rest.w = std::max(rest.w, apart ? 0 : shown.w[j]);
    }
    rest.error = relative_error(exact_, quantized_product(linear_, bits, llm_int8_threshold));
    shown.ways[as_it_is] = way(exact_, linear_, bits);
    shown.ways[rotation] = way(exact_, *rotated(linear_), bits);  // 32 channels
    curves(alike, bits);
    shown.most_x = largest(shown.curve, &Smoothed::x, shown.ways[as_it_is].x);
    shown.most_w = largest(shown.curve, &Smoothed::w, shown.ways[as_it_is].w);
  }

  // At each α, of this layer and on average over layers drawn alike, of which it is the first.
  void curves(const std::vector<Linear>& alike, int bits) {
    std::array<double, alpha_count> alphas;
    for (int i = 0; i < alpha_count; ++i) nth(alphas, i) = 0.05 * i;
    shown.mean = {};
    for (const Linear& each : alike) {
      const auto curve = smoothing_curve(each, bits, alphas);
      if (&each == alike.data()) std::copy(curve.begin(), curve.end(), shown.curve.begin());
      for (int i = 0; i < alpha_count; ++i)
        nth(shown.mean, i) += nth(curve, i).error / layers_averaged;
    }
  }

  static void add(std::string_view name, const Smoothed& way, const Cell& mean, Table& table) {
    table.add(
        {name, cell(way.x, significant), cell(way.w, significant), cell(100 * way.error, 2), mean});
  }

  int seed_ = 0;
  LayerSeries series_;
  Linear linear_;
  Matrix exact_;
};

}  // namespace

std::string error_text(double share) { return fixed(100 * share, 2) + "%"; }

Description smooth_outliers() {
  return describe<SmoothOutliersScene, parameters>(
      "smooth-outliers", "formats", "Moving outliers", "Can outliers move into the weights?",
      "core/numerics/smooth.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
