// What a config.json leaves out is as the configuration class of its "model_type" has it. Each row
// holds what that class has in transformers 5, under the class's own names: see
// core/models/config_families.cpp.
#include <vector>

#include "core/models/config.hpp"
#include "core/models/memory.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::models::families) {

using namespace loom;
using namespace loom::models;

namespace {

struct Class {
  const char *type, *defaults;
  const char* needed = "";  // what the class itself does not have
};

constexpr Class classes[] = {
    {"llama",
     "vocab_size:32000,hidden_size:4096,intermediate_size:11008,num_hidden_layers:32,"
     "num_attention_heads:32,max_position_embeddings:2048,tie_word_embeddings:false"},
    {"mistral",
     "vocab_size:32000,hidden_size:4096,intermediate_size:14336,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:8,max_position_embeddings:131072,"
     "sliding_window:4096"},
    {"mixtral",
     "vocab_size:32000,hidden_size:4096,intermediate_size:14336,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:8,max_position_embeddings:131072,"
     "num_experts_per_tok:2,num_local_experts:8"},
    {"phi3",
     "vocab_size:32064,hidden_size:3072,intermediate_size:8192,num_hidden_layers:32,"
     "num_attention_heads:32,max_position_embeddings:4096"},
    {"gemma",
     "vocab_size:256000,hidden_size:3072,intermediate_size:24576,num_hidden_layers:28,"
     "num_attention_heads:16,num_key_value_heads:16,head_dim:256,max_position_embeddings:8192,"
     "tie_word_embeddings:true"},
    {"gemma2",
     "vocab_size:256000,hidden_size:2304,intermediate_size:9216,num_hidden_layers:26,"
     "num_attention_heads:8,num_key_value_heads:4,head_dim:256,max_position_embeddings:8192,"
     "tie_word_embeddings:true,sliding_window:4096,sliding_window_pattern:2"},
    {"gemma3_text",
     "vocab_size:262208,hidden_size:2304,intermediate_size:9216,num_hidden_layers:26,"
     "num_attention_heads:8,num_key_value_heads:4,head_dim:256,max_position_embeddings:131072,"
     "tie_word_embeddings:true,sliding_window:4096,sliding_window_pattern:6"},
    {"qwen2",
     "vocab_size:151936,hidden_size:4096,intermediate_size:22016,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:32,max_position_embeddings:32768,"
     "use_sliding_window:false,sliding_window:4096,max_window_layers:28"},
    {"qwen2_moe",
     "vocab_size:151936,hidden_size:2048,intermediate_size:5632,num_hidden_layers:24,"
     "num_attention_heads:16,num_key_value_heads:16,max_position_embeddings:32768,"
     "use_sliding_window:false,sliding_window:4096,max_window_layers:28,moe_intermediate_size:1408,"
     "shared_expert_intermediate_size:5632,num_experts_per_tok:4,num_experts:60"},
    {"qwen3",
     "vocab_size:151936,hidden_size:4096,intermediate_size:22016,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:32,head_dim:128,max_position_embeddings:32768,"
     "use_sliding_window:false,sliding_window:4096,max_window_layers:28"},
    {"qwen3_moe",
     "vocab_size:151936,hidden_size:2048,intermediate_size:6144,num_hidden_layers:24,"
     "num_attention_heads:32,num_key_value_heads:4,head_dim:128,max_position_embeddings:32768,"
     "use_sliding_window:false,sliding_window:4096,moe_intermediate_size:768,"
     "num_experts_per_tok:8,num_experts:128"},
    {"qwen3_next",
     "vocab_size:151936,hidden_size:2048,intermediate_size:5632,num_hidden_layers:48,"
     "num_attention_heads:16,num_key_value_heads:2,head_dim:256,max_position_embeddings:32768,"
     "linear_conv_kernel_dim:4,linear_key_head_dim:128,linear_value_head_dim:128,"
     "linear_num_key_heads:16,linear_num_value_heads:32,moe_intermediate_size:512,"
     "shared_expert_intermediate_size:512,num_experts_per_tok:10,num_experts:512,"
     "full_attention_interval:4"},
    {"qwen3_5_text",
     "vocab_size:248320,hidden_size:4096,intermediate_size:12288,num_hidden_layers:32,"
     "num_attention_heads:16,num_key_value_heads:4,head_dim:256,max_position_embeddings:32768,"
     "linear_conv_kernel_dim:4,linear_key_head_dim:128,linear_value_head_dim:128,"
     "linear_num_key_heads:16,linear_num_value_heads:32,full_attention_interval:4"},
    {"qwen3_5_moe_text",
     "vocab_size:248320,hidden_size:2048,num_hidden_layers:40,num_attention_heads:16,"
     "num_key_value_heads:2,head_dim:256,max_position_embeddings:32768,linear_conv_kernel_dim:4,"
     "linear_key_head_dim:128,linear_value_head_dim:128,linear_num_key_heads:16,"
     "linear_num_value_heads:32,moe_intermediate_size:512,shared_expert_intermediate_size:512,"
     "num_experts_per_tok:8,num_experts:256,full_attention_interval:4"},
    {"gpt_oss",
     "num_hidden_layers:36,num_local_experts:128,vocab_size:201088,hidden_size:2880,"
     "intermediate_size:2880,head_dim:64,num_attention_heads:64,num_key_value_heads:8,"
     "sliding_window:128,max_position_embeddings:131072,num_experts_per_tok:4,"
     "sliding_window_pattern:2"},
    {"llama4_text",
     "vocab_size:202048,hidden_size:5120,intermediate_size:8192,intermediate_size_mlp:16384,"
     "num_hidden_layers:48,num_attention_heads:40,num_key_value_heads:8,head_dim:128,"
     "max_position_embeddings:131072,num_experts_per_tok:1,num_local_experts:16,"
     "interleave_moe_layer_step:1,attention_chunk_size:8192"},
    {"deepseek_v2",
     "vocab_size:32000,hidden_size:4096,intermediate_size:11008,num_hidden_layers:32,"
     "num_attention_heads:32,max_position_embeddings:2048,first_k_dense_replace:0,"
     "kv_lora_rank:512,q_lora_rank:1536,n_routed_experts:64,n_shared_experts:2,"
     "qk_nope_head_dim:128,qk_rope_head_dim:64,v_head_dim:128,moe_intermediate_size:1407",
     ",num_experts_per_tok:6"},
    {"deepseek_v3",
     "vocab_size:129280,hidden_size:7168,intermediate_size:18432,moe_intermediate_size:2048,"
     "num_hidden_layers:61,num_attention_heads:128,num_key_value_heads:128,n_shared_experts:1,"
     "n_routed_experts:256,kv_lora_rank:512,q_lora_rank:1536,qk_rope_head_dim:64,v_head_dim:128,"
     "qk_nope_head_dim:128,num_experts_per_tok:8,first_k_dense_replace:3,"
     "max_position_embeddings:4096"},
    {"jamba",
     "vocab_size:65536,hidden_size:4096,intermediate_size:14336,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:8,max_position_embeddings:262144,"
     "num_experts_per_tok:2,num_experts:16,expert_layer_period:2,expert_layer_offset:1,"
     "attn_layer_period:8,attn_layer_offset:4,mamba_d_state:16,mamba_d_conv:4,mamba_expand:2,"
     "mamba_dt_rank:256"},
    {"zamba",
     "vocab_size:32000,tie_word_embeddings:true,hidden_size:3712,intermediate_size:14848,"
     "num_hidden_layers:76,num_attention_heads:16,attention_head_dim:464,n_mamba_heads:2,"
     "max_position_embeddings:4096,attn_layer_period:6,attn_layer_offset:4,mamba_d_state:16,"
     "mamba_d_conv:4,mamba_expand:2,mamba_dt_rank:232"},
    {"zamba2",
     "vocab_size:32000,max_position_embeddings:4096,hidden_size:2560,num_hidden_layers:54,"
     "mamba_d_state:64,mamba_d_conv:4,mamba_expand:2,mamba_ngroups:1,n_mamba_heads:8,"
     "intermediate_size:10240,num_attention_heads:32,num_mem_blocks:1,adapter_rank:128,"
     "use_shared_mlp_adapter:false,use_shared_attention_adapter:false,mamba_headdim:640"},
    {"bamba",
     "vocab_size:128000,hidden_size:4096,intermediate_size:14336,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:8,max_position_embeddings:262144,"
     "mamba_n_heads:128,mamba_d_head:64,mamba_n_groups:1,mamba_d_state:256,mamba_d_conv:4,"
     "mamba_expand:2"},
    {"granitemoehybrid",
     "vocab_size:32000,hidden_size:4096,intermediate_size:11008,num_hidden_layers:32,"
     "num_attention_heads:32,max_position_embeddings:2048,num_local_experts:8,"
     "num_experts_per_tok:2,shared_intermediate_size:1024,mamba_n_heads:128,mamba_n_groups:1,"
     "mamba_d_state:256,mamba_d_head:64,mamba_d_conv:4,mamba_expand:2"},
    {"falcon_h1",
     "vocab_size:128000,hidden_size:4096,intermediate_size:14336,num_hidden_layers:32,"
     "num_attention_heads:32,num_key_value_heads:8,max_position_embeddings:8192,mamba_d_ssm:1024,"
     "mamba_n_heads:128,mamba_d_head:8,mamba_n_groups:1,mamba_d_state:256,mamba_d_conv:4,"
     "mamba_expand:2"},
    {"nemotron_h",
     "vocab_size:131072,hidden_size:4096,num_attention_heads:32,num_key_value_heads:8,"
     "head_dim:128,max_position_embeddings:4096,intermediate_size:21504,ssm_state_size:128,"
     "mamba_num_heads:128,mamba_head_dim:64,n_groups:8,conv_kernel:4,expand:2,n_routed_experts:8,"
     "n_shared_experts:1,moe_intermediate_size:7688,moe_shared_expert_intermediate_size:7688,"
     "num_experts_per_tok:2,hybrid_override_pattern:\"ME*-\""},
};

Config config_of(const std::string& text) {
  CAPTURE(text);
  const auto read = read_config(text);
  REQUIRE_MESSAGE(read, read.error().message);
  CHECK(read->unused.empty());
  return read->config;
}

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> found;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    found.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

}  // namespace

