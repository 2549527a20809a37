// Why did FP16 need loss scaling? Gradients of very different sizes, and the range of a format.
#include "core/numerics/gradient_range.hpp"

#include "core/logarithm.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/kit.hpp"

namespace loom::scenes {
namespace {

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
    {"subnormal", "subnormal", "sub", solid(Role::data, 0.75f)},
    {"normal", "normal", "", solid(Role::compute, 0.75f)},
    {"overflow", "overflow", "over", solid(Role::bad)},
};

struct GradientRange {
  const numerics::Format* format = nullptr;
  numerics::Gradients gradients;
  std::vector<double> ends, shares;  // of the fates: exponents, shares of the gradients

  std::string scale_text() const { return power(2, static_cast<int>(gradients.scale)); }
  std::string largest() const { return readable(numerics::decode(*format, format->max_code())); }
  using Drawing = struct GradientRangeDrawing;
  float picture(const Sheet& sheet) const;
};

std::string share_text(double share) {
  if (share < 0.0005) return "under 0.1%";
  if (share > 0.9995) return "over 99.9%";
  return percent(share, 1);
}

Cell share_cell(double share) { return cell(100 * share, share_text(share)); }

struct GradientRangeDrawing : Picture<GradientRange> {
  static constexpr float top = 46, bottom = top + 150, band = bottom + 30;
  double most_ = most();  // of the gradients, in a binade

  float height() const { return band + by_width(160, 112); }
  double share_of(int binade) const {
    return numerics::share_between(s_.gradients, lowest + binade, lowest + binade + 1);
  }
  double most() const {
    double most = 0;
    for (int i = 0; i < highest - lowest; ++i) most = std::max(most, share_of(i));
    return most;
  }

  void draw() {
    for (int fate = 0; fate < 4; ++fate) histogram(fate);
    axis();
    in("scale", [&] { scale(); });
    for (int fate = 0; fate < 4; ++fate) range(fate);
    borders();
    // Over the line of the median.
    const std::string name = fill("{} in one binade", percent(most_, 1));
    plate(p_, {4, top - 10}, name, quiet);
    p_.text({4, top - 10}, name, quiet);
  }

  // A bar a binade, cut where the format's fate of a gradient changes.
  void histogram(int fate) {
    std::vector<Rect> bars;
    for (int i = 0; i < highest - lowest; ++i) {
      const double from = std::max<double>(lowest + i, nth(s_.ends, fate)),
                   to = std::min<double>(lowest + i + 1, nth(s_.ends, fate + 1));
      const float high = (bottom - top) * px(share_of(i) / most_);
      // A gap behind each binade; what is thinner than half a pixel is not drawn.
      const float left = x(from), wide = x(to) - left - (to == lowest + i + 1 ? 0.8f : 0.f);
      if (wide > 0.5f && high > 0.5f) bars.push_back({left, bottom - high, wide, high});
    }
    const Part part(p_, fates[fate].part);
    p_.rects(bars, fates[fate].style);
  }

  void axis() {
    // How many the highest bar is, which is the scale.
    level(p_, top, 4, width_ - 4, dashed(Role::grid));
    p_.text(
        {width_ - 4, top - 10},
        fit({"size of a gradient, logarithmic", "size, logarithmic"}, width_ / 2 - 40, Size::small),
        ended(quiet));
    level(p_, bottom, 4, width_ - 4, stroked(Role::muted));
    for (int exponent = lowest + 8; exponent < highest; exponent += narrow_ ? 16 : 8) {
      upright(p_, x(exponent), bottom, bottom + 4, stroked(Role::muted));
      p_.text({x(exponent), bottom + 14}, power_text(exponent), centered(quiet));
    }
  }

  // How far the scale has moved the median, and the place to take it.
  void scale() {
    const auto& [median, spread, scale] = s_.gradients;
    const float from = x(median), to = x(median + scale);
    upright(p_, from, 28, bottom, dashed(Role::muted));
    std::string text = fill("median {}", power_text(static_cast<int>(median)));
    if (scale > 0) {
      text += " × " + s_.scale_text();
      arrow(p_, {from, 28}, {to, 28}, Role::lane, 2);
      upright(p_, to, 34, bottom, dashed(Role::lane));
    }
    held_text(p_, {(from + to) / 2, 10}, text, strong, 4, width_ - 4);
    spot({4, 20, width_ - 8, bottom - 20}, drag_x("scale", from, x(median + 20), 0, 20),
         "Drag: the loss scale moves the median");
  }

