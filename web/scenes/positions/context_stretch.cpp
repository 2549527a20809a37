// How does a 4k model read 128k? What is done to the frequencies of its rotary pairs.
#include "web/scenes/positions/context_stretch.hpp"

namespace loom::scenes {

using Kind = attention::RopeScaling::Kind;

namespace {

using attention::RopeScaling;

constexpr Choice kinds[] = {{"none", "Nothing"},
                            {"linear", "Interpolation"},
                            {"dynamic", "NTK-aware"},
                            {"yarn", "YaRN"},
                            {"llama3", "Llama 3"}};
constexpr Choice ramps[] = {{"index", "In the pair"}, {"turns", "In its turns"}};

constexpr Parameter parameters[] = {
    one_of("scaling", "Stretching", kinds, "yarn"),
    whole_number("original", "Trained on", "4096", {1024, 32768},
                 {.unit = "tokens", .spacing = Spacing::binary}),
    whole_number("factor", "Length to read", "32", {2, 64},
                 {.unit = "× as much", .spacing = Spacing::binary}),
    real_number("theta", "Base θ", "10000", {1000, 1000000}, {.spacing = Spacing::decimal}),
    real_number("fast", "Unchanged from", "32", {4, 128},
                {.unit = "turns", .when = "scaling=yarn", .spacing = Spacing::binary}),
    real_number("slow", "Interpolated below", "1", {0.25, 2},
                {.step = 0.25, .unit = "turns", .when = "scaling=yarn"}),
    one_of("ramp", "Ramp is linear", ramps, "index",
           {.help = "YaRN’s paper: in the turns. Widely used code: in the pair.",
            .when = "scaling=yarn"}),
    whole_number("slowest", "Slow pairs divided by", "8", {2, 64},
                 {.help = "A model that is trained further afterwards needs less than the full "
                          "factor",
                  .when = "scaling=llama3",
                  .spacing = Spacing::binary}),
    whole_number("pair", "Pair", "40", {0, stretch_pairs - 1}),
};

constexpr Preset presets[] = {
    {"4k to 128k with YaRN", ""},
    {"Unchanged", "scaling=none&pair=56"},
    {"All interpolated", "scaling=linear&pair=0"},
    {"Another base", "scaling=dynamic&pair=63"},
    {"Llama 3.1", "scaling=llama3&original=8192&factor=16&theta=500000"},
    {"YaRN as in the paper", "ramp=turns&factor=16&pair=32"},
};
constexpr std::string_view parts[] = {"turns", "division", "pair"};
constexpr std::string_view references[] = {"yarn", "pi", "llama3", "gptoss-code"};

class ContextStretchScene final : public Pictured<ContextStretchScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ContextStretchRun run;
    const double times = values.integer("factor");
    RopeScaling& scaling = run.scaling;
    scaling.kind = static_cast<Kind>(values.choice("scaling"));
    scaling.original = values.integer("original");
    run.length = scaling.original * times;
    scaling.length = run.length;
    run.most = scaling.kind == Kind::llama3 ? values.integer("slowest") : times;
    scaling.factor = scaling.kind == Kind::dynamic ? 1 : run.most;
    scaling.beta_fast = values.real("fast");
    scaling.beta_slow = values.real("slow");
    scaling.ramp =
        values.text("ramp") == "turns" ? RopeScaling::Ramp::turns : RopeScaling::Ramp::index;
    scaling.truncate = false;
    run.theta = values.real("theta");
    run.chosen = values.integer("pair");
    if (auto error = keep(run.before, attention::rope(stretch_dim, run.theta))) return error;
    if (auto error = keep(run.after, attention::rope(stretch_dim, run.theta, scaling)))
      return error;
    return keep(shown, std::move(run));
  }

  std::string status(int) const override {
    const int unseen = shown.count_unseen();
    const auto [kept, divided, between] = fates();
    const bool none = shown.scaling.kind == Kind::none;
    std::string text = fill("{}, from {} to {} tokens. ",
                            none ? "Not stretched" : nth(kinds, shown.scaling.kind).label,
                            integer(static_cast<long long>(shown.scaling.original)),
                            integer(static_cast<long long>(shown.length)));
    if (!none)
      text += fill("Unchanged: {} of {}; divided by {}: {}; between: {}. ", kept,
                   Word(stretch_pairs, "pair"), brief(shown.most), divided, between);
    text += unseen > 0 ? fill("{} angles that were not in the training.",
                              Word(unseen, "pair reaches", "pairs reach"))
                       : "No pair reaches an angle beyond those of the training.";
    if (shown.temperature() > 1)
      text += fill(" Scores are multiplied by {}.", significant(shown.temperature()));
    return text;
  }

  Table table() const override {
    Table table{
        {{"Pair"}, {"Before", "tokens"}, {"After", "tokens"}, {"Divided by"}, {"Turns, trained"}}};
    for (int pair = 0; pair < stretch_pairs; pair += 4) table.rows.push_back(row(pair));
    table.rows.push_back(row(stretch_pairs - 1));
    return table;
  }

  std::vector<Metric> metrics() const override {
    const auto [kept, divided, between] = fates();
    return {{"unseen", "Pairs that reach new angles", shown.count_unseen()},
            {"unchanged", "Pairs that are unchanged", kept},
            {"divided", "Pairs that are divided by the whole factor", divided},
            {"between", "Pairs that are between", between},
            {"division", "The pair’s frequency is divided by", shown.division(shown.chosen), 2},
            {"slowest", "The slowest pair’s is divided by", shown.division(stretch_pairs - 1), 1},
            {"temperature", "Scores are multiplied by", shown.temperature(), 3},
            {"step", "Degrees that the fastest pair turns in a token",
             360 * attention::turns(shown.is(0), 1), 1, "°"}};
  }

  ContextStretchRun shown;

 private:
  struct Fates {
    int kept = 0, divided = 0, between = 0;
  };
  Fates fates() const {
    Fates count;
    for (int pair = 0; pair < stretch_pairs; ++pair) {
      count.kept += shown.division(pair) < 1 + 1e-9;
      count.divided += shown.division(pair) > shown.most * (1 - 1e-9);
    }
    count.between = stretch_pairs - count.kept - count.divided;
    return count;
  }

  std::vector<Cell> row(int pair) const {
    return cells({pair, cell(attention::wavelength(shown.was(pair)), significant),
                  cell(attention::wavelength(shown.is(pair)), significant),
                  cell(shown.division(pair), 2), cell(shown.trained(pair), significant)});
  }
};

}  // namespace

Description context_stretch() {
  return describe<ContextStretchScene, parameters>(
      "context-stretch", "attention", "Stretching the context",
      "How does a model trained on 4k tokens read 128k?", "core/attention/rope.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
