// How does a model fit on many GPUs? What each stores while it is trained, and what all of them
// send.
#include "web/scenes/scaling/parallelism.hpp"

#include <algorithm>

#include "core/device/links.hpp"
#include "core/device/machine.hpp"
#include "core/find.hpp"
#include "core/models/config.hpp"
#include "core/models/shape.hpp"
#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/model_config.hpp"
#include "web/scene/scene.hpp"
#include "web/scenes/scaling/parallelism_model.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::Optimizer, scaling::Recompute, scaling::TrainingMemory, scaling::TrainingOptions;

constexpr int most_chunks = 2;  // in a stage of the pipeline
constexpr Choice show_choices[] = {{"divide", "How to divide"}, {"train", "What to train"}};
constexpr Choice model_choices[] = {
    {"llama-8b", "Llama 3.1 8B"}, {"llama-70b", "Llama 3.1 70B"}, {"llama-405b", "Llama 3.1 405B"},
    {"mixtral", "Mixtral 8x7B"},  {"deepseek-v3", "DeepSeek-V3"}, {"own", "Your config.json"}};
constexpr Choice gpu_choices[] = {{"h100", "H100, 80 GiB"},
                                  {"h800", "H800, 80 GiB"},
                                  {"h200", "H200, 141 GiB"},
                                  {"b200", "B200, 180 GiB"}};
constexpr Choice optimizer_choices[] = {{"adam", "Adam, 2 + 2 + 12 bytes"},
                                        {"short", "Adam in BF16, 2 + 4 + 8"},
                                        {"nocopy", "Adam without a copy, 2 + 2 + 8"},
                                        {"sgd", "SGD in FP32, 4 + 4"}};
constexpr Choice zero_choices[] = {{"0", "0: nothing"},
                                   {"1", "1: optimizer"},
                                   {"2", "2: and gradients"},
                                   {"3", "3: and parameters"}};
constexpr Choice degrees[] = {{"1", "1"},     {"2", "2"},     {"4", "4"},        {"8", "8"},
                              {"16", "16"},   {"32", "32"},   {"64", "64"},      {"128", "128"},
                              {"256", "256"}, {"512", "512"}, {"1024", "1,024"}, {"2048", "2,048"}};
constexpr Choice sequence_choices[] = {{"2048", "2,048"},
                                       {"4096", "4,096"},
                                       {"8192", "8,192"},
                                       {"32768", "32,768"},
                                       {"131072", "131,072"}};
constexpr Choice token_choices[] = {
    {"4", "4.2 million"}, {"17", "16.8 million"}, {"63", "62.9 million"}};
constexpr int tokens[] = {1 << 22, 1 << 24, 15 << 22};
constexpr Choice kept_choices[] = {
    {"kept", "Keep"}, {"whole", "Keep, norms not shared"}, {"again", "Compute again"}};

static_assert(std::size(degrees) == data_degrees);

constexpr const char* divide = "show=divide";
constexpr const char* train = "show=train";
constexpr Parameter parameters[] = {
    one_of("show", "Controls", show_choices, "divide"),
    one_of("model", "Model", model_choices, "llama-70b", {.when = train}),
    model_config(),
    one_of("gpu", "GPU", gpu_choices, "h100", {.when = train}),
    one_of("optimizer", "Optimizer", optimizer_choices, "adam",
           {.help = "Bytes for each weight, its gradient, and what the optimizer keeps",
            .when = train}),
    one_of("sequence", "Tokens of a sequence", sequence_choices, "8192", {.when = train}),
    one_of("tokens", "Tokens of a step", token_choices, "17", {.when = train}),
    one_of("data", "Data parallel", degrees, "64",
           {.help = "So many groups of GPUs, each with its own sequences", .when = divide}),
    one_of("zero", "ZeRO divides", zero_choices, "0",
           {.help = "What GPUs with the same parameters do not all keep whole", .when = divide}),
    one_of("tensor", "Tensor parallel", std::span(degrees).first(tensor_degrees), "1",
           {.help = "GPUs that share every matrix, in one node", .when = divide}),
    one_of("pipeline", "Pipeline stages", std::span(degrees).first(pipeline_degrees), "1",
           {.when = divide}),
    one_of("context", "Context parallel", std::span(degrees).first(context_degrees), "1",
           {.help = "GPUs that share the tokens of each sequence", .when = divide}),
    one_of("expert", "Expert parallel", std::span(degrees).first(expert_degrees), "1",
           {.help = "GPUs that share the experts, where the model has some", .when = divide}),
    one_of("activations", "Activations", kept_choices, "kept",
           {.help = "Norms not shared: without sequence parallelism. Compute again: only the input "
                    "of each layer is kept",
            .when = divide}),
};

