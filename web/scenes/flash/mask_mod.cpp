// How does FlexAttention skip work? A mask as an expression, the blocks it leaves, and a score_mod.
#include "web/scenes/flash/mask_mod.hpp"

#include "core/find.hpp"

namespace loom::scenes {
namespace {

using attention::ScoreMod;

constexpr Choice mask_choices[] = {{"all", "Every pair"},       {"causal", "Causal"},
                                   {"window", "Causal window"}, {"documents", "Documents"},
                                   {"prefix", "Prefix"},        {"own", "Your expression"}};
constexpr Choice also_choices[] = {{"nothing", "Nothing"},
                                   {"causal", "And causal"},
                                   {"window", "And a window"},
                                   {"documents", "And documents"},
                                   {"prefix", "Or a prefix"}};
constexpr Choice score_choices[] = {
    {"none", "None"}, {"alibi", "ALiBi"}, {"softcap", "Soft cap"}, {"relative", "Relative bias"}};
constexpr Range token_range = {1, most_mod_tokens};

constexpr Parameter parameters[] = {
    one_of("mask", "mask_mod", mask_choices, "causal"),
    whole_number("size", "Of size", "256", token_range,
                 {.unit = "tokens",
                  .help = "Of the window, of each document, of the prefix",
                  .when = "mask=window|documents|prefix",
                  .spacing = Spacing::binary}),
    free_text("expression", "Expression", "q >= k && (q - k < 256 || k < 16)", 160,
              {.help = "In b, h, q and k, with C’s operators: not 0 where the query sees the key",
               .when = "mask=own",
               .leads = true,
               .lines = 2}),
    one_of("also", "Combined with", also_choices, "nothing"),
    whole_number(
        "other", "Of size, the other", "512", token_range,
        {.unit = "tokens", .when = "also=window|documents|prefix", .spacing = Spacing::binary}),
    one_of("score", "score_mod", score_choices, "none",
           {.help = "ALiBi: lower with the distance of query and key. Soft cap: limited. Relative "
                    "bias: a number for each distance is added"}),
    whole_number("tokens", "Tokens", "1024", {64, most_mod_tokens},
                 {.help = "Queries, and as many keys", .spacing = Spacing::binary}),
    whole_number("block", "Block", "128", {32, 512},
                 {.unit = "tokens", .spacing = Spacing::binary}),
    number_list("at", "Sequence, head, query", "0,0,700", {0, most_mod_tokens - 1}, {3, 3},
                {.help = "b, h and q, from 0. You can also drag in the square"}),
};

constexpr Preset presets[] = {
    {"Causal", ""},
    {"A window", "mask=window&tokens=2048&at=0,0,1500"},
    {"Documents", "mask=documents&size=300&also=causal&at=0,0,500"},
    {"Prefix", "mask=prefix&size=200&at=0,0,100"},
    {"Random half", "expression=(q*79%2B(q^k)*47)%25251<125&score=softcap"},
    {"By head", "expression=q>=k%26%26q-k<(64<<h)&at=0,2,900&score=alibi"},
    {"Both", "mask=window&size=200&also=documents&other=700&tokens=2048&block=64"},
};
constexpr std::string_view parts[] = {"blocks", "counts", "time", "scores"};
constexpr std::string_view references[] = {"flexattention", "h100-sheet", "alibi"};

std::string expression_of(std::string_view kind, int size) {
  if (kind == "causal") return "q >= k";
  if (kind == "window") return fill("q >= k && q - k < {}", shortest(size));
  if (kind == "documents") return fill("q / {} == k / {}", shortest(size), shortest(size));
  if (kind == "prefix") return fill("q >= k || k < {}", shortest(size));
  if (kind == "first") return fill("k < {}", shortest(size));
  return "1";
}

// The same as mask.hpp has it.
attention::Mask mask_of(std::string_view kind, int size, int tokens) {
  using Kind = attention::Mask::Kind;
  attention::Mask mask{.kind = kind == "causal"      ? Kind::causal
                               : kind == "window"    ? Kind::causal_window
                               : kind == "documents" ? Kind::documents
                               : kind == "prefix"    ? Kind::prefix
                               : kind == "first"     ? Kind::first
                                                     : Kind::full,
                       .window = size,
                       .prefix = size};
  if (mask.kind == Kind::documents)
    for (int cut = size; cut < tokens; cut += size) mask.cuts.push_back(cut);
  return mask;
}

class MaskModScene final : public Pictured<MaskModScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    MaskModState next;
    next.tokens = values.integer("tokens");
    next.block = std::min(values.integer("block"), next.tokens);
    next.b = static_cast<int>(values.number("at", 0));
    next.h = static_cast<int>(values.number("at", 1));
    next.q = std::min(static_cast<int>(values.number("at", 2)), next.tokens - 1);
    next.score = values.choice(
        "score", {ScoreMod::none, ScoreMod::alibi, ScoreMod::soft_cap, ScoreMod::relative});
    const std::string_view kind = values.text("mask"),
                           also = values.text("also") == "prefix" ? "first" : values.text("also");
    const int size = values.integer("size"), other = values.integer("other");
    next.text = kind == "own" ? std::string(values.text("expression")) : expression_of(kind, size);
    const std::string alone = next.text;
    if (also != "nothing")
      next.text =
          fill("({}) {} ({})", alone, also == "first" ? "||" : "&&", expression_of(also, other));
    if (kind == "own") {
      if (auto error = count_own(next, alone)) return error;
    } else {
      attention::Masks masks{.first = mask_of(kind, size, next.tokens)};
      if (also != "nothing") {
        masks.join =
            also == "first" ? attention::Masks::Join::either : attention::Masks::Join::both;
        masks.second = mask_of(also, other, next.tokens);
      }
      if (auto error = count_named(next, masks)) return error;
    }
    times(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const auto& blocks = shown.found.blocks;
    return fill(
        "{} of {} blocks are full, {} partial, {} skipped: {} of all pairs are computed for the {} "
        "that are allowed. {}",
        blocks.full, shown.cells(), blocks.partial, blocks.skipped, percent(share(), 1),
        percent(allowed(), 1),
        shown.saved() < 1.005
            ? "That saves no time."
            : fill("At most {} times as fast on an H100.", fixed(shown.saved(), 2)));
  }

