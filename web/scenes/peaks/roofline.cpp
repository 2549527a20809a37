// Memory-bound, compute-bound, or over before it began?
#include "web/scenes/peaks/roofline.hpp"

#include "core/device/measured_h200.hpp"
#include "core/find.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scenes/peaks/peak_choices.hpp"

namespace loom::scenes {
namespace {

constexpr Choice format_choices[] = {{"fp32", "FP32"}, {"tf32", "TF32"}, {"fp16", "FP16"},
                                     {"bf16", "BF16"}, {"fp8", "FP8"},   {"int8", "INT8"},
                                     {"fp4", "FP4"}};
constexpr Choice operation_choices[] = {{"vector_add", "Vector add"},
                                        {"softmax", "Softmax"},
                                        {"layer_norm", "Layer norm"},
                                        {"rms_norm", "RMS norm"},
                                        {"matmul", "Matrix product"},
                                        {"matvec", "Matrix-vector"},
                                        {"attention_naive", "Attention, naive"},
                                        {"attention_fused", "Attention, fused"},
                                        {"moe", "Layer of experts"}};
constexpr Choice phase_choices[] = {
    {"prefill", "Prefill"}, {"causal", "Prefill, causal"}, {"decode", "Decode"}};

constexpr std::string_view rows_when = "operation=softmax|layer_norm|rms_norm",
                           attention_when = "operation=attention_naive|attention_fused";
constexpr Details sized(std::string_view when) {
  return {.when = when, .spacing = Spacing::binary};
}
constexpr Range side = {1, 65536};

constexpr Parameter parameters[] = {
    one_of("operation", "Operation", operation_choices, "matmul"),
    one_of("gpu", "GPU", peak_choices, "h200"),
    one_of("number", "Number format", format_choices, "bf16"),
    whole_number("count", "Numbers", "67108864", {1, 1 << 30}, sized("operation=vector_add")),
    whole_number("rows", "Rows", "16384", {1, 1 << 20}, sized(rows_when)),
    whole_number("columns", "Columns", "4096", side, sized(rows_when)),
    whole_number("m", "Rows of A", "8192", side, sized("operation=matmul|matvec")),
    whole_number("k", "Columns of A", "8192", side, sized("operation=matmul|matvec")),
    whole_number("n", "Columns of B", "8192", side, sized("operation=matmul")),
    whole_number("tokens", "Tokens", "4096", {1, 1 << 20},
                 sized("operation=attention_naive|attention_fused|moe")),
    whole_number("batch", "Sequences", "1", {1, 4096}, sized(attention_when)),
    one_of("phase", "Phase", phase_choices, "prefill", {.when = attention_when}),
    whole_number("experts", "Experts", "8", {1, 1024}, sized("operation=moe")),
    whole_number("topk", "Experts of a token", "2", {1, 64}, sized("operation=moe")),
    free_text("own", "Your own: FLOPs, bytes, time", "", 96,
              {.help = "What a profiler counted and timed, such as 500 GFLOP 5 GB 1.6 ms"}),
};

constexpr Preset presets[] = {
    {"Large product", ""},
    {"Small product", "m=512&k=512&n=512"},
    {"One token’s product", "n=1"},
    {"Softmax", "operation=softmax"},
    {"Decode", "operation=attention_fused&phase=decode&batch=16"},
    {"Prefill", "operation=attention_fused"},
    {"Too small", "operation=vector_add&count=4096"},
    {"Your own", "own=500%20GFLOP%205%20GB%201.6%20ms"},
};
constexpr std::string_view parts[] = {"roof", "ridge", "operation", "measured", "times", "own"};
constexpr std::string_view references[] = {"roofline",   "v100-wp",    "a100-wp",
                                           "a100-sheet", "h100-sheet", "h200-sheet",
                                           "dgx-b200",   "ada-wp",     "rtx-blackwell-wp"};

constexpr std::int64_t heads = 32, head = 128, hidden = 4096, inner = 1792;

bool on_ordinary_units(std::string_view operation) {
  return operation == "vector_add" || operation == "softmax" || operation.ends_with("_norm");
}

class RooflineScene final : public Pictured<RooflineScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    RooflineChart next;
    next.gpu = find_by_id(device::all_peaks(), values.text("gpu"));
    next.format = device::find_unit_format(values.text("number"));
    if (values.text("operation") == "moe" && values.integer("topk") > values.integer("experts"))
      return Error{fill("'Experts of a token': got {}, expected at most 'Experts', {}",
                        values.integer("topk"), values.integer("experts"))};
    const auto own = read_own_run(values.text("own"));
    if (!own) return Error{fill("'Your own': {}", own.error().message)};
    next.own = *own;
    next.overhead = device::h200::graph_launch;
    const device::Work work = describe_work(values, next.name);
    const auto roof = device::roofline(*next.gpu, *next.format, work, next.overhead);
    if (!roof)
      return Error{
          fill("'Number format': the {} has no units for {}", next.gpu->name, next.format->name)};
    next.roof = *roof;
    next.ordinary = next.format->id != "fp32" && on_ordinary_units(values.text("operation"));
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const device::Roof& roof = shown.roof;
    std::string text =
        fill("{}, in {}: {} and {}, so {} a byte (ridge of the {}: {}). ", shown.name,
             shown.format->name, prefixed(roof.flops, "FLOP"), prefixed(roof.bytes, "B"),
             brief(roof.intensity) + (brief(roof.intensity) == "1" ? " FLOP" : " FLOPs"),
             shown.gpu->name, brief(roof.ridge));
    if (roof.bound == device::Bound::memory)
      text += fill("Memory is the limit: the bytes take at least {}, and {}.",
                   prefixed(roof.seconds, "s"),
                   fill(shown.ordinary ? "the rate is at most {} of the tensor cores’ peak"
                                       : "the units reach at most {} of their peak",
                        percent(arithmetic(), 1)));
    else if (roof.bound == device::Bound::compute)
      text += fill("Arithmetic is the limit: at least {}, with memory busy {} of the time.",
                   prefixed(roof.seconds, "s"), percent(memory(), 1));
    else
      text +=
          fill("The launch is the limit: bytes and arithmetic take {}, a launch {}.",
               prefixed(std::max(roof.memory, roof.compute), "s"), prefixed(shown.overhead, "s"));
    if (const auto* run = shown.run(); run && RooflineChart::is_fused(*run, of_limit(*run)))
      text += fill(
          " That is without fusion. PyTorch fused the operation, moved fewer bytes, and took {}: "
          "{} times as fast.",
          prefixed(run->us() / 1e6, "s"), fixed(of_limit(*run), 2));
    return shown.own ? text + " " + judged(*shown.own) : text;
  }

