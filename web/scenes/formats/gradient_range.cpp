// Why did FP16 need loss scaling? Gradients of very different sizes, and the range of a format.
#include "core/numerics/gradient_range.hpp"

#include <algorithm>
#include <cmath>

#include "core/logarithm.hpp"
#include "web/scene/kit.hpp"
#include "web/scenes/formats/format_choice.hpp"
#include "web/scenes/formats/number_text.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

// Exponents. The axis extends two of the largest deviations beyond all possible medians.
constexpr int most_scale = 30, lowest = -56, highest = 48;

constexpr Parameter parameters[] = {
    type_parameter("fp16"),
    whole_number("scale", "Loss scale, as a power of 2", "0", {0, most_scale},
                 {.help = "You can also drag the histogram."}),
    whole_number("median", "Median gradient, as a power of 2", "-23", {-40, 0}),
    real_number("spread", "Spread", "4", {0.5, 8},
                {.step = 0.5, .unit = "binades", .help = "The standard deviation of log₂"}),
};

constexpr Preset presets[] = {
    {"FP16", ""},
    {"Scaled by 2¹⁰", "scale=10"},
    {"Scaled too far", "scale=30"},
    {"FP8 E5M2", "type=e5m2&scale=18"},
    {"FP8 E4M3", "type=e4m3&scale=18"},
};
constexpr std::string_view parts[] = {"zero", "subnormal", "normal", "overflow", "scale"};
constexpr std::string_view references[] = {"mixed-precision", "bf16"};

// How the four fates look, from the smallest gradients to the largest.
struct Fate {
  std::string_view part, name, brief;
  Style style;
};
constexpr Fate fates[] = {
    {"zero",
     "flushed to zero",
     "zero",
     {.fill = Role::waste, .stroke = Role::waste, .fill_opacity = 0.25f}},
    {"subnormal", "subnormal", "sub", {.fill = Role::data, .fill_opacity = 0.75f}},
    {"normal", "normal", "", {.fill = Role::compute, .fill_opacity = 0.75f}},
    {"overflow", "overflow", "over", {.fill = Role::bad}},
};

std::string share_text(double share) {
  if (share < 0.0005) return "under 0.1%";
  if (share > 0.9995) return "over 99.9%";
  return percent(share, 1);
}

Cell share_cell(double share) { return cell(100 * share, share_text(share)); }

class GradientRangeScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    format_ = &chosen_format(values);
    gradients_ = {double(values.integer("median")), values.real("spread"),
                  double(values.integer("scale"))};
    const numerics::Thresholds at = numerics::thresholds(*format_);
    const numerics::RangeShares shares = numerics::range_shares(*format_, gradients_);
    const double ends[] = {-1e3, binary_logarithm(at.zero), binary_logarithm(at.normal),
                           binary_logarithm(at.overflow), 1e3};
    const double four[] = {shares.zero, shares.subnormal, shares.normal, shares.overflow};
    std::copy(std::begin(ends), std::end(ends), ends_);
    std::copy(std::begin(four), std::end(four), shares_);
    return std::nullopt;
  }

  std::string status(int) const override {
    const numerics::Thresholds at = numerics::thresholds(*format_);
    std::string text = fill(
        "{}, {} of these gradients become zero in {}, {} are subnormal, {} normal, {} too large.",
        {gradients_.scale > 0 ? "Multiplied by " + scale_text() : "Unscaled",
         share_text(shares_[0]), format_->name, share_text(shares_[1]), share_text(shares_[2]),
         share_text(shares_[3])});
    if (shares_[0] >= 0.0005)
      text += fill(" Sizes up to {}, half of the smallest number, round to zero.",
                   {power(2, std::ilogb(at.zero))});
    if (shares_[3] >= 0.0005) text += fill(" The largest number is {}.", {largest()});
    return text;
  }

  Table table() const override {
    Table table{{{"Format", false},
                 {"Zero", "%", UnitIn::cells},
                 {"Subnormal", "%", UnitIn::cells},
                 {"Normal", "%", UnitIn::cells},
                 {"Overflow", "%", UnitIn::cells}}};
    for (const Choice& choice : format_choices) {
      const auto shares = numerics::range_shares(*numerics::find_format(choice.value), gradients_);
      table.add({choice.label, share_cell(shares.zero), share_cell(shares.subnormal),
                 share_cell(shares.normal), share_cell(shares.overflow)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"zero", "Flushed to zero", 100 * shares_[0], 1, "%"},
            {"subnormal", "Subnormal", 100 * shares_[1], 1, "%"},
            {"normal", "Normal", 100 * shares_[2], 1, "%"},
            {"overflow", "Overflow", 100 * shares_[3], 1, "%"},
            {"best", "Smallest scale that loses at most 0.1% more than the best, as a power of 2",
             numerics::best_scale(*format_, gradients_, most_scale, 0.001)}};
  }

  float height(float width) const override { return band + (width < narrow_limit ? 160.f : 112.f); }
  void draw(Painter& painter, const View& view) const override;

 private:
  static constexpr float top = 46, tall = 150, band = top + tall + 30;

  std::string scale_text() const { return power(2, static_cast<int>(gradients_.scale)); }
  std::string largest() const { return readable(numerics::decode(*format_, format_->max_code())); }
  void draw_histogram(Painter& painter, float width) const;
  void draw_scale(Painter& painter, float width) const;
  void draw_band(Painter& painter, float width) const;

  // The share of the gradients in a binade, by its number; and in the fullest one.
  double share_of(int binade) const {
    return numerics::share_between(gradients_, lowest + binade, lowest + binade + 1);
  }
  double largest_share() const {
    double most = 0;
    for (int i = 0; i < highest - lowest; ++i) most = std::max(most, share_of(i));
    return most;
  }

  // An exponent, clamped to the picture.
  static float x(double exponent, float width) {
    const double share = (exponent - lowest) / (highest - lowest);
    return 4 + (width - 8) * static_cast<float>(std::clamp(share, 0., 1.));
  }

  const numerics::Format* format_ = nullptr;
  numerics::Gradients gradients_;
  double ends_[5] = {}, shares_[4] = {};  // of the fates: exponents, shares of the gradients
};

// A bar for each binade, cut where the format's fate of a gradient changes.
void GradientRangeScene::draw_histogram(Painter& painter, float width) const {
  const double most = largest_share();
  for (int fate = 0; fate < 4; ++fate) {
    std::vector<Rect> bars;
    for (int i = 0; i < highest - lowest; ++i) {
      const double from = std::max<double>(lowest + i, ends_[fate]),
                   to = std::min<double>(lowest + i + 1, ends_[fate + 1]);
      const float high = tall * static_cast<float>(share_of(i) / most);
      // A gap after each binade; bars thinner than half a pixel are not drawn.
      const float left = x(from, width),
                  wide = x(to, width) - left - (to == lowest + i + 1 ? 0.8f : 0.f);
      if (wide > 0.5f && high > 0.5f) bars.push_back({left, top + tall - high, wide, high});
    }
    const Part part(painter, fates[fate].part);
    painter.rects(bars, fates[fate].style);
  }
  const float bottom = top + tall;
  // The share at the top of the scale: that of the highest bar.
  painter.line({4, top}, {width - 4, top}, {.stroke = Role::grid, .dashed = true});
  painter.text(
      {width - 4, top - 10},
      fit({"size of a gradient, logarithmic", "size, logarithmic"}, width / 2 - 40, Size::small),
      ended(quiet));
  painter.line({4, bottom}, {width - 4, bottom}, {.stroke = Role::muted});
  const int every = width < narrow_limit ? 16 : 8;
  for (int exponent = lowest + 8; exponent < highest; exponent += every) {
    const float at = x(exponent, width);
    painter.line({at, bottom}, {at, bottom + 4}, {.stroke = Role::muted});
    painter.text({at, bottom + 14}, power_text(exponent), centered(quiet));
  }
}

