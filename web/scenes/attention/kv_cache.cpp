// What does remembering cost? Bytes of a token, of a sequence, and how many fit beside the weights.
#include "web/scenes/attention/kv_cache.hpp"

#include "core/device/machine.hpp"
#include "core/models/config.hpp"
#include "core/text/clipped.hpp"
#include "web/scene/decimal.hpp"
#include "web/scene/model_config.hpp"

namespace loom::scenes {
namespace {

using attention::LayerKind, models::CachedModel;

constexpr double kib = 1024, gib = kib * kib * kib;

constexpr Choice model_choices[] = {
    {"llama2-7b", "Llama 2 7B"},        {"llama2-70b", "Llama 2 70B"},
    {"llama-1b", "Llama 3.2 1B"},       {"llama-8b", "Llama 3.1 8B"},
    {"llama-70b", "Llama 3.1 70B"},     {"llama-405b", "Llama 3.1 405B"},
    {"mistral-7b", "Mistral 7B v0.1"},  {"mixtral", "Mixtral 8x7B"},
    {"gemma2-9b", "Gemma 2 9B"},        {"gemma2-27b", "Gemma 2 27B"},
    {"gemma3-12b", "Gemma 3 12B"},      {"gemma3-27b", "Gemma 3 27B"},
    {"qwen2.5-72b", "Qwen2.5 72B"},     {"qwen3-8b", "Qwen3 8B"},
    {"qwen3-32b", "Qwen3 32B"},         {"qwen3-30b", "Qwen3 30B-A3B"},
    {"qwen3-235b", "Qwen3 235B-A22B"},  {"qwen3-next", "Qwen3-Next 80B-A3B"},
    {"gpt-oss-20b", "gpt-oss 20B"},     {"gpt-oss-120b", "gpt-oss 120B"},
    {"deepseek-v2", "DeepSeek-V2"},     {"deepseek-v3", "DeepSeek-V3"},
    {"deepseek-v3.2", "DeepSeek-V3.2"}, {"every-head", "DeepSeek-V3, by heads"},
    {"own", "Your config.json"},
};
constexpr Choice format_choices[] = {
    {"bf16", "BF16"}, {"fp8", "FP8"}, {"q8_0", "Q8_0"}, {"q4_0", "Q4_0"}};
constexpr Choice page_choices[] = {{"1", "None"},
                                   {"16", "16 tokens"},
                                   {"32", "32 tokens"},
                                   {"64", "64 tokens"},
                                   {"128", "128 tokens"}};
constexpr Choice machine_choices[] = {
    {"rtx4090", "RTX 4090, 24 GiB"}, {"rtx5090", "RTX 5090, 32 GiB"},   {"a100", "A100, 80 GiB"},
    {"h100", "H100, 80 GiB"},        {"h200", "H200, 141 GiB"},         {"b200", "B200, 180 GiB"},
    {"8xh100", "8 × H100, 640 GiB"}, {"8xh200", "8 × H200, 1,128 GiB"},
};
constexpr auto& weight_choices = number_choices<16, 8, 4>;

constexpr int longest = 1 << 20;

constexpr Parameter parameters[] = {
    one_of("model", "Model", model_choices, "llama-8b", {.help = "You can also click a row"}),
    model_config(),
    whole_number("tokens", "Tokens", "8192", {1, longest},
                 {.help = "Of one sequence", .spacing = Spacing::binary}),
    whole_number("batch", "Batch", "1", {1, 4096},
                 {.help = "Sequences that are continued together", .spacing = Spacing::binary}),
    one_of("cache", "Cache format", format_choices, "bf16"),
    one_of("page", "Pages", page_choices, "16",
           {.help = "Tokens of a page; a sequence takes whole pages"}),
    one_of("machine", "GPU", machine_choices, "h100",
           {.help = "Memory is sold in binary units: 80 GB on a data sheet are 80 GiB"}),
    one_of("weights", "Bits of a weight", weight_choices, "16"),
    free_text("line", "Engine’s line", "", 120,
              {.help = "What vLLM prints at its start, such as: GPU KV cache size: 1,234,567 "
                       "tokens"}),
};

constexpr Preset presets[] = {
    {"Groups of four", ""},
    {"Before sharing", "model=llama2-7b&tokens=4096"},
    {"A book on a small card", "tokens=131072&machine=rtx4090"},
    {"Windows", "model=gemma3-27b&tokens=131072"},
    {"A state in three of four layers", "model=qwen3-next&tokens=131072&machine=b200"},
    {"A latent", "model=deepseek-v3&tokens=131072&machine=8xh200&weights=8"},
    {"The same without a latent", "model=every-head&tokens=131072&machine=8xh200&weights=8"},
    {"Compared with vLLM", "machine=h200&line=GPU%20KV%20cache%20size%3A%20786%2C432%20tokens"},
};
constexpr std::string_view parts[] = {"formula", "memory", "models"};
constexpr std::string_view references[] = {
    "qwen3-next",  "gated-deltanet", "gqa",          "deepseek-v2", "pagedattention", "llama2",
    "llama3",      "mistral7b",      "mixtral",      "gemma2",      "gemma3",         "qwen3",
    "gptoss-card", "deepseek-v3",    "deepseek-v32", "deepseek-hw"};

// "8xh200": eight of them.
void take_machine(KvCache& next, std::string_view id) {
  const bool eight = id.starts_with("8x");
  const device::Machine& machine = *device::find_machine(eight ? id.substr(2) : id);
  next.memory = machine.memory.value * (eight ? 8 : 1);
  next.machine = (eight ? "8 × " : "") + std::string(machine.name);
}

// What a calculator that ignores latents would report: keys and values of every query head.
CachedModel by_heads() {
  CachedModel model = models::with_own_heads(*models::find_cached_model("deepseek-v3"));
  model.id = "every-head";
  model.name = "DeepSeek-V3, by heads";
  return model;
}

class KvCacheScene final : public Pictured<KvCacheScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    KvCache next;
    next.format = attention::find_cache_format(values.text("cache"));
    next.tokens = values.integer("tokens");
    take_machine(next, values.text("machine"));
    if (const auto error = take_line(next, values.text("line"))) return error;
    next.batch = values.integer("batch");
    next.page = static_cast<int>(decimal(values.text("page")));
    const int bits = static_cast<int>(decimal(values.text("weights")));
    const std::string_view chosen = values.text("model");
    std::vector<CachedModel> all(models::cached_models().begin(), models::cached_models().end());
    if (chosen == "own")
      all.push_back(models::cached_of(models::read_config(values.text("config"))->config));
    if (chosen == "every-head") all.push_back(by_heads());
    for (const CachedModel& model : all) {
      if (model.id == chosen) next.chosen = next.rows.size();
      Result<KvCache::Row> row = counted(next, model, bits);
      if (!row) return row.error();
      next.rows.push_back(*std::move(row));
    }
    return keep(shown, std::move(next));
  }

