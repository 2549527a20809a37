// How does a model fit on many GPUs? What each stores while it is trained, and what all of them
// send.
#include "web/scenes/scaling/parallelism.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/device/links.hpp"
#include "core/device/machine.hpp"
#include "core/find.hpp"
#include "core/models/config.hpp"
#include "core/models/shape.hpp"
#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/model_config.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
using scaling::Recompute, scaling::StepLayout, scaling::StepPart, scaling::TrainingMemory,
    scaling::TrainingOptions;

constexpr int most_chunks = 2;                              // in a stage of the pipeline
constexpr size_t tensor_degrees = 4, pipeline_degrees = 6;  // of `degrees`

constexpr Choice model_choices[] = {{"llama-8b", "Llama 3.1 8B"},
                                    {"llama-70b", "Llama 3.1 70B"},
                                    {"llama-405b", "Llama 3.1 405B"},
                                    {"own", "Your config.json"}};
constexpr Choice gpu_choices[] = {
    {"h100", "H100, 80 GiB"}, {"h200", "H200, 141 GiB"}, {"b200", "B200, 180 GiB"}};
constexpr Choice zero_choices[] = {{"0", "0: nothing"},
                                   {"1", "1: optimizer"},
                                   {"2", "2: and gradients"},
                                   {"3", "3: and parameters"}};
constexpr Choice degrees[] = {{"1", "1"},     {"2", "2"},     {"4", "4"},       {"8", "8"},
                              {"16", "16"},   {"32", "32"},   {"64", "64"},     {"128", "128"},
                              {"256", "256"}, {"512", "512"}, {"1024", "1,024"}};
constexpr Choice sequence_choices[] = {
    {"2048", "2,048"}, {"8192", "8,192"}, {"32768", "32,768"}, {"131072", "131,072"}};
constexpr Choice kept_choices[] = {{"kept", "Keep"}, {"again", "Compute again"}};

constexpr Parameter parameters[] = {
    one_of("model", "Model", model_choices, "llama-70b"),
    model_config(),
    one_of("gpu", "GPU", gpu_choices, "h100"),
    one_of("data", "Data parallel", degrees, "64",
           {.help = "So many groups of GPUs, each with its own sequences"}),
    one_of("zero", "ZeRO divides", zero_choices, "0",
           {.help = "What the data-parallel GPUs do not all keep whole"}),
    one_of("tensor", "Tensor parallel", std::span(degrees).first(tensor_degrees), "1",
           {.help = "GPUs that share every matrix, in one node"}),
    one_of("pipeline", "Pipeline stages", std::span(degrees).first(pipeline_degrees), "1"),
    one_of("sequence", "Tokens of a sequence", sequence_choices, "8192"),
    one_of("activations", "Activations", kept_choices, "kept",
           {.help = "Compute again: only the input of each layer is kept"}),
};

constexpr Preset presets[] = {
    {"64 full copies", ""},
    {"ZeRO 3", "zero=3&activations=again"},
    {"Tensor and ZeRO 1", "data=8&zero=1&tensor=8"},
    {"8 billion on 8 GPUs", "model=llama-8b&data=8&zero=1&activations=again"},
    {"405 billion on 16,384", "model=llama-405b&data=128&zero=1&tensor=8&pipeline=16"},
};
constexpr std::string_view parts[] = {"alone", "memory", "wire", "time", "layouts"};
constexpr std::string_view references[] = {"zero",   "megatron1",      "megatron2", "megatron-sp",
                                           "llama3", "ml-engineering", "h100-sheet"};

