#include "core/models/config.hpp"

#include "core/models/config_settle.hpp"

namespace loom::models {
namespace {

using Field = int Config::*;

struct Key {
  std::string_view name;
  Field field;
  int most;
};

// So that no count of bytes exceeds 64 bits.
constexpr int many = 1 << 16, flag = 1;

// The first name of a field is the one that links use.
constexpr Key config_keys[] = {
    {"num_hidden_layers", &Config::layers, 1024},
    {"hidden_size", &Config::width, many},
    {"num_attention_heads", &Config::heads, 1024},
    {"num_key_value_heads", &Config::kv_heads, 1024},
    {"head_dim", &Config::head, 4096},
    {"attention_head_dim", &Config::head, 4096},
    {"intermediate_size", &Config::ffn, 1 << 18},
    {"vocab_size", &Config::vocab, 1 << 22},
    {"tie_word_embeddings", &Config::tied, flag},
    {"num_experts", &Config::experts, 4096},
    {"num_local_experts", &Config::experts, 4096},
    {"n_routed_experts", &Config::experts, 4096},
    {"num_experts_per_tok", &Config::active, 4096},
    {"experts_per_token", &Config::active, 4096},
    {"moe_intermediate_size", &Config::expert_ffn, 1 << 18},
    {"n_shared_experts", &Config::shared, 64},
    {"first_k_dense_replace", &Config::dense, 1024},
    {"max_position_embeddings", &Config::trained, 1 << 30},
    {"sliding_window", &Config::window, 1 << 30},
    {"window_layers", &Config::windowed, 1024},
    {"kv_lora_rank", &Config::latent, many},
    {"qk_rope_head_dim", &Config::rotary, 4096},
    {"q_lora_rank", &Config::query_rank, many},
    {"qk_nope_head_dim", &Config::nope, 4096},
    {"v_head_dim", &Config::value, 4096},
    {"index_head_dim", &Config::indexer, 4096},
    {"head_norms", &Config::head_norms, flag},
    {"expert_biases", &Config::biases, flag},
    {"attention_chunk_size", &Config::chunk, 1 << 30},
    {"linear_layers", &Config::linear, 1024},
    {"mamba_layers", &Config::mamba, 1024},
    {"layers_without_attention", &Config::no_attention, 1024},
    {"layers_without_mlp", &Config::no_ffn, 1024},
    {"linear_num_value_heads", &Config::state_heads, 4096},
    {"mamba_n_heads", &Config::state_heads, 4096},
    {"n_mamba_heads", &Config::state_heads, 4096},
    {"mamba_num_heads", &Config::state_heads, 4096},
    {"linear_value_head_dim", &Config::state_head, many},
    {"mamba_d_head", &Config::state_head, many},
    {"mamba_head_dim", &Config::state_head, many},
    {"mamba_headdim", &Config::state_head, many},
    {"linear_key_head_dim", &Config::state_size, many},
    {"mamba_d_state", &Config::state_size, many},
    {"ssm_state_size", &Config::state_size, many},
    {"linear_num_key_heads", &Config::state_groups, 4096},
    {"mamba_n_groups", &Config::state_groups, 4096},
    {"mamba_ngroups", &Config::state_groups, 4096},
    {"n_groups", &Config::state_groups, 4096},
    {"linear_conv_kernel_dim", &Config::kernel, 1024},
    {"mamba_d_conv", &Config::kernel, 1024},
    {"conv_kernel", &Config::kernel, 1024},
    {"mamba_expand", &Config::expand, 64},
    {"expand", &Config::expand, 64},
    {"mamba_dt_rank", &Config::rank, many},
    {"shared_expert_intermediate_size", &Config::shared_ffn, 1 << 18},
    {"moe_shared_expert_intermediate_size", &Config::shared_ffn, 1 << 18},
    {"shared_intermediate_size", &Config::shared_ffn, 1 << 18},
    {"attn_output_gate", &Config::gated_out, flag},
    {"ungated_mlp", &Config::ungated, flag},
    {"num_mem_blocks", &Config::blocks, 1024},
    {"adapter_rank", &Config::adapter, many},
    {"use_shared_mlp_adapter", &Config::ffn_adapters, flag},
    {"use_shared_attention_adapter", &Config::attention_adapters, flag},
};

// The names of a state's sizes depend on its kind; both names stand for one field.
bool names_linear(std::string_view key) { return key.starts_with("linear_"); }
bool names_mamba(const Key& key) {
  return key.field == &Config::expand || key.field == &Config::rank ||
         (!names_linear(key.name) &&
          (key.field == &Config::state_heads || key.field == &Config::state_head ||
           key.field == &Config::state_size || key.field == &Config::state_groups ||
           key.field == &Config::kernel));
}

// Keys of whole layers that are not counted here: if they are present, the count would be wrong.
// Layers that use the keys and values of others (Gemma 3n) are among them.
constexpr std::string_view uncounted_keys[] = {
    "moe_latent_size", "linear_attn_config", "attn_type_list",      "full_attn_idxs",
    "block_types",     "_block_types",       "num_kv_shared_layers"};

class Understanding {
 public:
  explicit Understanding(const ConfigText& text) : text_(text) {}

  Result<ReadConfig> run() {
    if (const ConfigText::Entry* type = text_.find("model_type")) hints_.family = type->string();
    const Family& family = family_of(hints_.family);
    take_family(family, found_.config, hints_);
    for (const ConfigText::Entry& entry : text_.entries())
      if (text_.find(entry.key) == &entry) take_none(entry);
    for (const ConfigText::Entry& entry : text_.entries())
      if (text_.find(entry.key) == &entry)  // a text_config's stands for the others
        if (auto error = take(entry)) return *error;
    const Result<LayerPlan> plan = plan_layers(text_, hints_.family, found_.config.layers);
    if (!plan) return plan.error();
    if (auto error = settle_config(found_.config, hints_, *plan)) return *error;
    return std::move(found_);
  }