  Table table() const override {
    Table table{{{"Blocks", false}, {"Count"}, {"Of all", "%", UnitIn::cells}}};
    for (const int kind : {2, 1, 0})
      table.add(
          {kind == 2   ? "Full"
           : kind == 1 ? "Partial"
                       : "Skipped",
           shown.count(kind),
           percent_cell(static_cast<double>(shown.count(kind)) / static_cast<double>(shown.cells()),
                        1)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    return {{"full", "Full blocks", shown.count(2)},
            {"partial", "Partial blocks", shown.count(1)},
            {"skipped", "Skipped blocks", shown.count(0)},
            {"computed", "Pairs computed, of all", 100 * share(), 1, "%"},
            {"pairs", "Pairs allowed, of all", 100 * allowed(), 1, "%"},
            {"bytes", "Block mask", shown.bytes(), "B"},
            {"time", "Time at the roof", 1e6 * shown.blocks.seconds, 1, "µs"},
            {"saved", "Faster than without skipping", shown.saved(), 2, "×"}};
  }

  MaskModState shown;

 private:
  // From the ranges of keys that each query sees: a thousandth of looking at every pair.
  static std::optional<Error> count_named(MaskModState& state, const attention::Masks& masks) {
    const attention::Extent extent{state.tokens, state.tokens};
    if (auto error = attention::check(masks, extent)) return error;
    if (auto error =
            keep(state.found.kinds, attention::classify_blocks(masks, extent, state.block)))
      return error;
    for (const attention::BlockKind each : state.found.kinds)
      ++(each == attention::BlockKind::full      ? state.found.blocks.full
         : each == attention::BlockKind::partial ? state.found.blocks.partial
                                                 : state.found.blocks.skipped);
    state.found.columns = (state.tokens - 1) / state.block + 1;
    state.found.pairs = attention::count_pairs(masks, extent);
    std::vector<attention::Range> found;
    attention::seen_keys(masks, extent, state.q, found);
    state.seen.assign(static_cast<size_t>(state.tokens), 0);
    for (const attention::Range& keys : found)
      std::fill_n(state.seen.begin() + keys.begin, keys.size(), std::uint8_t{1});
    return std::nullopt;
  }

  // Every pair is looked at, unless only the query or the scores have changed.
  std::optional<Error> count_own(MaskModState& state, std::string_view alone) {
    // By itself first: an error then names the column in the reader's own text.
    if (const auto own = attention::ExpressionMask::parse(alone); !own)
      return Error{fill("'Expression': {}", own.error().message)};
    const auto mask = attention::ExpressionMask::parse(state.text);
    if (!mask) return Error{fill("'Expression': {}", mask.error().message)};
    if (state.text == shown.text && state.tokens == shown.tokens && state.block == shown.block &&
        state.b == shown.b && state.h == shown.h) {
      state.found = shown.found;
    } else {
      auto found =
          attention::count_masked(*mask, state.tokens, state.block, state.b, state.h, true);
      if (!found) return Error{fill("'Expression': {}", found.error().message)};
      state.found = std::move(*found);
    }
    return keep(state.seen, attention::seen_keys(*mask, state.tokens, state.q, state.b, state.h));
  }

  double share() const {
    return static_cast<double>(shown.computed()) / static_cast<double>(shown.cells());
  }
  double allowed() const {
    return static_cast<double>(shown.found.pairs) / (1.0 * shown.tokens * shown.tokens);
  }

  static void times(MaskModState& state) {
    const device::Peaks& gpu = *find_by_id(device::all_peaks(), "h100");
    const std::span<const device::UnitFormat> formats = device::unit_formats;
    const device::Work work = device::attention(
        {.n = state.tokens, .d = mod_width, .heads = mod_heads, .batch = mod_sequences});
    const auto roof = [&](double pairs) {
      const double all = 1.0 * state.tokens * state.tokens;
      return *device::roofline(gpu, *find_by_id(formats, "bf16"),
                               {work.flops * std::min(1.0, pairs / all), work.numbers}, 0);
    };
    state.all = roof(1.0 * state.tokens * state.tokens);
    state.blocks = roof(1.0 * static_cast<double>(state.computed()) * state.block * state.block);
    state.pairs = roof(static_cast<double>(state.found.pairs));
  }
};

}  // namespace

Description mask_mod() {
  return describe<MaskModScene, parameters>(
      "mask-mod", "library", "FlexAttention’s blocks", "How does FlexAttention skip work?",
      "core/attention/mask_expression.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