  std::string status(int) const override {
    const KvCache::Row& row = shown.row();
    std::string text =
        fill("{} keeps {} per token in {}: {} for {} of {}.", row.model.name,
             cache_size(row.cost.per_token), shown.format->name, cache_size(row.cost.bytes),
             shown.batch == 1 ? "a sequence" : fill("{} sequences", shown.batch),
             Word(shown.tokens, "token"));
    for (const LayerKind& kind : row.model.layer_kinds())
      if (kind.state > 0)
        text += fill(" State: {} per sequence ({} {} {}).", cache_size(row.cost.state), kind.layers,
                     kind.name, kind.layers == 1 ? "layer" : "layers");
    if (shown.room(row) < 0)
      return text + fill(" Its weights alone take {}; {} has {}.", cache_size(row.weights),
                         shown.machine, cache_size(shown.memory));
    text += row.fit == 0
                ? fill(" With {} of weights, no sequence fits into the {} of {}.",
                       cache_size(row.weights), cache_size(shown.memory), shown.machine)
                : fill(" With {} of weights, the {} of {} hold {}.", cache_size(row.weights),
                       cache_size(shown.memory), shown.machine, Word(row.fit, "such sequence"));
    if (row.fit > 0 && shown.batch > row.fit) text += " The batch does not fit.";
    if (!shown.engine) return text;
    const double share = static_cast<double>(*shown.engine) /
                         static_cast<double>(std::max(shown.tokens_that_fit(), 1ll));
    return text + fill(" Your engine has room for {}, {} of the {} computed here.",
                       Word(*shown.engine, "token"), percent(share, 0), shown.tokens_that_fit());
  }

