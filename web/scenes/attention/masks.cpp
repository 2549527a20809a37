// Which pairs are computed at all? Masks, what they leave of the square, and what has to be kept.
#include "web/scenes/attention/masks.hpp"

namespace loom::scenes {
namespace {

using attention::Mask, attention::Masks;
using enum Mask::Kind;

constexpr Mask::Kind kinds[mask_kinds] = {
    full, causal, causal_window, sinks_window, causal_documents, prefix, block_sparse};
constexpr Choice also_choices[] = {{"nothing", "Nothing"},
                                   {"causal", "And causal"},
                                   {"window", "And within a distance"},
                                   {"documents", "And in one document"},
                                   {"prefix", "Or the first tokens"}};

// At most as many tokens as there are.
constexpr Details some_tokens(std::string_view when, std::string_view help = "") {
  return {.unit = "tokens", .help = help, .when = when, .most = "tokens"};
}

constexpr Parameter parameters[] = {
    one_of("mask", "Mask", mask_choices, "causal", {.help = "You can also click a row"}),
    whole_number("window", "Window", "8", {1, most_mask_tokens},
                 some_tokens("mask=window|sinks",
                             "The token itself and those before it. You can also drag its edge")),
    whole_number("sinks", "First tokens kept", "2", {0, 16},
                 {.help = "You can also drag their edge", .when = "mask=sinks", .most = "tokens"}),
    number_list("cuts", "Documents begin at", "9,20", {1, most_mask_tokens}, {1, 4},
                {.help = "You can also drag the edges", .when = "mask=documents"}),
    whole_number("prefix", "Prefix", "10", {0, most_mask_tokens},
                 some_tokens("mask=prefix", "All tokens see it. You can also drag its edge")),
    whole_number("block", "Block", "4", {1, 32},
                 some_tokens("mask=blocks", "You can also drag its edge")),
    whole_number("stride", "And every n-th", "4", {1, 16},
                 {.unit = "blocks", .when = "mask=blocks"}),
    one_of("also", "Combined with", also_choices, "nothing"),
    whole_number("size", "Of size", "12", {1, most_mask_tokens},
                 some_tokens("also=window|documents|prefix")),
    whole_number("tokens", "Tokens", "32", {8, most_mask_tokens}),
    whole_number("layers", "Layers", "4", {1, 64}),
    whole_number(
        "query", "Query", "31", {0, most_mask_tokens - 1},
        {.help = "Counted from 0. You can also click a row of the square", .most = "tokens-1"}),
};

constexpr Preset presets[] = {
    {"Causal", ""},
    {"A window", "mask=window&layers=2"},
    {"A window and four sinks", "mask=sinks&sinks=4&layers=1"},
    {"Packed documents", "mask=documents&cuts=12,20,44&tokens=64&query=63"},
    {"A prompt seen both ways", "mask=prefix&prefix=14&query=5"},
    {"Own block and every fourth", "mask=blocks&also=causal"},
    {"Documents, and a window", "mask=window&window=12&also=documents&size=16&tokens=64&query=63"},
};
constexpr std::string_view parts[] = {"pairs", "kept", "reach", "counts"};
constexpr std::string_view references[] = {"fa-repo", "longformer", "mistral7b", "streamingllm",
                                           "flexattention"};

Mask mask_of(int kind, const Values& values) {
  const int tokens = values.integer("tokens");
  const auto held = [&](std::string_view key) { return std::min(values.integer(key), tokens); };
  Mask mask{.kind = kinds[kind],
            .window = held("window"),
            .sinks = held("sinks"),
            .prefix = held("prefix"),
            .block = held("block"),
            .stride = values.integer("stride")};
  for (double cut : values.numbers("cuts"))
    mask.cuts.push_back(std::min(static_cast<int>(cut), tokens));
  std::sort(mask.cuts.begin(), mask.cuts.end());
  return mask;
}

void join(Masks& masks, const Values& values) {
  const int tokens = values.integer("tokens"), size = std::min(values.integer("size"), tokens);
  masks.join = values.text("also") == "prefix" ? Masks::Join::either : Masks::Join::both;
  masks.second = {.kind = values.choice("also", {full, causal, window, documents, prefix}),
                  .window = size,
                  .prefix = size};
  for (int cut = size; cut < tokens; cut += size) masks.second.cuts.push_back(cut);
}

class MasksScene final : public Pictured<MasksScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    MasksState next;
    next.tokens = values.integer("tokens");
    next.layers = values.integer("layers");
    next.query = std::min(values.integer("query"), next.tokens - 1);
    next.joined = values.text("also") != "nothing";
    next.chosen = values.choice("mask");
    for (int kind = 0; kind < mask_kinds; ++kind) {
      MasksState::Row& row = nth(next.rows, kind);
      row.masks.first = mask_of(kind, values);
      if (next.joined && kind == next.chosen) join(row.masks, values);
      if (auto error = attention::check(row.masks, next.extent())) return error;
      row.pairs = attention::count_pairs(row.masks, next.extent());
      row.kept = attention::kept_keys(row.masks, next.tokens);
      row.reached = attention::reached(row.masks, next.tokens, next.layers);
    }
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const MasksState::Row& row = shown.row();
    return fill(
        "{}: {} of {} pairs are computed, {}. The keys and values of {} of {} are kept. After "
        "{} the last token can depend on {}.",
        name(shown.chosen), row.pairs, shown.all(), percent(shown.share(row), 1), row.kept_count(),
        Word(shown.tokens, "token"), Word(shown.layers, "layer"), Word(row.reach(), "token"));
  }

  Table table() const override {
    Table table =
        headed(text_column("Mask"), "Pairs", Column("Of all", "%", UnitIn::cells), "Kept", "Reach");
    for (int kind = 0; kind < mask_kinds; ++kind) {
      const MasksState::Row& row = nth(shown.rows, kind);
      table.add({name(kind), row.pairs, percent_cell(shown.share(row), 1), row.kept_count(),
                 row.reach()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const MasksState::Row& row = shown.row();
    return {Metric{"pairs", "Pairs", row.pairs}.told_in("counts", "Pairs, Of all", "mask"),
            {"share", "Of all pairs", 100 * shown.share(row), 1, "%"},
            {"kept", "Tokens kept", row.kept_count()},
            {"reach", "Reach", row.reach(), "tokens"}};
  }

  MasksState shown;

 private:
  std::string name(int kind) const {
    const bool joined = shown.joined && kind == shown.chosen;
    return fill("{}{}", mask_choices[kind].label, joined ? ", combined" : "");
  }
};

}  // namespace

Description masks() {
  return describe<MasksScene, parameters>("masks", "attention", "Masks",
                                          "Which pairs of tokens are computed?",
                                          "core/attention/mask.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
