// Models whose layers are not all attention: texts in the form of their own config.json, against
// what transformers 5.17 makes of them. `parameters` are those of its model, built without memory
// for weights; of Zamba2 they are those of the published checkpoints to the last one. What layers
// keep are the shapes of its cache's tensors, in a model of BF16 after eight tokens: recurrent
// states in float32, convolutions in BF16.
#include "core/models/config.hpp"
#include "core/models/memory.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::models::hybrids) {

using namespace loom;
using namespace loom::models;

namespace {

// So many times `there` with the others between, as a JSON list.
std::string list(int count, const std::vector<int>& places, const char* there, const char* other) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    bool here = false;
    for (const int place : places) here = here || place == i;
    text += std::string(i > 0 ? ", " : "") + '"' + (here ? there : other) + '"';
  }
  return text + "]";
}

std::vector<int> every(int count, int period) {
  std::vector<int> places;
  for (int i = period - 1; i < count; i += period) places.push_back(i);
  return places;
}

struct Hybrid {
  const char* name;
  std::string json;
  long long parameters;
  double error;                  // of the count of parameters, relative; 0: none
  int attention, heads, head;    // layers with keys and values: shape [heads, tokens, head]
  int states, channels, kernel;  // layers with a state: convolution of [channels, kernel] …
  long long recurrent;           // … and so many numbers more
};

const std::string qwen3_next = R"({"architectures": ["Qwen3NextForCausalLM"],
  "decoder_sparse_step": 1, "full_attention_interval": 4, "head_dim": 256, "hidden_size": 2048,
  "intermediate_size": 5120, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
  "linear_num_key_heads": 16, "linear_num_value_heads": 32, "linear_value_head_dim": 128,
  "max_position_embeddings": 262144, "mlp_only_layers": [], "model_type": "qwen3_next",
  "moe_intermediate_size": 512, "num_attention_heads": 16, "num_experts": 512,
  "num_experts_per_tok": 10, "num_hidden_layers": 48, "num_key_value_heads": 2,
  "partial_rotary_factor": 0.25, "rope_scaling": null, "shared_expert_intermediate_size": 512,
  "tie_word_embeddings": false, "use_sliding_window": false, "vocab_size": 151936)";