  Table table() const override {
    Table table =
        headed(text_column("Operation"), "FLOPs", "Bytes", "FLOPs a byte", text_column("Bound"),
               Column("At least", "µs"), Column("Measured, eager", "µs").only(shown.measured()),
               Column("Measured, compiled", "µs").only(shown.measured()));
    add_row(table, shown.name, shown.roof, no_cell(), no_cell());
    if (!shown.measured()) return table;
    for (const auto& one : device::h200::measured_operations())
      add_row(table, fill("{}, {}", one.name, one.size),
              *device::roofline(*shown.gpu, *shown.format, one.work, shown.overhead),
              cell(one.eager_us, significant), cell(one.compiled_us, significant));
    return table;
  }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> all = {{"intensity", "Intensity", shown.roof.intensity, 2, "FLOPs a byte"},
                               {"ridge", "Ridge", shown.roof.ridge, 0, "FLOPs a byte"},
                               {"time", "At least", shown.roof.seconds * 1e6, 1, "µs"},
                               {"rate", "Attainable", shown.roof.tflops(), 1, "TFLOP/s"},
                               {"arithmetic", "Units busy", 100 * arithmetic(), 1, "%"},
                               {"memory", "Memory busy", 100 * memory(), 1, "%"}};
    if (shown.own)
      all.push_back({"own", "Yours, of its roof",
                     100 * bound(*shown.own).seconds / shown.own->seconds, 1, "%"});
    return all;
  }

  RooflineChart shown;

 private:
  double arithmetic() const { return shown.roof.compute / shown.roof.seconds; }
  double memory() const { return shown.roof.memory / shown.roof.seconds; }
  double of_limit(const device::h200::MeasuredOperation& run) const {
    return shown.roof.seconds * 1e6 / run.us();
  }
  struct Bound {
    double seconds;
    std::string_view by;
  };
  Bound bound(const OwnRun& own) const;
  static device::Work describe_work(const Values& values, std::string& name);
  std::string judged(const OwnRun& own) const;

  static void add_row(Table& table, const std::string& name, const device::Roof& roof,
                      const Cell& eager, const Cell& compiled) {
    table.add({name, cell(roof.flops, readable), cell(roof.bytes, readable),
               cell(roof.intensity, significant), device::name(roof.bound),
               cell(roof.seconds * 1e6, significant), eager, compiled});
  }
};

