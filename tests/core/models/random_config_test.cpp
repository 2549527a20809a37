// Random configs, most of which are impossible. Each is refused with a reason, or gives the same
// model in every way of writing and counting it.
#include "core/models/config.hpp"
#include "core/models/memory.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"
#include "tests/tries.hpp"

TESTS_OF(core::models::random_config) {

using namespace loom;
using namespace loom::models;

namespace {

class Writing {
 public:
  explicit Writing(std::uint64_t seed) : random_(seed) {}

  std::string config() {
    text_ =
        "{\"num_hidden_layers\": 4, \"hidden_size\": 64, \"num_attention_heads\": 4, "
        "\"intermediate_size\": 128, \"vocab_size\": 100";
    constexpr const char* families[] = {"qwen3_next", "jamba", "nemotron_h", "zamba",  "zamba2",
                                        "falcon_h1",  "bamba", "llama4",     "gemma3", "qwen2"};
    if (maybe(2)) add("model_type", quoted(families));
    for (const char* key : {"num_key_value_heads",
                            "head_dim",
                            "sliding_window",
                            "attention_chunk_size",
                            "full_attention_interval",
                            "attn_layer_period",
                            "attn_layer_offset",
                            "num_experts",
                            "num_experts_per_tok",
                            "first_k_dense_replace",
                            "shared_expert_intermediate_size",
                            "expert_layer_period",
                            "expert_layer_offset",
                            "window_layers",
                            "linear_layers",
                            "mamba_layers",
                            "layers_without_attention",
                            "layers_without_mlp",
                            "num_mem_blocks",
                            "intermediate_size_mlp",
                            "interleave_moe_layer_step",
                            "kv_lora_rank",
                            "qk_rope_head_dim"})
      if (maybe(6)) add(key, small());
    for (const char* key : {"use_shared_mlp_adapter", "attn_output_gate", "tie_word_embeddings",
                            "use_sliding_window"})
      if (maybe(6)) add(key, maybe(2) ? "true" : "false");
    const bool linear = maybe(2);
    for (const char* key :
         {"num_value_heads", "value_head_dim", "key_head_dim", "num_key_heads", "conv_kernel_dim"})
      if (linear && !maybe(9)) add("linear_" + std::string(key), small());
    for (const char* key :
         {"d_state", "d_conv", "expand", "n_heads", "d_head", "n_groups", "dt_rank", "d_ssm"})
      if (!linear && maybe(2)) add("mamba_" + std::string(key), maybe(9) ? "\"auto\"" : small());
    if (maybe(2)) add(maybe(2) ? "layer_types" : "layers_block_type", list());
    if (maybe(9)) add("hybrid_override_pattern", maybe(2) ? "\"M*E-\"" : "\"MM**\"");
    return text_ + "}";
  }

 private:
  bool maybe(int one_of) { return random_.below(static_cast<std::uint32_t>(one_of)) == 0; }
  std::string small() { return std::to_string(random_.below(9)); }
  template <size_t n>
  std::string quoted(const char* const (&words)[n]) {
    return '"' + std::string(words[random_.below(n)]) + '"';
  }
  std::string list() {
    constexpr const char* kinds[] = {"full_attention",
                                     "attention",
                                     "sliding_attention",
                                     "linear_attention",
                                     "mamba",
                                     "hybrid",
                                     "mlp",
                                     "moe"};
    std::string found;
    for (int i = maybe(9) ? 1 : 0; i < 4; ++i)
      found += (found.empty() ? "[" : ", ") + (maybe(2) ? quoted(kinds) : quoted({kinds[i % 4]}));
    return found + "]";
  }
  void add(const std::string& key, const std::string& value) {
    text_ += ", \"" + key + "\": " + value;
  }

  Random random_;
  std::string text_;
};

}  // namespace

TEST_CASE("random configs: refused, or the same model from its short form, however it is counted") {
  int good = 0, with_state = 0;
  for (int trial = 0; trial < tries(20000); ++trial) {
    const std::string json = Writing(static_cast<std::uint64_t>(trial)).config();
    CAPTURE(json);
    const auto read = read_config(json);
    if (!read) {
      CHECK(!read.error().message.empty());
      continue;
    }
    ++good;
    const std::string text = short_config(read->config);
    CAPTURE(text);
    const auto again = read_config(text);
    REQUIRE_MESSAGE(again, again.error().message);
    CHECK(again->config == read->config);
    CHECK(short_config(again->config) == text);
    const CachedModel model = cached_of(read->config);
    const Shape shape = shape_of(read->config);
    CHECK(model.parameters > 2 * 64);
    with_state += shape.state_bytes() > 0;
    const auto kinds = model.layer_kinds();
    for (const long long tokens : {0, 3, 1000}) {
      const auto cost = attention::cache_cost(kinds, *attention::find_cache_format("bf16"), tokens);
      CHECK(cost->state == static_cast<double>(shape.state_bytes()));
      CHECK(cost->bytes == cache_bytes(shape, models::cache_formats()[0], tokens, 1));
    }
    const Parts parts = parameters(shape);
    for (const long long part : {parts.attention, parts.feed_forward, parts.rest, parts.again})
      CHECK(part >= 0);
    CHECK(weights(shape, *find_weight_format("bf16")).total() == 2 * parts.total());
  }
  CHECK(good > tries(20000) / 20);
  CHECK(with_state > good / 10);
}

}  // TESTS_OF(core::models::random_config)