const Hybrid hybrids[] = {
    {"Qwen/Qwen3-Next-80B-A3B-Instruct", qwen3_next + "}", 79'674'391'296, 2e-6, 12, 2, 256, 36,
     8192, 4, 32 * 128 * 128},
    {"the same with layer_types",
     qwen3_next +
         ", \"layer_types\": " + list(48, every(48, 4), "full_attention", "linear_attention") + "}",
     79'674'391'296, 2e-6, 12, 2, 256, 36, 8192, 4, 32 * 128 * 128},
    {"Qwen/Qwen3.5-35B-A3B",
     R"({"model_type": "qwen3_5_moe", "text_config": {"model_type": "qwen3_5_moe_text",
      "attn_output_gate": true, "full_attention_interval": 4, "head_dim": 256, "hidden_size": 2048,
      "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128, "linear_num_key_heads": 16,
      "linear_num_value_heads": 32, "linear_value_head_dim": 128, "mamba_ssm_dtype": "float32",
      "moe_intermediate_size": 512, "num_attention_heads": 16, "num_experts": 256,
      "num_experts_per_tok": 8, "num_hidden_layers": 40, "num_key_value_heads": 2,
      "shared_expert_intermediate_size": 512, "vocab_size": 248320, "layer_types": )" +
         list(40, every(40, 4), "full_attention", "linear_attention") + "}}",
     34'660'610'688, 3e-6, 10, 2, 256, 30, 8192, 4, 32 * 128 * 128},
    {"ai21labs/Jamba-v0.1", R"({"attn_layer_offset": 4, "attn_layer_period": 8,
      "expert_layer_offset": 1, "expert_layer_period": 2, "hidden_size": 4096,
      "intermediate_size": 14336, "mamba_conv_bias": true, "mamba_d_conv": 4, "mamba_d_state": 16,
      "mamba_dt_rank": 256, "mamba_expand": 2, "mamba_proj_bias": false, "model_type": "jamba",
      "max_position_embeddings": 262144, "num_attention_heads": 32, "num_experts": 16,
      "num_experts_per_tok": 2, "num_hidden_layers": 32, "num_key_value_heads": 8,
      "sliding_window": null, "tie_word_embeddings": false, "vocab_size": 65536})",
     51'570'323'328, 0, 4, 8, 128, 28, 8192, 4, 8192 * 16},
    {"nvidia/Nemotron-H-8B-Base-8K", R"({"attention_head_dim": 128, "conv_kernel": 4, "expand": 2,
      "hidden_size": 4096, "intermediate_size": 21504, "mamba_head_dim": 64,
      "hybrid_override_pattern": "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
      "mamba_num_heads": 128, "max_position_embeddings": 8192, "mlp_hidden_act": "relu2",
      "model_type": "nemotron_h", "n_groups": 8, "num_attention_heads": 32,
      "num_hidden_layers": 52, "num_key_value_heads": 8, "ssm_state_size": 128,
      "tie_word_embeddings": false, "vocab_size": 131072})",
     8'100'852'736, 0, 4, 8, 128, 24, 10240, 4, 128 * 64 * 128},
    {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", R"({"conv_kernel": 4, "expand": 2,
      "head_dim": 128, "hidden_size": 2688, "intermediate_size": 1856, "mamba_head_dim": 64,
      "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
      "mamba_num_heads": 64, "mlp_hidden_act": "relu2", "model_type": "nemotron_h",
      "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712, "n_groups": 8,
      "n_routed_experts": 128, "n_shared_experts": 1, "num_attention_heads": 32,
      "num_experts_per_tok": 6, "num_hidden_layers": 52, "num_key_value_heads": 2,
      "ssm_state_size": 128, "vocab_size": 131072})",
     31'577'937'344, 0, 6, 2, 128, 23, 6144, 4, 64 * 64 * 128},
    {"Zyphra/Zamba-7B-v1", R"({"attn_layer_offset": 4, "attn_layer_period": 6,
      "hidden_size": 3712, "intermediate_size": 14848, "mamba_d_conv": 4, "mamba_d_state": 16,
      "mamba_dt_rank": 232, "mamba_expand": 2, "max_position_embeddings": 4096,
      "model_type": "zamba", "n_mamba_heads": 2, "num_attention_heads": 16,
      "num_hidden_layers": 76, "num_key_value_heads": 16, "vocab_size": 32000})",
     7'232'490'496, 3e-6, 13, 16, 464, 76, 7424, 4, 7424 * 16},
    {"Zyphra/Zamba2-1.2B",
     R"({"adapter_rank": 128, "hidden_size": 2048,
      "intermediate_size": 8192, "mamba_d_conv": 4, "mamba_d_state": 128, "mamba_expand": 2,
      "mamba_ngroups": 1, "model_type": "zamba2", "n_mamba_heads": 64, "num_attention_heads": 32,
      "num_hidden_layers": 38, "num_key_value_heads": 32, "num_mem_blocks": 1,
      "use_shared_attention_adapter": true, "use_shared_mlp_adapter": true, "vocab_size": 32000,
      "layers_block_type": )" +
         list(38, {5, 11, 17, 23, 29, 35}, "hybrid", "mamba") + "}",
     1'215'064'704, 0, 6, 32, 128, 38, 4352, 4, 64 * 64 * 128},
    {"Zyphra/Zamba2-2.7B",
     R"({"adapter_rank": 128, "hidden_size": 2560,
      "intermediate_size": 10240, "mamba_d_conv": 4, "mamba_d_state": 64, "mamba_expand": 2,
      "mamba_ngroups": 1, "model_type": "zamba2", "n_mamba_heads": 80, "num_attention_heads": 32,
      "num_hidden_layers": 54, "num_key_value_heads": 32, "num_mem_blocks": 2,
      "use_shared_attention_adapter": false, "use_shared_mlp_adapter": true, "vocab_size": 32000,
      "layers_block_type": )" +
         list(54, {6, 12, 18, 24, 30, 36, 42, 47, 51}, "hybrid", "mamba") + "}",
     2'662'214'560, 0, 9, 32, 160, 54, 5248, 4, 80 * 64 * 64},
    {"Zyphra/Zamba2-7B",
     R"({"adapter_rank": 128, "attention_head_dim": 224, "hidden_size": 3584,
      "intermediate_size": 14336, "mamba_d_conv": 4, "mamba_d_state": 64, "mamba_expand": 2,
      "mamba_headdim": 64, "mamba_ngroups": 2, "model_type": "zamba2", "n_mamba_heads": 112,
      "num_attention_heads": 32, "num_hidden_layers": 81, "num_key_value_heads": 32,
      "num_mem_blocks": 2, "use_shared_attention_adapter": false, "use_shared_mlp_adapter": true,
      "vocab_size": 32000, "layers_block_type": )" +
         list(81, {6, 11, 17, 23, 29, 35, 41, 47, 53, 59, 65, 71, 77}, "hybrid", "mamba") + "}",
     7'356'749'648, 0, 13, 32, 224, 81, 7424, 4, 112 * 64 * 64},
    {"ibm-ai-platform/Bamba-9B-v1", R"({"attn_layer_indices": [9, 18, 27], "hidden_size": 4096,
      "intermediate_size": 14336, "mamba_d_conv": 4, "mamba_d_head": "auto", "mamba_d_state": 128,
      "mamba_expand": 2, "mamba_n_groups": 1, "mamba_n_heads": 128, "model_type": "bamba",
      "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
      "tie_word_embeddings": false, "vocab_size": 128256})",
     9'780'235'392, 0, 3, 8, 128, 29, 8448, 4, 128 * 64 * 128},
    {"ibm-granite/granite-4.0-h-tiny",
     R"({"hidden_size": 1536, "intermediate_size": 512,
      "mamba_d_conv": 4, "mamba_d_head": 64, "mamba_d_state": 128, "mamba_expand": 2,
      "mamba_n_groups": 1, "mamba_n_heads": 48, "model_type": "granitemoehybrid",
      "num_attention_heads": 12, "num_experts_per_tok": 6, "num_hidden_layers": 40,
      "num_key_value_heads": 4, "num_local_experts": 64, "shared_intermediate_size": 1024,
      "tie_word_embeddings": true, "vocab_size": 100352, "layer_types": )" +
         list(40, {5, 15, 25, 35}, "attention", "mamba") + "}",
     6'939'037'248, 0, 4, 4, 128, 36, 3328, 4, 48 * 64 * 128},
    // One norm for both parts of a layer, and none behind Mamba.
    {"tiiuae/Falcon-H1-7B-Base", R"({"head_dim": 128, "hidden_size": 3072,
      "intermediate_size": 12288, "mamba_d_conv": 4, "mamba_d_head": 128, "mamba_d_ssm": 3072,
      "mamba_d_state": 256, "mamba_expand": 2, "mamba_n_groups": 1, "mamba_n_heads": 24,
      "model_type": "falcon_h1", "num_attention_heads": 12, "num_hidden_layers": 44,
      "num_key_value_heads": 2, "tie_word_embeddings": false, "vocab_size": 130048})",
     7'585'513'568, 4e-5, 44, 2, 128, 44, 3584, 4, 24 * 128 * 256},
};

