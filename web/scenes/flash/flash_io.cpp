// How many bytes does attention move? Three loops over the same pairs, counted block by block.
#include "web/scenes/flash/flash_io.hpp"

#include "core/attention/visited_blocks.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

using kernels::FlashIo, kernels::FlashIoOptions, kernels::FlashLoop;

// Of an expression every pair is looked at, so only so many tokens are counted with one.
constexpr int most_masked_tokens = 2048;

constexpr Choice pass_choices[] = {
    {"forward", "Forward"}, {"backward", "Backward"}, {"both", "Both"}};
constexpr Choice mask_choices[] = {
    {"none", "None"}, {"causal", "Causal"}, {"band", "Band"}, {"own", "Your expression"}};
constexpr Choice block_choices[] = {{"chosen", "Chosen"}, {"memory", "From the memory"}};
constexpr Choice kernel_choices[] = {{"none", "None"}, {"mask", "Mask"}, {"both", "Both"}};

constexpr Details edge = {.help = "You can also drag its edge",
                          .when = "loop=fa1|fa2&blocks=chosen",
                          .spacing = Spacing::binary};

// Checked where it is typed; what it says of each pair, in set().
Result<std::string> read_mask(std::string_view text) {
  const auto mask = attention::ExpressionMask::parse(text);
  if (!mask) return mask.error();
  return std::string(text);
}
constexpr Reader expression_reader = {read_mask, [](std::string_view) { return std::string(); }};
// Blocks of 64 tokens whose numbers differ in at most one bit.
constexpr std::string_view butterfly = "!((q^k)/64 & (q^k)/64-1)";

constexpr Parameter parameters[] = {
    one_of("loop", "Loop", flash_loop_choices, "fa2", {.help = "You can also click a bar"}),
    one_of("pass", "Pass", pass_choices, "forward"),
    whole_number("tokens", "Tokens", "1024", {flash_least_tokens, flash_most_tokens},
                 {.help = "Queries, and as many keys. You can also drag in the chart",
                  .spacing = Spacing::binary}),
    whole_number("size", "Head size", "64", {16, 256},
                 {.unit = "numbers",
                  .help = "Of a query, key or value: two bytes each",
                  .spacing = Spacing::binary}),
    one_of("blocks", "Sizes of blocks", block_choices, "chosen", {.when = "loop=fa1|fa2"}),
    whole_number("rows", "Block of queries", "128", {16, 1024}, edge),
    whole_number("keys", "Block of keys", "128", {16, 1024}, edge),
    whole_number("memory", "Memory on chip", "192", {4, 256},
                 {.unit = "KiB",
                  .help = "An SM of an A100 has 192, one of an H100 256",
                  .when = "loop=fa1|fa2&blocks=memory",
                  .spacing = Spacing::binary}),
    one_of("mask", "Mask", mask_choices, "none",
           {.help = "FlashAttention skips blocks without any allowed pair. Causal: no query sees a "
                    "later key. The band is an eighth of the tokens to both sides"}),
    read_text("expression", "Expression", butterfly, 160, expression_reader,
              {.help = "In q and k, with C’s operators: not 0 where the query sees the key. It is "
                       "counted for up to 2,048 tokens",
               .when = "mask=own",
               .leads = true,
               .lines = 2}),
    one_of(
        "kernels", "Kernels of their own for", kernel_choices, "none",
        {.help = "Standard attention may apply the mask, and dropout, in passes of their own over "
                 "the square",
         .when = "loop=standard"}),
    whole_number("heads", "Heads", "1", {1, 4096},
                 {.help = "In all sequences of the batch",
                  .when = "loop=standard",
                  .spacing = Spacing::binary}),
};

constexpr Preset presets[] = {
    {"One head", ""},
    {"Keys outside", "loop=fa1&keys=256&rows=64"},
    {"Long text", "tokens=16384&size=128"},
    {"Causal", "mask=causal&tokens=2048"},
    {"A band", "mask=band&tokens=2048&rows=64&keys=64"},
    {"Butterfly", "mask=own&tokens=2048&rows=64&keys=64"},
    {"Sinks and a window", "tokens=2048&rows=64&keys=64&expression=q>=k%26%26(q-k<256||k<64)"},
    {"An A100’s memory", "loop=fa1&tokens=4096&blocks=memory"},
    {"GPT-2 medium", "loop=standard&pass=both&heads=1024&keys=256&rows=64&kernels=both"},
};
constexpr std::string_view parts[] = {"blocks", "bars", "bounds", "chart"};
constexpr std::string_view references[] = {"fa1", "fa2"};

