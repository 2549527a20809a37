// What happens when tokens choose their experts? 32 tokens are placed one assignment per step; at
// the end of the timeline the tiles are padded and run.

#include "web/scenes/kernels/moe_routing.hpp"

#include <algorithm>

namespace loom::scenes {
namespace {

using kernels::ExpertLoad, kernels::MoeRouting;

constexpr Choice routings[] = {{"balanced", "Balanced"}, {"skewed", "Skewed"}};
constexpr Choice choices[] = {{"1", "1"}, {"2", "2"}};
constexpr Choice experts[] = {{"4", "4"}, {"8", "8"}};
constexpr Choice packings[] = {{"per-expert", "Per expert"}, {"grouped", "Grouped"}};

constexpr Parameter parameters[] = {
    one_of("routing", "Routing", routings, "balanced"),
    one_of("topk", "Experts per token", choices, "1"),
    one_of("experts", "Experts", experts, "4"),
    on_off("capacity", "Capacity limit", "off",
           {.help = "Each expert keeps at most factor × tokens × choices / experts, rounded up"}),
    real_number("factor", "Capacity factor", "1.25", {0.25, 4},
                {.step = 0.05, .when = "capacity=on"}),
    one_of("packing", "Packing", packings, "per-expert",
           {.help = "One kernel launch per expert, or all tiles in one grouped launch"}),
};

constexpr Preset presets[] = {
    {"Balanced", ""},
    {"Skewed, limited", "routing=skewed&capacity=on"},
    {"Skewed, 2 choices", "routing=skewed&topk=2"},
};

constexpr std::string_view parts[] = {"tokens",  "experts",  "busiest", "padding",
                                      "dropped", "capacity", "schedule"};
constexpr std::string_view references[] = {"moe2017", "gshard", "switch", "megablocks"};

class MoeRoutingScene final : public Pictured<MoeRoutingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    kernels::MoeOptions options;
    options.experts = values.integer("experts");
    options.top_k = values.integer("topk");
    options.routing =
        values.choice("routing", {kernels::Routing::balanced, kernels::Routing::skewed});
    if (values.toggle("capacity")) options.capacity_factor = values.real("factor");
    shown.packing = values.choice("packing", {Packing::per_expert, Packing::grouped});
    return keep(shown.routing, kernels::moe_route(options));
  }

  int steps() const override { return static_cast<int>(routing().assignments.size()); }

  std::string status(int step) const override {
    if (step == 0) return before();
    return step < steps() ? midway(step) : kept() + " " + slots() + " " + packing();
  }

  Table table() const override {
    Table table{{{"Expert", false}, {"Kept tokens"}, {"Tiles"}, {"Padded slots"}, {"Dropped"}}};
    int expert = 0;
    for (const ExpertLoad& load : routing().experts)
      table.add({expert_name(expert++), load.kept, load.tiles, load.padded, load.dropped});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"useful", "Useful slots", 100 * routing().useful, 0, "%"}.told_from(steps()),
            {"slots", "Slots", routing().slots},
            {"kept", "Kept tokens of all experts together", routing().kept},
            {"padded", "Padded slots", routing().padded},
            {"dropped", "Dropped", routing().dropped},
            {"busiest", "Tokens of the busiest expert", routing().busiest}};
  }

  MoePicture shown;

 private:
  const MoeRouting& routing() const { return shown.routing; }

  std::string before() const {
    return fill("Nothing is placed yet: {}{} wait for {} that compute in tiles of 8 slots.{}",
                Word(routing().options.tokens, "token"),
                routing().options.top_k == 2 ? ", with two choices each," : "",
                Word(routing().options.experts, "expert"),
                routing().capacity
                    ? fill(" An expert that has {} drops the rest.", *routing().capacity)
                    : "");
  }

  std::string midway(int step) const {
    const kernels::MoeProgress progress = kernels::moe_progress(routing(), step);
    return fill("{}. So far {} of {} {} {} been handled{}; the busiest expert has {}.",
                moe_fate(routing(), nth(routing().assignments, step - 1)), step, steps(),
                routing().options.top_k == 2 ? "choices" : "tokens", step == 1 ? "has" : "have",
                routing().capacity ? fill(", {} dropped", progress.dropped) : "", progress.busiest);
  }

  // The experts' load; both totals if they differ.
  std::string kept() const {
    const std::vector<ExpertLoad>& all = routing().experts;
    const ExpertLoad& first = all.front();
    const auto alike = [&](auto count) {
      return std::all_of(all.begin(), all.end(),
                         [&](const ExpertLoad& load) { return load.*count == first.*count; });
    };
    if (alike(&ExpertLoad::kept) && alike(&ExpertLoad::dropped))
      return fill("Every expert keeps {}: {}, {}, {} dropped.", Word(first.kept, "token"),
                  Word(first.tiles, "tile"), Word(first.padded, "padded slot"), first.dropped);
    std::vector<std::string> counts;
    for (const ExpertLoad& load : all) counts.push_back(integer(load.kept));
    return fill(
        "{}: {}, {}, {} dropped in all.",
        alike(&ExpertLoad::kept)
            ? fill("Every expert keeps {}", Word(first.kept, "token"))
            : fill("Experts 0 to {} keep {} tokens", routing().options.experts - 1, listed(counts)),
        Word(routing().tiles, "tile"), Word(routing().padded, "padded slot"), routing().dropped);
  }

  std::string slots() const {
    std::string text = fill("{} for {} {}{}, {} useful; ", Word(routing().slots, "slot"),
                            routing().kept, routing().dropped > 0 ? "kept " : "",
                            routing().options.top_k == 2 ? "token copies" : "tokens",
                            percent(routing().useful, 0));
    std::vector<std::string> busiest;
    for (size_t e = 0; e < routing().experts.size(); ++e)
      if (routing().experts[e].kept == routing().busiest) busiest.push_back(std::to_string(e));
    text += busiest.size() == routing().experts.size()
                ? fill("the busiest expert has {}.", routing().busiest)
                : fill("busiest: {} {} with {}.", busiest.size() == 1 ? "expert" : "experts",
                       listed(busiest), routing().busiest);
    if (routing().unserved > 0)
      text += fill(" {} {} no expert at all.", Word(routing().unserved, "token"),
                   routing().unserved == 1 ? "gets" : "get");
    return text;
  }

  std::string packing() const {
    const bool grouped = shown.packing == Packing::grouped;
    const kernels::Schedule& chosen = grouped ? routing().grouped : routing().per_expert;
    const kernels::Schedule& other = grouped ? routing().per_expert : routing().grouped;
    const std::string_view one = "one grouped launch";
    return fill("At {} tiles a round, {} {}, with {} idle; {} would take {}.",
                routing().options.places,
                grouped ? fill("{} takes", one) : fill("{} take", moe_launches(chosen)),
                Word(chosen.rounds, "round"), Word(chosen.idle, "place"),
                grouped ? moe_launches(other) : std::string(one), other.rounds);
  }
};

}  // namespace

std::string moe_launches(const kernels::Schedule& schedule) {
  return schedule.launches == 1 ? "1 launch" : integer(schedule.launches) + " launches";
}

Description moe_routing() {
  return describe<MoeRoutingScene, parameters>(
      "moe-routing", "library", "Mixture-of-experts routing",
      "What happens when tokens choose their experts?", "core/kernels/moe_routing.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
