// What if each token picked its own 2,048? An indexer that chooses, and attention to what it chose.
#include "web/scenes/positions/sparse_attention.hpp"

#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

using attention::SparseCost;

constexpr Parameter parameters[] = {
    whole_number("tokens", "Tokens", "64", {32, 128}, {.step = 8}),
    whole_number("k", "Chosen", "16", {4, 64}, {.unit = "tokens", .most = "tokens"}),
    real_number("sharpness", "Sharpness", "4", {0, 8},
                {.step = 0.5, .help = "0: equal attention to all tokens."}),
    real_number("noise", "Error of the indexer", "0.5", {0, 4},
                {.step = 0.25, .help = "0: it ranks tokens as attention does."}),
    seed_parameter(),
    whole_number("context", "Context, for the cost", "131072",
                 {shortest_sparse_context, longest_sparse_context},
                 {.unit = "tokens", .spacing = Spacing::binary}),
    whole_number("budget", "Chosen, for the cost", "2048", {256, 8192},
                 {.unit = "tokens", .spacing = Spacing::binary}),
};

constexpr Preset presets[] = {
    {"A good indexer", ""},
    {"An indexer that guesses", "noise=4&k=16&seed=3"},
    {"Equal attention to all", "sharpness=0&noise=0"},
    {"A short context", "context=4096&sharpness=6"},
};
constexpr std::string_view parts[] = {"weights", "index", "recall", "cost"};
constexpr std::string_view references[] = {"dsa-exp", "deepseek-v32"};

class SparseAttentionScene final : public Pictured<SparseAttentionScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    SparseAttentionRun next;
    next.options = {.tokens = values.integer("tokens"),
                    .k = values.integer("k"),
                    .sharpness = values.real("sharpness"),
                    .noise = values.real("noise"),
                    .seed = chosen_seed(values)};
    if (auto error = keep(next.run, attention::sparse_run(next.options))) return error;
    next.context = values.integer("context");
    next.budget = values.integer("budget");
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const SparseCost cost = shown.cost(shown.context);
    return fill(
        "The indexer chooses {} of {}: {} of the attention (best choice: {}). At {} a layer takes "
        "{} of dense attention’s FLOPs, {} of these in the indexer.",
        std::ssize(shown.run.chosen), Word(shown.options.tokens, "token"),
        percent(shown.run.recall, 0), percent(shown.run.best_recall, 0),
        Word(shown.context, "token"), percent(cost.sparse() / cost.dense_absorbed, 1),
        percent(cost.index / cost.sparse(), 0));
  }

  Table table() const override {
    Table table = headed("Tokens", Column("Dense", "GFLOP"), Column("Rebuilt", "GFLOP"),
                         Column("Indexer", "GFLOP"), Column("Chosen", "GFLOP"));
    for (int tokens = shortest_sparse_context; tokens <= longest_sparse_context; tokens *= 2) {
      const SparseCost cost = shown.cost(tokens);
      const auto giga = [](double flop) { return cell(flop / 1e9, significant); };
      table.add({tokens, giga(cost.dense_absorbed), giga(cost.dense_expanded), giga(cost.index),
                 giga(cost.chosen)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const SparseCost cost = shown.cost(shown.context);
    return {{"recall", "Attention of the chosen tokens", 100 * shown.run.recall, 0, "%"},
            {"best", "Attention of the best choice", 100 * shown.run.best_recall, 0, "%"},
            {"times", "Dense FLOPs per sparse FLOP", cost.dense_absorbed / cost.sparse(), 1},
            {"rebuilt", "Dense FLOPs with keys rebuilt, per sparse FLOP",
             cost.dense_expanded / cost.sparse(), 1},
            {"share", "Share of dense attention’s FLOPs", 100 * cost.sparse() / cost.dense_absorbed,
             1, "%"},
            {"indexer", "Share of the indexer", 100 * cost.index / cost.sparse(), 0, "%"}};
  }

  SparseAttentionRun shown;
};

}  // namespace

bool SparseAttentionRun::chosen(int token) const {
  return std::binary_search(run.chosen.begin(), run.chosen.end(), token);
}

Description sparse_attention() {
  return describe<SparseAttentionScene, parameters>(
      "sparse-attention", "attention", "Sparse attention",
      "What if each token attends to 2,048 others only?", "core/attention/sparse.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
