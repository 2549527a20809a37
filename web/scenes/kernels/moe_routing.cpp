// What happens when tokens choose their experts? 32 tokens are placed one assignment per step; at
// the end of the timeline the tiles are padded and run.
#include "core/kernels/moe_routing.hpp"

#include <algorithm>

#include "web/scene/format.hpp"
#include "web/scene/scene.hpp"
#include "web/scenes/kernels/moe_routing.hpp"

namespace loom::scenes {
namespace {

using kernels::ExpertLoad;
using kernels::MoeRouting;
using namespace scene;

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

// "0", "0 and 3", "0, 1 and 3"
std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (size_t i = 0; i < items.size(); ++i)
    out += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return out;
}

std::string launches(const kernels::Schedule& schedule) {
  return schedule.launches == 1 ? "1 launch" : integer(schedule.launches) + " launches";
}

class MoeRoutingScene final : public Scene {
 public:
  MoeRoutingScene() : routing_(*kernels::moe_route({})) {}

  std::optional<Error> set(const Values& values) override {
    kernels::MoeOptions options;
    options.experts = values.text("experts") == "8" ? 8 : 4;
    options.top_k = values.text("topk") == "2" ? 2 : 1;
    options.routing =
        values.text("routing") == "skewed" ? kernels::Routing::skewed : kernels::Routing::balanced;
    if (values.toggle("capacity")) options.capacity_factor = values.real("factor");
    auto routing = kernels::moe_route(options);
    if (!routing) return routing.error();
    routing_ = std::move(*routing);
    packing_ = values.text("packing") == "grouped" ? Packing::grouped : Packing::per_expert;
    return std::nullopt;
  }

  int steps() const override { return static_cast<int>(routing_.assignments.size()); }

  std::string status(int step) const override {
    if (step == 0) return before();
    return step < steps() ? midway(step) : kept() + " " + slots() + " " + packing();
  }

  Table table() const override {
    Table table{
        .columns = {{"Expert", false}, {"Kept tokens"}, {"Tiles"}, {"Padded slots"}, {"Dropped"}},
        .rows = {}};
    for (size_t e = 0; e < routing_.experts.size(); ++e) {
      const ExpertLoad& load = routing_.experts[e];
      table.add(
          {expert_name(static_cast<int>(e)), load.kept, load.tiles, load.padded, load.dropped});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"useful", "Useful slots", 100 * routing_.useful, 0, "%"}.told_from(steps()),
            {"padded", "Padded slots", routing_.padded},
            {"dropped", "Dropped", routing_.dropped},
            {"busiest", "Tokens of the busiest expert", routing_.busiest}};
  }

  float height(float width) const override { return picture().height(width); }
  void draw(Painter& painter, const View& view) const override { picture().draw(painter, view); }

 private:
  MoePicture picture() const { return {routing_, packing_}; }

  std::string before() const {
    std::string text = "Nothing is placed yet: " + plural(routing_.options.tokens, "token") +
                       (routing_.options.top_k == 2 ? ", with two choices each," : "") +
                       " wait for " + plural(routing_.options.experts, "expert") +
                       " that compute in tiles of 8 slots.";
    if (routing_.capacity)
      text += " An expert that has " + integer(*routing_.capacity) + " drops the rest.";
    return text;
  }

  std::string midway(int step) const {
    const kernels::MoeProgress progress = kernels::moe_progress(routing_, step);
    std::string text = moe_fate(routing_, nth(routing_.assignments, step - 1)) + ". So far " +
                       integer(step) + " of " + integer(steps()) +
                       (routing_.options.top_k == 2 ? " choices" : " tokens");
    text += step == 1 ? " has been handled" : " have been handled";
    if (routing_.capacity) text += ", " + integer(progress.dropped) + " dropped";
    return text + "; the busiest expert has " + integer(progress.busiest) + ".";
  }

  // The experts' load; both totals if they differ.
  std::string kept() const {
    const std::vector<ExpertLoad>& all = routing_.experts;
    const ExpertLoad& first = all.front();
    const auto alike = [&](auto count) {
      return std::all_of(all.begin(), all.end(),
                         [&](const ExpertLoad& load) { return load.*count == first.*count; });
    };
    if (alike(&ExpertLoad::kept) && alike(&ExpertLoad::dropped))
      return "Every expert keeps " + plural(first.kept, "token") + ": " +
             plural(first.tiles, "tile") + ", " + plural(first.padded, "padded slot") + ", " +
             integer(first.dropped) + " dropped.";
    std::vector<std::string> counts;
    for (const ExpertLoad& load : all) counts.push_back(integer(load.kept));
    const std::string who = alike(&ExpertLoad::kept)
                                ? "Every expert keeps " + plural(first.kept, "token")
                                : "Experts 0 to " + integer(routing_.options.experts - 1) +
                                      " keep " + listed(counts) + " tokens";
    return who + ": " + plural(routing_.tiles, "tile") + ", " +
           plural(routing_.padded, "padded slot") + ", " + integer(routing_.dropped) +
           " dropped in all.";
  }

  std::string slots() const {
    const bool copies = routing_.options.top_k == 2;
    std::string text =
        plural(routing_.slots, "slot") + " for " +
        (routing_.dropped > 0 ? integer(routing_.kept) + " kept " : integer(routing_.kept) + " ") +
        (copies ? "token copies" : "tokens") + ", " + percent(routing_.useful, 0) + " useful; ";
    std::vector<std::string> busiest;
    for (size_t e = 0; e < routing_.experts.size(); ++e)
      if (routing_.experts[e].kept == routing_.busiest) busiest.push_back(std::to_string(e));
    if (busiest.size() == routing_.experts.size())
      text += "the busiest expert has " + integer(routing_.busiest) + ".";
    else
      text += "busiest: " + std::string(busiest.size() == 1 ? "expert " : "experts ") +
              listed(busiest) + " with " + integer(routing_.busiest) + ".";
    if (routing_.unserved > 0)
      text += " " + plural(routing_.unserved, "token") +
              (routing_.unserved == 1 ? " gets" : " get") + " no expert at all.";
    return text;
  }

  std::string packing() const {
    const bool grouped = packing_ == Packing::grouped;
    const kernels::Schedule& chosen = grouped ? routing_.grouped : routing_.per_expert;
    const kernels::Schedule& other = grouped ? routing_.per_expert : routing_.grouped;
    return "At " + integer(routing_.options.places) + " tiles a round, " +
           (grouped ? "one grouped launch takes " : launches(chosen) + " take ") +
           plural(chosen.rounds, "round") + ", with " + plural(chosen.idle, "place") + " idle; " +
           (grouped ? launches(other) : "one grouped launch") + " would take " +
           integer(other.rounds) + ".";
  }

  MoeRouting routing_;
  Packing packing_ = Packing::per_expert;
};

}  // namespace

Description moe_routing() {
  return describe<MoeRoutingScene, parameters>(
      "moe-routing", "library", "Mixture-of-experts routing",
      "What happens when tokens choose their experts?", "core/kernels/moe_routing.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