constexpr Preset presets[] = {
    {"64 full copies", ""},
    {"ZeRO 3", "zero=3&activations=again"},
    {"Tensor and ZeRO 1", "data=8&zero=1&tensor=8"},
    {"Llama 3 405B", "model=llama-405b&data=128&zero=1&tensor=8&pipeline=16"},
    {"131,072 tokens",
     "model=llama-405b&sequence=131072&data=8&zero=1&tensor=8&pipeline=16&context=16"},
    {"DeepSeek-V3",
     "model=deepseek-v3&gpu=h800&optimizer=short&sequence=4096&tokens=63&data=128&zero=1&"
     "pipeline=16&expert=64"},
};
constexpr std::string_view parts[] = {"alone", "memory", "wire", "time", "layouts"};
constexpr std::string_view references[] = {
    "zero",   "megatron1",   "megatron2",   "megatron-sp",    "ultrascale",
    "llama3", "deepseek-v3", "deepseek-hw", "ml-engineering", "h100-sheet"};

struct Hardware {
  std::string_view machine, name;  // name: if not the machine's
  device::Link link;
};
// An H800 is an H100 with slower NVLink.
constexpr Hardware hardware[] = {{"h100", "", device::nvlink4},
                                 {"h100", "H800", device::nvlink_h800},
                                 {"h200", "", device::nvlink4},
                                 {"b200", "", device::nvlink5}};