  // A range of the format below the histogram, and what falls into it.
  void range(int fate) {
    const auto& [part, name, brief, style] = fates[fate];
    const std::string share = share_text(nth(s_.shares, fate));
    const float left = x(nth(s_.ends, fate)), right = x(nth(s_.ends, fate + 1));
    const Part within(p_, part);
    if (right > left) {
      const Rect zone = {left, band, right - left, 24};
      Style quieter = style;
      quieter.fill_opacity *= fate == 0 ? 1 : 0.35f;
      p_.rect(zone, quieter);
      p_.rect(zone, stroked(style.fill));
      const std::string text =
          fit({std::string(fate == 2 ? s_.format->name : name), std::string(brief)}, zone.width - 8,
              Size::small);
      if (!text.empty()) p_.text(zone.center(), text, centered(label));
      spot(zone, "{}: {}", name, share);
    }
    const float at = 4 + width_ / by_width(2, 4) * px(narrow_ ? fate % 2 : fate),
                y = band + 62 + (narrow_ && fate > 1 ? 48.f : 0.f);
    p_.rect({at, y - 9, 10, 18}, style);
    p_.text({at + 18, y}, share, large);
    p_.text({at + 18, y + 20}, name, label);
  }

  // Where one fate ends and the next begins, where there is room to say it.
  void borders() {
    const std::string borders[] = {power(2, std::ilogb(numerics::thresholds(*s_.format).zero)),
                                   power(2, 1 - s_.format->bias), s_.largest()};
    float free = 0;
    for (int i = 0; i < 3; ++i) {
      const double end = nth(s_.ends, i + 1);
      const float half = text_width(borders[i], Size::small) / 2;
      if (end < lowest || end > highest || x(end) - half < free) continue;
      const float at = std::min(x(end), width_ - 2 - half);
      p_.text({at, band + 36}, borders[i], centered(quiet));
      free = at + half + 6;
    }
  }

  // Of an exponent, held to the picture.
  float x(double exponent) const {
    const double share = (exponent - lowest) / (highest - lowest);
    return 4 + (width_ - 8) * px(std::clamp(share, 0., 1.));
  }
};

float GradientRange::picture(const Sheet& sheet) const { return picture_of(*this, sheet); }

class GradientRangeScene final : public Pictured<GradientRangeScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.format = &chosen_format(values);
    shown.gradients = {double(values.integer("median")), values.real("spread"),
                       double(values.integer("scale"))};
    const numerics::Thresholds at = numerics::thresholds(*shown.format);
    const auto shares = numerics::range_shares(*shown.format, shown.gradients);
    shown.ends = {-1e3, binary_logarithm(at.zero), binary_logarithm(at.normal),
                  binary_logarithm(at.overflow), 1e3};
    shown.shares = {shares.zero, shares.subnormal, shares.normal, shares.overflow};
    return std::nullopt;
  }

  std::string status(int) const override {
    const numerics::Thresholds at = numerics::thresholds(*shown.format);
    std::string text = fill(
        "{}, {} of these gradients become zero in {}, {} are subnormal, {} normal, {} too large.",
        shown.gradients.scale > 0 ? "Multiplied by " + shown.scale_text() : "Unscaled",
        share_text(shown.shares[0]), shown.format->name, share_text(shown.shares[1]),
        share_text(shown.shares[2]), share_text(shown.shares[3]));
    if (shown.shares[0] >= 0.0005)
      text += fill(" Sizes up to {}, half of the smallest number, round to zero.",
                   power(2, std::ilogb(at.zero)));
    if (shown.shares[3] >= 0.0005) text += fill(" The largest number is {}.", shown.largest());
    return text;
  }

  Table table() const override {
    Table table =
        headed(text_column("Format"), Column("Zero", "%", UnitIn::cells),
               Column("Subnormal", "%", UnitIn::cells), Column("Normal", "%", UnitIn::cells),
               Column("Overflow", "%", UnitIn::cells));
    for (const Choice& choice : format_choices) {
      const auto shares =
          numerics::range_shares(*numerics::find_format(choice.value), shown.gradients);
      table.add({choice.label, share_cell(shares.zero), share_cell(shares.subnormal),
                 share_cell(shares.normal), share_cell(shares.overflow)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"zero", "Flushed to zero", 100 * shown.shares[0], 1, "%"},
            {"subnormal", "Subnormal", 100 * shown.shares[1], 1, "%"},
            {"normal", "Normal", 100 * shown.shares[2], 1, "%"},
            {"overflow", "Overflow", 100 * shown.shares[3], 1, "%"},
            {"best", "Smallest scale that loses at most 0.1% more than the best, as a power of 2",
             numerics::best_scale(*shown.format, shown.gradients, most_scale, 0.001)}};
  }

  GradientRange shown;
};

}  // namespace

Description gradient_range() {
  return describe<GradientRangeScene, parameters>(
      "gradient-range", "formats", "Gradient range", "Why did FP16 need loss scaling?",
      "core/numerics/gradient_range.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
