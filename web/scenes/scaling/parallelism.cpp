// How does a model fit on many GPUs? What each stores while it is trained, and what all of them
// send.
#include "web/scenes/scaling/parallelism.hpp"

#include <algorithm>

#include "core/device/links.hpp"
#include "core/device/machine.hpp"
#include "core/find.hpp"
#include "core/models/config.hpp"
#include "core/models/shape.hpp"
#include "core/scaling/trained_model.hpp"
#include "web/scene/format.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/model_config.hpp"

namespace loom::scenes {
namespace {

using scaling::Optimizer, scaling::Recompute, scaling::StepLayout, scaling::TrainingMemory,
    scaling::TrainingOptions;

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
    one_of("tensor", "Tensor parallel", std::span(degrees).first(4), "1",
           {.help = "GPUs that share every matrix, in one node", .when = divide}),
    one_of("pipeline", "Pipeline stages", std::span(degrees).first(6), "1", {.when = divide}),
    one_of("context", "Context parallel", std::span(degrees).first(7), "1",
           {.help = "GPUs that share the tokens of each sequence", .when = divide}),
    one_of("expert", "Expert parallel", std::span(degrees).first(9), "1",
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

// Whether the controls have such degrees.
bool settable(const TrainingOptions& m) {
  const auto is = [](int degree, int most) {
    return degree <= most && (degree & (degree - 1)) == 0;
  };
  return is(m.data, 2048) && is(m.tensor, 8) && is(m.pipeline, 32) && is(m.context, 64) &&
         is(m.expert, 256);
}

std::string query(const TrainingOptions& m) {
  return fill("zero={}&tensor={}&pipeline={}&context={}&expert={}&activations={}", m.zero, m.tensor,
              m.pipeline, m.context, m.expert, kept_text(m));
}

// What cannot be, with the nearest value of the control that can.
std::optional<Error> refusal(const ParallelPicture& next) {
  const auto found = scaling::misfit(next.options);
  if (!found) return std::nullopt;
  const TrainingOptions& m = next.options.model;
  const struct {
    std::string_view control;
    int given;
    std::string why;
  } all[] = {{"Pipeline stages", m.pipeline,
              fill("a stage needs {} of the {}", next.options.chunks, Word(m.layers, "layer"))},
             {"Tensor parallel", m.tensor, fill("it has to divide the width {}", m.hidden)},
             {"Data parallel", m.data,
              fill("a step has {} of {} tokens", Word(next.options.batch, "sequence"), m.sequence)},
             {"Context parallel", m.context,
              fill("a GPU needs {} of the {} tokens", scaling::least_context_tokens, m.sequence)},
             {"Expert parallel", m.expert,
              fill("the model has {}", Word(next.options.routing.count, "expert"))},
             {"Expert parallel", m.expert,
              fill("only {} can share experts",
                   Word(m.data * m.context, "data and context parallel GPU"))}};
  const auto& it = all[static_cast<int>(found->of)];
  return Error{fill("'{}': got '{}', but {}; the nearest is {}", it.control, it.given, it.why,
                    found->nearest)};
}

// Fills in rows, fit and tried.
void find_fastest(ParallelPicture& next) {
  constexpr int looked_at = 256;               // most of them can be set
  scaling::StepOptions shared = next.options;  // norms too: it costs nothing
  shared.model.sequence_parallel = true;
  const scaling::FoundLayouts found =
      scaling::fitting_layouts(shared, next.cluster, next.gpus(), looked_at);
  next.fit = found.fit;
  next.tried = found.tried;
  int place = 0;
  for (const StepLayout& layout : found.fastest) {
    ++place;
    if (settable(layout.options.model) && std::ssize(next.rows) < shown_layouts)
      next.rows.push_back({layout, query(layout.options.model), place});
  }
  const auto chosen = [&](const ParallelPicture::Row& row) { return next.chosen(row); };
  if (std::any_of(next.rows.begin(), next.rows.end(), chosen)) return;
  if (std::ssize(next.rows) == shown_layouts) next.rows.pop_back();
  next.rows.push_back({{next.options, next.step}, query(next.options.model), 0});
}

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
    const TrainingOptions whole = scaling::undivided(next.options.model);
    if (auto error = keep(next.alone, scaling::training_memory(whole))) return error;
    find_fastest(next);
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const std::string where = fill("{} on {} {}{} ({})", shown.model, shown.gpus(), shown.gpu,
                                   shown.gpus() == 1 ? "" : "s", layout_text(shown.options.model));
    const std::string stored = stored_gib(shown.step.memory.total()),
                      room = brief(shown.cluster.memory / gib);
    if (!shown.fits())
      return fill("{}: each would have to store {} GiB, but has {}. {} {} GiB. {}", where, stored,
                  room, largest().second, stored_gib(largest().first), best());
    return fill(
        "{}: each stores {} GiB of {}. A step of {} tokens takes about {}; its GPUs "
        "compute for {} of that. {}",
        where, stored, room, step_tokens(), prefixed(shown.step.seconds(), "s"),
        percent(shown.step.compute / shown.step.seconds(), 0), best());
  }

