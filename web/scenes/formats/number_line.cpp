// Where are the gaps? The numbers of a format on a line.
#include "web/scenes/formats/number_line.hpp"

#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"

namespace loom::scenes {
namespace {

constexpr auto seconds = with_first({"none", "Nothing"}, format_choices);
constexpr Choice axes[] = {{"linear", "From 0 on"}, {"near", "Around x"}, {"log", "Logarithmic"}};
constexpr Choice reaches[] = {{"0.0625", "1/16"}, {"1", "1"},     {"8", "8"},
                              {"64", "64"},       {"512", "512"}, {"65536", "65,536"}};

constexpr Parameter parameters[] = {
    type_parameter("e4m3"),
    one_of("second", "Compare with", seconds, "e5m2"),
    one_of("axis", "Axis", axes, "linear"),
    one_of("reach", "The axis ends at", reaches, "8", {.when = "axis=linear"}),
    number_list(
        "x", "x", "3.14", {0, 4e38}, {1, 1},
        {.help = "You can also drag it along the line. Negative numbers are the mirror image."}),
};

constexpr Preset presets[] = {
    {"Both FP8 formats", ""},
    {"Near zero", "reach=0.0625&x=0.01"},
    {"FP4 and FP6", "type=e2m1&second=e3m2&x=2.2"},
    {"FP16 and BF16 at 1,000", "type=fp16&second=bf16&axis=near&x=1000"},
};

constexpr std::string_view parts[] = {"x", "numbers", "gap", "binades"};
constexpr std::string_view references[] = {"goldberg", "fp8", "ocp-mx"};

NumberLane lane(const numerics::Format& format, double x) {
  return {&format, numerics::neighbors(format, x),
          x > 0 ? numerics::numbers_in_binade(format, std::ilogb(x)) : 0};
}

class NumberLineScene final : public Pictured<NumberLineScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.x = values.number("x", 0);
    shown.lanes = {lane(chosen_format(values), shown.x)};
    const numerics::Format* second = numerics::find_format(values.text("second"));
    if (second && second != shown.lanes[0].format) shown.lanes.push_back(lane(*second, shown.x));
    shown.binades = {};
    for (const NumberLane& each : shown.lanes) shown.binades.include(*each.format);
    shown.logarithmic = values.text("axis") == "log";
    shown.from = 0;
    shown.to = values.real("reach");
    if (values.text("axis") == "near") look_around();
    return std::nullopt;
  }

  std::string status(int) const override {
    std::string text;
    for (const NumberLane& lane : shown.lanes)
      text += text.empty() ? about(lane, true) : " " + about(lane, false);
    return text;
  }

  Table table() const override {
    Table table = headed(text_column("Format"), "Below x", "Above x", "Gap",
                         Column("Gap / x", "%", UnitIn::cells), "Numbers in the binade of x");
    const auto dash_or = [](bool there, const Cell& found) { return there ? found : no_cell(); };
    for (const NumberLane& lane : shown.lanes) {
      const bool above = !lane.beyond();
      const double relative = lane.gap() / shown.x;
      table.add({lane.format->name, cell(lane.around.below, exact_text),
                 dash_or(above, cell(lane.around.above, exact_text)),
                 dash_or(above, cell(lane.gap(), exact_text)),
                 dash_or(above && shown.x > 0, cell(100 * relative, relative_text(relative))),
                 dash_or(shown.x > 0, cell(lane.binade))});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const NumberLane& lane = shown.lanes[0];
    std::vector<Metric> all = {{"binade", "Numbers in the binade of x", lane.binade}};
    if (lane.beyond() || shown.x == 0) return all;
    const int exponent = std::ilogb(lane.gap());
    if (exponent >= -10 && exponent < 20)
      all.push_back({"gap", "Gap around x", lane.gap(), std::max(0, -exponent)});
    all.push_back({"relative", "Gap, relative to x", 100 * lane.gap() / shown.x, 2, "%"});
    return all;
  }

  NumberLine shown;

 private:
  // As many of the wider gaps as allow to tell both formats' numbers apart.
  void look_around() {
    constexpr double gaps = 16;
    double widest =
        largest(shown.lanes, [](const NumberLane& lane) { return lane.beyond() ? 0 : lane.gap(); });
    if (widest == 0) widest = shown.x / gaps;  // beyond all of them
    shown.from = std::max(0., (std::floor(shown.x / widest) - gaps / 2) * widest);
    shown.to = shown.from + gaps * widest;
  }

  std::string about(const NumberLane& lane, bool first) const {
    const std::string_view name = lane.format->name;
    if (lane.beyond()) return fill("{} ends at {}.", name, exact_text(lane.around.below));
    const std::string above = exact_text(lane.around.above);
    if (shown.x == 0) return fill(first ? "Next to 0, {} has {}." : "{} has {}.", name, above);
    return (first ? fill("Around {}, ", exact_text(shown.x)) : "") +
           fill("{} has {} and {}: {} apart, {} of x.", name, exact_text(lane.around.below), above,
                exact_text(lane.gap()), relative_text(lane.gap() / shown.x));
  }
};

}  // namespace

Description number_line() {
  return describe<NumberLineScene, parameters>(
      "number-line", "formats", "The number line", "How far apart are the numbers of a format?",
      "core/numerics/neighbors.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
