#include "core/models/cached.hpp"

#include "core/models/shape.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::models::cached) {

using namespace loom;
using namespace loom::models;

namespace {

double kept(const char* id, long long tokens, const char* format = "bf16") {
  const CachedModel* model = find_cached_model(id);
  REQUIRE(model);
  const auto cost =
      attention::cache_cost(model->layer_kinds(), *attention::find_cache_format(format), tokens);
  REQUIRE(cost);
  return cost->bytes;
}

constexpr double mib = 1 << 20, kib = 1 << 10;

// A transformer with a feed-forward part per layer, or experts, and whatever else its layers have.
long long counted(long long layers, long long width, long long heads, long long kv_heads,
                  long long head, long long ffn, long long vocab, bool tied, long long extra = 0,
                  long long experts = 1) {
  const long long router = experts > 1 ? experts * width : 0;
  return layers * (2 * width * heads * head + 2 * width * kv_heads * head +
                   experts * 3 * width * ffn + router + 2 * width + extra) +
         (tied ? 1 : 2) * vocab * width + width;
}

// DeepSeek's: low-rank queries and latents, `dense` layers without experts.
long long counted_latent(long long layers, long long width, long long dense, long long ffn,
                         long long experts, long long shared, long long expert, long long vocab,
                         long long bias) {
  const long long rank = 1536, heads = 128;
  const long long attention = width * rank + rank + rank * heads * 192 + width * 576 + 512 +
                              512 * heads * 256 + heads * 128 * width;
  return layers * (attention + 2 * width) + dense * 3 * width * ffn +
         (layers - dense) *
             ((experts + shared) * 3 * width * expert + experts * width + experts * bias) +
         2 * vocab * width + width;
}

}  // namespace

TEST_CASE("cached models: bytes per token that were published") {
  // arXiv 2505.09343, table 1, in KB of 1000 bytes.
  CHECK(kept("deepseek-v3", 1) == 70272);
  CHECK(kept("qwen2.5-72b", 1) == 327680);
  CHECK(kept("llama-405b", 1) == 516096);
  // Mistral 7B at 32K: an eighth of what its layers would keep without a window.
  CHECK(kept("mistral-7b", 32768) == 512 * mib);
  CHECK(kept("llama2-7b", 1) == 512 * kib);
  CHECK(kept("llama2-70b", 1) == 320 * kib);
  CHECK(kept("llama-8b", 131072) == 16 * 1024 * mib);
  CHECK(kept("qwen3-8b", 1) == 144 * kib);
  CHECK(kept("qwen3-30b", 1) == 96 * kib);
  CHECK(kept("qwen3-235b", 1) == 188 * kib);
  CHECK(kept("deepseek-v2", 1) == 69120);
  // Beside a state, which is there before the first token.
  CHECK(kept("qwen3-next", 1) - kept("qwen3-next", 0) == 24 * kib);
  CHECK(kept("qwen3-next", 0) == 36 * (32 * 128 * 128 * 4 + 8192 * 4 * 2));
  CHECK(kept("deepseek-v3.2", 1, "fp8") == 48068);
}

TEST_CASE("cached models: layers with windows") {
  CHECK(kept("gemma3-27b", 8192) == 1056 * mib);
  CHECK(kept("gemma3-27b", 32768) == 2976 * mib);
  CHECK(kept("gemma3-27b", 131072) == 10656 * mib);
  CHECK(kept("gemma3-12b", 131072) == 8512 * mib);
  CHECK(kept("gemma2-9b", 8192) == 2016 * mib);
  CHECK(kept("gpt-oss-20b", 131072) == 3075 * mib);
  CHECK(kept("gpt-oss-120b", 131072) == 4612.5 * mib);
}

TEST_CASE(
    "cached models: what sharing saves, against the model with a KV head for each query head") {
  const auto token = [](const CachedModel& model) {
    double bytes = 0;
    for (const attention::LayerKind& kind : model.layer_kinds())
      bytes += kind.layers * attention::token_bytes(kind, attention::cache_formats()[0]);
    return bytes;
  };
  // Query heads over KV heads; of latents 128 · 320 over 576.
  for (const auto& [name, factor] : {std::pair{"llama2-7b", 1.},
                                     {"llama-8b", 4.},
                                     {"llama-405b", 16.},
                                     {"gemma3-27b", 2.},
                                     {"deepseek-v3", 128 * 320 / 576.}}) {
    const std::string_view id = name;  // CAPTURE takes no binding
    CAPTURE(id);
    const CachedModel& model = *find_cached_model(id);
    CHECK(token(with_own_heads(model)) == doctest::Approx(factor * token(model)));
  }
  CHECK(token(with_one_head(*find_cached_model("llama-8b"))) == 2 * 32 * 128 * 2);
  CHECK(token(with_one_head(*find_cached_model("deepseek-v2"))) == 60 * 576 * 2);
  CHECK(weight_bytes(*find_cached_model("llama-8b"), 4) == 8030261248 / 2);
}

