// How many experts does a batch read? Random choices, and their average.
#include "web/scenes/kernels/touched_experts.hpp"

#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

constexpr Parameter parameters[] = {
    whole_number(
        "batch", "Tokens of a step", "16", {1, most_batch},
        {.help = "One for each sequence. You can also drag the line", .spacing = Spacing::binary}),
    whole_number("topk", "Experts of a token", "8", {1, 64}, {.spacing = Spacing::binary}),
    whole_number("experts", "Experts", "128", {1, most_experts}, {.spacing = Spacing::binary}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"16 tokens", ""},
    {"One token", "batch=1"},
    {"64 tokens", "batch=64"},
    {"2 of 8", "experts=8&topk=2&batch=4"},
};
constexpr std::string_view parts[] = {"experts", "curve"};
constexpr std::string_view references[] = {"moe2017"};

class TouchedExpertsScene final : public Pictured<TouchedExpertsScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    TouchedChart next;
    next.choice = {.experts = values.integer("experts"),
                   .top_k = values.integer("topk"),
                   .batch = values.integer("batch")};
    if (next.choice.top_k > next.choice.experts)
      return Error{fill("'Experts of a token': got {}, expected at most 'Experts', {}",
                        next.choice.top_k, next.choice.experts)};
    next.tokens = *kernels::draw_experts(next.choice, chosen_seed(values));
    next.touched = static_cast<int>(std::ssize(next.tokens) -
                                    std::count(next.tokens.begin(), next.tokens.end(), 0));
    kernels::ExpertChoice each = next.choice;
    for (each.batch = 1; each.batch <= most_batch; ++each.batch)
      next.expected.push_back(*kernels::expected_experts(each));
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const kernels::ExpertChoice& choice = shown.choice;
    return fill(
        "{} with {} of {} each: a step reads {} experts on average, {} of the experts’ weights; "
        "this one reads {}. Each token still computes with {}.",
        Word(choice.batch, "token"), choice.top_k, Word(choice.experts, "expert"),
        fixed(shown.now(), 1), percent(shown.share(), 1), shown.touched, choice.top_k);
  }

  Table table() const override {
    Table table{{{"Tokens"}, {"Experts read"}, {"Of all", "%", UnitIn::cells}}};
    for (int batch = 1; batch <= most_batch; batch *= 2) {
      const double expected = nth(shown.expected, batch - 1);
      table.add({batch, cell(expected, 1), percent_cell(expected / shown.choice.experts, 1)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    constexpr std::string_view columns = "Experts read, Of all";
    return {Metric{"expected", "Experts read on average", shown.now(), 0}.told_in("curve", columns,
                                                                                  "batch"),
            Metric{"share", "Of all experts", 100 * shown.share(), 1, "%"}.told_in("curve", columns,
                                                                                   "batch"),
            {"touched", "Experts read in this step", shown.touched}};
  }

  TouchedChart shown;
};

}  // namespace

Description touched_experts() {
  return describe<TouchedExpertsScene, parameters>(
      "touched-experts", "library", "Experts that a batch reads",
      "How many experts does one step read?", "core/kernels/touched_experts.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
