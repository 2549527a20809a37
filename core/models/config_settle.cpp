#include "core/models/config_settle.hpp"

#include <algorithm>
#include <initializer_list>

namespace loom::models {
namespace {

struct Needed {
  int number;
  const char* name;
};

// One call for many values makes a smaller program than many calls.
std::optional<Error> missing(std::initializer_list<Needed> all) {
  for (const Needed& each : all)
    if (each.number == 0)
      return Error{std::string("expected a number above 0 for '") + each.name +
                   "', which is missing"};
  return std::nullopt;
}

class Settling {
 public:
  Settling(Config& config, const ConfigHints& hints, const LayerPlan& plan)
      : c_(config), hints_(hints), plan_(plan) {}

  std::optional<Error> run() {
    if (c_.layers == 0) c_.layers = plan_.layers;
    if (c_.ffn + c_.expert_ffn == 0) c_.ffn = hints_.ffn_widths * c_.width;
    if (auto error = missing({{c_.layers, "num_hidden_layers"},
                              {c_.width, "hidden_size"},
                              {c_.heads, "num_attention_heads"},
                              {c_.ffn + c_.expert_ffn, "intermediate_size"},
                              {c_.vocab, "vocab_size"}}))
      return error;
    if (auto error = planned()) return error;
    heads();
    if (auto error = state()) return error;
    if (auto error = experts()) return error;
    if (auto error = counts()) return error;
    windows();
    return std::nullopt;
  }

 private:
  using enum LayerType;

  // From the kinds of layers to how many layers have which part.
  std::optional<Error> planned() {
    if (!plan_.given) return std::nullopt;
    const int both = plan_.of(hybrid), sliders = plan_.of(sliding), chunks = plan_.of(chunked),
              states = plan_.of(linear) + plan_.of(mamba) + both;
    if (sliders > 0 && chunks > 0)
      return Error{"layer_types: expected sliding_attention or chunked_attention, got both"};
    const int experts = plan_.of(moe);
    if (auto error = missing({{sliders > 0 ? c_.window : 1, "sliding_window"},
                              {chunks > 0 ? c_.chunk : 1, "attention_chunk_size"},
                              {experts > 0 ? c_.experts : 1, "n_routed_experts"}}))
      return error;
    if (plan_.of(linear) > 0 && plan_.of(mamba) > 0)
      return Error{"layer_types: expected linear_attention or mamba, got both"};
    const bool is_linear = plan_.of(linear) == states && !hints_.sized_mamba;
    c_.linear = is_linear ? states : 0;
    c_.mamba = states - c_.linear;
    c_.no_attention = c_.layers - plan_.of(full) - sliders - chunks - both;
    c_.windowed = sliders + chunks;
    if (sliders == 0) c_.window = 0;
    if (chunks == 0) c_.chunk = 0;
    if (both == 0) c_.blocks = 0;
    if (plan_.apart() == 0) return std::nullopt;
    c_.no_ffn = c_.layers - plan_.apart();
    c_.dense = experts > 0 ? plan_.of(mlp) : 0;
    if (experts == 0) c_.experts = c_.shared = c_.shared_ffn = 0;
    return std::nullopt;
  }

  void heads() {
    if (c_.kv_heads == 0) c_.kv_heads = c_.heads;
    if (c_.head == 0) c_.head = std::max(1, (c_.blocks > 0 ? 2 : 1) * c_.width / c_.heads);
    if (c_.latent > 0) {
      c_.kv_heads = c_.heads;
      if (c_.value == 0) c_.value = c_.head;
      if (c_.nope == 0) c_.nope = c_.head;
      c_.head = c_.nope + c_.rotary;
    }
    if (c_.ffn_adapters + c_.attention_adapters == 0 || c_.blocks == 0) c_.adapter = 0;
    if (c_.adapter == 0) c_.ffn_adapters = c_.attention_adapters = 0;
  }

  std::optional<Error> state() {
    if (hints_.sized_linear && hints_.sized_mamba)
      return Error{"expected the sizes of linear attention or of Mamba, got both"};
    if (c_.linear > 0 && c_.mamba > 0)
      return Error{"expected linear_layers or mamba_layers, got both"};
    if (c_.linear == 0 && c_.mamba == 0) {
      if (!plan_.given && c_.state_size > 0)
        return Error{std::string("expected 'layer_types', which is missing, beside '") +
                     (hints_.sized_linear ? "linear_key_head_dim" : "mamba_d_state") + "'"};
      c_.state_heads = c_.state_head = c_.state_size = c_.state_groups = c_.kernel = 0;
      c_.expand = c_.rank = 0;
      return std::nullopt;
    }
    return c_.linear > 0 ? linear_state() : mamba_state();
  }