  Table table() const override {
    Table table = headed(text_column("Model"), text_column("Layers"), Column("A token", "KiB"),
                         Column("A sequence", "GiB"), Column("State", "MiB"),
                         Column("Weights", "GiB"), "Sequences that fit");
    for (const KvCache::Row& row : shown.rows) {
      std::string layers;
      for (const LayerKind& kind : row.model.layer_kinds())
        layers += fill("{}{} {}", layers.empty() ? "" : " + ", kind.layers, kind.name);
      table.add({row.model.name, layers, cell(row.cost.per_token / kib, 2),
                 cell(row.cost.bytes / gib / shown.batch, 3),
                 row.cost.state > 0 ? cell(row.cost.state / kib / kib, 2) : no_cell(),
                 cell(row.weights / gib, 1), cell(row.fit)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const KvCache::Row& row = shown.row();
    return {Metric{"token", "Bytes of a token", row.cost.per_token, 0, "B"}.told_in(
                "models", "A token", "model"),
            {"sequence", "A sequence", shown.one() / gib, 2, "GiB"},
            {"state", "State of a sequence", row.cost.state, 0, "B"},
            {"fit", "Sequences that fit", row.fit},
            {"room", "Tokens that fit", shown.tokens_that_fit()},
            {"memory", "Memory of the GPU", shown.memory / gib, 0, "GiB"}};
  }

  KvCache shown;

 private:
  static Result<KvCache::Row> counted(const KvCache& cache, const CachedModel& model, int bits) {
    Result<attention::CacheCost> cost = attention::cache_cost(
        model.layer_kinds(), *cache.format, cache.tokens, cache.batch, cache.page);
    if (!cost) return cost.error();
    KvCache::Row row{model, *std::move(cost), models::weight_bytes(model, bits), 0};
    row.fit = attention::sequences_that_fit(model.layer_kinds(), *cache.format, cache.tokens,
                                            cache.room(row), cache.page);
    return row;
  }

  static std::optional<Error> take_line(KvCache& next, std::string_view line) {
    if (line.empty()) return std::nullopt;
    const Result<long long> tokens = attention::engine_tokens(line);
    if (!tokens)
      return Error{
          fill("'Engine’s line': got '{}', expected a line like 'GPU KV cache size: 1,234,567 "
               "tokens'",
               clipped(line, 60))};
    next.engine = *tokens;
    return std::nullopt;
  }
};

}  // namespace

long long KvCache::tokens_that_fit() const {
  const double room_here = room(row());
  if (room_here <= 0 || one() <= 0) return 0;
  return static_cast<long long>(room_here / one() * static_cast<double>(tokens));
}

std::string cache_formula(const LayerKind& kind, const attention::CacheFormat& format) {
  const auto bytes = [](const attention::Packed& packed) { return brief(packed.of(1)); };
  std::string text;
  if (kind.state > 0)
    text = fill("{} {} × {} of state", kind.layers, kind.name,
                cache_size(static_cast<double>(kind.state)));
  else if (!kind.is_latent())
    text = fill("{} {} × 2 × {} × {} × {} B", kind.layers, kind.name, kind.kv_heads, kind.head,
                bytes(format.heads));
  else if (kind.extra_bytes > 0 || bytes(format.latent) != bytes(format.rotary))
    text = fill("{} {} × ({} × {} + {} × {}{}) B", kind.layers, kind.name, kind.latent,
                bytes(format.latent), kind.rotary, bytes(format.rotary),
                kind.extra_bytes > 0 ? fill(" + {}", kind.extra_bytes) : "");
  else
    text = fill("{} {} × ({} + {}) × {} B", kind.layers, kind.name, kind.latent, kind.rotary,
                bytes(format.latent));
  return text;
}

std::string cache_size(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  // Sizes that fit into GPUs, even 8 × 141 GiB, are written in the unit of one GPU.
  for (; bytes >= (unit == 3 ? 10000 : kib) && unit + 1 < std::size(units); ++unit) bytes /= kib;
  return significant(bytes) + " " + units[unit];
}

Description kv_cache() {
  return describe<KvCacheScene, parameters>(
      "kv-cache", "attention", "KV cache", "How large is a KV cache, and what fits?",
      "core/attention/cache.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
