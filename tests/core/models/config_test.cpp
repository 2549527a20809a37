// config.json, against the table of models: texts in the form of the models' own files, with the
// keys that count and some that do not. They are written by hand, and prove that the keys lead to
// the table's numbers. tests/data/configs has the real files.
#include "core/models/config.hpp"

#include "core/models/memory.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::models::config) {

using namespace loom;
using namespace loom::models;

namespace {

std::string gpt_oss() {
  std::string types;
  for (int i = 0; i < 12; ++i)
    types += std::string(i > 0 ? ", " : "") + "\"sliding_attention\", \"full_attention\"";
  return R"({"architectures": ["GptOssForCausalLM"], "model_type": "gpt_oss", "hidden_size": 2880,
    "intermediate_size": 2880, "head_dim": 64, "num_attention_heads": 64, "num_key_value_heads": 8,
    "num_hidden_layers": 24, "num_local_experts": 32, "num_experts_per_tok": 4,
    "experts_per_token": 4, "sliding_window": 128, "max_position_embeddings": 131072,
    "vocab_size": 201088, "tie_word_embeddings": false, "swiglu_limit": 7.0,
    "quantization_config": {"quant_method": "mxfp4"}, "layer_types": [)" +
         types + "]}";
}

const struct {
  const char* id;
  std::string json;
} files[] = {
    // meta-llama/Llama-2-7b-hf
    {"llama2-7b", R"({"architectures": ["LlamaForCausalLM"], "hidden_act": "silu",
      "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096,
      "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
      "num_key_value_heads": 32, "rms_norm_eps": 1e-05, "rope_scaling": null,
      "tie_word_embeddings": false, "vocab_size": 32000})"},
    // meta-llama/Llama-3.2-1B
    {"llama-1b", R"({"head_dim": 64, "hidden_size": 2048, "intermediate_size": 8192,
      "max_position_embeddings": 131072, "model_type": "llama", "num_attention_heads": 32,
      "num_hidden_layers": 16, "num_key_value_heads": 8, "tie_word_embeddings": true,
      "rope_scaling": {"factor": 32.0, "rope_type": "llama3"}, "vocab_size": 128256})"},
    // meta-llama/Llama-3.1-8B
    {"llama-8b", R"({"attention_bias": false, "hidden_size": 4096, "intermediate_size": 14336,
      "max_position_embeddings": 131072, "model_type": "llama", "num_attention_heads": 32,
      "num_hidden_layers": 32, "num_key_value_heads": 8, "eos_token_id": [128001, 128008],
      "tie_word_embeddings": false, "torch_dtype": "bfloat16", "vocab_size": 128256})"},
    // meta-llama/Llama-3.1-70B
    {"llama-70b", R"({"hidden_size": 8192, "intermediate_size": 28672,
      "max_position_embeddings": 131072, "model_type": "llama", "num_attention_heads": 64,
      "num_hidden_layers": 80, "num_key_value_heads": 8, "vocab_size": 128256})"},
    // mistralai/Mistral-7B-v0.1
    {"mistral-7b", R"({"hidden_size": 4096, "intermediate_size": 14336,
      "max_position_embeddings": 32768, "model_type": "mistral", "num_attention_heads": 32,
      "num_hidden_layers": 32, "num_key_value_heads": 8, "sliding_window": 4096,
      "tie_word_embeddings": false, "vocab_size": 32000})"},
    // mistralai/Mixtral-8x7B-v0.1
    {"mixtral", R"({"hidden_size": 4096, "intermediate_size": 14336,
      "max_position_embeddings": 32768, "model_type": "mixtral", "num_attention_heads": 32,
      "num_experts_per_tok": 2, "num_hidden_layers": 32, "num_key_value_heads": 8,
      "num_local_experts": 8, "output_router_logits": false, "sliding_window": null,
      "tie_word_embeddings": false, "vocab_size": 32000})"},
    // google/gemma-2-9b
    {"gemma2-9b", R"({"head_dim": 256, "hidden_size": 3584, "intermediate_size": 14336,
      "max_position_embeddings": 8192, "model_type": "gemma2", "num_attention_heads": 16,
      "num_hidden_layers": 42, "num_key_value_heads": 8, "query_pre_attn_scalar": 256,
      "sliding_window": 4096, "sliding_window_size": 4096, "vocab_size": 256000})"},
    // google/gemma-3-12b-it, whose text_config leaves out what its classes take
    {"gemma3-12b", R"({"architectures": ["Gemma3ForConditionalGeneration"],
      "model_type": "gemma3", "mm_tokens_per_image": 256, "text_config": {"hidden_size": 3840,
      "intermediate_size": 15360, "model_type": "gemma3_text", "num_attention_heads": 16,
      "num_hidden_layers": 48, "num_key_value_heads": 8, "sliding_window": 1024,
      "rope_scaling": {"factor": 8.0, "rope_type": "linear"}},
      "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27}})"},
    // google/gemma-3-27b-it
    {"gemma3-27b", R"({"model_type": "gemma3", "text_config": {"head_dim": 128,
      "hidden_size": 5376, "intermediate_size": 21504, "model_type": "gemma3_text",
      "num_attention_heads": 32, "num_hidden_layers": 62, "num_key_value_heads": 16,
      "sliding_window": 1024}, "vision_config": {"hidden_size": 1152}})"},
    // Qwen/Qwen2.5-72B
    {"qwen2.5-72b", R"({"hidden_size": 8192, "intermediate_size": 29568,
      "max_position_embeddings": 131072, "max_window_layers": 80, "model_type": "qwen2",
      "num_attention_heads": 64, "num_hidden_layers": 80, "num_key_value_heads": 8,
      "sliding_window": 131072, "use_sliding_window": false, "vocab_size": 152064})"},
    // Qwen/Qwen3-30B-A3B
    {"qwen3-30b", R"({"decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 2048,
      "intermediate_size": 6144, "max_position_embeddings": 40960, "max_window_layers": 48,
      "mlp_only_layers": [], "model_type": "qwen3_moe", "moe_intermediate_size": 768,
      "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8,
      "num_hidden_layers": 48, "num_key_value_heads": 4, "sliding_window": null,
      "tie_word_embeddings": false, "use_sliding_window": false, "vocab_size": 151936})"},
    // openai/gpt-oss-20b
    {"gpt-oss-20b", gpt_oss()},
    // deepseek-ai/DeepSeek-V2
    {"deepseek-v2", R"({"first_k_dense_replace": 1, "hidden_size": 5120,
      "intermediate_size": 12288, "kv_lora_rank": 512, "max_position_embeddings": 163840,
      "model_type": "deepseek_v2", "moe_intermediate_size": 1536, "n_routed_experts": 160,
      "n_shared_experts": 2, "num_attention_heads": 128, "num_experts_per_tok": 6,
      "num_hidden_layers": 60, "num_key_value_heads": 128, "q_lora_rank": 1536,
      "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 102400})"},
    // deepseek-ai/DeepSeek-V3
    {"deepseek-v3", R"({"first_k_dense_replace": 3, "hidden_size": 7168,
      "intermediate_size": 18432, "kv_lora_rank": 512, "max_position_embeddings": 163840,
      "model_type": "deepseek_v3", "moe_intermediate_size": 2048, "n_routed_experts": 256,
      "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
      "num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1,
      "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
      "quantization_config": {"fmt": "e4m3", "weight_block_size": [128, 128]},
      "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 129280})"},
    // deepseek-ai/DeepSeek-V3.2
    {"deepseek-v3.2", R"({"first_k_dense_replace": 3, "hidden_size": 7168, "index_head_dim": 128,
      "index_n_heads": 64, "index_topk": 2048, "intermediate_size": 18432, "kv_lora_rank": 512,
      "model_type": "deepseek_v32", "moe_intermediate_size": 2048, "n_routed_experts": 256,
      "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
      "num_hidden_layers": 61, "num_key_value_heads": 128, "q_lora_rank": 1536,
      "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280})"},
};