TEST_CASE("cached models: parameters counted again from the configurations") {
  const long long none = 0;
  const struct {
    const char* id;
    long long parameters;
  } rows[] = {
      {"llama2-7b", counted(32, 4096, 32, 32, 128, 11008, 32000, false)},
      {"llama2-70b", counted(80, 8192, 64, 8, 128, 28672, 32000, false)},
      {"llama-1b", counted(16, 2048, 32, 8, 64, 8192, 128256, true)},
      {"llama-8b", counted(32, 4096, 32, 8, 128, 14336, 128256, false)},
      {"llama-70b", counted(80, 8192, 64, 8, 128, 28672, 128256, false)},
      {"llama-405b", counted(126, 16384, 128, 8, 128, 53248, 128256, false)},
      {"mistral-7b", counted(32, 4096, 32, 8, 128, 14336, 32000, false)},
      {"mixtral", counted(32, 4096, 32, 8, 128, 14336, 32000, false, none, 8)},
      // Two norms more in each layer; Gemma 3 has norms of queries and keys besides.
      {"gemma2-9b", counted(42, 3584, 16, 8, 256, 14336, 256000, true, 2 * 3584)},
      {"gemma2-27b", counted(46, 4608, 32, 16, 128, 36864, 256000, true, 2 * 4608)},
      {"gemma3-12b", counted(48, 3840, 16, 8, 256, 15360, 262208, true, 2 * 3840 + 512)},
      {"gemma3-27b", counted(62, 5376, 32, 16, 128, 21504, 262208, true, 2 * 5376 + 256)},
      // Biases of queries, keys and values.
      {"qwen2.5-72b", counted(80, 8192, 64, 8, 128, 29568, 152064, false, 8192 + 2 * 1024)},
      {"qwen3-8b", counted(36, 4096, 32, 8, 128, 12288, 151936, false, 256)},
      {"qwen3-32b", counted(64, 5120, 64, 8, 128, 25600, 151936, false, 256)},
      {"qwen3-30b", counted(48, 2048, 32, 4, 128, 768, 151936, false, 256, 128)},
      {"qwen3-235b", counted(94, 4096, 64, 4, 128, 1536, 151936, false, 256, 128)},
      // Shared experts with a gate. Queries are twice as wide, for the gate behind attention; the
      // other layers project to 16 keys, queries and 32 values, gates of 128, and back.
      {"qwen3-next", 12 * (2048 * 16 * 256 * 3 + 2 * 2048 * 2 * 256 + 2 * 256) +
                         36 * (2048 * (2 * 16 + 2 * 32) * 128 + 2048 * 2 * 32 + 32 * 128 * 2048 +
                               (2 * 16 + 32) * 128 * 4 + 2 * 32 + 128) +
                         48 * (513 * 3 * 2048 * 512ll + 512 * 2048 + 2048 + 2 * 2048) +
                         2 * 151936ll * 2048 + 2048},
      // Biases everywhere, and a sink for each head.
      {"gpt-oss-20b", counted(24, 2880, 64, 8, 64, 2880, 201088, false,
                              5120 + 2880 + 64 + 32 + 32 * 3 * 2880, 32)},
      {"gpt-oss-120b", counted(36, 2880, 64, 8, 64, 2880, 201088, false,
                               5120 + 2880 + 64 + 128 + 128 * 3 * 2880, 128)},
      {"deepseek-v2", counted_latent(60, 5120, 1, 12288, 160, 2, 1536, 102400, 0)},
      {"deepseek-v3", counted_latent(61, 7168, 3, 18432, 256, 1, 2048, 129280, 1)},
      // The indexer's queries, key with its norm, and weights.
      {"deepseek-v3.2", counted_latent(61, 7168, 3, 18432, 256, 1, 2048, 129280, 1) +
                            61 * (1536 * 64 * 128 + 7168 * 128 + 2 * 128 + 7168 * 64)},
  };
  CHECK(std::size(rows) == cached_models().size());
  for (const auto& row : rows) {
    CAPTURE(row.id);
    const CachedModel* model = find_cached_model(row.id);
    REQUIRE(model);
    CHECK(model->parameters == row.parameters);
  }
  CHECK(find_cached_model("llama-9b") == nullptr);
}

TEST_CASE("cached models: those whose weights are counted too are the same models") {
  for (const Shape& shape : shapes()) {
    CAPTURE(shape.id);
    const CachedModel* model = find_cached_model(shape.id);
    REQUIRE(model);
    CHECK(model->name == shape.name);
    CHECK(model->heads == shape.heads);
    int layers = 0;
    for (const attention::LayerKind& kind : model->layer_kinds()) layers += kind.layers;
    CHECK(layers == shape.layers);
    CHECK(model->parameters == models::parameters(shape).total());
    CHECK(model->trained == shape.trained);
    CHECK(model->source == shape.source);
    for (const attention::LayerKind& kind : model->layer_kinds()) {
      CHECK(kind.kv_heads == shape.kv_heads);
      CHECK(kind.head == shape.head);
      if (kind.window > 0) CHECK(kind.window == shape.window);
    }
  }
}

}  // TESTS_OF(core::models::cached)