std::string refused_config(const std::string& text) {
  const auto read = read_config(text);
  return read ? "" : read.error().message;
}

// A model of four layers, with every size that a kind of layer can need.
const std::string four =
    "{\"num_hidden_layers\": 4, \"hidden_size\": 64, \"num_attention_heads\": 4,\n"
    "\"num_key_value_heads\": 2, \"intermediate_size\": 128, \"vocab_size\": 100, "
    "\"sliding_window\": 16,\n\"attention_chunk_size\": 32, ";
const std::string linear_sizes =
    "\"linear_num_value_heads\": 4, \"linear_value_head_dim\": 8, \"linear_num_key_heads\": 2, "
    "\"linear_key_head_dim\": 16, \"linear_conv_kernel_dim\": 4, ";
const std::string mamba_sizes =
    "\"mamba_n_heads\": 4, \"mamba_d_head\": 8, \"mamba_d_state\": 16, \"mamba_d_conv\": 4, ";

struct Kept {
  double token = 0, state = 0, of_100 = 0;  // bytes; of 100 tokens in all
};
Kept kept_of(const std::string& json) {
  const auto read = read_config(json);
  REQUIRE_MESSAGE(read, read.error().message);
  const CachedModel model = cached_of(read->config);
  const auto cost =
      attention::cache_cost(model.layer_kinds(), *attention::find_cache_format("bf16"), 100);
  return {cost->per_token, cost->state, cost->bytes};
}

}  // namespace