 private:
  // Where a key's number is stored, and its largest value; nullptr: it is not stored.
  int* place_of(std::string_view key, int& most) {
    for (const Key& each : config_keys)
      if (each.name == key) {
        most = each.most;
        if (names_mamba(each)) sized_ = &hints_.sized_mamba;
        if (names_linear(key) && each.field != &Config::linear) sized_ = &hints_.sized_linear;
        return &(found_.config.*each.field);
      }
    if (key == "sliding_window_pattern") return &hints_.pattern;
    if (key == "max_window_layers") return &hints_.first;
    if (key == "mamba_d_ssm") return &hints_.state_width;
    most = 1 << 18;
    if (key == "intermediate_size_mlp") return &hints_.dense_ffn;
    most = flag;
    if (key == "use_sliding_window") return &hints_.used;
    most = 1024;
    if (key == "interleave_moe_layer_step") return &hints_.expert_step;
    return nullptr;
  }

  // Null, or "follows from others".
  static bool is_none(const ConfigText::Entry& entry) {
    return entry.value == "null" || (entry.key.starts_with("mamba_") && entry.string() == "auto");
  }

  // Also where the family has a number. Of a field's two names, one may be null.
  void take_none(const ConfigText::Entry& entry) {
    int most = 0;
    if (is_none(entry))
      if (int* const place = place_of(entry.key, most)) *place = 0;
  }

  std::optional<Error> take(const ConfigText::Entry& entry) {
    if (entry.key == "model_type" || is_layer_key(entry.key)) return std::nullopt;
    for (const std::string_view key : uncounted_keys)
      if (entry.key == key && entry.value != "null" && entry.value != "0")
        return text_.refused(entry, "null or 0, as such layers are not counted here");
    int most = many;
    sized_ = nullptr;
    int* const place = place_of(entry.key, most);
    if (!place) {
      found_.unused.append(found_.unused.empty() ? "" : ", ").append(entry.key);
      return std::nullopt;
    }
    if (is_none(entry)) return std::nullopt;
    const int number = most == flag ? entry.flag() : entry.number();
    if (number < 0 || number > most)
      return text_.refused(entry, most == flag
                                      ? "true or false"
                                      : "a whole number from 0 to " + std::to_string(most));
    *place = number;
    if (sized_) *sized_ = true;
    return std::nullopt;
  }

  const ConfigText& text_;
  ReadConfig found_;
  ConfigHints hints_;
  bool* sized_ = nullptr;
};

Recurrent recurrent_of(const Config& c) {
  if (c.linear + c.mamba == 0) return {};
  return {.linear = c.linear > 0,
          .heads = c.state_heads,
          .head = c.state_heads > 0 ? c.state_head : c.expand * c.width,
          .size = c.state_size,
          .groups = c.state_groups,
          .kernel = c.kernel,
          .rank = c.rank};
}

}  // namespace

Result<ReadConfig> read_config(std::string_view text) {
  const Result<ConfigText> read = ConfigText::read(text);
  if (!read) return read.error();
  return Understanding(*read).run();
}

std::string short_config(const Config& config) {
  std::string text;
  Config left = config;
  if (left.latent > 0) left.head = left.kv_heads = 0;
  if (left.head == (left.blocks > 0 ? 2 : 1) * left.width / left.heads) left.head = 0;
  if (left.kv_heads == left.heads) left.kv_heads = 0;
  if (left.windowed == left.layers - left.no_attention) left.windowed = 0;
  for (const Key& key : config_keys) {
    int& value = left.*key.field;
    if (value == 0 || (left.linear == 0 && names_linear(key.name))) continue;
    text += (text.empty() ? "" : ",") + std::string(key.name) + ":" + std::to_string(value);
    value = 0;  // its other names
  }
  return text;
}

Shape shape_of(const Config& c) {
  return {.id = "own",
          .name = "Your model",
          .layers = c.layers,
          .width = c.width,
          .heads = c.heads,
          .kv_heads = c.kv_heads,
          .head = c.head,
          .ffn = c.experts > 0 && c.expert_ffn > 0 ? c.expert_ffn : c.ffn,
          .vocab = c.vocab,
          .tied = c.tied > 0,
          .experts = c.experts,
          .active = c.active,
          .head_norms = c.head_norms > 0,
          .biases = c.biases > 0,
          .window = c.chunk > 0 ? c.chunk : c.window,
          .windowed = c.windowed,
          .trained = c.trained,
          .shared = c.experts > 0 ? c.shared : 0,
          .dense = c.experts > 0 ? c.dense : 0,
          .dense_ffn = c.ffn,
          .latent = c.latent,
          .rotary = c.rotary,
          .query_rank = c.query_rank,
          .value = c.value,
          .extra_bytes = c.indexer + c.indexer / 128 * 4,
          .no_attention = c.no_attention,
          .no_ffn = c.no_ffn,
          .states = c.linear + c.mamba,
          .recurrent = recurrent_of(c),
          .shared_ffn = c.experts > 0 ? c.shared_ffn : 0,
          .ungated = c.ungated > 0,
          .gated_out = c.gated_out > 0,
          .blocks = c.blocks,
          .ffn_rank = c.ffn_adapters > 0 ? c.adapter : 0,
          .attention_rank = c.attention_adapters > 0 ? c.adapter : 0};
}

CachedModel cached_of(const Config& config) {
  CachedModel model = cached_of(shape_of(config));
  for (attention::LayerKind& kind : model.kinds)
    if (config.chunk > 0 && kind.window > 0) kind.name = "chunked";
  return model;
}

}  // namespace loom::models
