// What does routing cost on the wire? Tokens on their way to experts on other GPUs.
#include "web/scenes/scaling/expert_all_to_all.hpp"

#include "core/device/links.hpp"
#include "core/find.hpp"
#include "core/models/shape.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using scaling::ExpertLoadOfGpu, scaling::ExpertOptions, scaling::ExpertTraffic;

constexpr auto& node_choices = number_choices<1, 2, 4>;
constexpr auto& expert_choices = number_choices<64, 128, 256>;
constexpr auto& top_choices = number_choices<1, 2, 4, 8>;
constexpr Choice limit_choices[] = {{"none", "All"}, {"1", "1"}, {"2", "2"}};
constexpr Choice way_choices[] = {{"node", "To each node"}, {"gpu", "To each GPU"}};

constexpr Parameter parameters[] = {
    one_of("nodes", "Nodes of 8 GPUs", node_choices, "4"),
    one_of("experts", "Experts", expert_choices, "256"),
    one_of("top", "Experts of a token", top_choices, "8"),
    real_number(
        "skew", "Skew", "0", {0, 2},
        {.step = 0.1, .help = "0: all experts are wanted alike. 1: about as in Zipf’s law."}),
    one_of("limit", "Nodes of a token", limit_choices, "none",
           {.help = "Node-limited routing: a token may choose experts in so many nodes only."}),
    one_of("way", "Between nodes", way_choices, "gpu",
           {.help = "To each node: once, to one GPU there, which hands it on over NVLink."}),
    seed_parameter(),
};

constexpr Preset presets[] = {
    {"Every copy by itself", ""},
    {"Once to each node", "way=node&skew=0"},
    {"Two nodes of four", "way=node&limit=2"},
    {"One node", "nodes=1&skew=0"},
    {"Favorites", "way=node&limit=2&skew=0.3"},
};
constexpr std::string_view parts[] = {"matrix", "wires", "computed", "measured"};
constexpr std::string_view references[] = {"deepseek-v3", "deepep", "gshard", "ml-engineering"};

// Whose tokens these are.
const models::Shape& expert_model() {
  return *find_by_id<models::Shape>(models::all_shapes(), "deepseek-v3");
}

class ExpertScene final : public Pictured<ExpertScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ExpertPicture next;
    ExpertOptions& o = next.options;
    o.nodes = 1 << values.choice("nodes");
    o.gpus_per_node = 8;
    o.experts = 64 << values.choice("experts");
    o.top_k = 1 << values.choice("top");
    o.tokens = drawn_tokens;
    o.token_bytes = alike_tokens * expert_model().width;  // FP8: a byte a number
    o.skew = values.real("skew");
    o.most_nodes = std::min(values.choice("limit"), o.nodes);
    o.link = device::nvlink4.bytes_per_second();
    o.network = device::network400.bytes_per_second();
    o.seed = chosen_seed(values);
    o.hand_on = values.choice("way") == 0;
    const bool known = scaling::same_routing(o, shown.options);
    if (auto error = keep(next.traffic,
                          scaling::expert_traffic(o, known ? &shown.traffic.experts : nullptr)))
      return error;
    next.handed_on = o.hand_on ? next.traffic.seconds : next.traffic.otherwise;
    next.directly = o.hand_on ? next.traffic.otherwise : next.traffic.seconds;
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const ExpertTraffic& t = shown.traffic;
    const std::string need = shown.options.nodes == 1
                                 ? std::string()
                                 : fill(" The experts of a token are in {} nodes on average.",
                                        fixed(shown.traffic.nodes_of_token, 1));
    return fill(
        "Each of {} sends {} tokens to {} each.{} The slowest wire is {} of GPU {}: {}. "
        "The busiest GPU computes {} times the mean.",
        Word(shown.gpus(), "GPU"), drawn_tokens * alike_tokens, Word(shown.options.top_k, "expert"),
        need, t.over_network ? "the network" : "NVLink", t.slowest, prefixed(t.seconds, "s"),
        fixed(t.imbalance, 2));
  }

  Table table() const override {
    Table table = headed("GPU", Column("NVLink out", "tokens"), Column("NVLink in", "tokens"),
                         Column("Network out", "tokens"), Column("Network in", "tokens"),
                         Column("Computed", "tokens"));
    int gpu = 0;
    for (const ExpertLoadOfGpu& load : shown.traffic.gpus)
      table.add({gpu++, load.link_out * alike_tokens, load.link_in * alike_tokens,
                 load.network_out * alike_tokens, load.network_in * alike_tokens,
                 load.computed * alike_tokens});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {Metric{"time", "Slowest wire", shown.traffic.seconds * 1e3, 2, "ms"}.told_in(
                "wires, measured", "", "way"),
            {"imbalance", "Busiest GPU, over the mean", shown.traffic.imbalance, 2, "×"},
            {"nodes", "Nodes of a token", shown.traffic.nodes_of_token, 2},
            Metric{"saved", "Sent to each GPU, over once to each node",
                   shown.handed_on > 0 ? shown.directly / shown.handed_on : 1, 2, "×"}
                .told_in("wires", "", "way"),
            {"tokens", "Tokens of a GPU", drawn_tokens * alike_tokens}};
  }

  ExpertPicture shown;
};

}  // namespace

Description expert_all_to_all() {
  return describe<ExpertScene, parameters>(
      "expert-all-to-all", "scaling", "Tokens to their experts",
      "What does routing cost on the wire?", "core/scaling/all_to_all.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
