// Will it run on my machine? Weights and keys and values beside memory, and the bandwidth's bound.
#include "web/scenes/quantization/model_fit.hpp"

#include "core/device/machine.hpp"
#include "core/models/config.hpp"
#include "web/scene/model_config.hpp"

namespace loom::scenes {
namespace {

using models::find_cache_format, models::find_shape, models::weight_formats;

constexpr Choice model_choices[] = {
    {"llama-1b", "Llama 3.2 1B"},   {"llama-8b", "Llama 3.1 8B"}, {"gpt-oss-20b", "gpt-oss 20B"},
    {"qwen3-30b", "Qwen3 30B-A3B"}, {"qwen3-32b", "Qwen3 32B"},   {"mixtral", "Mixtral 8x7B"},
    {"llama-70b", "Llama 3.1 70B"}, {"own", "Your config.json"},
};
constexpr Choice type_choices[fit_formats] = {
    {"bf16", "BF16"},     {"q8_0", "Q8_0"},     {"fp8", "FP8"},       {"q6_k", "Q6_K"},
    {"q5_k_m", "Q5_K_M"}, {"q4_k_m", "Q4_K_M"}, {"q4_k_s", "Q4_K_S"}, {"q4_0", "Q4_0"},
    {"nvfp4", "NVFP4"},   {"mxfp4", "MXFP4"},   {"q3_k_m", "Q3_K_M"}, {"q2_k", "Q2_K"},
    {"tq2_0", "TQ2_0"},
};
constexpr Choice cache_choices[] = {
    {"fp16", "FP16"}, {"q8_0", "Q8_0"}, {"fp8", "FP8"}, {"q4_0", "Q4_0"}};
constexpr Choice machine_choices[] = {
    {"rtx4060", "RTX 4060, 8 GiB"},  {"rtx4090", "RTX 4090, 24 GiB"},
    {"rtx5090", "RTX 5090, 32 GiB"}, {"m4", "M4 laptop, 32 GiB"},
    {"m4-max", "M4 Max, 128 GiB"},   {"a100", "A100, 80 GiB"},
    {"h100", "H100, 80 GiB"},        {"h200", "H200, 141 GiB"},
    {"b200", "B200, 180 GiB"},       {"own", "Another"},
};

constexpr Parameter parameters[] = {
    one_of("model", "Model", model_choices, "llama-8b"),
    model_config(),
    one_of("type", "Weights", type_choices, "q4_k_m", {.help = "You can also click a row"}),
    one_of("machine", "Machine", machine_choices, "rtx4060"),
    real_number("memory", "Memory", "16", {1, 1024},
                {.unit = "GiB", .when = "machine=own", .spacing = Spacing::binary}),
    real_number("bandwidth", "Bandwidth", "90", {1, 20000},
                {.unit = "GB/s", .when = "machine=own", .spacing = Spacing::decimal}),
    whole_number("context", "Context", "8192", {1, longest_fit_context},
                 {.unit = "tokens",
                  .help = "You can also drag the end of the KV cache",
                  .spacing = Spacing::binary}),
    one_of("cache", "KV cache", cache_choices, "fp16"),
    whole_number("batch", "Sequences", "1", {1, 64},
                 {.help = "Sequences that are continued together", .spacing = Spacing::binary}),
};

constexpr Preset presets[] = {
    {"A small card", ""},
    {"A long book", "context=131072&machine=rtx4090"},
    {"Few active experts", "model=qwen3-30b&machine=m4"},
    {"70 billion on an H100", "model=llama-70b&type=nvfp4&machine=h100"},
    {"70 billion on a laptop", "model=llama-70b&machine=m4-max"},
    {"64 sequences", "machine=h100&type=fp8&batch=64"},
};
constexpr std::string_view parts[] = {"memory", "weights", "cache", "read", "formats"};
constexpr std::string_view references[] = {
    "llama3",         "mixtral",    "qwen3",      "gptoss-card",      "gguf",
    "llama-quantize", "rtx4060",    "ada-wp",     "rtx-blackwell-wp", "apple-m4",
    "a100-sheet",     "h100-sheet", "h200-sheet", "dgx-b200"};

constexpr double bytes_per_gib = 1024. * 1024 * 1024;

class ModelFitScene final : public Pictured<ModelFitScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const models::Shape* shape = find_shape(values.text("model"));
    const bool other = !shape || shape != shown.shape;
    if (!shape) {
      own_ = models::shape_of(models::read_config(values.text("config"))->config);
      shape = &own_;
    }
    shown.shape = shape;
    if (other) parameters_ = static_cast<double>(models::parameters(*shape).total());
    shown.cache = find_cache_format(values.text("cache"));
    shown.context = values.integer("context");
    shown.batch = values.integer("batch");
    if (const device::Machine* machine = device::find_machine(values.text("machine"))) {
      shown.machine = machine->name;
      shown.memory = machine->memory.value;
      shown.bandwidth = machine->bandwidth.value;
    } else {
      shown.machine = "";
      shown.memory = values.real("memory") * bytes_per_gib;
      shown.bandwidth = values.real("bandwidth");
    }
    shown.kept = models::cache_bytes(*shown.shape, *shown.cache, shown.context, shown.batch);
    shown.state = static_cast<double>(shape->state_bytes()) * shown.batch;
    shown.longest =
        models::cache_bytes(*shown.shape, *shown.cache, longest_fit_context, shown.batch);
    for (int i = 0; i < fit_formats; ++i) {
      const models::WeightFormat& format = nth(weight_formats(), i);
      if (format.id == values.text("type")) shown.chosen = i;
      ModelFit::Row& row = nth(shown.rows, i);
      if (other) row.weights = models::weights(*shape, format);
      row.read = models::read_bytes(*shown.shape, row.weights, shown.batch);
      row.tokens = models::tokens_per_second(row.read, shown.kept, shown.batch, shown.bandwidth);
      row.longest = models::longest_context(*shown.shape, row.weights, *shown.cache, shown.batch,
                                            shown.memory);
    }
    return std::nullopt;
  }