TEST_CASE("hybrids: keys and values, states and parameters as transformers has them") {
  for (const Hybrid& each : hybrids) {
    CAPTURE(each.name);
    const auto read = read_config(each.json);
    REQUIRE_MESSAGE(read, read.error().message);
    const CachedModel model = cached_of(read->config);
    const attention::CacheCost cost =
        *attention::cache_cost(model.layer_kinds(), *attention::find_cache_format("bf16"), 1);
    CHECK(cost.per_token == 2. * each.attention * each.heads * each.head * 2);
    const double state =
        static_cast<double>(each.states) *
        static_cast<double>(4 * each.recurrent + 2ll * each.channels * each.kernel);
    CHECK(cost.state == state);
    CHECK(cost.bytes == cost.per_token + state);
    if (each.error == 0) CHECK(model.parameters == each.parameters);
    CHECK(static_cast<double>(model.parameters) ==
          doctest::Approx(static_cast<double>(each.parameters)).epsilon(each.error + 1e-12));
    // The two ways of counting a cache agree.
    const Shape shape = shape_of(read->config);
    for (const long long tokens : {0, 1, 100000})
      CHECK(cache_bytes(shape, models::cache_formats()[0], tokens, 3) ==
            3 * (cost.per_token * static_cast<double>(tokens) + state));
    // And the short form is the same model.
    const std::string text = short_config(read->config);
    CAPTURE(text);
    const auto again = read_config(text);
    REQUIRE_MESSAGE(again, again.error().message);
    CHECK(again->config == read->config);
    CHECK(again->unused.empty());
    CHECK(short_config(again->config) == text);
    CHECK(text.size() < 700);
  }
}

TEST_CASE("hybrids: Qwen3-Next keeps 24,576 bytes of a token, and 75 MB of a sequence") {
  const Kept kept = kept_of(qwen3_next + "}");
  CHECK(kept.token == 24576);
  CHECK(kept.state == 36 * (32 * 128 * 128 * 4 + 8192 * 4 * 2));
  CHECK(kept.state == 77856768);
}

TEST_CASE("hybrids: each kind of layer, by its name") {
  const double layer = 2 * 2 * 16 * 2;  // of a token: key and value, 2 heads of 16 numbers
  const double linear = 4 * 8 * 16 * 4 + (4 * 8 + 2 * 2 * 16) * 4 * 2,
               mamba2 = 4 * 8 * 16 * 4 + (4 * 8 + 2 * 16) * 4 * 2;  // of one group
  const struct {
    std::string kinds;
    double token, state, of_100;
  } rows[] = {
      {"\"full_attention\", \"attention\", \"full_attention\", \"attention\"", 4 * layer, 0,
       400 * layer},
      {"\"full_attention\", \"sliding_attention\", \"full_attention\", \"full_attention\"",
       4 * layer, 0, (300 + 16) * layer},
      {"\"chunked_attention\", \"chunked_attention\", \"chunked_attention\", \"full_attention\"",
       4 * layer, 0, (100 + 3 * 32) * layer},
      {linear_sizes + "\"linear_attention\", \"linear_attention\", \"full_attention\", "
                      "\"sliding_attention\"",
       2 * layer, 2 * linear, (100 + 16) * layer + 2 * linear},
      {mamba_sizes + "\"mamba\", \"mamba2\", \"attention\", \"hybrid\"", 2 * layer, 3 * mamba2,
       200 * layer + 3 * mamba2},
      // What transformers 5 writes of Mamba.
      {mamba_sizes + "\"linear_attention\", \"full_attention\", \"mlp\", \"mlp\"", layer, mamba2,
       100 * layer + mamba2},
      {mamba_sizes + "\"mamba\", \"mamba\", \"mamba\", \"mamba\"", 0, 4 * mamba2, 4 * mamba2},
  };
  for (const auto& row : rows) {
    CAPTURE(row.kinds);
    const size_t sizes = row.kinds.rfind(": ") == row.kinds.npos
                             ? 0
                             : row.kinds.find(", ", row.kinds.rfind(": ")) + 2;
    const std::string before = four + row.kinds.substr(0, sizes);
    for (const char* key : {"layer_types", "layers_block_type"}) {
      const Kept kept = kept_of(before + '"' + key + "\": [ " + row.kinds.substr(sizes) + "\n]}");
      CHECK(kept.token == row.token);
      CHECK(kept.state == row.state);
      CHECK(kept.of_100 == row.of_100);
    }
  }
}

