#include "web/scenes/kernels/accumulator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;

constexpr Parameter parameters[] = {
    whole_number("bits", "Mantissa bits", "3", {1, 23},
                 {.help = "Its exponent is wide: the sum cannot overflow."}),
    whole_number("terms", "Terms", "64", {1, 256}, {.help = "0.9, 1.0, 1.1, repeated."}),
};

constexpr Preset presets[] = {{"FP8", "bits=3"}, {"FP16", "bits=10"}, {"FP32", "bits=23"}};
constexpr std::string_view parts[] = {"sum", "exact", "freeze"};
constexpr std::string_view references[] = {"goldberg", "deepseek-v3"};

constexpr std::array<double, 3> triple = {0.9, 1.0, 1.1};

struct Format {
  std::string_view name;
  int bits;
};
constexpr std::array<Format, 3> formats = {{{"FP8", 3}, {"FP16", 10}, {"FP32", 23}}};

std::vector<double> make_terms(int count) {
  std::vector<double> terms;
  for (int i = 0; i < count; ++i) terms.push_back(triple[static_cast<size_t>(i) % triple.size()]);
  return terms;
}

Result<AccumulatorRun> simulate(int bits, int count) {
  AccumulatorRun run;
  run.bits = bits;
  run.terms = make_terms(count);
  run.exact_sums = numerics::exact_sums(run.terms);
  auto sums = numerics::accumulate(run.terms, bits);
  if (!sums) return sums.error();
  run.sums = std::move(*sums);
  for (int k = 1; k <= count; ++k)
    run.adds.push_back(numerics::look_at_add(run.sum(k - 1), run.term(k), bits));
  run.last_change = static_cast<int>(numerics::last_change(run.sums));
  run.stuck = numerics::is_stuck(run.sums.back(), triple, bits);
  return run;
}

class AccumulatorScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    const int count = values.integer("terms");
    Result<AccumulatorRun> run = simulate(values.integer("bits"), count);
    if (!run) return run.error();
    std::array<double, formats.size()> finals{};
    for (size_t i = 0; i < formats.size(); ++i) {
      const auto sums = numerics::accumulate(run->terms, formats[i].bits);
      if (!sums) return sums.error();
      finals[i] = sums->back();
    }
    run_ = std::move(*run);
    finals_ = finals;
    return std::nullopt;
  }

  int steps() const override { return run_.count(); }
  std::string status(int step) const override;
  Table table() const override;
  std::vector<Metric> metrics() const override {
    return {Metric{"final", "Final sum", run_.sums.back(), 1}.told_from(run_.last_change),
            Metric{"error", "Error", 100 * error(run_.sums.back(), run_.count()), 1, "%"}.told_from(
                steps()),
            {"freeze", "Last add that changes the sum", run_.last_change}};
  }
  float height(float width) const override { return accumulator_picture_height(width); }
  void draw(Painter& painter, const View& view) const override {
    draw_accumulator_picture(run_, painter, view);
  }

 private:
  double error(double sum, int step) const {
    return numerics::relative_error(sum, run_.exact(step));
  }
  std::string about_add(int step) const;
  std::string about_total(int step) const;

  AccumulatorRun run_;
  std::array<double, formats.size()> finals_{};
};

// "Add 30: 32 + 1.1 = 33.1 falls back to 32: the term is below half a step, 2."
std::string AccumulatorScene::about_add(int step) const {
  const numerics::RoundedAdd& add = run_.add(step);
  const std::string sum = run_.show(add.sum), half = show_step(add.half_step);
  const std::string start =
      fill("Add {}: {} + {} = {}", {step, run_.show(run_.sum(step - 1)), fixed(run_.term(step), 1),
                                    run_.show(run_.sum(step - 1) + run_.term(step))});
  if (add.below == add.above) return start + ", which can be held exactly.";
  if (run_.lost(step))
    return fill(add.tie ? "{} falls back to {}: the term is exactly half a step, and ties go to "
                          "the even neighbor."
                        : "{} falls back to {}: the term is below half a step, which is {} here.",
                {start, sum, half});
  return fill(add.tie ? "{} is a tie and goes to the even neighbor, {}."
                      : "{} rounds to {}; half a step is {} here.",
              {start, sum, half});
}

std::string AccumulatorScene::about_total(int step) const {
  std::string text = fill(step != steps() ? " So far"
                          : step == 1     ? " The one term is in"
                                          : " All {} terms are in",
                          {step});
  text += fill(": the exact sum is {}, the error {}.",
               {fixed(run_.exact(step), 1), percent(error(run_.sum(step), step), 1)});
  if (!run_.stuck || step < run_.last_change) return text;
  return text + (step == run_.last_change
                     ? " From here on no term can change the sum."
                     : fill(" The sum has been stuck since add {}.", {run_.last_change}));
}

std::string AccumulatorScene::status(int step) const {
  if (step == 0)
    return fill(
        "Nothing is added yet: the sum is 0. {} {}; the exact sum will be {}. The accumulator "
        "keeps {}.",
        {{run_.count(), "term"},
         run_.count() == 1 ? "waits" : "wait",
         fixed(run_.exact(run_.count()), 1),
         {run_.bits, "mantissa bit"}});
  return about_add(step) + about_total(step);
}

Table AccumulatorScene::table() const {
  Table table{
      {{"Accumulator", false}, {"Mantissa bits"}, {"Final sum"}, {"Error", "%", UnitIn::cells}}};
  const auto row = [&](std::string_view name, int bits, double final) {
    table.add({name, bits, cell(final, 1), percent_cell(error(final, steps()), 1)});
  };
  bool listed = false;
  for (size_t i = 0; i < formats.size(); ++i) {
    row(formats[i].name, formats[i].bits, finals_[i]);
    listed = listed || formats[i].bits == run_.bits;
  }
  if (!listed) row("Chosen", run_.bits, run_.sums.back());
  return table;
}

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

Description accumulator() {
  return describe<AccumulatorScene, parameters>(
      "accumulator", "library", "A narrow accumulator", "How wide must a running sum be?",
      "core/numerics/accumulate.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
