// Which pairs are computed at all? Masks, what they leave of the square, and what has to be kept.
#include "web/scenes/attention/masks.hpp"

#include <algorithm>

namespace loom::scenes {
namespace {

using attention::Mask, attention::Masks;

constexpr Choice kind_choices[mask_kinds] = {
    {"full", "Full"},           {"causal", "Causal"},       {"window", "Window"},
    {"sinks", "Sinks, window"}, {"documents", "Documents"}, {"prefix", "Prefix"},
    {"blocks", "Block-sparse"},
};
constexpr Mask::Kind kinds[mask_kinds] = {
    Mask::Kind::full,         Mask::Kind::causal,           Mask::Kind::causal_window,
    Mask::Kind::sinks_window, Mask::Kind::causal_documents, Mask::Kind::prefix,
    Mask::Kind::block_sparse,
};
constexpr Choice also_choices[] = {{"nothing", "Nothing"},
                                   {"causal", "And causal"},
                                   {"window", "And within a distance"},
                                   {"documents", "And in one document"},
                                   {"prefix", "Or the first tokens"}};

constexpr Parameter parameters[] = {
    one_of("mask", "Mask", kind_choices, "causal", {.help = "You can also click a row"}),
    whole_number("window", "Window", "8", {1, most_mask_tokens},
                 {.unit = "tokens",
                  .help = "The token itself and those before it. You can also drag its edge",
                  .when = "mask=window|sinks",
                  .most = "tokens"}),
    whole_number("sinks", "First tokens kept", "2", {0, 16},
                 {.help = "You can also drag their edge", .when = "mask=sinks", .most = "tokens"}),
    number_list("cuts", "Documents begin at", "9,20", {1, most_mask_tokens}, {1, 4},
                {.help = "You can also drag the edges", .when = "mask=documents"}),
    whole_number("prefix", "Prefix", "10", {0, most_mask_tokens},
                 {.unit = "tokens",
                  .help = "All tokens see it. You can also drag its edge",
                  .when = "mask=prefix",
                  .most = "tokens"}),
    whole_number("block", "Block", "4", {1, 32},
                 {.unit = "tokens",
                  .help = "You can also drag its edge",
                  .when = "mask=blocks",
                  .most = "tokens"}),
    whole_number("stride", "And every n-th", "4", {1, 16},
                 {.unit = "blocks", .when = "mask=blocks"}),
    one_of("also", "Combined with", also_choices, "nothing"),
    whole_number("size", "Of size", "12", {1, most_mask_tokens},
                 {.unit = "tokens", .when = "also=window|documents|prefix", .most = "tokens"}),
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
  const std::string_view also = values.text("also");
  const int tokens = values.integer("tokens"), size = std::min(values.integer("size"), tokens);
  if (also == "nothing") return;
  masks.join = also == "prefix" ? Masks::Join::either : Masks::Join::both;
  masks.second.window = size;
  masks.second.prefix = size;
  masks.second.kind = also == "causal"      ? Mask::Kind::causal
                      : also == "window"    ? Mask::Kind::window
                      : also == "documents" ? Mask::Kind::documents
                                            : Mask::Kind::prefix;
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
      if (kind == next.chosen) join(row.masks, values);
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
        "{}{}: {} of {} pairs are computed, {}. The keys and values of {} of {} are kept. After "
        "{} the last token can depend on {}.",
        mask_name(shown.chosen), shown.joined ? ", combined" : "", row.pairs, shown.all(),
        percent(share(row), 1), row.kept_count(), Word(shown.tokens, "token"),
        Word(shown.layers, "layer"), Word(row.reach(), "token"));
  }

  Table table() const override {
    Table table =
        headed(text_column("Mask"), "Pairs", Column("Of all", "%", UnitIn::cells), "Kept", "Reach");
    for (int kind = 0; kind < mask_kinds; ++kind) {
      const MasksState::Row& row = nth(shown.rows, kind);
      table.add(
          {fill("{}{}", mask_name(kind), shown.joined && kind == shown.chosen ? ", combined" : ""),
           cell(row.pairs), percent_cell(share(row), 1), cell(row.kept_count()),
           cell(row.reach())});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const MasksState::Row& row = shown.row();
    return {Metric{"pairs", "Pairs", row.pairs}.told_in("counts", "Pairs, Of all", "mask"),
            {"share", "Of all pairs", 100 * share(row), 1, "%"},
            {"kept", "Tokens kept", row.kept_count()},
            {"reach", "Reach", row.reach(), "tokens"}};
  }

  MasksState shown;

 private:
  double share(const MasksState::Row& row) const {
    return static_cast<double>(row.pairs) / static_cast<double>(shown.all());
  }
};

}  // namespace

std::string_view mask_id(int kind) { return kind_choices[kind].value; }
std::string_view mask_name(int kind) { return kind_choices[kind].label; }

Description masks() {
  return describe<MasksScene, parameters>("masks", "attention", "Masks",
                                          "Which pairs of tokens are computed?",
                                          "core/attention/mask.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