TEST_CASE("hybrids: what is wrong with a list of layers is said by name, with its place") {
  const std::string known =
      "full_attention, sliding_attention, chunked_attention, linear_attention, mamba, hybrid, mlp, "
      "moe, attention or mamba2";
  const std::string full = "\"full_attention\"";
  const struct {
    std::string list, message;
  } rows[] = {
      {"\"layer_types\": [" + full + ",\n  \"foo_attention\", " + full + ", " + full + "]",
       "4:3: layer_types: expected " + known + ", got \"foo_attention\""},
      {"\"layer_types\": [5]", "3:45: layer_types: expected " + known + ", got 5"},
      {"\"layer_types\": [\"\"]", "3:45: layer_types: expected " + known + ", got \"\""},
      {"\"layer_types\": [[" + full + "]]",
       "3:45: layer_types: expected " + known + ", got [\"full_attention\"]"},
      {"\"layer_types\": [\"conv\", " + full + ", " + full + ", " + full + "]",
       "3:45: layer_types: expected " + known + ", got \"conv\""},
      {"\"layer_types\": [" + full + ", " + full + ", " + full + "]",
       "3:44: layer_types: expected 4 entries, as num_hidden_layers says, got 3"},
      {"\"layer_types\": []",
       "3:44: layer_types: expected 4 entries, as num_hidden_layers says, got 0"},
      {"\"layer_types\": \"full_attention\"",
       "3:44: layer_types: expected a list with the kind of each layer, got \"full_attention\""},
      {"\"layer_types\": 4",
       "3:44: layer_types: expected a list with the kind of each layer, got 4"},
      {"\"layers_block_type\": [\"mamba\", \"hybrid\", \"mamba3\", \"mamba\"]",
       "3:70: layers_block_type: expected " + known + ", got \"mamba3\""},
      {"\"hybrid_override_pattern\": \"M-X*\"",
       "3:59: hybrid_override_pattern: expected M, *, - or E, got X"},
      {"\"hybrid_override_pattern\": \"M-*\"",
       "3:56: hybrid_override_pattern: expected 4 entries, as num_hidden_layers says, got 3"},
      {"\"hybrid_override_pattern\": [\"M\"]",
       "3:56: hybrid_override_pattern: expected a text with a letter for each layer, got [\"M\"]"},
      {"\"full_attention_interval\": 0",
       "3:56: full_attention_interval: expected a whole number above 0, got 0"},
      {"\"attn_layer_period\": 0, \"attn_layer_offset\": 0",
       "3:50: attn_layer_period: expected a whole number above 0, got 0"},
      {"\"attn_layer_period\": 2, \"attn_layer_offset\": 2",
       "3:74: attn_layer_offset: expected a whole number below attn_layer_period, 2, got 2"},
      {"\"attn_layer_period\": 2", "expected a number for 'attn_layer_offset', which is missing"},
      {"\"attn_layer_indices\": [4]",
       "3:52: attn_layer_indices: expected a whole number from 0 to 3, got 4"},
      {"\"linear_attn_config\": {\"kda_layers\": [1]}",
       "3:51: linear_attn_config: expected null or 0, as such layers are not counted here, got "
       "{\"kda_layers\": [1]}"},
      {linear_sizes + "\"a\": 1",
       "expected 'layer_types', which is missing, beside 'linear_key_head_dim'"},
      {"\"full_attention_interval\": 2",
       "expected a number above 0 for 'linear_num_value_heads', which is missing"},
      {"\"attn_layer_period\": 2, \"attn_layer_offset\": 1",
       "expected a number above 0 for 'mamba_d_state', which is missing"},
      {linear_sizes + mamba_sizes + "\"full_attention_interval\": 2",
       "expected the sizes of linear attention or of Mamba, got both"},
      {"\"layer_types\": [\"sliding_attention\", \"chunked_attention\", " + full + ", " + full +
           "]",
       "layer_types: expected sliding_attention or chunked_attention, got both"},
      {"\"layer_types\": [\"mlp\", \"mlp\", \"mlp\", \"mlp\"]",
       "expected a layer with attention or with a state"},
  };
  for (const auto& row : rows) CHECK(refused_config(four + row.list + "}") == row.message);
  // A size that a kind needs.
  const std::string bare =
      "{\"num_hidden_layers\": 1, \"hidden_size\": 64, "
      "\"num_attention_heads\": 4, \"intermediate_size\": 128, "
      "\"vocab_size\": 100, \"layer_types\": [\"";
  CHECK(refused_config(bare + "sliding_attention\"]}") ==
        "expected a number above 0 for 'sliding_window', which is missing");
  CHECK(refused_config(bare + "chunked_attention\"]}") ==
        "expected a number above 0 for 'attention_chunk_size', which is missing");
  CHECK(refused_config(bare + "moe\"], " + mamba_sizes + "\"a\": 1}") ==
        "expected a number above 0 for 'n_routed_experts', which is missing");
  CHECK(refused_config(bare + "mamba\"], \"mamba_d_state\": 16, \"mamba_d_conv\": 4}") ==
        "expected a number above 0 for 'mamba_expand', which is missing");
  CHECK(refused_config(bare + "mamba\"], \"mamba_d_state\": 16}") ==
        "expected a number above 0 for 'mamba_d_conv', which is missing");
  // What is no JSON need not end.
  for (const char* list : {"[", "[\"", "[\"mamba", "[\"mam\\", "[]]", "[ ", "\""})
    CHECK(refused_config(std::string("num_hidden_layers:2,hidden_size:64,num_attention_heads:4,"
                                     "intermediate_size:128,vocab_size:100,layer_types:") +
                         list)
              .find(": layer_types: expected ") == 5);
}