std::string refused(std::string_view text) {
  const auto read = read_config(text);
  return read ? "" : read.error().message;
}

const std::string small =
    "num_hidden_layers:2,hidden_size:64,num_attention_heads:4,intermediate_size:128,vocab_size:100";

}  // namespace

TEST_CASE("a model's config.json gives the model of the table") {
  for (const auto& file : files) {
    CAPTURE(file.id);
    const auto read = read_config(file.json);
    REQUIRE_MESSAGE(read, read.error().message);
    const CachedModel found = cached_of(read->config), &known = *find_cached_model(file.id);
    CHECK(found.heads == known.heads);
    REQUIRE(found.layer_kinds().size() == known.layer_kinds().size());
    for (size_t i = 0; i < known.layer_kinds().size(); ++i) {
      const attention::LayerKind &one = found.kinds[i], &other = known.kinds[i];
      CHECK(one.name == other.name);
      CHECK(one.layers == other.layers);
      CHECK(one.kv_heads == other.kv_heads);
      CHECK(one.head == other.head);
      CHECK(one.window == other.window);
      CHECK(one.latent == other.latent);
      CHECK(one.rotary == other.rotary);
      for (const attention::CacheFormat& format : attention::cache_formats())
        CHECK(attention::token_bytes(one, format) == attention::token_bytes(other, format));
    }
    // Norms and biases of some families, and the weights of an indexer, are not counted.
    CHECK(static_cast<double>(found.parameters) ==
          doctest::Approx(static_cast<double>(known.parameters)).epsilon(0.0015));
    if (const Shape* shape = find_shape(file.id)) {
      const Shape own = shape_of(read->config);
      CHECK(parameters(own).total() == parameters(*shape).total());
      for (const models::CacheFormat& format : models::cache_formats())
        for (long long tokens : {1, 8192, 131072})
          CHECK(cache_bytes(own, format, tokens, 2) == cache_bytes(*shape, format, tokens, 2));
      for (const WeightFormat& format : weight_formats())
        CHECK(read_bytes(own, weights(own, format), 4) ==
              read_bytes(*shape, weights(*shape, format), 4));
    }
  }
}