  std::string status(int) const override {
    const ModelFit::Row& row = shown.row();
    return fill("{} in {}: {} GiB of weights and {} GiB of KV cache ", shown.shape->name,
                format(shown.chosen).name, gib(static_cast<double>(row.weights.total())),
                gib(shown.kept)) +
           (shown.fits(row) ? runs(row) : refused()) + notes();
  }

  Table table() const override {
    Table table = headed(text_column("Weights"), "Bits per weight", Column("Weights", "GiB"),
                         Column("KV cache", "GiB"), Column("Together", "GiB"), text_column("Fits"),
                         "Longest context", "Tokens/s at most");
    const auto gib_cell = [](double bytes) { return cell(bytes / bytes_per_gib, gib(bytes)); };
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = nth(shown.rows, i);
      const bool fits = shown.fits(row);
      table.add({format(i).name, cell(bits(row), 4),
                 gib_cell(static_cast<double>(row.weights.total())), gib_cell(shown.kept),
                 gib_cell(shown.total(row)), fits ? "yes" : "no",
                 row.longest > 0 ? Entry(row.longest) : no_cell(),
                 fits ? cell(row.tokens, token_rate) : no_cell()});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const ModelFit::Row& row = shown.row();
    std::vector<Metric> all = {
        {"weights", "Weights", static_cast<double>(row.weights.total()) / bytes_per_gib, 2, "GiB"},
        {"bits", "Bits per weight", bits(row), 2},
        {"cache", "KV cache", shown.kept / bytes_per_gib, 2, "GiB"},
        {"total", "Together", shown.total(row) / bytes_per_gib, 2, "GiB"},
        {"read", "Read for a step", (row.read + shown.kept) / bytes_per_gib, 2, "GiB"},
        {"context", "Longest context", row.longest, "tokens"},
        {"trained", "Trained on", shown.shape->trained, "tokens"}};
    if (shown.shape->experts > 0) {
      all.push_back({"experts", "Experts of a layer", shown.shape->experts});
      all.push_back({"experts_read", "Experts that a token reads", shown.shape->active});
    }
    if (shown.fits(row))
      all.push_back(Metric{"speed", "Tokens per second at most", row.tokens, 1}.told_in(
          "formats", "Tokens/s at most", "type"));
    return all;
  }

  ModelFit shown;

 private:
  std::string machine() const {
    return shown.machine.empty() ? "your machine" : "the " + std::string(shown.machine);
  }

  static const models::WeightFormat& format(int i) { return nth(weight_formats(), i); }

  double bits(const ModelFit::Row& row) const {
    return 8. * static_cast<double>(row.weights.total()) / parameters_;
  }

  std::string runs(const ModelFit::Row& row) const {
    std::string text =
        fill("fit into the {} GiB of {}. Longest context: {}.", brief(shown.memory / bytes_per_gib),
             machine(), Word(row.longest, "token"));
    if (shown.shape->trained > 0 && row.longest > shown.shape->trained)
      text += fill(" Trained on {}.", shown.shape->trained);
    const std::string rate = token_rate(row.tokens);
    text += shown.batch == 1 ? fill(" Each token reads {} GiB: at most {} tokens a second.",
                                    gib(row.read + shown.kept), rate)
                             : fill(" Each step reads {} GiB for {}: at most {} tokens a second.",
                                    gib(row.read + shown.kept), Word(shown.batch, "token"), rate);
    if (shown.shape->experts > 0 && shown.batch == 1)
      text += fill(" A layer reads {} of its {}.", shown.shape->active,
                   Word(shown.shape->experts, "expert"));
    return text;
  }

  std::string refused() const {
    std::string text = fill("need {} GiB; {} has {}.", gib(shown.total(shown.row())), machine(),
                            brief(shown.memory / bytes_per_gib));
    for (int i = 0; i < fit_formats; ++i)
      if (shown.fits(nth(shown.rows, i))) return text + fill(" {} would fit.", format(i).name);
    return text + " No format here would fit.";
  }

  std::string notes() const {
    std::string text;
    if (shown.state > 0)
      text = fill(" {} GiB of the KV cache are the state of {}, at any context.", gib(shown.state),
                  Word(shown.shape->states, "layer"));
    if (format(shown.chosen).id == "tq2_0")
      text += " TQ2_0 is for models trained with weights −1, 0 and 1.";
    return text;
  }

  models::Shape own_{};
  double parameters_ = 0;  // of the model
};

}  // namespace

std::string gib(double bytes) {
  const double found = bytes / bytes_per_gib;
  return fixed(found, found < 0.01 ? 4 : found < 100 ? 2 : 1);
}

std::string token_rate(double per_second) { return significant(per_second); }

std::string ModelFit::told(int i) const {
  const ModelFit::Row& row = nth(rows, i);
  return fill("{}: {} GiB of weights, {} GiB with the KV cache{}",
              nth(models::weight_formats(), i).name, gib(static_cast<double>(row.weights.total())),
              gib(total(row)), fits(row) ? "" : "; does not fit");
}

Description model_fit() {
  return describe<ModelFitScene, parameters>(
      "model-fit", "formats", "Memory of a model", "Does a model run on my machine?",
      "core/models/memory.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
