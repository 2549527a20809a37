#include "core/models/cached.hpp"

#include "core/find.hpp"
#include "core/models/recurrent.hpp"

namespace loom::models {
namespace {

using attention::LayerKind;

constexpr LayerKind full(int layers, int kv_heads, int head) {
  return {.name = "full", .layers = layers, .kv_heads = kv_heads, .head = head};
}

constexpr LayerKind window(int layers, int kv_heads, int head, int tokens) {
  return {.name = "window", .layers = layers, .kv_heads = kv_heads, .head = head, .window = tokens};
}

// Of 512 numbers and a rotary key of 64.
constexpr LayerKind latent(int layers, int extra_bytes = 0) {
  return {
      .name = "latent", .layers = layers, .latent = 512, .rotary = 64, .extra_bytes = extra_bytes};
}

// Gated DeltaNet as in Qwen3-Next: 32 heads of values, 16 of keys, all of 128 numbers.
constexpr LayerKind linear(int layers) {
  return {.name = "linear",
          .layers = layers,
          .state =
              Recurrent{
                  .linear = true, .heads = 32, .head = 128, .size = 128, .groups = 16, .kernel = 4}
                  .state()};
}

// A key of 128 numbers in FP8 with its scale, by which DeepSeek-V3.2 chooses tokens.
constexpr int indexer = 132;

constexpr CachedModel cached_table[] = {
    {"llama2-7b", "Llama 2 7B", 32, {full(32, 32, 128)}, 6738415616, 4096, "llama2"},
    {"llama2-70b", "Llama 2 70B", 64, {full(80, 8, 128)}, 68976648192, 4096, "llama2"},
    {"llama-1b", "Llama 3.2 1B", 32, {full(16, 8, 64)}, 1235814400, 131072, "llama3"},
    {"llama-8b", "Llama 3.1 8B", 32, {full(32, 8, 128)}, 8030261248, 131072, "llama3"},
    {"llama-70b", "Llama 3.1 70B", 64, {full(80, 8, 128)}, 70553706496, 131072, "llama3"},
    {"llama-405b", "Llama 3.1 405B", 128, {full(126, 8, 128)}, 405853388800, 131072, "llama3"},
    {"mistral-7b",
     "Mistral 7B v0.1",
     32,
     {window(32, 8, 128, 4096)},
     7241732096,
     8192,
     "mistral7b"},
    {"mixtral", "Mixtral 8x7B", 32, {full(32, 8, 128)}, 46702792704, 32768, "mixtral"},
    {"gemma2-9b",
     "Gemma 2 9B",
     16,
     {full(21, 8, 256), window(21, 8, 256, 4096)},
     9241705984,
     8192,
     "gemma2"},
    {"gemma2-27b",
     "Gemma 2 27B",
     32,
     {full(23, 16, 128), window(23, 16, 128, 4096)},
     27227128320,
     8192,
     "gemma2"},
    {"gemma3-12b",
     "Gemma 3 12B",
     16,
     {full(8, 8, 256), window(40, 8, 256, 1024)},
     11766034176,
     131072,
     "gemma3"},
    {"gemma3-27b",
     "Gemma 3 27B",
     32,
     {full(10, 16, 128), window(52, 16, 128, 1024)},
     27009346304,
     131072,
     "gemma3"},
    {"qwen2.5-72b", "Qwen2.5 72B", 64, {full(80, 8, 128)}, 72706203648, 131072, "deepseek-hw"},
    {"qwen3-8b", "Qwen3 8B", 32, {full(36, 8, 128)}, 8190735360, 32768, "qwen3"},
    {"qwen3-32b", "Qwen3 32B", 64, {full(64, 8, 128)}, 32762123264, 32768, "qwen3"},
    {"qwen3-30b", "Qwen3 30B-A3B", 32, {full(48, 4, 128)}, 30532122624, 32768, "qwen3"},
    {"qwen3-235b", "Qwen3 235B-A22B", 64, {full(94, 4, 128)}, 235093634560, 32768, "qwen3"},
    {"qwen3-next",
     "Qwen3-Next 80B-A3B",
     16,
     {full(12, 2, 256), linear(36)},
     79674391296,
     262144,
     "qwen3-next"},
    {"gpt-oss-20b",
     "gpt-oss 20B",
     64,
     {full(12, 8, 64), window(12, 8, 64, 128)},
     20914757184,
     131072,
     "gptoss-card"},
    {"gpt-oss-120b",
     "gpt-oss 120B",
     64,
     {full(18, 8, 64), window(18, 8, 64, 128)},
     116829156672,
     131072,
     "gptoss-card"},
    {"deepseek-v2", "DeepSeek-V2", 128, {latent(60)}, 235741434880, 131072, "deepseek-v2"},
    {"deepseek-v3", "DeepSeek-V3", 128, {latent(61)}, 671026419200, 131072, "deepseek-v3"},
    {"deepseek-v3.2",
     "DeepSeek-V3.2",
     128,
     {latent(61, indexer)},
     671877944064,
     131072,
     "deepseek-v32"},
};

}  // namespace

std::span<const CachedModel> cached_models() { return cached_table; }

const CachedModel* find_cached_model(std::string_view id) {
  return find_by_id<CachedModel>(cached_table, id);
}

CachedModel with_own_heads(const CachedModel& model) {
  CachedModel out = model;
  for (LayerKind& kind : out.kinds) {
    if (kind.state > 0) continue;
    if (kind.is_latent())
      kind = {.name = "full",
              .layers = kind.layers,
              .head = model.unpacked,
              .extra_bytes = kind.extra_bytes};
    kind.kv_heads = model.heads;
  }
  return out;
}

CachedModel with_one_head(const CachedModel& model) {
  CachedModel out = model;
  for (LayerKind& kind : out.kinds)
    if (!kind.is_latent() && kind.state == 0) kind.kv_heads = 1;
  return out;
}

}  // namespace loom::models
