#include "web/scenes/kernels/accumulator.hpp"

namespace loom::scenes {
namespace {

constexpr Parameter parameters[] = {
    whole_number("bits", "Mantissa bits", "3", {1, 23},
                 {.help = "Its exponent is wide: the sum cannot overflow."}),
    whole_number("terms", "Terms", "64", {1, 256}, {.help = "0.9, 1.0, 1.1, repeated."}),
};

constexpr Preset presets[] = {{"FP8", "bits=3"}, {"FP16", "bits=10"}, {"FP32", "bits=23"}};
constexpr std::string_view parts[] = {"sum", "exact", "freeze"};
constexpr std::string_view references[] = {"goldberg", "deepseek-v3"};

constexpr double triple[] = {0.9, 1.0, 1.1};

// Names with their mantissa bits.
constexpr std::pair<std::string_view, int> formats[] = {{"FP8", 3}, {"FP16", 10}, {"FP32", 23}};

Result<AccumulatorRun> simulate(int bits, int count) {
  AccumulatorRun run{.bits = bits};
  for (int i = 0; i < count; ++i) run.terms.push_back(nth(triple, i % 3));
  run.exact_sums = numerics::exact_sums(run.terms);
  if (auto error = keep(run.sums, numerics::accumulate(run.terms, bits))) return *error;
  for (int k = 1; k <= count; ++k)
    run.adds.push_back(numerics::look_at_add(run.sum(k - 1), run.term(k), bits));
  run.last_change = static_cast<int>(numerics::last_change(run.sums));
  run.stuck = numerics::is_stuck(run.sums.back(), triple, bits);
  return run;
}

class AccumulatorScene final : public Pictured<AccumulatorScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    Result<AccumulatorRun> run = simulate(values.integer("bits"), values.integer("terms"));
    if (!run) return run.error();
    std::vector<double> finals;
    for (const auto& [name, bits] : formats) {
      const auto sums = numerics::accumulate(run->terms, bits);
      if (!sums) return sums.error();
      finals.push_back(sums->back());
    }
    finals_ = std::move(finals);
    return keep(shown, std::move(run));
  }

  int steps() const override { return shown.count(); }

  std::string status(int step) const override {
    if (step == 0)
      return fill(
          "Nothing is added yet: the sum is 0. {}; the exact sum will be {}. The accumulator "
          "keeps {}.",
          Word(shown.count(), "term waits", "terms wait"), fixed(shown.exact(shown.count()), 1),
          Word(shown.bits, "mantissa bit"));
    return about_add(step) + about_total(step);
  }

  Table table() const override {
    Table table{
        {{"Accumulator", false}, {"Mantissa bits"}, {"Final sum"}, {"Error", "%", UnitIn::cells}}};
    const auto row = [&](std::string_view name, int bits, double final) {
      table.add({name, bits, cell(final, 1), percent_cell(error(final, steps()), 1)});
    };
    bool listed = false;
    for (size_t i = 0; i < std::size(formats); ++i) {
      const auto& [name, bits] = formats[i];
      row(name, bits, finals_[i]);
      listed = listed || bits == shown.bits;
    }
    if (!listed) row("Chosen", shown.bits, shown.sums.back());
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {
        Metric{"final", "Final sum", shown.sums.back(), 1}.told_from(shown.last_change),
        Metric{"error", "Error", 100 * error(shown.sums.back(), shown.count()), 1, "%"}.told_from(
            steps()),
        {"freeze", "Last add that changes the sum", shown.last_change}};
  }

  AccumulatorRun shown;

 private:
  double error(double sum, int step) const {
    return numerics::relative_error(sum, shown.exact(step));
  }

  // "Add 30: 32 + 1.1 = 33.1 falls back to 32: the term is smaller than half a step. Half a step is
  // 2 here."
  std::string about_add(int step) const {
    const numerics::RoundedAdd& add = shown.add(step);
    const std::string sum = shown.show(add.sum), half = show_step(add.half_step);
    const std::string start =
        fill("Add {}: {} + {} = {}", step, shown.show(shown.sum(step - 1)),
             fixed(shown.term(step), 1), shown.show(shown.sum(step - 1) + shown.term(step)));
    if (add.below == add.above) return start + ", which can be held exactly.";
    if (shown.lost(step))
      return fill(add.tie ? "{} falls back to {}: the term is exactly half a step, and ties go to "
                            "the even neighbor."
                          : "{} falls back to {}: the term is smaller than half a step. Half a "
                            "step is {} here.",
                  start, sum, half);
    return fill(add.tie ? "{} is a tie and goes to the even neighbor, {}."
                        : "{} rounds to {}; half a step is {} here.",
                start, sum, half);
  }

  std::string about_total(int step) const {
    std::string text = fill(step != steps() ? " So far"
                            : step == 1     ? " The one term is in"
                                            : " All {} terms are in",
                            step);
    text += fill(": the exact sum is {}, the error {}.", fixed(shown.exact(step), 1),
                 percent(error(shown.sum(step), step), 1));
    if (!shown.stuck || step < shown.last_change) return text;
    return text + (step == shown.last_change
                       ? " From here on no term can change the sum."
                       : fill(" The sum has been stuck since add {}.", shown.last_change));
  }

  std::vector<double> finals_ = std::vector<double>(std::size(formats));
};

}  // namespace

std::string AccumulatorRun::show(double number) const {
  std::string text = shortest(number);
  if (text.size() <= 8) return text;
  // Two decimals for three binary places are more than enough to tell neighbors apart.
  const double step = numerics::step_at(number, bits);
  const int places = std::max(0, -std::ilogb(step));
  text = fixed(number, std::min(9, 2 + places * 3 / 10));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string show_step(double step) {
  return step >= 1 ? integer(std::llround(step)) : "1/" + integer(std::llround(1 / step));
}

std::string show_step_short(double step) {
  const double fraction = 1 / step;
  if (fraction >= 1e6) return "1/" + fixed(fraction / 1e6, 1) + "M";
  return "1/" + integer(std::llround(fraction / 1000)) + "k";
}

Description accumulator() {
  return describe<AccumulatorScene, parameters>(
      "accumulator", "library", "A narrow accumulator", "How wide must a running sum be?",
      "core/numerics/accumulate.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
