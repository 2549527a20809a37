// How many bytes does attention move? Three loops over the same pairs, counted block by block.
#include "web/scenes/flash/flash_io.hpp"

#include <algorithm>

#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using kernels::FlashIo, kernels::FlashIoOptions, kernels::FlashLoop;

constexpr Choice loop_choices[flash_loops] = {
    {"standard", "Standard"}, {"fa1", "FlashAttention-1"}, {"fa2", "FlashAttention-2"}};
constexpr Choice pass_choices[] = {
    {"forward", "Forward"}, {"backward", "Backward"}, {"both", "Both"}};
constexpr Choice mask_choices[] = {{"none", "None"}, {"causal", "Causal"}, {"band", "Band"}};
constexpr Choice kernel_choices[] = {{"none", "None"}, {"mask", "Mask"}, {"both", "Both"}};

constexpr Range sizes = {16, 1024};
constexpr std::string_view blocks_when = "loop=fa1|fa2";
constexpr Parameter parameters[] = {
    one_of("loop", "Loop", loop_choices, "fa2", {.help = "You can also click a bar"}),
    one_of("pass", "Pass", pass_choices, "forward"),
    whole_number("tokens", "Tokens", "1024", {flash_least_tokens, flash_most_tokens},
                 {.help = "Queries, and as many keys. You can also drag in the chart",
                  .spacing = Spacing::binary}),
    whole_number("size", "Head size", "64", {16, 256},
                 {.unit = "numbers",
                  .help = "Of a query, key or value: two bytes each",
                  .spacing = Spacing::binary}),
    whole_number(
        "rows", "Block of queries", "128", sizes,
        {.help = "You can also drag its edge", .when = blocks_when, .spacing = Spacing::binary}),
    whole_number(
        "keys", "Block of keys", "128", sizes,
        {.help = "You can also drag its edge", .when = blocks_when, .spacing = Spacing::binary}),
    one_of(
        "mask", "Mask", mask_choices, "none",
        {.help = "FlashAttention skips blocks without any allowed pair. The band is an eighth of "
                 "the tokens to both sides"}),
    one_of(
        "kernels", "Kernels of their own for", kernel_choices, "none",
        {.help = "Standard attention may apply the mask, and dropout, in passes of their own over "
                 "the square",
         .when = "loop=standard"}),
    whole_number("heads", "Heads", "1", {1, 4096},
                 {.help = "In all sequences of the batch", .spacing = Spacing::binary}),
};

constexpr Preset presets[] = {
    {"One head", ""},
    {"Keys outside", "loop=fa1&keys=256&rows=64"},
    {"Long text", "tokens=16384&size=128"},
    {"Causal", "mask=causal&tokens=2048"},
    {"A band", "mask=band&tokens=2048&rows=64&keys=64"},
    {"GPT-2 medium", "loop=standard&pass=both&heads=1024&keys=256&rows=64&kernels=both"},
};
constexpr std::string_view parts[] = {"blocks", "bars", "bounds", "chart"};
constexpr std::string_view references[] = {"fa1", "fa2"};

FlashIo both(const FlashIoOptions& options, bool forward, bool backward) {
  FlashIo sum;
  const auto add = [&](const Result<FlashIo>& one) {
    sum.reads += one->reads;
    sum.writes += one->writes;
    sum.extra = std::max(sum.extra, one->extra);
    sum.blocks += one->blocks;
  };
  if (forward) add(kernels::flash_io(options));
  if (backward) add(kernels::flash_backward_io(options));
  return sum;
}