FlashIoOptions with_loop(FlashIoOptions options, int loop) {
  options.loop = static_cast<FlashLoop>(loop);
  if (options.loop == FlashLoop::standard) options.kept.clear();
  return options;
}

class FlashIoScene final : public Pictured<FlashIoScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    FlashIoState next;
    FlashIoOptions& o = next.options;
    const bool own = values.text("mask") == "own";
    o.n = values.integer("tokens");
    next.clipped = own && o.n > most_masked_tokens;
    if (next.clipped) o.n = most_masked_tokens;
    o.d = values.integer("size");
    blocks(values, next);
    o.causal = values.text("mask") == "causal";
    o.window = values.text("mask") == "band" ? band(o.n) : 0;
    o.separate_mask = values.text("kernels") != "none";
    o.separate_dropout = values.text("kernels") == "both";
    next.passes = {values.text("pass") != "backward", values.text("pass") != "forward"};
    next.element = 2. * values.integer("heads");
    const std::string_view text = own ? values.text("expression") : "";
    if (auto error = mask(text, o)) return error;
    for (int loop = 0; loop < flash_loops; ++loop)
      if (auto error =
              keep(nth(next.all, loop), kernels::flash_io(with_loop(o, loop), next.passes)))
        return error;
    o = with_loop(o, values.choice("loop"));
    if (auto error = curves(next, text)) return error;
    next.least = next.bytes(kernels::least_io(o.n, o.d, next.passes));
    next.moments = kernels::flash_moments(o, next.passes, 24);
    return keep(shown, std::move(next));
  }

  int steps() const override { return static_cast<int>(shown.moments.size()) - 1; }

  std::string status(int step) const override {
    const FlashIoOptions& o = shown.options;
    const std::string now = prefixed(shown.moved(step), "B");
    if (step == 0)
      return fill("Nothing has been read: Q, K and V are in HBM, {} numbers each.", o.n * o.d);
    if (step < steps()) return fill("{} So far {} have been read and written.", doing(step), now);
    const int heads = static_cast<int>(shown.element / 2);
    return fill("{}, {}{}: {} read and written. {}", flash_loop_choices[shown.chosen()].label,
                passes(), heads > 1 ? fill(", {}", Word(heads, "head")) : std::string(), now,
                beside());
  }

  Table table() const override {
    Table table = headed(text_column("Loop"), Column("Reads", "MB"), Column("Writes", "MB"),
                         Column("Total", "MB"), Column("Bound", "MB"), Column("Extra memory", "MB"),
                         "Blocks computed");
    const auto mb = [](double bytes) { return cell(bytes / 1e6, significant); };
    for (int loop = 0; loop < flash_loops; ++loop) {
      const FlashIo& io = nth(shown.all, loop);
      const auto size = [&](std::int64_t count) { return mb(shown.bytes(count)); };
      table.add({flash_loop_choices[loop].label, size(io.reads), size(io.writes), size(io.total()),
                 mb(shown.bound(loop)), size(io.extra), loop == 0 ? no_cell() : cell(io.blocks)});
    }
    table.add(
        {"Each tensor once", no_cell(), no_cell(), mb(shown.least), no_cell(), cell(0), no_cell()});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const double total = shown.total(shown.chosen());
    const int decimals = total < 1e7 ? 2 : total < 1e8 ? 1 : 0;
    return {Metric{"bytes", "Bytes read and written", total / 1e6, decimals, "MB"}.told_in(
                "bars, chart", "Total", "loop, tokens"),
            {"saved", "Standard attention’s bytes", shown.total(0) / total, 1, "×"},
            {"chip", "Memory on chip", 2 * shown.memory / 1024, 0, "KiB"},
            {"rows_each", "Queries of a block", shown.options.block_q},
            {"keys_each", "Keys of a block", shown.options.block_k},
            {"computed", "Blocks that are computed", 100 * shown.share(), 0, "%"}};
  }

  FlashIoState shown;

 private:
  attention::VisitedBlocks visited_;

  static std::int64_t band(std::int64_t n) { return std::max<std::int64_t>(1, n / 8); }
  static void blocks(const Values& values, FlashIoState& state) {
    FlashIoOptions& o = state.options;
    o.block_q = values.integer("rows");
    o.block_k = values.integer("keys");
    state.memory = static_cast<double>(2 * (o.block_q + o.block_k) * o.d);
    state.from_memory = values.text("blocks") == "memory";
    if (!state.from_memory) return;
    const std::int64_t elements = values.integer("memory") * 512;
    const kernels::FlashBlocks from = kernels::flash_blocks(elements, o.d);
    state.memory = static_cast<double>(elements);
    o.block_q = from.queries;
    o.block_k = from.keys;
  }

  std::optional<Error> mask(std::string_view text, FlashIoOptions& options) {
    options.kept.clear();
    if (text.empty()) return std::nullopt;
    const attention::BlockShape shape = {options.block_q, options.block_k};
    if (auto error = keep(options.kept, visited_.find(text, static_cast<int>(options.n), shape)))
      return Error{"'Expression': " + error->message};
    return std::nullopt;
  }

  // With an expression, one point for each doubling.
  std::optional<Error> curves(FlashIoState& state, std::string_view text) {
    for (int point = 0; point < flash_points; ++point) {
      FlashIoOptions o = state.options;
      o.n = flash_tokens(point);
      if (o.window > 0) o.window = band(o.n);
      const bool counted = text.empty() || (point % 4 == 0 && o.n <= most_masked_tokens);
      if (counted)
        if (auto error = mask(text, o)) return error;
      for (int loop = 0; loop < (counted ? flash_loops : 1); ++loop)
        nth(nth(state.curves, loop), point) =
            state.bytes(kernels::flash_io(with_loop(o, loop), state.passes)->total());
      nth(state.curves[flash_loops], point) =
          state.bytes(kernels::least_io(o.n, o.d, state.passes));
    }
    return std::nullopt;
  }

  std::string beside() const {
    if (shown.standard()) return fill("Q, K, V and O alone are {}.", prefixed(shown.least, "B"));
    const FlashIoOptions& o = shown.options;
    std::string text =
        fill("Standard attention: {}, {} times as much.", prefixed(shown.total(0), "B"),
             brief(shown.total(0) / shown.total(shown.chosen())));
    if (shown.from_memory)
      text += fill(" {} of memory hold blocks of {} queries and {} keys.",
                   binary_bytes(2 * shown.memory), o.block_q, o.block_k);
    text += other_loop();
    if (!o.kept.empty()) text += fill(" {} of the blocks are computed.", percent(shown.share(), 0));
    if (shown.clipped)
      text += fill(" Only {} tokens are counted with an expression.", o.n);
    else if (!o.kept.empty())
      text += fill(" With an expression the curves end at {} tokens.", most_masked_tokens);
    return text;
  }

  // Why version 2, the later one, can move more: it reads keys and values for each block of
  // queries, and version 1 queries and outputs for each block of keys.
  std::string other_loop() const {
    const FlashIoOptions& o = shown.options;
    if (shown.total(1) >= shown.total(2) || o.block_k <= o.block_q) return "";
    return fill(" FlashAttention-{} requests {}: its outer blocks, of {}.",
                shown.chosen() == 1 ? "2" : "1", prefixed(shown.total(3 - shown.chosen()), "B"),
                shown.chosen() == 1 ? "queries, are smaller" : "keys, are larger");
  }

  std::string passes() const {
    const bool forward = shown.passes.forward, backward = shown.passes.backward;
    return fill("{}{}{}", forward ? "forward" : "", forward && backward ? " and " : "",
                backward ? "backward" : "");
  }

  std::string doing(int step) const {
    const kernels::FlashMoment& at = nth(shown.moments, step);
    if (shown.standard()) {
      const auto all = kernels::standard_kernels(shown.options, at.backward);
      return fill("Kernel {} of {}: {}.", at.outer, all.size(), nth(all, at.outer - 1).name);
    }
    const bool rows = kernels::flash_rows_first(shown.options, at.backward);
    return fill("{} {} of {} is on the chip, and the loop {}.",
                rows ? "Block of queries" : "Block of keys", at.outer,
                kernels::flash_outer(shown.options, at.backward),
                rows          ? "reads the keys and values"
                : at.backward ? "reads Q and dO, and reads and writes dQ"
                              : "reads Q, and reads and writes O");
  }
};

}  // namespace

Description flash_io() {
  return describe<FlashIoScene, parameters>(
      "flash-io", "library", "Attention’s bytes", "How many bytes does attention move?",
      "core/kernels/flash_io.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
