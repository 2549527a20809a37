// What does my number become? One number in every format.
#include "web/scenes/formats/rounding.hpp"

#include "core/text/clipped.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using numerics::Format, numerics::Overflow, numerics::Rounding;

constexpr Choice roundings[] = {
    {"nearest", "Nearest even"}, {"zero", "Toward zero"}, {"stochastic", "Stochastic"}};
constexpr Choice overflows[] = {
    {"usual", "Usual"}, {"saturate", "Largest number"}, {"ieee", "Infinity or NaN"}};

constexpr Parameter parameters[] = {
    free_text("value", "Your number", "0.1", 40,
              {.help = "Such as 0.1, 1/3, 1e-8, 2^-9, inf or nan."}),
    type_parameter("e4m3"),
    one_of("rounding", "Rounding", roundings, "nearest"),
    seed_parameter({.when = "rounding=stochastic"}),
    one_of("overflow", "Too large becomes", overflows, "usual",
           {.help = "Usual: infinity from 16 bits up, the largest number in 8 or fewer."}),
    on_off(
        "through", "FP16 first", "off",
        {.help = "Rounds twice on the way to 8 bits or fewer.", .when = "rounding=nearest|zero"}),
};

constexpr Preset presets[] = {
    {"0.1", ""},
    {"1/3", "value=1/3"},
    {"A tie", "value=464"},
    {"Too large", "value=500&overflow=ieee"},
    {"A random draw", "value=2.2&type=e2m1&rounding=stochastic"},
    {"Rounded twice", "value=1.0626&through=on"},
};

constexpr std::string_view parts[] = {"formats", "neighbors", "result"};
constexpr std::string_view references[] = {"goldberg", "fp8", "ocp-mx"};

class RoundingScene final : public Pictured<RoundingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const std::optional<double> x = typed_number(values.text("value"));
    if (!x)
      return Error{fill("'Your number': got '{}', expected {}", clipped(values.text("value"), 40),
                        typed_number_kinds)};
    RoundingRun run{.x = *x};
    run.rounding = values.choice(
        "rounding", {Rounding::nearest_even, Rounding::toward_zero, Rounding::stochastic});
    numerics::ConvertOptions options{.rounding = run.rounding, .seed = chosen_seed(values)};
    options.overflow = values.choice<std::optional<Overflow>>(
        "overflow", {std::nullopt, Overflow::saturate, Overflow::ieee});
    run.drawn = Random(options.seed).unit();
    options.half_first = values.toggle("through") && run.rounding != Rounding::stochastic;
    for (const Choice& choice : format_choices) {
      const Format& format = *numerics::find_format(choice.value);
      run.rows.push_back({numerics::convert(format, run.x, options), &format});
    }
    run.chosen = values.choice("type");
    options.half_first = false;
    run.direct = numerics::convert(*run.now().format, run.x, options).code;
    return keep(shown, std::move(run));
  }

  std::string status(int) const override {
    const RoundedValue& now = shown.now();
    return fill("{} in {} becomes {}, code {}{}. {}", exact_text(shown.x), now.format->name,
                exact_text(now.value), code_text(*now.format, now.code),
                now.error < 0    ? ""
                : now.error == 0 ? ", exactly"
                                 : fill(", off by {}", now.error_text()),
                because());
  }

  Table table() const override {
    Table table = headed(text_column("Format"), "Code", "Value",
                         Column("Relative error", "%", UnitIn::cells));
    for (const RoundedValue& row : shown.rows)
      table.add({row.format->name, cell(row.code, code_text(*row.format, row.code)),
                 cell(row.value, exact_text),
                 cell(row.error < 0 ? NAN : 100 * row.error, row.error_text())});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const RoundedValue& now = shown.now();
    std::vector<Metric> all;
    const double size = std::fabs(now.value);
    if (size < 1e6 && (size == 0 || size >= 1e-4))
      all.push_back(
          Metric{"value", "What it becomes", now.value, now.value == std::floor(now.value) ? 0 : 6}
              .told_in("formats", "Value", "type"));
    if (now.error >= 0 && now.error < 1e6)
      all.push_back({"error", "Relative error", 100 * now.error, 2, "%"});
    if (shown.rounding == Rounding::stochastic && std::isfinite(now.from))
      all.push_back({"chance", "Chance to go up", 100 * shown.around().share(now.from), 0, "%"});
    return all;
  }

  RoundingRun shown;

 private:
  // For numbers beyond the largest: rounding to nearest goes down until halfway to the next number,
  // if there were one.
  std::string at_the_end() const {
    const RoundedValue& now = shown.now();
    const Format& format = *now.format;
    if (!format.has_nan() || shown.rounding != Rounding::nearest_even)
      return now.value == shown.x ? "It is the largest number of this format."
                                  : "The result is the largest number.";
    return fill("{} is the largest number; overflow begins {} {}.",
                exact_text(numerics::decode(format, format.max_code())),
                format.max_code() % 2 == 0 ? "beyond" : "at",
                exact_text(numerics::overflow_tie(format)));
  }

  std::string because() const {
    const RoundedValue& now = shown.now();
    const Format& format = *now.format;
    if (std::isnan(shown.x))
      return format.has_nan() ? "This format has a NaN."
                              : "This format has no NaN and uses its largest number.";
    if (shown.direct != now.code)
      return fill("FP16 rounds it to {} first. Rounded once, it would be {}.", exact_text(now.from),
                  exact_text(numerics::decode(format, shown.direct)));
    if (std::isinf(now.value))
      return std::isinf(shown.x) ? "This format has an infinity."
                                 : "It is too large for this format.";
    if (std::isnan(now.value)) return "It is too large for this format, which has no infinity.";
    if (!std::isfinite(now.from)) return "The result is the largest number.";
    const numerics::Neighbors around = shown.around();
    if (std::isinf(around.above)) return at_the_end();
    const double share = around.share(now.from);
    if (share == 0) return "The format has this number.";
    const std::string between =
        fill("It is between {} and {}", exact_text(around.below), exact_text(around.above));
    if (shown.rounding == Rounding::toward_zero) return fill("{} and goes toward zero.", between);
    if (shown.rounding == Rounding::stochastic)
      return fill("{}. The chance to go away from zero is {}; the draw was {}.", between,
                  percent(share, 1), fixed(shown.drawn, 3));
    if (share == 0.5) return between + ", a tie, which goes to the even mantissa.";
    return fill("{}, nearer to {}.", between,
                exact_text(share < 0.5 ? around.below : around.above));
  }
};

}  // namespace

Description rounding() {
  return describe<RoundingScene, parameters>(
      "rounding", "formats", "Rounding", "What does my number become?", "core/numerics/convert.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