// How far the scale has moved the median, and the handle for it.
void GradientRangeScene::draw_scale(Painter& painter, float width) const {
  const float from = x(gradients_.median, width),
              to = x(gradients_.median + gradients_.scale, width);
  const Part part(painter, "scale");
  painter.line({from, 28}, {from, top + tall}, {.stroke = Role::muted, .dashed = true});
  std::string text = fill("median {}", {power_text(static_cast<int>(gradients_.median))});
  if (gradients_.scale > 0) {
    text += " × " + scale_text();
    arrow(painter, {from, 28}, {to, 28}, Role::lane, 2);
    painter.line({to, 34}, {to, top + tall}, {.stroke = Role::lane, .dashed = true});
  }
  held_text(painter, {(from + to) / 2, 10}, text, strong, 4, width - 4);
  painter.hotspot({{4, 20, width - 8, top + tall - 20},
                   "Drag: the loss scale moves the median",
                   drag_x("scale", from, x(gradients_.median + 20, width), 0, 20)});
}

// The range of the format below the histogram, and the share in each of its parts.
void GradientRangeScene::draw_band(Painter& painter, float width) const {
  const bool narrow = width < narrow_limit;
  const float column = width / (narrow ? 2 : 4);
  for (int fate = 0; fate < 4; ++fate) {
    const auto& [part, name, brief, style] = fates[fate];
    const float left = x(ends_[fate], width), right = x(ends_[fate + 1], width);
    const Part within(painter, part);
    if (right > left) {
      const Rect zone = {left, band, right - left, 24};
      Style quieter = style;
      quieter.fill_opacity *= fate == 0 ? 1 : 0.35f;
      painter.rect(zone, quieter);
      painter.rect(zone, {.stroke = style.fill});
      const std::string text =
          fit({fate == 2 ? std::string(format_->name) : std::string(name), std::string(brief)},
              zone.width - 8, Size::small);
      if (!text.empty()) painter.text(zone.center(), text, centered(label));
      painter.hotspot({zone, fill("{}: {}", {name, share_text(shares_[fate])})});
    }
    const float at = 4 + column * static_cast<float>(narrow ? fate % 2 : fate),
                y = band + 62 + (narrow && fate > 1 ? 48.f : 0.f);
    painter.rect({at, y - 9, 10, 18}, style);
    painter.text({at + 18, y}, share_text(shares_[fate]),
                 {.size = Size::large, .weight = Weight::semibold});
    painter.text({at + 18, y + 20}, name, label);
  }
  // Where one fate ends and the next begins, if there is room for it.
  const std::string borders[] = {power(2, std::ilogb(numerics::thresholds(*format_).zero)),
                                 power(2, 1 - format_->bias), largest()};
  float free = 0;
  for (int i = 0; i < 3; ++i) {
    const float half = text_width(borders[i], Size::small) / 2, middle = x(ends_[i + 1], width);
    if (ends_[i + 1] < lowest || ends_[i + 1] > highest || middle - half < free) continue;
    const float at = std::min(middle, width - 2 - half);
    painter.text({at, band + 36}, borders[i], centered(quiet));
    free = at + half + 6;
  }
}

void GradientRangeScene::draw(Painter& painter, const View& view) const {
  draw_histogram(painter, view.width);
  draw_scale(painter, view.width);
  draw_band(painter, view.width);
  // Above the line of the median.
  const std::string name = fill("{} in one binade", {percent(largest_share(), 1)});
  plate(painter, {4, top - 10}, name, quiet);
  painter.text({4, top - 10}, name, quiet);
}

}  // namespace

Description gradient_range() {
  return describe<GradientRangeScene, parameters>(
      "gradient-range", "formats", "Gradient range", "Why did FP16 need loss scaling?",
      "core/numerics/gradient_range.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
