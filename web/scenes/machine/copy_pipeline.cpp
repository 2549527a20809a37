// Can the next tile load while this one computes? A loop over tiles with cp.async and a ring of
// buffers.
#include "web/scenes/machine/copy_pipeline.hpp"

namespace loom::scenes {
namespace {

using gemm::CopyMode;

constexpr Choice modes[] = {{"synchronous", "Synchronous"}, {"cp.async", "cp.async"}};

constexpr Parameter parameters[] = {
    one_of("mode", "Copy", modes, "cp.async",
           {.help = "Synchronous: wait for every copy. cp.async: copies run during the math."}),
    whole_number("stages", "Stages", "2", {1, most_stages},
                 {.help = "Buffers in shared memory. Only cp.async uses them."}),
    whole_number("tiles", "Tiles", "8", {4, 32}),
    whole_number("latency", "Copy latency", "400", {100, 1500},
                 {.unit = "cycles", .help = "From the start of a copy to its arrival."}),
    whole_number(
        "interval", "Copy interval", "100", {10, 1000},
        {.unit = "cycles",
         .help = "Least time from one copy’s start to the next: bytes of a tile / bandwidth."}),
    whole_number("compute", "Math per tile", "150", {10, 500}, {.unit = "cycles"}),
    whole_number(
        "issue", "Issue time", "0", {0, 300},
        {.unit = "cycles",
         .help = "What threads spend to issue a tile’s copies: about 173 for 16 KB on an H200."}),
};

constexpr Preset presets[] = {
    {"Two stages", ""},
    {"Memory too slow", "stages=4&interval=200"},
    {"H200, from L2", "stages=3&latency=459&interval=173&compute=312&issue=173"},
    {"H200, from HBM", "stages=4&latency=944&interval=255&compute=407&issue=174"},
    {"H200, all SMs", "stages=4&tiles=32&latency=1219&interval=905&compute=381&issue=173"},
};
constexpr std::string_view parts[] = {"math", "copies", "fill", "drain", "totals", "why"};
constexpr std::string_view references[] = {"ptx", "cutlass", "a100-wp"};

class CopyPipelineScene final : public Pictured<CopyPipelineScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    gemm::CopyPipelineOptions options{
        .mode = values.text("mode") == "cp.async" ? CopyMode::cp_async : CopyMode::synchronous,
        .stages = values.integer("stages"),
        .tiles = values.integer("tiles"),
        .latency = values.integer("latency"),
        .interval = values.integer("interval"),
        .compute = values.integer("compute"),
        .issue = values.integer("issue")};
    CopyPicture next;
    if (auto error = keep(next.pipeline, gemm::run_copy_pipeline(options))) return error;
    for (int stages = 0; stages <= most_stages + 1; ++stages) {
      const bool last = stages > most_stages;
      options.mode = stages == 0 ? CopyMode::synchronous : CopyMode::cp_async;
      options.stages = last ? options.tiles + 1 : std::max(stages, 1);
      const auto one = gemm::run_copy_pipeline(options);
      if (!one) return one.error();
      (last ? next.hidden : nth(next.totals, stages)) = one->total;
    }
    for (const gemm::MeasuredPipeline& known : gemm::measured_pipelines)
      if (known.same(options)) next.measured = &known;
    return keep(shown, std::move(next));
  }

  int steps() const override { return options().tiles; }

  std::string status(int step) const override {
    if (step == 0) return before();
    return step < steps() ? midway(step) : totals() + conclusion();
  }

  Table table() const override {
    Table table = headed(text_column("Tile"), "Copy start", "Copy end", "Math start", "Math end");
    for (int i = 0; i < options().tiles; ++i) {
      const gemm::TileTimes& tile = nth(shown.pipeline.tiles, i);
      table.add({i, tile.copy_start, tile.copy_end, tile.math_start, tile.math_end});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const gemm::CopyPipeline& all = shown.pipeline;
    return {{"total", "Total cycles", all.total},
            {"busy", "Tensor cores busy", 100 * all.share(), 1, "%"},
            Metric{"speedup", "Speed-up against synchronous", speedup(), 2, "×"}.told_in(
                "totals", "", "stages"),
            {"fill", "Fill", all.fill, "cycles"},
            {"drain", "Drain", all.drain, "cycles"}};
  }

  CopyPicture shown;

 private:
  const gemm::CopyPipelineOptions& options() const { return shown.pipeline.options; }
  double speedup() const { return static_cast<double>(shown.totals[0]) / shown.pipeline.total; }
  int ahead() const { return std::min(shown.ahead(), options().tiles); }

  std::string before() const {
    const std::string start =
        ahead() == 0 ? "The loop copies a tile, waits for it, and multiplies it."
                     : fill(
                           "The kernel starts {} before the loop, then one more before it "
                           "multiplies each tile.",
                           copies());
    return fill("Nothing has started: {} in slow memory. {}", Word(options().tiles, "tile"), start);
  }

  std::string midway(int step) const {
    const gemm::TileTimes* tile = &nth(shown.pipeline.tiles, step - 1);
    const int wait = tile->math_start - (step == 1 ? 0 : tile[-1].math_end);
    return fill(
        "The tensor cores multiply tile {} from cycle {} to {}, {}. So far they were busy {} of "
        "the time.",
        step - 1, tile->math_start, tile->math_end,
        wait == 0 ? "without a wait" : fill("after a wait of {}", Word(wait, "cycle")),
        percent(static_cast<double>(step) * options().compute / tile->math_end, 1));
  }

  std::string totals() const {
    std::string measured, faster;
    if (shown.measured && shown.shown() > 0)
      measured = fill(" ({} on an H200)", nth(shown.measured->cycles, shown.shown() - 1));
    if (shown.pipeline.total < shown.totals[0])
      faster = fill(", {} times as fast as synchronous", fixed(speedup(), 2));
    return fill("{} take {} cycles{}{}. The tensor cores are busy {} of the time. ",
                Word(options().tiles, "tile"), shown.pipeline.total, measured, faster,
                percent(shown.pipeline.share(), 1));
  }

  std::string conclusion() const {
    const gemm::CopyPipelineOptions& o = options();
    if (shown.synchronous())
      return fill("The loop waits {} cycles for every tile and does nothing else meanwhile.",
                  o.latency);
    if (shown.pipeline.total <= shown.hidden || o.stages >= gemm::stages_to_hide(o)) {
      if (o.interval > o.issue + o.compute)
        return fill("Memory sets the pace: a tile every {} cycles. Its math takes {}.", o.interval,
                    o.compute);
      if (o.issue == 0)
        return fill("After the first {} cycles the tensor cores never wait.", shown.pipeline.fill);
      return fill(
          "The latency is hidden. A tile takes {} cycles to issue its copies, {} for its math.",
          o.issue, o.compute);
    }
    const std::string why =
        o.stages == 1 ? "With one buffer, the next tile has no place until this one is multiplied"
                      : fill("At most {} {} in flight, and each takes {} cycles", copies(),
                             ahead() == 1 ? "is" : "are", o.latency);
    return fill("{}. {} would hide the latency.", why, Word(gemm::stages_to_hide(o), "stage"));
  }

  std::string copies() const { return fill("{} {}", ahead(), ahead() == 1 ? "copy" : "copies"); }
};

}  // namespace

Description copy_pipeline() {
  return describe<CopyPipelineScene, parameters>(
      "copy-pipeline", "index", "A copy pipeline",
      "Can the next tile load while this one computes?", "core/gemm/copy_pipeline.hpp",
      {.presets = presets, .parts = parts, .references = references, .opens_at_end = true});
}

}  // namespace loom::scenes