class ParallelismScene final : public Pictured<ParallelismScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    ParallelPicture next;
    const Result<models::Shape> shape = chosen_shape(values);
    if (!shape) return shape.error();
    next.model = shape->name;
    const device::Machine& machine = *device::find_machine(values.text("gpu"));
    next.gpu = machine.name;
    next.cluster = {
        .node = 8,
        .memory = machine.memory.value,
        .peak = machine.sixteen.peak.value * 1e12,
        .efficiency = reached_peak,
        .link =
            (values.text("gpu") == "b200" ? device::nvlink5 : device::nvlink4).bytes_per_second(),
        .network = device::network400.bytes_per_second()};
    const auto degree = [&](std::string_view key) { return 1 << values.choice(key); };
    const int sequence = values.choice("sequence", {2048, 8192, 32768, 131072});
    next.options = {.model = {.parameters = static_cast<double>(models::parameters(*shape).total()),
                              .layers = shape->layers,
                              .hidden = shape->width,
                              .zero = values.choice("zero"),
                              .data = degree("data"),
                              .tensor = degree("tensor"),
                              .pipeline = degree("pipeline"),
                              .sequence = sequence,
                              .recompute = values.choice(
                                  "activations", {Recompute::selective, Recompute::everything})},
                    .batch = step_tokens / sequence,
                    .chunks = std::min(most_chunks, shape->layers)};
    if (auto error = refusal(next)) return error;
    if (auto error = keep(next.step, scaling::training_step(next.options, next.cluster)))
      return error;
    TrainingOptions whole = next.options.model;
    whole.zero = 0;
    whole.data = whole.tensor = whole.pipeline = 1;
    if (auto error = keep(next.alone, scaling::training_memory(whole))) return error;
    find_fastest(next);
    shown = std::move(next);
    return std::nullopt;
  }

  std::string status(int) const override {
    const TrainingOptions& m = shown.options.model;
    const std::string where =
        fill("{} on {} {}{} ({} data × tensor × pipeline, ZeRO {})", shown.model, shown.gpus(),
             shown.gpu, shown.gpus() == 1 ? "" : "s", layout_text(m), m.zero);
    const std::string stored = stored_gib(shown.step.memory.total()),
                      room = brief(shown.cluster.memory / gib);
    if (!shown.fits())
      return fill("{}: each would have to store {} GiB, but has {}. {} {} GiB. {}", where, stored,
                  room, largest().first, stored_gib(largest().second), best());
    return fill(
        "{}: each stores {} GiB of {}. A step of {} tokens takes about {}; its GPUs "
        "compute for {} of that. {}",
        where, stored, room, step_tokens, prefixed(shown.step.seconds(), "s"),
        percent(shown.step.compute / shown.step.seconds(), 0), best());
  }

  Table table() const override {
    Table table{{{"What", false},
                 {"Alone", "GiB"},
                 {"On each GPU", "GiB"},
                 {"Sent", "GB"},
                 {"On the wire", "s"},
                 {"Not hidden", "s"}}};
    const auto stored = [&](std::string_view name, double alone, double each) {
      table.add({name, cell(alone / gib, stored_gib(alone)), cell(each / gib, stored_gib(each)),
                 no_cell(), no_cell(), no_cell()});
    };
    const auto sent = [&](std::string_view name, const StepPart& part) {
      table.add({name, no_cell(), no_cell(), cell(part.bytes / 1e9, readable),
                 cell(part.seconds, readable), cell(part.exposed, readable)});
    };
    const TrainingMemory &a = shown.alone, &e = shown.step.memory;
    stored("Parameters", a.parameters, e.parameters);
    stored("Gradients", a.gradients, e.gradients);
    stored("Optimizer", a.optimizer, e.optimizer);
    stored("Activations", a.activations, e.activations);
    stored("Together", a.total(), e.total());
    sent("Data parallel", shown.step.data);
    sent("Tensor parallel", shown.step.tensor);
    sent("Pipeline", shown.step.pipeline);
    return table;
  }

  std::vector<Metric> metrics() const override {
    const TrainingMemory& each = shown.step.memory;
    constexpr std::string_view layout = "data, zero, tensor, pipeline, activations";
    return {Metric{"memory", "Memory of a GPU", each.total() / gib, 1, "GiB"}.told_in(
                "layouts, alone", "Alone", layout),
            {"parameters", "Parameters on a GPU", each.parameters / gib, 1, "GiB"},
            {"gradients", "Gradients on a GPU", each.gradients / gib, 1, "GiB"},
            {"optimizer", "Optimizer on a GPU", each.optimizer / gib, 1, "GiB"},
            {"activations", "Activations on a GPU", each.activations / gib, 1, "GiB"},
            {"alone", "Memory that one GPU would need", shown.alone.total() / gib, 0, "GiB"},
            {"data", "Sent for data parallelism", shown.step.data.bytes / 1e9, 1, "GB"},
            {"tensor", "Sent for tensor parallelism", shown.step.tensor.bytes / 1e9, 1, "GB"},
            {"pipeline", "Sent in the pipeline", shown.step.pipeline.bytes / 1e9, 1, "GB"},
            Metric{"step", "Time of a step", shown.step.seconds(), 2, "s"}.told_in("layouts", "",
                                                                                   layout),
            {"compute", "Computing", shown.step.compute, 2, "s"},
            {"bubble", "Bubble", shown.step.bubble, 2, "s"},
            {"fit", "Layouts that fit", shown.fit},
            {"tried", "Layouts tried", shown.tried}};
  }

  ParallelPicture shown;

 private:
  static Result<models::Shape> chosen_shape(const Values& values) {
    if (const auto* known = find_by_id<models::Shape>(models::all_shapes(), values.text("model")))
      return *known;
    const models::Shape own = models::shape_of(models::read_config(values.text("config"))->config);
    if (own.experts > 0)
      return Error{fill(
          "'Your config.json': got a model with {}, expected one without, such as Llama 3.1 8B",
          Word(own.experts, "expert"))};
    return own;
  }

  static void find_fastest(ParallelPicture& next) {
    const std::vector<StepLayout> found =
        scaling::fitting_layouts(next.options, next.cluster, next.gpus(), &next.tried);
    next.fit = static_cast<int>(found.size());
    // Only those that the controls can be set to.
    for (const StepLayout& layout : found)
      if (std::ssize(next.fastest) < shown_layouts && settable(layout.options.model))
        next.fastest.push_back({layout, query(layout.options.model)});
  }

  static std::optional<Error> refusal(const ParallelPicture& next) {
    const auto refuse = [](std::string_view control, int given, std::string_view why, int nearest) {
      return Error{fill("'{}': got '{}', but {}; the nearest is {}", control, given, why, nearest)};
    };
    const TrainingOptions& m = next.options.model;
    const int chunks = next.options.chunks;
    int most = 1;
    while (2 * most * chunks <= m.layers) most *= 2;
    if (m.pipeline * chunks > m.layers)
      return refuse("Pipeline stages", m.pipeline,
                    fill("a stage needs {} of the {}", chunks, Word(m.layers, "layer")), most);
    if (m.hidden % m.tensor != 0)
      return refuse("Tensor parallel", m.tensor, fill("it has to divide the width {}", m.hidden),
                    std::gcd(m.hidden, m.tensor));
    if (m.data > next.options.batch)
      return refuse(
          "Data parallel", m.data,
          fill("a step has {} of {} tokens", Word(next.options.batch, "sequence"), m.sequence),
          next.options.batch);
    return std::nullopt;
  }

  static bool settable(const TrainingOptions& m) {
    const auto is = [](int degree, size_t most) {
      return degree <= 1 << (most - 1) && (degree & (degree - 1)) == 0;
    };
    return is(m.data, std::size(degrees)) && is(m.tensor, tensor_degrees) &&
           is(m.pipeline, pipeline_degrees);
  }

  static std::string query(const TrainingOptions& m) {
    return fill("zero={}&tensor={}&pipeline={}&activations={}", m.zero, m.tensor, m.pipeline,
                m.recompute == Recompute::everything ? "again" : "kept");
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

bool ParallelPicture::chosen(const Row& row) const {
  const scaling::TrainingOptions &a = row.layout.options.model, &b = options.model;
  return a.data == b.data && a.tensor == b.tensor && a.pipeline == b.pipeline && a.zero == b.zero &&
         a.recompute == b.recompute;
}

std::string stored_gib(double bytes) {
  const double found = bytes / gib;
  return found < 100 ? fixed(found, found < 10 ? 2 : 1) : integer(std::llround(found));
}

std::string layout_text(const TrainingOptions& m) {
  return fill("{} × {} × {}", m.data, m.tensor, m.pipeline);
}

Description parallelism() {
  return describe<ParallelismScene, parameters>(
      "parallelism", "scaling", "A model on many GPUs", "How does a model fit on many GPUs?",
      "core/scaling/training_step.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