class ParallelismScene final : public Pictured<ParallelismScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ParallelPicture next;
    if (auto error = take_model(values, next)) return error;
    take_cluster(values, next);
    take_cuts(values, next);
    if (auto error = refusal(next)) return error;
    if (auto error = keep(next.step, scaling::training_step(next.options, next.cluster)))
      return error;
    TrainingOptions whole = next.options.model;
    whole.zero = 0;
    whole.data = whole.tensor = whole.pipeline = whole.context = whole.expert = 1;
    if (auto error = keep(next.alone, scaling::training_memory(whole))) return error;
    find_fastest(next);
    shown = std::move(next);
    return std::nullopt;
  }

  std::string status(int) const override {
    const std::string where = fill("{} on {} {}{} ({})", shown.model, shown.gpus(), shown.gpu,
                                   shown.gpus() == 1 ? "" : "s", layout_text(shown.options.model));
    const std::string stored = stored_gib(shown.step.memory.total()),
                      room = brief(shown.cluster.memory / gib);
    if (!shown.fits())
      return fill("{}: each would have to store {} GiB, but has {}. {} {} GiB. {}", where, stored,
                  room, largest().first, stored_gib(largest().second), best());
    return fill(
        "{}: each stores {} GiB of {}. A step of {} tokens takes about {}; its GPUs "
        "compute for {} of that. {}",
        where, stored, room, 1ll * shown.options.batch * shown.options.model.sequence,
        prefixed(shown.step.seconds(), "s"), percent(shown.step.compute / shown.step.seconds(), 0),
        best());
  }

  Table table() const override {
    Table table =
        headed(text_column("What"), Column("Alone", "GiB"), Column("On each GPU", "GiB"),
               Column("Sent", "GB"), Column("On the wire", "s"), Column("Of the step", "s"));
    const auto stored = [&](std::string_view name, double alone, double each) {
      table.add({name, cell(alone / gib, stored_gib(alone)), cell(each / gib, stored_gib(each)),
                 no_cell(), no_cell(), no_cell()});
    };
    const TrainingMemory &a = shown.alone, &e = shown.step.memory;
    stored("Parameters", a.parameters, e.parameters);
    stored("Gradients", a.gradients, e.gradients);
    stored("Optimizer", a.optimizer, e.optimizer);
    stored("Activations", a.activations, e.activations);
    stored("Together", a.total(), e.total());
    for (const ParallelPicture::Sent& each : shown.sent())
      table.add({fill("Sent: {}", each.name), no_cell(), no_cell(),
                 cell(each.part->bytes / 1e9, readable), cell(each.part->seconds, readable),
                 cell(each.part->exposed, readable)});
    const auto time = [&](std::string_view name, const Cell& memory, double seconds) {
      table.add({name, no_cell(), memory, no_cell(), no_cell(), cell(seconds, readable)});
    };
    time("Computing", no_cell(), shown.step.compute);
    time("Bubble", no_cell(), shown.step.bubble);
    time("The step", no_cell(), shown.step.seconds());
    for (const ParallelPicture::Row& row : shown.rows)
      if (row.place > 0)
        time(fill("Place {}: {}, activations {}", row.place, layout_text(row.layout.options.model),
                  kept_text(row.layout.options.model)),
             cell(row.layout.step.memory.total() / gib, stored_gib(row.layout.step.memory.total())),
             row.layout.step.seconds());
    return table;
  }

  std::vector<Metric> metrics() const override {
    const TrainingMemory& each = shown.step.memory;
    const scaling::TrainingStep& step = shown.step;
    constexpr std::string_view layout =
        "data, zero, tensor, pipeline, context, expert, activations";
    return {Metric{"memory", "Memory of a GPU", each.total() / gib, 1, "GiB"}.told_in(
                "layouts, alone", "Alone, On each GPU", layout),
            {"parameters", "Parameters on a GPU", each.parameters / gib, 1, "GiB"},
            {"gradients", "Gradients on a GPU", each.gradients / gib, 1, "GiB"},
            {"optimizer", "Optimizer on a GPU", each.optimizer / gib, 1, "GiB"},
            {"activations", "Activations on a GPU", each.activations / gib, 1, "GiB"},
            {"alone", "Memory that one GPU would need", shown.alone.total() / gib, 0, "GiB"},
            {"data", "Sent for data parallelism", step.data.bytes / 1e9, 1, "GB"},
            {"tensor", "Sent for tensor parallelism", step.tensor.bytes / 1e9, 1, "GB"},
            {"pipeline", "Sent in the pipeline", step.pipeline.bytes / 1e9, 1, "GB"},
            {"context", "Sent for context parallelism", step.context.bytes / 1e9, 1, "GB"},
            {"expert", "Sent for expert parallelism", step.expert.bytes / 1e9, 1, "GB"},
            {"experttime", "On the wire for expert parallelism", step.expert.seconds, 2, "s"},
            Metric{"step", "Time of a step", step.seconds(), 2, "s"}.told_in("layouts",
                                                                             "Of the step", layout),
            {"compute", "Computing", step.compute, 2, "s"},
            {"bubble", "Bubble", step.bubble, 2, "s"},
            {"microbatches", "Microbatches of a GPU", step.microbatches},
            {"gpus", "GPUs", shown.gpus()},
            {"fit", "Layouts that fit", shown.fit},
            {"tried", "Layouts tried", shown.tried}};
  }

  ParallelPicture shown;

 private:
  static std::optional<Error> take_model(const Values& values, ParallelPicture& next) {
    const auto* known = find_by_id<models::Shape>(models::all_shapes(), values.text("model"));
    const models::Shape shape =
        known ? *known : models::shape_of(models::read_config(values.text("config"))->config);
    const int sequence = values.choice("sequence", {2048, 4096, 8192, 32768, 131072});
    if (auto error = keep(next.options, trained(shape, sequence)))
      return Error{"'Your config.json': " + error->message};
    next.model = shape.name;
    next.options.batch = tokens[values.choice("tokens")] / sequence;
    next.options.chunks = std::min(most_chunks, shape.layers);
    if (shape.id == "deepseek-v3") {  // as it was trained
      next.options.routing.nodes = 4;
      next.options.routing.bytes_out = 1;
    }
    return std::nullopt;
  }

  static void take_cluster(const Values& values, ParallelPicture& next) {
    const Hardware& chosen = hardware[values.choice("gpu")];
    const device::Machine& machine = *device::find_machine(chosen.machine);
    next.gpu = chosen.name.empty() ? machine.name : chosen.name;
    next.cluster = {.node = 8,
                    .memory = machine.memory.value,
                    .peak = machine.sixteen.peak.value * 1e12,
                    .efficiency = reached_peak,
                    .link = chosen.link.bytes_per_second(),
                    .network = device::network400.bytes_per_second()};
  }

  static void take_cuts(const Values& values, ParallelPicture& next) {
    const auto degree = [&](std::string_view key) { return 1 << values.choice(key); };
    TrainingOptions& m = next.options.model;
    m.optimizer = values.choice("optimizer", {Optimizer::adam_mixed, Optimizer::adam_short,
                                              Optimizer::adam_no_copy, Optimizer::sgd});
    m.zero = values.choice("zero");
    m.data = degree("data");
    m.tensor = degree("tensor");
    m.sequence_parallel = values.text("activations") != "whole";
    m.pipeline = degree("pipeline");
    m.context = degree("context");
    m.expert = next.options.routing.count > 0 ? degree("expert") : 1;
    m.recompute = values.choice(
        "activations", {Recompute::selective, Recompute::selective, Recompute::everything});
  }

  std::pair<std::string_view, double> largest() const {
    const TrainingMemory& e = shown.step.memory;
    const std::pair<std::string_view, double> all[] = {{"Parameters take", e.parameters},
                                                       {"Gradients take", e.gradients},
                                                       {"The optimizer takes", e.optimizer},
                                                       {"Activations take", e.activations}};
    return *std::max_element(std::begin(all), std::end(all),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
  }

  std::string best() const {
    if (shown.fit == 0)
      return fill("None of {} ways to divide it over {} fits.", shown.tried,
                  Word(shown.gpus(), "GPU"));
    return fill("Of {} ways to use {}, {} {}.", shown.tried, Word(shown.gpus(), "GPU"), shown.fit,
                shown.fit == 1 ? "fits" : "fit");
  }
};

}  // namespace

Description parallelism() {
  return describe<ParallelismScene, parameters>(
      "parallelism", "scaling", "A model on many GPUs", "How does a model fit on many GPUs?",
      "core/scaling/layouts.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