  std::optional<Error> linear_state() {
    if (auto error = missing({{c_.state_heads, "linear_num_value_heads"},
                              {c_.state_head, "linear_value_head_dim"},
                              {c_.state_groups, "linear_num_key_heads"},
                              {c_.state_size, "linear_key_head_dim"},
                              {c_.kernel, "linear_conv_kernel_dim"}}))
      return error;
    c_.expand = c_.rank = 0;
    return std::nullopt;
  }

  // Zamba has heads of the first Mamba, which change nothing here.
  std::optional<Error> mamba_state() {
    if (hints_.family == "zamba") c_.state_heads = c_.state_head = c_.state_groups = 0;
    const bool first = c_.state_heads == 0, unnamed = c_.state_head + c_.state_groups == 0;
    const int wide = hints_.state_width > 0 && !first ? hints_.state_width : c_.expand * c_.width;
    if (auto error = missing({{c_.state_size, "mamba_d_state"},
                              {c_.kernel, "mamba_d_conv"},
                              {first && !unnamed ? 0 : 1, "mamba_n_heads"},
                              {c_.state_head > 0 ? 1 : wide, "mamba_expand"}}))
      return error;
    if (first) {
      if (c_.rank == 0) c_.rank = (c_.width + 15) / 16;
      return std::nullopt;
    }
    if (c_.state_head == 0) c_.state_head = wide / c_.state_heads;
    constexpr int most = 1 << 16;
    if (c_.state_head == 0 || c_.state_head > most)
      return Error{"mamba_n_heads: expected heads of 1 to 65536 numbers, got " +
                   std::to_string(c_.state_head)};
    if (c_.state_groups == 0) c_.state_groups = 1;
    c_.expand = c_.rank = 0;
    return std::nullopt;
  }

  std::optional<Error> experts() {
    if (plan_.experts >= 0) {
      if (c_.experts <= 1) c_.experts = 0;
      c_.dense = c_.layers - plan_.experts;
    }
    if (hints_.dense_ffn > 0 && c_.experts > 0) {
      c_.expert_ffn = c_.ffn;
      c_.ffn = hints_.dense_ffn;
      c_.dense = c_.layers - c_.layers / std::max(1, hints_.expert_step);
    }
    if (c_.shared_ffn > 0) {
      if (c_.experts == 0) c_.ffn = c_.shared_ffn;
      if (c_.experts == 0) c_.shared_ffn = 0;
      c_.shared = 0;
    }
    if (c_.experts > 0 && (c_.active == 0 || c_.active > c_.experts))
      return Error{"num_experts_per_tok: expected 1 to " + std::to_string(c_.experts) + ", got " +
                   std::to_string(c_.active)};
    return std::nullopt;
  }

  std::optional<Error> counts() {
    const int most = std::max({c_.linear, c_.mamba, c_.no_attention, c_.no_ffn + c_.dense,
                               c_.no_attention + c_.windowed, c_.no_attention + c_.blocks});
    if (most > c_.layers)
      return Error{"expected no more layers of a kind than 'num_hidden_layers', " +
                   std::to_string(c_.layers)};
    if (c_.no_attention == c_.layers && c_.linear + c_.mamba == 0)
      return Error{"expected a layer with attention or with a state"};
    return std::nullopt;
  }

  void windows() {
    const int attending = c_.layers - c_.no_attention;
    if (hints_.used == 0 && !plan_.given) c_.window = 0;
    if (c_.latent > 0) c_.window = c_.chunk = 0;
    if (c_.window == 0 && c_.chunk == 0)
      c_.windowed = 0;
    else if (c_.windowed == 0 && !plan_.given)
      c_.windowed = hints_.pattern > 0 ? attending - attending / hints_.pattern
                                       : std::max(0, attending - hints_.first);
    if (c_.windowed == 0) c_.window = c_.chunk = 0;
    if (c_.window > 0) c_.chunk = 0;
  }

  Config& c_;
  const ConfigHints& hints_;
  const LayerPlan& plan_;
};

}  // namespace

void take_family(const Family& family, Config& config, ConfigHints& hints) {
  config = family.config;
  config.layers = 0;
  hints.pattern = family.pattern;
  hints.first = family.first;
  hints.state_width = family.state_width;
  hints.dense_ffn = family.dense_ffn;
  hints.ffn_widths = family.ffn_widths;
  hints.sized_mamba = config.state_size > 0 && config.expand > 0;
  hints.sized_linear = config.state_size > 0 && config.expand == 0;
  // The configs of these families name a window that is off unless they switch it on.
  if (hints.family.starts_with("qwen")) hints.used = 0;
}

std::optional<Error> settle_config(Config& config, const ConfigHints& hints,
                                   const LayerPlan& plan) {
  return Settling(config, hints, plan).run();
}

}  // namespace loom::models
