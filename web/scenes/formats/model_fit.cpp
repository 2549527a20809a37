// Will it run on my machine? Weights and keys and values beside memory, and the bandwidth's bound.
#include "web/scenes/formats/model_fit.hpp"

#include "core/device/machine.hpp"
#include "core/models/config.hpp"
#include "web/scene/format.hpp"
#include "web/scene/model_config.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {
namespace {

using namespace scene;
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
    {"rtx4060", "RTX 4060, 8 GB"},  {"rtx4090", "RTX 4090, 24 GB"},
    {"rtx5090", "RTX 5090, 32 GB"}, {"m4", "M4 laptop, 32 GB"},
    {"m4-max", "M4 Max, 128 GB"},   {"a100", "A100, 80 GB"},
    {"h100", "H100, 80 GB"},        {"h200", "H200, 141 GB"},
    {"b200", "B200, 180 GB"},       {"own", "Another"},
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
                 {.help = "That are continued together", .spacing = Spacing::binary}),
};

constexpr Preset presets[] = {
    {"A small card", ""},
    {"A whole book", "context=131072&machine=rtx4090"},
    {"Few active experts", "model=qwen3-30b&machine=m4"},
    {"Twice as large a card", "model=llama-70b&type=nvfp4&machine=h100"},
    {"70 billion on a laptop", "model=llama-70b&machine=m4-max"},
    {"Many readers", "machine=h100&type=fp8&batch=64"},
};
constexpr std::string_view parts[] = {"memory", "weights", "cache", "read", "formats"};
constexpr std::string_view references[] = {
    "llama3",         "mixtral",    "qwen3",      "gptoss-card",      "gguf",
    "llama-quantize", "rtx4060",    "ada-wp",     "rtx-blackwell-wp", "apple-m4",
    "a100-sheet",     "h100-sheet", "h200-sheet", "dgx-b200"};

constexpr double bytes_per_gib = 1024. * 1024 * 1024;

class ModelFitScene final : public Scene {
 public:
  std::optional<Error> set(const Values& values) override {
    const models::Shape* shape = find_shape(values.text("model"));
    const bool other = !shape || shape != fit_.shape;
    if (!shape) {
      own_ = models::shape_of(models::read_config(values.text("config"))->config);
      shape = &own_;
    }
    fit_.shape = shape;
    if (other) parameters_ = static_cast<double>(models::parameters(*shape).total());
    fit_.cache = find_cache_format(values.text("cache"));
    fit_.context = values.integer("context");
    fit_.batch = values.integer("batch");
    if (const device::Machine* machine = device::find_machine(values.text("machine"))) {
      fit_.machine = machine->name;
      fit_.memory = machine->memory.value;
      fit_.bandwidth = machine->bandwidth.value;
    } else {
      fit_.machine = "";
      fit_.memory = values.real("memory") * bytes_per_gib;
      fit_.bandwidth = values.real("bandwidth");
    }
    fit_.kept = models::cache_bytes(*fit_.shape, *fit_.cache, fit_.context, fit_.batch);
    fit_.longest = models::cache_bytes(*fit_.shape, *fit_.cache, longest_fit_context, fit_.batch);
    for (int i = 0; i < fit_formats; ++i) {
      const models::WeightFormat& format = weight_formats()[static_cast<size_t>(i)];
      if (format.id == values.text("type")) fit_.chosen = i;
      ModelFit::Row& row = fit_.rows[static_cast<size_t>(i)];
      if (other) row.weights = models::weights(*shape, format);
      row.read = models::read_bytes(*fit_.shape, row.weights, fit_.batch);
      row.tokens = models::tokens_per_second(row.read, fit_.kept, fit_.batch, fit_.bandwidth);
      row.longest =
          models::longest_context(*fit_.shape, row.weights, *fit_.cache, fit_.batch, fit_.memory);
    }
    return std::nullopt;
  }

  std::string status(int) const override {
    const ModelFit::Row& row = fit_.row();
    return fill("{} in {}: {} GiB of weights and {} GiB of KV cache ",
                {fit_.shape->name, format(fit_.chosen).name,
                 gib(static_cast<double>(row.weights.total())), gib(fit_.kept)}) +
           (fit_.fits(row) ? runs(row) : refused()) + notes();
  }

