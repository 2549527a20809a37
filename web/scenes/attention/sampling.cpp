// How is the next token drawn? A temperature, three cuts in a chosen order, and draws.
#include "web/scenes/attention/sampling.hpp"

#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using attention::SamplingStep;
using Kind = SamplingStep::Kind;

// What may follow "The cat slept because it was"; made up.
constexpr std::string_view words[sampled_words] = {"tired", "warm", "late",  "dark",   "old",
                                                   "full",  "so",   "sleep", "Monday", "blue"};

constexpr Choice orders[] = {{"temperature", "Temperature"}, {"cuts", "Cuts"}, {"minp", "Min-p"}};
constexpr Kind order_kinds[][sampling_steps] = {
    {Kind::temperature, Kind::top_k, Kind::top_p, Kind::min_p},
    {Kind::top_k, Kind::top_p, Kind::min_p, Kind::temperature},
    {Kind::min_p, Kind::temperature, Kind::top_k, Kind::top_p},
};

constexpr Parameter parameters[] = {
    number_list("logits", "Logits", "4,3.2,2.9,2.1,1.6,1,0.4,-0.5,-1.5,-3",
                {-logit_limit, logit_limit}, {2, sampled_words},
                {.step = 0.1,
                 .help = "Two to ten; fewer than ten tokens have numbers, not words. You can also "
                         "drag the bars"}),
    real_number("temperature", "Temperature", "1", {0.1, 5},
                {.step = 0.1, .spacing = Spacing::decimal}),
    whole_number("topk", "Top-k", "8", {1, sampled_words}, {.help = "10 cuts nothing here"}),
    real_number("topp", "Top-p", "0.9", {0, 1}, {.step = 0.01, .help = "1 cuts nothing"}),
    real_number("minp", "Min-p", "0", {0, 1}, {.step = 0.01, .help = "0 cuts nothing"}),
    one_of("order", "Applied first", orders, "temperature"),
    whole_number("draws", "Draws", "200", {1, 2000}, {.spacing = Spacing::binary}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"Two cuts", ""},
    {"Nothing cut", "topk=10&topp=1"},
    {"Low temperature", "temperature=0.3&topk=10&topp=1"},
    {"High temperature first", "temperature=3&topk=10"},
    {"Cuts first", "temperature=3&topk=10&order=cuts"},
    {"Sure: min-p keeps two", "logits=6,5,1,1,1,0,0,-1,-2,-2&topk=10&topp=1&minp=0.1"},
    {"Unsure: min-p keeps all", "logits=1,1,1,0.5,0.5,0,0,0,0,-0.5&topk=10&topp=1&minp=0.1"},
    {"A tie at the edge", "logits=3,2,2,2,0,0,-1,-1,-2,-2&topk=2&topp=1"},
};
constexpr std::string_view parts[] = {"logits", "stages", "draws"};
constexpr std::string_view references[] = {"topk-sampling", "nucleus", "minp"};

constexpr std::string_view after(Kind kind) {
  switch (kind) {
    case Kind::temperature:
      return "Temperature";
    case Kind::top_k:
      return "Top-k";
    case Kind::top_p:
      return "Top-p";
    case Kind::min_p:
      return "Min-p";
  }
  return "";
}

class SamplingScene final : public Pictured<SamplingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    Sampling next;
    next.logits = values.numbers("logits");
    next.draws = values.integer("draws");
    const int order = values.choice("order");
    for (size_t i = 0; i < sampling_steps; ++i) {
      const Kind kind = order_kinds[order][i];
      constexpr std::string_view keys[] = {"temperature", "topk", "topp", "minp"};
      next.steps[i] = {kind, values.real(nth(keys, kind))};
    }
    if (auto error = keep(next.stages, attention::sample(next.logits, next.steps))) return error;
    next.drawn = attention::draw(next.last().probabilities, next.draws, chosen_seed(values));
    for (double probability : next.last().probabilities)
      next.bands.push_back(attention::count_band(probability, next.draws));
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const size_t best = shown.likeliest();
    const attention::CountBand& band = shown.bands[best];
    return fill(
        "{} of {} {} left. ‘{}’ has a probability of {}, at first {}. In {} it came {}; 95% of "
        "such series have {}.",
        shown.last().left, Word(static_cast<int>(shown.tokens()), "token"),
        shown.last().left == 1 ? "is" : "are", shown.name(best),
        percent(shown.last().probabilities[best], 1), percent(shown.probability(0, best), 1),
        Word(shown.draws, "draw"), Word(shown.drawn[best], "time"),
        band.low == band.high ? integer(band.low) : fill("{} to {}", band.low, band.high));
  }

  Table table() const override {
    Table table = headed(text_column("Token"), "Logit", Column("Softmax", "%", UnitIn::cells));
    for (const SamplingStep& step : shown.steps)
      table.columns.push_back({after(step.kind), "%", UnitIn::cells});
    for (std::string_view name : {"Drawn", "At least", "At most"}) table.columns.push_back(name);
    for (size_t token = 0; token < shown.tokens(); ++token) {
      std::vector<Cell> row = cells({shown.name(token), cell(shown.logits[token], readable)});
      for (size_t stage = 0; stage < shown.stages.size(); ++stage)
        row.push_back(percent_cell(shown.probability(stage, token), 1));
      for (int count : {shown.drawn[token], shown.bands[token].low, shown.bands[token].high})
        row.push_back(cell(count));
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const size_t best = shown.likeliest();
    return {
        {"best", "Probability of the likeliest", 100 * shown.last().probabilities[best], 1, "%"},
        {"left", "Tokens left", shown.last().left},
        {"drawn", "Times drawn", shown.drawn[best]}};
  }

  Sampling shown;
};

}  // namespace

int Sampling::cut_by(size_t token) const {
  for (size_t step = 0; step < sampling_steps; ++step)
    if (stages[step + 1].logits[token] < -1e300) return static_cast<int>(step);
  return -1;
}

size_t Sampling::likeliest() const {
  const std::vector<double>& all = last().probabilities;
  return static_cast<size_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

std::string Sampling::name(size_t token) const {
  return tokens() == sampled_words ? std::string(words[token]) : fill("token {}", token + 1);
}

std::string step_text(const SamplingStep& step) {
  return fill(step.kind == Kind::temperature ? "T = {}"
              : step.kind == Kind::top_k     ? "top-k {}"
              : step.kind == Kind::top_p     ? "top-p {}"
                                             : "min-p {}",
              brief(std::round(step.value * 100) / 100));
}

Description sampling() {
  return describe<SamplingScene, parameters>(
      "sampling", "attention", "Sampling a token", "How is the next token chosen?",
      "core/attention/sampling.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