TEST_CASE("hybrids: null is as if it were not there, and a list stands before a period") {
  CHECK(kept_of(four + "\"layer_types\": null, \"sliding_window\": null}").token == 4 * 128);
  CHECK(kept_of(four + linear_sizes +
                "\"full_attention_interval\": 4, \"layer_types\": "
                "[\"linear_attention\", \"linear_attention\", "
                "\"full_attention\", \"full_attention\"]}")
            .token == 2 * 128);
  // Without num_hidden_layers there are as many layers as the list has.
  const std::string rest = four.substr(four.find(',') + 1);
  CHECK(kept_of("{" + rest + "\"layer_types\": [\"full_attention\", \"attention\"]}").token ==
        2 * 128);
}

TEST_CASE("hybrids: Llama 4 attends in chunks in three of four layers") {
  const std::string scout = R"({"model_type": "llama4_text", "attention_chunk_size": 8192,
    "head_dim": 128, "hidden_size": 5120, "interleave_moe_layer_step": 1,
    "intermediate_size": 8192, "intermediate_size_mlp": 16384, "num_attention_heads": 40,
    "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8,
    "num_local_experts": 16, "vocab_size": 202048)";
  std::string rotary = "1, 1, 1, 0";  // with rotary positions: 1
  for (int i = 4; i < 48; i += 4) rotary += ", 1, 1, 1, 0";
  for (const std::string& types :
       {std::string(), std::string(", \"no_rope_layers\": []"),
        ", \"no_rope_layers\": [" + rotary + "]",
        ", \"layer_types\": " + list(48, every(48, 4), "full_attention", "chunked_attention")}) {
    const auto read = read_config(scout + types + "}");
    REQUIRE_MESSAGE(read, read.error().message);
    const CachedModel model = cached_of(read->config);
    REQUIRE(model.layer_kinds().size() == 2);
    CHECK(model.kinds[0].layers == 12);
    CHECK(model.kinds[1].name == "chunked");
    CHECK(model.kinds[1].layers == 36);
    CHECK(model.kinds[1].window == 8192);
    CHECK(model.parameters == 107'769'861'120);
    CHECK(read_config(short_config(read->config))->config == read->config);
  }
  for (const char* other : {"2", "-1", "0.5", "[1]"})
    CHECK_MESSAGE(read_config(scout + ", \"no_rope_layers\": [" + other + "]}")
                          .error()
                          .message.find("expected 0 or 1") != std::string::npos,
                  other);
}

TEST_CASE("hybrids: every format of weights counts the same tensors") {
  for (const Hybrid& each : hybrids) {
    CAPTURE(each.name);
    const Shape shape = shape_of(read_config(each.json)->config);
    CHECK(weights(shape, *find_weight_format("bf16")).total() == 2 * parameters(shape).total());
    long long before = 1ll << 60;
    for (const char* format : {"q8_0", "q5_k_m", "q4_k_m", "q2_k"}) {
      const long long total = weights(shape, *find_weight_format(format)).total();
      CHECK(total < before);
      before = total;
    }
    // What is shared is read for every layer that uses it, whatever there is of it.
    const Parts parts = parameters(shape);
    CHECK((parts.again > 0) == (shape.blocks > 0));
    CHECK(read_bytes(shape, parts, 1) <=
          static_cast<double>(parts.total() - parts.embedding + parts.again));
  }
}

}  // TESTS_OF(core::models::hybrids)