device::Work RooflineScene::describe_work(const Values& values, std::string& name) {
  const std::string_view operation = values.text("operation");
  for (const Choice& choice : operation_choices)
    if (choice.value == operation) name = choice.label;
  const auto size = [&](const char* key) { return std::int64_t{values.integer(key)}; };
  const auto matrix = [&](const char* rows, const char* columns) {
    name += fill(", {} × {}", size(rows), size(columns));
  };
  if (operation == "vector_add") {
    name += fill(", {}", Word(values.integer("count"), "number"));
    return device::vector_add(size("count"));
  }
  if (operation == "matmul") {
    name += fill(", {} × {} by {} × {}", size("m"), size("k"), size("k"), size("n"));
    return device::matmul(size("m"), size("n"), size("k"));
  }
  if (operation == "matvec") return matrix("m", "k"), device::matvec(size("m"), size("k"));
  if (operation == "moe") {
    name += fill(", {} to {} of {}", Word(values.integer("tokens"), "token"), size("topk"),
                 size("experts"));
    return device::moe({.tokens = size("tokens"),
                        .experts = size("experts"),
                        .top_k = size("topk"),
                        .hidden = hidden,
                        .inner = inner});
  }
  if (operation.starts_with("attention")) {
    const std::string_view phase = values.text("phase");
    name += fill(phase == "decode" ? ", one query and {} × {} keys" : ", {} × {} tokens",
                 size("batch"), size("tokens"));
    return device::attention({.n = size("tokens"),
                              .d = head,
                              .heads = heads,
                              .batch = size("batch"),
                              .causal = phase == "causal",
                              .decode = phase == "decode",
                              .naive = operation == "attention_naive"});
  }
  matrix("rows", "columns");
  return (operation == "softmax"      ? device::softmax
          : operation == "layer_norm" ? device::layer_norm
                                      : device::rms_norm)(size("rows"), size("columns"));
}

RooflineScene::Bound RooflineScene::bound(const OwnRun& own) const {
  const double compute = own.flops / (shown.peak() * 1e12),
               memory = own.bytes / (shown.gpu->bandwidth.value * 1e9);
  const double most = std::max({compute, memory, shown.overhead});
  return {most, memory == most ? "memory" : compute == most ? "arithmetic" : "its launch"};
}

std::string RooflineScene::judged(const OwnRun& own) const {
  const auto [seconds, by] = bound(own);
  if (own.seconds < seconds)
    return fill("Yours would beat the roof, which allows {} at best.", prefixed(seconds, "s"));
  return fill("Yours is bound by {} and reaches {} of its roof.", by,
              percent(seconds / own.seconds, 1));
}

}  // namespace

const device::h200::MeasuredOperation* RooflineChart::run() const {
  if (!measured()) return nullptr;
  for (const auto& one : device::h200::measured_operations())
    if (one.work.flops == roof.flops && one.work.numbers * format->bytes == roof.bytes) return &one;
  return nullptr;
}

OperationState state_of(size_t measured) {
  static constexpr std::string_view rows = "rows=16384&columns=4096",
                                    attention = "tokens=4096&batch=1&phase=prefill";
  static constexpr OperationState all[] = {
      {"vector_add", "count=67108864"},
      {"vector_add", "count=4096"},
      {"softmax", rows},
      {"layer_norm", rows},
      {"rms_norm", rows},
      {"matmul", "m=512&k=512&n=512"},
      {"matmul", "m=8192&k=8192&n=8192"},
      {"matvec", "m=16384&k=8192"},
      {"attention_naive", attention},
      {"attention_fused", attention},
      {"attention_fused", "tokens=4096&batch=1&phase=causal"},
      {"attention_fused", "tokens=4096&batch=16&phase=decode"},
      {"moe", "tokens=64&experts=8&topk=2"},
      {"moe", "tokens=8192&experts=8&topk=2"},
  };
  return all[measured];
}

std::string rate_text(double tflops) {
  return tflops < 0.1 ? prefixed(tflops * 1e12, "FLOP/s") : quantity(tflops, "TFLOP/s");
}

Description roofline() {
  return describe<RooflineScene, parameters>(
      "roofline", "index", "The roofline",
      "What limits an operation: memory, arithmetic or its launch?", "core/device/roofline.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
