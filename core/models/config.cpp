#include "core/models/config.hpp"

#include <algorithm>
#include <optional>

#include "core/models/config_text.hpp"

namespace loom::models {
namespace {

using Field = int Config::*;

struct Key {
  std::string_view name;
  Field field;
  int most;
};

// So that no count of bytes leaves 64 bits.
constexpr int many = 1 << 16, flag = 1;

// The first name of a field is the one that links have.
constexpr Key config_keys[] = {
    {"num_hidden_layers", &Config::layers, 1024},
    {"hidden_size", &Config::width, many},
    {"num_attention_heads", &Config::heads, 1024},
    {"num_key_value_heads", &Config::kv_heads, 1024},
    {"head_dim", &Config::head, 4096},
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
};

// What a family's classes take where a config is silent. `pattern`: of so many layers the last one
// sees everything.
struct Family {
  std::string_view type;
  Config config;
  int pattern = 0;
};
constexpr Family families[] = {
    {"gemma2", {.head = 256, .vocab = 256000, .tied = 1, .trained = 8192, .window = 4096}, 2},
    {"gemma3",
     {.heads = 8,
      .kv_heads = 4,
      .head = 256,
      .vocab = 262208,
      .tied = 1,
      .trained = 131072,
      .window = 4096,
      .head_norms = 1},
     6},
    {"gemma", {.head = 256, .vocab = 256000, .tied = 1, .trained = 4096}},
    {"qwen3", {.head = 128, .head_norms = 1}},
    {"gpt_oss", {.head = 64, .biases = 1}, 2},
};

// What is read beside the fields, and decides how many layers have a window.
struct Windows {
  int pattern = 0, first = 0, used = 1, listed = -1;
  bool given = false;
};

class Understanding {
 public:
  explicit Understanding(const ConfigText& text) : text_(text) {}

  Result<ReadConfig> run() {
    take_family();
    for (const ConfigText::Entry& entry : text_.entries())
      if (text_.find(entry.key) == &entry)  // a text_config's stands for the others
        if (auto error = take(entry)) return *error;
    if (auto error = settle()) return *error;
    return std::move(found_);
  }

 private:
  void take_family() {
    const ConfigText::Entry* type = text_.find("model_type");
    if (!type) return;
    const std::string_view name = type->string();
    for (const Family& family : families) {
      if (!name.starts_with(family.type)) continue;
      found_.config = family.config;
      windows_.pattern = family.pattern;
      break;
    }
    // Their configs name a window that is off unless they say so.
    if (name.starts_with("qwen")) windows_.used = 0;
  }

  std::optional<Error> take(const ConfigText::Entry& entry) {
    if (entry.key == "model_type") return std::nullopt;
    if (entry.key == "layer_types" && entry.is_list()) {
      windows_.listed = entry.windows;
      return std::nullopt;
    }
    int* place = nullptr;
    int most = many;
    for (const Key& key : config_keys)
      if (key.name == entry.key) {
        place = &(c().*key.field);
        most = key.most;
      }
    if (entry.key == "sliding_window_pattern") place = &windows_.pattern;
    if (entry.key == "max_window_layers") place = &windows_.first;
    if (entry.key == "use_sliding_window") place = &windows_.used;
    if (!place) {
      found_.unused.append(found_.unused.empty() ? "" : ", ").append(entry.key);
      return std::nullopt;
    }
    // What is null is as if it were not there; a window is none.
    if (entry.value == "null") {
      if (entry.key == "sliding_window") c().window = 0;
      return std::nullopt;
    }
    const int number = entry.number();
    if (number < 0 || number > most)
      return text_.error(entry.at,
                         std::string(entry.key) + ": expected " +
                             (most == flag ? "true or false"
                                           : "a whole number from 0 to " + std::to_string(most)) +
                             ", got " + std::string(entry.value.substr(0, 40)));
    *place = number;
    return std::nullopt;
  }

  std::optional<Error> settle() {
    const auto needed = [](const char* name) {
      return Error{std::string("expected a number above 0 for '") + name + "', which is missing"};
    };
    if (c().layers == 0) return needed("num_hidden_layers");
    if (c().width == 0) return needed("hidden_size");
    if (c().heads == 0) return needed("num_attention_heads");
    if (c().ffn == 0 && c().expert_ffn == 0) return needed("intermediate_size");
    if (c().vocab == 0) return needed("vocab_size");
    if (c().kv_heads == 0) c().kv_heads = c().heads;
    if (c().head == 0) c().head = std::max(1, c().width / c().heads);
    if (c().latent > 0) {
      c().kv_heads = c().heads;
      if (c().value == 0) c().value = c().head;
      if (c().nope == 0) c().nope = c().head;
      c().head = c().nope + c().rotary;
    }
    if (c().experts > 0 && (c().active == 0 || c().active > c().experts))
      return Error{"num_experts_per_tok: expected 1 to " + std::to_string(c().experts) + ", got " +
                   std::to_string(c().active)};
    if (c().dense > c().layers || c().windowed > c().layers)
      return Error{"expected no more layers of a kind than 'num_hidden_layers', " +
                   std::to_string(c().layers)};
    settle_windows();
    return std::nullopt;
  }

  void settle_windows() {
    const int layers = c().layers;
    if (windows_.used == 0 || c().latent > 0) c().window = 0;
    if (c().window == 0) {
      c().windowed = 0;
    } else if (windows_.listed >= 0) {
      c().windowed = std::min(windows_.listed, layers);
    } else if (c().windowed == 0) {
      c().windowed = windows_.pattern > 0 ? layers - layers / windows_.pattern
                                          : std::max(0, layers - windows_.first);
    }
    if (c().windowed == 0) c().window = 0;
  }

  Config& c() { return found_.config; }

  const ConfigText& text_;
  ReadConfig found_;
  Windows windows_;
};

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
  if (left.head == left.width / left.heads) left.head = 0;
  if (left.kv_heads == left.heads) left.kv_heads = 0;
  if (left.windowed == left.layers) left.windowed = 0;
  for (const Key& key : config_keys) {
    int& value = left.*key.field;
    if (value == 0) continue;
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
          .window = c.window,
          .windowed = c.windowed,
          .trained = c.trained,
          .shared = c.experts > 0 ? c.shared : 0,
          .dense = c.experts > 0 ? c.dense : 0,
          .dense_ffn = c.ffn,
          .latent = c.latent,
          .rotary = c.rotary,
          .query_rank = c.query_rank,
          .value = c.value,
          .extra_bytes = c.indexer + c.indexer / 128 * 4};
}

CachedModel cached_of(const Config& c) {
  const Shape shape = shape_of(c);
  CachedModel model{.id = "own",
                    .name = "Your model",
                    .heads = c.heads,
                    .parameters = parameters(shape).total(),
                    .trained = c.trained,
                    .unpacked = (c.head + c.value) / 2};
  if (c.latent > 0) {
    model.kinds[0] = {.name = "latent",
                      .layers = c.layers,
                      .latent = c.latent,
                      .rotary = c.rotary,
                      .extra_bytes = shape.extra_bytes};
    return model;
  }
  int kind = 0;
  const auto add = [&](std::string_view name, int layers, int window) {
    if (layers > 0)
      model.kinds[kind++] = {
          .name = name, .layers = layers, .kv_heads = c.kv_heads, .head = c.head, .window = window};
  };
  add("full", c.layers - c.windowed, 0);
  add("window", c.windowed, c.window);
  return model;
}

}  // namespace loom::models