  Table table() const override {
    Table table = headed(text_column("What"), Column("Alone", "GiB"), Column("On each GPU", "GiB"),
                         Column("Sent", "GB"), Column("Of it over the network", "GB"),
                         Column("On the wire", "s"), Column("Of the step", "s"));
    const Cell none = no_cell();
    const auto memory = [](double bytes) { return cell(bytes / gib, stored_gib(bytes)); };
    const auto stored = [&](std::string_view name, double alone, double each) {
      table.add({name, memory(alone), memory(each), none, none, none, none});
    };
    const TrainingMemory &a = shown.alone, &e = shown.step.memory;
    stored("Parameters", a.parameters, e.parameters);
    stored("Gradients", a.gradients, e.gradients);
    stored("Optimizer", a.optimizer, e.optimizer);
    stored("Activations", a.activations, e.activations);
    stored("Together", a.total(), e.total());
    for (const ParallelPicture::Sent& each : shown.sent())
      table.add({fill("Sent: {}", each.name), none, none, cell(each.part->bytes() / 1e9, readable),
                 cell(each.part->network_bytes / 1e9, readable), cell(each.part->seconds, readable),
                 cell(each.part->exposed, readable)});
    const auto time = [&](std::string_view name, const Cell& stored_then, double seconds) {
      table.add({name, none, stored_then, none, none, none, cell(seconds, readable)});
    };
    time("Computing", none, shown.step.compute);
    time("Bubble", none, shown.step.bubble);
    time("The step", none, shown.step.seconds());
    for (const auto& [layout, text, place] : shown.rows)
      if (place > 0)
        time(fill("Place {}: {}, activations {}", place, layout_text(layout.options.model),
                  kept_text(layout.options.model)),
             memory(layout.step.memory.total()), layout.step.seconds());
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
            {"data", "Sent for data parallelism", step.data.bytes() / 1e9, 1, "GB"},
            Metric{"datanetwork", "Sent over the network", step.data.network_bytes / 1e9, 1, "GB"}
                .told_in("wire", "Of it over the network", "activations"),
            {"tensor", "Sent for tensor parallelism", step.tensor.bytes() / 1e9, 1, "GB"},
            {"pipeline", "Sent in the pipeline", step.pipeline.bytes() / 1e9, 1, "GB"},
            {"context", "Sent for context parallelism", step.context.bytes() / 1e9, 1, "GB"},
            {"expert", "Sent for expert parallelism", step.expert.bytes() / 1e9, 1, "GB"},
            {"expertnetwork", "Sent over the network", step.expert.network_bytes / 1e9, 1, "GB"},
            {"experttime", "On the wire for expert parallelism", step.expert.seconds, 2, "s"},
            Metric{"step", "Time of a step", step.seconds(), 2, "s"}.told_in("layouts",
                                                                             "Of the step", layout),
            {"tokens", "Tokens of a step", step_tokens()},
            {"compute", "Computing", step.compute, 2, "s"},
            {"bubble", "Bubble", step.bubble, 2, "s"},
            {"microbatches", "Microbatches of a GPU", step.microbatches},
            {"gpus", "GPUs", shown.gpus()},
            {"fit", "Layouts that fit", shown.fit},
            {"tried", "Layouts tried", shown.tried}};
  }

  ParallelPicture shown;

 private:
  long long step_tokens() const { return 1ll * shown.options.batch * shown.options.model.sequence; }

  static std::optional<Error> take_model(const Values& values, ParallelPicture& next) {
    const auto* known = find_by_id<models::Shape>(models::all_shapes(), values.text("model"));
    const models::Shape shape =
        known ? *known : models::shape_of(models::read_config(values.text("config"))->config);
    const int sequence = values.integer("sequence");
    if (auto error = keep(next.options, scaling::trained(shape, sequence)))
      return Error{"'Your config.json': " + error->message};
    next.model = shape.name;
    next.options.batch = tokens[values.choice("tokens")] / sequence;
    next.options.chunks = std::min(most_chunks, shape.layers);
    return std::nullopt;
  }