TEST_CASE("a config's short form reads as the same, and is itself's") {
  for (const auto& file : files) {
    CAPTURE(file.id);
    const Config config = read_config(file.json)->config;
    const std::string text = short_config(config);
    CAPTURE(text);
    const auto again = read_config(text);
    REQUIRE_MESSAGE(again, again.error().message);
    CHECK(again->config == config);
    CHECK(again->unused.empty());
    CHECK(short_config(again->config) == text);
    CHECK(text.size() < 400);
  }
}

TEST_CASE("keys of a config that are not used are listed") {
  CHECK(read_config(files[0].json)->unused ==
        "architectures, hidden_act, rms_norm_eps, rope_scaling");
  CHECK(read_config(files[7].json)->unused ==
        "architectures, mm_tokens_per_image, rope_scaling, vision_config");
}

TEST_CASE("of a key that stands twice in a config the last counts") {
  const auto layers = [](const std::string& start) {
    const auto read = read_config(
        "{" + start +
        R"(, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100})");
    REQUIRE_MESSAGE(read, read.error().message);
    return read->config.layers;
  };
  CHECK(layers(R"("num_hidden_layers": 2, "num_hidden_layers": 3)") == 3);
  CHECK(layers(R"("text_config": {"num_hidden_layers": 2, "num_hidden_layers": 3})") == 3);
  CHECK(layers(R"("text_config": {"num_hidden_layers": 2}, "num_hidden_layers": 3)") == 2);
  CHECK(
      layers(
          R"("text_config": {"num_hidden_layers": 2}, "text_config": {"num_hidden_layers": 5})") ==
      5);
  CHECK(
      layers(
          R"("text_config": {"num_hidden_layers": 2}, "text_config": null, "num_hidden_layers": 3)") ==
      3);
}