  Table table() const override {
    Table table{{{"Weights", false},
                 {"Bits per weight"},
                 {"Weights", "GiB"},
                 {"KV cache", "GiB"},
                 {"Together", "GiB"},
                 {"Fits", false},
                 {"Longest context"},
                 {"Tokens/s at most"}},
                {}};
    const auto gib_cell = [](double bytes) { return cell(bytes / bytes_per_gib, gib(bytes)); };
    for (int i = 0; i < fit_formats; ++i) {
      const ModelFit::Row& row = fit_.rows[static_cast<size_t>(i)];
      const bool fits = fit_.fits(row);
      table.rows.push_back(cells(
          {format(i).name, cell(bits(row), 4), gib_cell(static_cast<double>(row.weights.total())),
           gib_cell(fit_.kept), gib_cell(fit_.total(row)), fits ? "yes" : "no",
           row.longest > 0 ? Entry(row.longest) : no_cell(),
           fits ? cell(row.tokens, token_rate) : no_cell()}));
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const ModelFit::Row& row = fit_.row();
    std::vector<Metric> all = {
        {"weights", "Weights", static_cast<double>(row.weights.total()) / bytes_per_gib, 2, "GiB"},
        {"bits", "Bits per weight", bits(row), 2, ""},
        {"cache", "KV cache", fit_.kept / bytes_per_gib, 2, "GiB"},
        {"total", "Together", fit_.total(row) / bytes_per_gib, 2, "GiB"},
        {"read", "Read for a step", (row.read + fit_.kept) / bytes_per_gib, 2, "GiB"},
        {"context", "Longest context", static_cast<double>(row.longest), 0, "tokens"}};
    if (fit_.fits(row)) all.push_back({"speed", "Tokens per second at most", row.tokens, 1, ""});
    return all;
  }

  float height(float width) const override { return model_fit_height(width); }
  void draw(Painter& painter, const View& view) const override {
    draw_model_fit(fit_, painter, view);
  }

 private:
  std::string machine() const {
    return fit_.machine.empty() ? "your machine" : "the " + std::string(fit_.machine);
  }

  static const models::WeightFormat& format(int i) {
    return weight_formats()[static_cast<size_t>(i)];
  }

  double bits(const ModelFit::Row& row) const {
    return 8. * static_cast<double>(row.weights.total()) / parameters_;
  }

  std::string runs(const ModelFit::Row& row) const {
    std::string text =
        fill("fit into the {} GiB of {}, up to a context of {}.",
             {brief(fit_.memory / bytes_per_gib), machine(), {row.longest, "token"}});
    if (fit_.shape->trained > 0 && row.longest > fit_.shape->trained)
      text += fill(" The model was trained for {}.", {fit_.shape->trained});
    const std::string rate = token_rate(row.tokens);
    text += fit_.batch == 1
                ? fill(" Each token reads {} GiB, which allows {} tokens a second.",
                       {gib(row.read + fit_.kept), rate})
                : fill(" Each step reads {} GiB and gives {}: at most {} tokens a second.",
                       {gib(row.read + fit_.kept), {fit_.batch, "token"}, rate});
    if (fit_.shape->experts > 0 && fit_.batch == 1)
      text += fill(" A layer reads {} of its {}.",
                   {fit_.shape->active, {fit_.shape->experts, "expert"}});
    return text;
  }

  std::string refused() const {
    std::string text = fill("need {} GiB; {} has {}.", {gib(fit_.total(fit_.row())), machine(),
                                                        brief(fit_.memory / bytes_per_gib)});
    for (int i = 0; i < fit_formats; ++i)
      if (fit_.fits(fit_.rows[static_cast<size_t>(i)]))
        return text + fill(" {} would fit.", {format(i).name});
    return text + " No format here would fit.";
  }

  std::string notes() const {
    return format(fit_.chosen).id == "tq2_0"
               ? " TQ2_0 is for models trained with weights −1, 0 and 1."
               : "";
  }

  ModelFit fit_;
  models::Shape own_{};
  double parameters_ = 0;  // of the model
};

}  // namespace

std::string gib(double bytes) {
  const double found = bytes / bytes_per_gib;
  return fixed(found, found < 0.01 ? 4 : found < 100 ? 2 : 1);
}

std::string token_rate(double per_second) { return significant(per_second); }

Description model_fit() {
  return describe<ModelFitScene, parameters>("model-fit", "formats", "Will it run?",
                                             "Will it run on my machine?", "core/models/memory.hpp",
                                             {presets, parts, references});
}

}  // namespace loom::scenes