  static void take_cluster(const Values& values, ParallelPicture& next) {
    const std::string_view gpu = values.text("gpu");
    const bool slower = gpu == "h800";  // an H100 with slower NVLink
    const device::Machine& machine = *device::find_machine(slower ? "h100" : gpu);
    const device::Link& link = values.choice(
        "gpu", {device::nvlink4, device::nvlink_h800, device::nvlink4, device::nvlink5});
    next.gpu = slower ? "H800" : machine.name;
    next.cluster = {.node = 8,
                    .memory = machine.memory.value,
                    .peak = machine.sixteen.peak.value * 1e12,
                    .efficiency = reached_peak,
                    .link = link.bytes_per_second(),
                    .network = device::network400.bytes_per_second()};
  }

  static void take_cuts(const Values& values, ParallelPicture& next) {
    TrainingOptions& m = next.options.model;
    m.optimizer = values.choice("optimizer", {Optimizer::adam_mixed, Optimizer::adam_short,
                                              Optimizer::adam_no_copy, Optimizer::sgd});
    m.zero = values.choice("zero");
    m.data = values.integer("data");
    m.tensor = values.integer("tensor");
    m.sequence_parallel = values.text("activations") != "whole";
    m.pipeline = values.integer("pipeline");
    m.context = values.integer("context");
    m.expert = next.options.routing.count > 0 ? values.integer("expert") : 1;
    m.recompute = values.choice(
        "activations", {Recompute::selective, Recompute::selective, Recompute::everything});
  }

  std::pair<double, std::string_view> largest() const {
    const TrainingMemory& e = shown.step.memory;
    return std::max<std::pair<double, std::string_view>>({{e.parameters, "Parameters take"},
                                                          {e.gradients, "Gradients take"},
                                                          {e.optimizer, "The optimizer takes"},
                                                          {e.activations, "Activations take"}});
  }

  std::string best() const {
    const Word gpus(shown.gpus(), "GPU");
    if (shown.fit == 0)
      return fill("None of {} ways to divide it over {} fits.", shown.tried, gpus);
    return fill("Of {} ways to use {}, {} {}.", shown.tried, gpus, shown.fit,
                shown.fit == 1 ? "fits" : "fit");
  }
};

}  // namespace

bool ParallelPicture::chosen(const Row& row) const {
  return row.layout.options.model.data == options.model.data && row.query == query(options.model);
}

std::vector<ParallelPicture::Sent> ParallelPicture::sent() const {
  return {{"data", "d", &step.data},
          {"tensor", "t", &step.tensor},
          {"pipeline", "p", &step.pipeline},
          {"context", "c", &step.context},
          {"expert", "e", &step.expert}};
}

std::string_view kept_text(const TrainingOptions& m) {
  if (m.recompute == Recompute::everything) return "again";
  return m.sequence_parallel ? "kept" : "whole";
}

std::string_view wires_text(const scaling::StepPart& part) {
  return part.network_bytes <= 0 ? "NVLink" : part.link_bytes > 0 ? "both" : "network";
}

std::string sent_text(const scaling::StepPart& part) {
  const std::string link = fill("{} over NVLink", prefixed(part.link_bytes, "B"));
  const std::string network = fill("{} over the network", prefixed(part.network_bytes, "B"));
  return part.network_bytes <= 0 ? link : part.link_bytes <= 0 ? network : link + " and " + network;
}

std::string stored_gib(double bytes) {
  const double found = bytes / gib;
  return found < 100 ? fixed(found, found < 10 ? 2 : 1) : integer(std::llround(found));
}

std::string layout_text(const TrainingOptions& m) {
  std::string text = fill("data {}", m.data);
  const auto add = [&](std::string_view name, int degree) {
    if (degree > 1) text += fill(", {} {}", name, degree);
  };
  add("tensor", m.tensor);
  add("pipeline", m.pipeline);
  add("context", m.context);
  add("expert", m.expert);
  return text + fill(", ZeRO {}", m.zero);
}

Description parallelism() {
  return describe<ParallelismScene, parameters>(
      "parallelism", "scaling", "A model on many GPUs", "How does a model fit on many GPUs?",
      "core/scaling/layouts.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
