// What does a warp do at a branch? Lanes of two minds, and what is issued for them. A still: the
// picture is its own timeline.
#include "web/scenes/warps/warp_divergence.hpp"

namespace loom::scenes {
namespace {

using sm::BranchPart;

constexpr Choice patterns[] = {{"first", "The first lanes"}, {"spread", "Evenly spread"}};
constexpr Choice codes[] = {{"branch", "A branch"}, {"predicated", "Predicated code"}};

constexpr Parameter parameters[] = {
    whole_number("lanes", "Lanes that branch", "16", {0, memory::warp_lanes},
                 {.help = "You can also drag across the bars."}),
    whole_number("then", "Instructions in then", "8", {1, 64}),
    whole_number("otherwise", "Instructions in else", "8", {0, 64}),
    one_of("which", "Which lanes", patterns, "first"),
    one_of("code", "The compiler makes", codes, "branch",
           {.help = "Predicated: no branch. A predicate switches instructions off for a lane."}),
};

constexpr Preset presets[] = {
    {"Half and half", ""},
    {"One lane, a long side", "lanes=1&then=40"},
    {"Every fourth lane", "lanes=8&which=spread"},
    {"No else", "lanes=4&otherwise=0"},
    {"Short and predicated", "then=2&otherwise=2&code=predicated"},
    {"As measured", "then=64&otherwise=64"},
};
constexpr std::string_view parts[] = {"then", "else", "masked", "branch", "bars", "facts"};
constexpr std::string_view references[] = {"cuda-guide", "best-practices"};

class WarpDivergenceScene final : public Pictured<WarpDivergenceScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const auto lanes = values.text("which") == "spread" ? sm::spread_lanes : sm::first_lanes;
    taking_ = values.integer("lanes");
    options_ = {.then = values.integer("then"),
                .otherwise = values.integer("otherwise"),
                .taking = lanes(taking_),
                .predicated = values.text("code") == "predicated"};
    if (auto error = keep(run_, sm::run_branch(options_))) return error;
    sm::BranchOptions other = options_;
    for (size_t count = 0; count < issued_.size(); ++count) {
      other.taking = sm::first_lanes(static_cast<int>(count));
      issued_[count] = sm::run_branch(other)->warp_instructions;
    }
    return std::nullopt;
  }

  std::string status(int) const override {
    const std::string used = percent(run_.utilization, 1);
    if (options_.predicated)
      return fill(
          "Without a branch, the warp always issues both sides: {}. The lanes use {} of their "
          "places.",
          Word(run_.warp_instructions, "instruction"), used);
    const bool both = taking_ > 0 && taking_ < memory::warp_lanes && options_.otherwise > 0;
    const std::string issued = taking_ == 0 && options_.otherwise == 0
                                   ? fill("skips its only side and issues {} for the branch",
                                          Word(around(), "instruction"))
                                   : fill("issues {}: {}, {} of these for the branch",
                                          both          ? "both sides"
                                          : taking_ > 0 ? "one side"
                                                        : "the other side",
                                          Word(run_.warp_instructions, "instruction"), around());
    return fill(
        "{} of 32 lanes {} the branch. The warp {}. The lanes use {} of their places. "
        "A dependent chain takes {} cycles on an H200.",
        taking_, taking_ == 1 ? "takes" : "take", issued, used, *sm::branch_cycles(options_));
  }

  Table table() const override {
    Table table{
        {{"Issued", false}, {"Instructions"}, {"Lanes"}, {"Places used"}, {"Places masked"}}};
    const auto row = [&](std::string_view what, int instructions, const Cell& lanes, int used) {
      table.add({what, instructions, lanes, used, memory::warp_lanes * instructions - used});
    };
    for (const sm::Stretch& stretch : run_.stretches) {
      const int lanes = std::popcount(stretch.lanes);
      row(name(stretch, options_), stretch.instructions, cell(lanes), stretch.instructions * lanes);
    }
    row("Total", run_.warp_instructions, no_cell(), run_.lane_instructions);
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"issued", "Instructions issued", run_.warp_instructions}.told_in("bars", "",
                                                                                    "lanes"),
            {"utilization", "Places used", 100 * run_.utilization, 1, "%"},
            {"branch", "Instructions for the branch", options_.predicated ? 0 : around()}};
  }

  DivergencePicture shown() const { return {options_, run_, issued_, taking_}; }

 private:
  int around() const {
    return run_.warp_instructions - (taking_ > 0 ? options_.then : 0) -
           (taking_ < memory::warp_lanes ? options_.otherwise : 0);
  }

  sm::BranchOptions options_;
  sm::BranchRun run_;
  std::array<int, memory::warp_lanes + 1> issued_{};
  int taking_ = 0;
};

}  // namespace

std::string_view name(const sm::Stretch& stretch, const sm::BranchOptions& options) {
  constexpr std::string_view names[] = {"branch", "then", "else", "jump over then"};
  if (stretch.part != BranchPart::meet) return nth(names, stretch.part);
  return stretch.lanes == options.taking ? "wait, after then"
         : options.otherwise > 0         ? "wait, after else"
                                         : "wait, other lanes";
}

Description warp_divergence() {
  return describe<WarpDivergenceScene, parameters>(
      "warp-divergence", "index", "Warp divergence", "What does a warp do at a branch?",
      "core/sm/divergence.hpp", {.presets = presets, .parts = parts, .references = references});
}

}  // namespace loom::scenes