class FlashIoScene final : public Pictured<FlashIoScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    FlashIoState next;
    FlashIoOptions& o = next.options;
    o.n = values.integer("tokens");
    o.d = values.integer("size");
    o.loop = values.choice("loop", {FlashLoop::standard, FlashLoop::fa1, FlashLoop::fa2});
    o.block_q = values.integer("rows");
    o.block_k = values.integer("keys");
    o.causal = values.text("mask") == "causal";
    o.window = values.text("mask") == "band" ? band(o.n) : 0;
    o.separate_mask = values.text("kernels") != "none";
    o.separate_dropout = values.text("kernels") == "both";
    next.forward = values.text("pass") != "backward";
    next.backward = values.text("pass") != "forward";
    next.element = 2. * values.integer("heads");
    if (const auto refused = kernels::flash_io(o); !refused) return refused.error();
    for (int loop = 0; loop < flash_loops; ++loop) {
      FlashIoOptions one = o;
      one.loop = static_cast<FlashLoop>(loop);
      nth(next.all, loop) = both(one, next.forward, next.backward);
    }
    curves(next);
    next.least = least(next, o.n);
    walk(next);
    shown = std::move(next);
    return std::nullopt;
  }

  int steps() const override { return static_cast<int>(shown.steps.size()) - 1; }

  std::string status(int step) const override {
    const FlashIoOptions& o = shown.options;
    const std::string now = prefixed(nth(shown.steps, step).bytes, "B");
    if (step == 0)
      return fill("Nothing has been read: Q, K and V are in HBM, {} numbers each.", o.n * o.d);
    if (step < steps()) return fill("{} So far {} have gone to and from HBM.", doing(step), now);
    const double total = shown.bytes(shown.chosen());
    const std::string beside =
        shown.standard() ? fill("Q, K, V and O alone are {}.", prefixed(shown.least, "B"))
                         : fill("Standard attention: {}, {} times as much.",
                                prefixed(shown.bytes(0), "B"), brief(shown.bytes(0) / total));
    return fill("{}, {}: {} to and from HBM. {}", flash_name(shown.chosen()), passes(), now,
                beside);
  }

  Table table() const override {
    Table table{{{"Loop", false},
                 {"Reads", "MB"},
                 {"Writes", "MB"},
                 {"Total", "MB"},
                 {"Bound", "MB"},
                 {"Extra memory", "MB"}}};
    const auto mb = [](double bytes) { return cell(bytes / 1e6, significant); };
    for (int loop = 0; loop < flash_loops; ++loop) {
      const FlashIo& io = nth(shown.all, loop);
      const auto size = [&](std::int64_t count) {
        return mb(static_cast<double>(count) * shown.element);
      };
      table.add({flash_name(loop), size(io.reads), size(io.writes), size(io.total()),
                 mb(shown.bound(loop)), size(io.extra)});
    }
    table.add({"Each tensor once", no_cell(), no_cell(), mb(shown.least), no_cell(), cell(0)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const double total = shown.bytes(shown.chosen());
    return {
        Metric{"bytes", "Bytes to and from HBM", total / 1e6, decimals(total / 1e6), "MB"}.told_in(
            "bars, chart", "Total", "loop, tokens"),
        {"saved", "Standard attention's bytes", shown.bytes(0) / total, 1, "×"},
        {"chip", "Blocks on chip", 2 * shown.on_chip() / 1024, 0, "KiB"}};
  }

  FlashIoState shown;

 private:
  static int decimals(double value) { return value < 10 ? 2 : value < 100 ? 1 : 0; }
  static std::int64_t band(std::int64_t n) { return std::max<std::int64_t>(1, n / 8); }
  static double least(const FlashIoState& state, std::int64_t n) {
    std::int64_t sum = 0;
    for (const bool backward : {false, true})
      if (backward ? state.backward : state.forward)
        sum += kernels::least_io(n, state.options.d, backward);
    return static_cast<double>(sum) * state.element;
  }

  static void curves(FlashIoState& state) {
    for (int point = 0; point < flash_points; ++point) {
      FlashIoOptions o = state.options;
      o.n = flash_tokens(point);
      if (o.window > 0) o.window = band(o.n);
      for (int loop = 0; loop < flash_loops; ++loop) {
        o.loop = static_cast<FlashLoop>(loop);
        nth(nth(state.curves, loop), point) =
            static_cast<double>(both(o, state.forward, state.backward).total()) * state.element;
      }
      nth(state.curves[flash_loops], point) = least(state, o.n);
    }
  }

  // At most 24 steps for each pass.
  static void walk(FlashIoState& state) {
    double before = 0;
    for (const bool backward : {false, true}) {
      if (!(backward ? state.backward : state.forward)) continue;
      FlashIoOptions o = state.options;
      const std::int64_t count = kernels::flash_outer(o, backward), stride = (count + 23) / 24;
      for (std::int64_t outer = stride;; outer += stride) {
        o.outer = std::min(outer, count);
        const auto io = backward ? kernels::flash_backward_io(o) : kernels::flash_io(o);
        state.steps.push_back(
            {backward, o.outer, before + static_cast<double>(io->total()) * state.element});
        if (outer >= count) break;
      }
      before = state.steps.back().bytes;
    }
  }

  std::string_view passes() const {
    return !shown.backward ? "forward" : shown.forward ? "forward and backward" : "backward";
  }

  std::string doing(int step) const {
    const FlashIoState::Step& at = nth(shown.steps, step);
    if (shown.standard()) {
      const auto kernels = kernels::standard_kernels(shown.options, at.backward);
      return fill("Kernel {} of {}: {}.", at.outer, kernels.size(),
                  kernels[static_cast<size_t>(at.outer - 1)].name);
    }
    const bool rows = shown.rows_first(at.backward);
    return fill("{} {} of {} is on the chip, and the loop {}.",
                rows ? "Block of queries" : "Block of keys", at.outer,
                kernels::flash_outer(shown.options, at.backward),
                rows          ? "reads the keys and values"
                : at.backward ? "reads Q and dO, and reads and writes dQ"
                              : "reads Q, and reads and writes O");
  }
};

}  // namespace

double FlashIoState::bound(int loop) const {
  const auto n = static_cast<double>(options.n), d = static_cast<double>(options.d);
  return element *
         (loop == 0 ? kernels::standard_bound(n, d) : kernels::flash_bound(n, d, on_chip()));
}

std::string_view flash_name(int loop) { return loop_choices[loop].label; }
std::string_view flash_value(int loop) { return loop_choices[loop].value; }

Description flash_io() {
  return describe<FlashIoScene, parameters>(
      "flash-io", "library", "Attention's bytes", "How many bytes does attention move?",
      "core/kernels/flash_io.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
