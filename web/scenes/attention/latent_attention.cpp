// Can keys and values be rebuilt from less? A latent for all heads, and two orders of multiplying.
#include "web/scenes/attention/latent_attention.hpp"

#include "web/scene/kit/quantity.hpp"
#include "web/scene/seed.hpp"
#include "web/scenes/attention/vector_text.hpp"

namespace loom::scenes {
namespace {

using attention::LatentOrder;

constexpr Choice order_choices[LatentState::orders] = {{"expanded", "Expand"},
                                                       {"absorbed", "Absorb"}};

constexpr Parameter parameters[] = {
    one_of("order", "Order", order_choices, "absorbed",
           {.help = "Expand: rebuild keys and values from the latents. Absorb: multiply the query "
                    "by the matrices instead. You can also click a bar"}),
    whole_number("tokens", "Tokens so far", "8192", {16, 131072}, {.spacing = Spacing::binary}),
    whole_number(
        "queries", "New tokens at a time", "1", {1, 8192},
        {.help = "1: a token is written; many: a prompt is read", .spacing = Spacing::binary}),
    whole_number("heads", "Heads", "128", {1, 128}, {.spacing = Spacing::binary}),
    whole_number("latent", "Latent", "512", {16, 2048},
                 {.unit = "numbers", .spacing = Spacing::binary}),
    whole_number("rotary", "Rotary key", "64", {0, 128}, {.step = 16, .unit = "numbers"}),
    whole_number("head", "A head’s key and value", "128", {16, 256},
                 {.step = 16, .unit = "numbers", .help = "Each, without the rotary key"}),
    seed_parameter({.initial = "2", .help = "Another small layer to compare both orders in."}),
};

constexpr Preset presets[] = {
    {"Writing a token", ""},
    {"Reading a prompt", "order=expanded&queries=8192"},
    {"A smaller model", "heads=16&tokens=32768"},
    {"Hardly smaller", "heads=16&latent=2048&rotary=128"},
};
constexpr std::string_view parts[] = {"kept", "operations", "bytes", "example"};
constexpr std::string_view references[] = {"deepseek-v2", "flashmla", "deepseek-v3"};

// Small enough to follow every number.
constexpr attention::LatentDims example_dims = {
    .heads = 1, .latent = 3, .rotary = 1, .nope = 2, .value = 2};
constexpr int example_tokens = 3;

class LatentScene final : public Pictured<LatentScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    LatentState next;
    next.dims = {.heads = values.integer("heads"),
                 .latent = values.integer("latent"),
                 .rotary = values.integer("rotary"),
                 .nope = values.integer("head"),
                 .value = values.integer("head")};
    next.tokens = values.integer("tokens");
    next.queries = values.integer("queries");
    next.chosen = values.text("order") == "expanded" ? 0 : 1;
    next.example = attention::latent_example(example_dims, example_tokens, chosen_seed(values));
    for (int i = 0; i < LatentState::orders; ++i) {
      const LatentOrder order = i == 0 ? LatentOrder::expanded : LatentOrder::absorbed;
      if (auto error = keep(next.costs[i],
                            attention::latent_cost(next.dims, order, next.tokens, next.queries)))
        return error;
      next.steps[i] = attention::latent_step(next.example.layer, 0, next.example.queries[0], order);
    }
    next.break_even = attention::break_even_queries(next.dims, next.tokens);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const attention::LatentCost &here = shown.cost(), &other = shown.costs[1 - shown.chosen];
    const std::string text = fill(
        "A layer keeps {} per token instead of {}. {}, {} in the cache: {} takes {} and {}, {} {} "
        "and {}.",
        Word(shown.dims.kept(), "number"), shown.dims.rebuilt(), Word(shown.queries, "new token"),
        shown.tokens, order_name(shown.chosen), operations(here.flop()), memory_text(here.bytes()),
        order_name(1 - shown.chosen), operations(other.flop()), memory_text(other.bytes()));
    return text + (shown.break_even ? fill(" From {} on, expanding costs no more.",
                                           Word(*shown.break_even, "new token"))
                                    : " Expanding always costs more.");
  }

  Table table() const override {
    Table table = headed(text_column("Order"), Column("Up and down", "GFLOP"),
                         Column("Scores and sums", "GFLOP"), Column("Cache", "MiB"),
                         Column("Matrices", "MiB"), Column("Rebuilt", "MiB"),
                         text_column("Example’s output"));
    constexpr double mib = 1024 * 1024;
    for (int i = 0; i < LatentState::orders; ++i) {
      const attention::LatentCost& cost = shown.costs[i];
      table.add({order_name(i), cell(cost.rebuild / 1e9, 3), cell(cost.attention / 1e9, 3),
                 cell(cost.cache_bytes / mib, 2), cell(cost.weight_bytes / mib, 2),
                 cell(cost.rebuilt_bytes / mib, 2), vector_text(shown.steps[i].out)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> all = {
        {"kept", "Numbers kept", shown.dims.kept()},
        {"rebuilt", "Numbers of all heads’ keys and values", shown.dims.rebuilt()},
        {"key", "Numbers that a score multiplies", key_length()},
        {"flop", "Operations", shown.cost().flop() / 1e9, 2, "GFLOP"},
        {"ratio", "Expanded over absorbed", shown.costs[0].flop() / shown.costs[1].flop(), 1, "×"}};
    if (shown.break_even) all.push_back({"even", "Break-even", *shown.break_even, "tokens"});
    return all;
  }

  LatentState shown;

 private:
  // A rebuilt key, or what is kept.
  int key_length() const {
    return shown.chosen == 0 ? shown.dims.nope + shown.dims.rotary : shown.dims.kept();
  }
};

}  // namespace

std::string_view order_id(int order) { return order_choices[order].value; }
std::string_view order_name(int order) { return order == 0 ? "expanded" : "absorbed"; }
std::string operations(double flop) { return prefixed(flop, "FLOP"); }
std::string memory_text(double bytes) { return binary_bytes(bytes); }

Description latent_attention() {
  return describe<LatentScene, parameters>(
      "latent-attention", "attention", "A latent for all heads",
      "Can keys and values be rebuilt from less?", "core/attention/latent.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