TEST_CASE("what is wrong in a config has its place") {
  CHECK(refused("") == "1:1: expected '{', got the end");
  CHECK(refused("{\n  \"hidden_size\": 64,\n  \"vocab_size\" 5\n}") ==
        "3:16: expected ':' behind a key, got '5'");
  CHECK(refused("{\"a\": 1,}") == "1:9: expected a key in quotes, got '}'");
  CHECK(refused("{\"a\": 1 \"b\": 2}") == "1:9: expected ',' or '}' behind a value, got '\"b'");
  CHECK(refused("{\"a\": [1, 2}") == "1:12: expected ',' or ']' behind a value, got '}'");
  CHECK(refused("{\"a\": \"x\n\"}") ==
        "1:9: expected the quotes that end a text, got a control character");
  CHECK(refused("{\"a\": 1} {") == "1:10: expected nothing behind the last '}', got '{'");
  for (const char* word : {"01", "1.", "+1", ".5", "1e", "True", "None", "NaN", "0x10", "-"})
    CHECK(refused(std::string("{\"a\": ") + word + "}").starts_with("1:7: expected a value"));
  for (const char* word : {"0", "-0.5e-3", "1E+2", "[]", "{}", "[[{}]]", R"("\"")", "null"}) {
    CAPTURE(word);
    CHECK(refused(std::string("{\"a\": ") + word + "}") ==
          "expected a number above 0 for 'num_hidden_layers', which is missing");
  }
  for (const char* escape : {R"(\q)", "\\\n", R"(\u12)", R"(\u12g4)", R"(\')"}) {
    CAPTURE(escape);
    CHECK(
        refused("{\"a\": \"" + std::string(escape) + "\"}").starts_with("1:8: expected an escape"));
    CHECK(refused("{\"" + std::string(escape) + "\": 1}").starts_with("1:3: expected an escape"));
  }
  CHECK(refused(R"({"a": "\" \\ \/ \b\f\n\r\t \u00e9\uD83D"})").ends_with("which is missing"));
  CHECK(refused(std::string(100, '[')) != "");
  CHECK(refused("{\"a\": " + std::string(1000, '[')) != "");
  CHECK(refused("{\"a\": \"\\") != "");
  CHECK(refused("hello") == "1:1: expected a config.json from its first '{' on, or key:value");
  CHECK(refused(small).empty());
  CHECK(refused("{\n \"num_hidden_layers\": 32.5}") ==
        "2:23: num_hidden_layers: expected a whole number from 0 to 1024, got 32.5");
  CHECK(refused("{\"tie_word_embeddings\": \"yes\"}") ==
        "1:25: tie_word_embeddings: expected true or false, got \"yes\"");
  CHECK(refused("{\"num_hidden_layers\": true}") ==
        "1:23: num_hidden_layers: expected a whole number from 0 to 1024, got true");
  CHECK(refused("{\"use_sliding_window\": 2}") ==
        "1:24: use_sliding_window: expected true or false, got 2");
  CHECK(refused(R"({"hidden\u005fsize": 64})") ==
        R"(1:2: expected a key without escapes, got "hidden\u005fsize")");
  CHECK(refused(small + ",num_kv_shared_layers:0").empty());
  CHECK(refused(small + ",num_kv_shared_layers:1")
            .ends_with("expected null or 0, as such layers are not counted here, got 1"));
  CHECK(refused(small + ",num_experts:8") == "num_experts_per_tok: expected 1 to 8, got 0");
  CHECK(refused("num_hidden_layers:2") ==
        "expected a number above 0 for 'hidden_size', which is missing");
}

TEST_CASE("spaces behind a config's list count for nothing") {
  const auto read = read_config(
      "{\"num_hidden_layers\": 2, \"hidden_size\": 64, "
      "\"num_attention_heads\": 4, \"intermediate_size\": 128, "
      "\"vocab_size\": 100, \"sliding_window\": 16, \"layer_types\": "
      "[\"sliding_attention\", \"full_attention\"]\n}");
  REQUIRE_MESSAGE(read, read.error().message);
  CHECK(read->config.windowed == 1);
}

TEST_CASE("windows of a config: a list, a pattern, from a layer on, or off") {
  const auto windowed = [](const std::string& more) {
    return read_config(small + ",sliding_window:16" + more)->config.windowed;
  };
  CHECK(windowed("") == 2);
  CHECK(windowed(",sliding_window_pattern:2") == 1);
  CHECK(windowed(",max_window_layers:1") == 1);
  CHECK(windowed(",max_window_layers:5") == 0);
  CHECK(windowed(",use_sliding_window:false") == 0);
  CHECK(windowed(",window_layers:1") == 1);
  CHECK(read_config(small + ",model_type:qwen2,sliding_window:16")->config.windowed == 0);
  CHECK(read_config(small + ",sliding_window:null")->config.windowed == 0);
}

}  // TESTS_OF(core::models::config)