TEST_CASE("families: what a config leaves out is as transformers has it, together and one by one") {
  for (const Class& each : classes) {
    CAPTURE(each.type);
    const std::string type = "model_type:" + std::string(each.type) + each.needed;
    const Config whole = config_of(type + "," + each.defaults);
    CHECK(config_of(type) == whole);
    CHECK(whole.layers > 0);
    const std::vector<std::string> all = parts(each.defaults);
    for (const std::string& left_out : all) {
      CAPTURE(left_out);
      std::string text = type;
      for (const std::string& part : all)
        if (part != left_out) text += "," + part;
      CHECK(config_of(text) == whole);
    }
  }
}

TEST_CASE("families: layers that a config does not list") {
  const auto counts = [](const std::string& text) {
    const Config c = config_of(text);
    return std::vector<int>{c.layers, c.layers - c.no_attention, c.linear, c.mamba};
  };
  using Counts = std::vector<int>;
  CHECK(counts("model_type:jamba") == Counts{32, 4, 0, 28});
  CHECK(counts("model_type:jamba,num_hidden_layers:16") == Counts{16, 2, 0, 14});
  CHECK(counts("model_type:jamba,attn_layer_period:16") == Counts{32, 2, 0, 30});
  CHECK(counts("model_type:zamba") == Counts{76, 13, 0, 76});
  CHECK(counts("model_type:zamba2") == Counts{54, 9, 0, 54});
  CHECK(counts("model_type:bamba") == Counts{32, 0, 0, 32});
  CHECK(counts("model_type:granitemoehybrid") == Counts{32, 0, 0, 32});
  CHECK(counts("model_type:falcon_h1") == Counts{32, 32, 0, 32});
  CHECK(counts("model_type:nemotron_h") == Counts{4, 1, 0, 1});
  CHECK(counts("model_type:qwen3_next") == Counts{48, 12, 36, 0});
  CHECK(counts("{\"model_type\": \"jamba\", \"layers_block_type\": [\"mamba\", \"attention\"]}") ==
        Counts{2, 1, 0, 1});
  CHECK(counts("{\"model_type\": \"bamba\", \"attn_layer_indices\": [1, 2]}") ==
        Counts{32, 2, 0, 30});
  const auto refused = [](const std::string& text) {
    const auto read = read_config(text);
    return read ? "" : read.error().message;
  };
  CHECK(refused("model_type:zamba2,num_hidden_layers:38") ==
        "expected 'layers_block_type' with 38 entries, which is missing");
  CHECK(refused("model_type:jamba,attn_layer_period:4") ==
        "attn_layer_offset: expected a whole number below attn_layer_period, 4, got 4 as it is "
        "missing");
  CHECK(refused("model_type:deepseek_v2") == "num_experts_per_tok: expected 1 to 64, got 0");
  CHECK(refused("model_type:llamas") ==
        "expected a number above 0 for 'num_hidden_layers', which is missing");
}

TEST_CASE("families: null is none, also where the class has a number") {
  const auto of = [](const std::string& type, const std::string& more) {
    return config_of("{\"model_type\": \"" + type + "\", " + more + "}");
  };
  CHECK(of("jamba", "\"num_key_value_heads\": null").kv_heads == 32);
  CHECK(of("mistral", "\"sliding_window\": null").window == 0);
  CHECK(of("deepseek_v3", "\"q_lora_rank\": null").query_rank == 0);
  CHECK(of("falcon_h1", "\"mamba_d_ssm\": null").state_head == 2 * 4096 / 128);
  CHECK(of("jamba", "\"num_experts\": 4, \"num_local_experts\": null").experts == 4);
  CHECK(of("jamba", "\"num_local_experts\": null, \"num_experts\": 4").experts == 4);
}

}  // TESTS_OF(core::models::families)
