#include "core/models/config_layers.hpp"

#include <algorithm>
#include <span>

#include "core/models/config_families.hpp"

namespace loom::models {
namespace {

constexpr int most_layers = 1024;

struct LayerWord {
  std::string_view name;
  LayerType type;
};
constexpr LayerWord layer_words[] = {
    {"full_attention", LayerType::full},
    {"sliding_attention", LayerType::sliding},
    {"chunked_attention", LayerType::chunked},
    {"linear_attention", LayerType::linear},
    {"mamba", LayerType::mamba},
    {"hybrid", LayerType::hybrid},
    {"mlp", LayerType::mlp},
    {"moe", LayerType::moe},
    {"attention", LayerType::full},
    {"mamba2", LayerType::mamba},
};
constexpr LayerWord layer_letters[] = {
    {"M", LayerType::mamba}, {"*", LayerType::full}, {"-", LayerType::mlp}, {"E", LayerType::moe}};

constexpr std::string_view layer_keys[] = {
    "layer_types",         "layers_block_type",       "hybrid_override_pattern",
    "attn_layer_indices",  "attn_layer_period",       "attn_layer_offset",
    "expert_layer_period", "full_attention_interval", "expert_layer_offset",
    "no_rope_layers"};

class Planning {
 public:
  using Entry = ConfigText::Entry;
  using enum LayerType;

  Planning(const ConfigText& text, std::string_view type, int layers)
      : text_(text), type_(type), family_(family_of(type)) {
    plan_.layers = layers;
  }

  std::optional<Error> run() {
    if (auto error = kinds()) return error;
    return experts();
  }

  LayerPlan plan_;

 private:
  std::optional<Error> kinds() {
    if (const Entry* list = given("layer_types")) return from_list(*list);
    if (const Entry* list = given("layers_block_type")) return from_list(*list);
    if (const Entry* pattern = given("hybrid_override_pattern")) return from_pattern(*pattern);
    if (plan_.layers == 0) plan_.layers = family_.config.layers;
    if (const Entry* list = given("attn_layer_indices")) return from_indices(*list);
    if (given("attn_layer_period") || family_.attention.every > 0) return from_period();
    if (given("full_attention_interval") || family_.full_interval > 0) return from_interval();
    if (const Entry* list = given("no_rope_layers"); list && type_.starts_with("llama4"))
      return from_rotary(*list);
    if (type_ == "falcon_h1")
      for (int i = 0; i < plan_.layers; ++i) add(hybrid);
    return family_.kinds.empty() ? std::nullopt : from_family();
  }

  // A null value is treated as missing.
  const Entry* given(std::string_view key) {
    const Entry* found = text_.find(key);
    if (!found || found->value == "null") return nullptr;
    return found;
  }

  void add(LayerType type) {
    ++plan_.counts[static_cast<size_t>(type)];
    plan_.given = true;
  }

  std::optional<Error> add(const Entry& entry, std::string_view name,
                           std::span<const LayerWord> known) {
    std::string all;
    for (const LayerWord& word : known) {
      if (word.name == name) {
        add(word.type);
        return std::nullopt;
      }
      all.append(all.empty() ? "" : &word == &known.back() ? " or " : ", ").append(word.name);
    }
    return text_.refused(entry, all);
  }

  std::optional<Error> long_as(const Entry& entry, size_t found) {
    if (plan_.layers == 0 && found <= most_layers) plan_.layers = static_cast<int>(found);
    if (found == static_cast<size_t>(plan_.layers)) return std::nullopt;
    return text_.error(entry.at,
                       std::string(entry.key) + ": expected " + std::to_string(plan_.layers) +
                           " entries, as num_hidden_layers says, got " + std::to_string(found));
  }

  std::optional<Error> from_list(const Entry& entry) {
    if (!entry.is_list()) return text_.refused(entry, "a list with the kind of each layer");
    const std::vector<Entry> items = entry.items();
    for (const Entry& item : items) {
      const bool text = item.value.starts_with('"');
      if (auto error = add(item, text ? item.string() : "", layer_words)) return error;
    }
    return long_as(entry, items.size());
  }

  std::optional<Error> from_pattern(const Entry& entry) {
    if (!entry.value.starts_with('"'))
      return text_.refused(entry, "a text with a letter for each layer");
    const std::string_view pattern = entry.string();
    for (size_t i = 0; i < pattern.size(); ++i) {
      const Entry letter{entry.key, entry.value.substr(1 + i, 1), entry.at + 1 + i};
      if (auto error = add(letter, letter.value, layer_letters)) return error;
    }
    return long_as(entry, pattern.size());
  }

  std::optional<Error> from_indices(const Entry& entry) {
    if (!entry.is_list()) return text_.refused(entry, "a list of the layers that have attention");
    const std::vector<Entry> items = entry.items();
    for (const Entry& item : items) {
      const int layer = item.number();
      if (layer < 0 || layer >= plan_.layers)
        return text_.refused(item, "a whole number from 0 to " + std::to_string(plan_.layers - 1));
    }
    for (int i = 0; i < plan_.layers; ++i) {
      const auto is_this = [&](const Entry& item) { return item.number() == i; };
      add(std::any_of(items.begin(), items.end(), is_this) ? full : mamba);
    }
    return std::nullopt;
  }

  // Checked: a whole number of layers, and which of them it is.
  std::optional<Error> periodic(std::string_view every, std::string_view offset, Period& found) {
    const bool known = found.every > 0;
    if (const Entry* entry = given(every)) {
      found.every = entry->number();
      if (found.every < 1) return text_.refused(*entry, "a whole number above 0");
    }
    const Entry* entry = given(offset);
    if (entry)
      found.offset = entry->number();
    else if (!known)
      return Error{"expected a number for '" + std::string(offset) + "', which is missing"};
    if (found.offset >= 0 && found.offset < found.every) return std::nullopt;
    const std::string expected =
        "a whole number below " + std::string(every) + ", " + std::to_string(found.every);
    if (entry) return text_.refused(*entry, expected);
    return Error{std::string(offset) + ": expected " + expected + ", got " +
                 std::to_string(found.offset) + " as it is missing"};
  }

  // Zamba begins with two layers of Mamba and one with both, then counts.
  std::optional<Error> from_period() {
    Period period = family_.attention;
    if (auto error = periodic("attn_layer_period", "attn_layer_offset", period)) return error;
    const bool zamba = type_ == "zamba";
    const int first = zamba ? 3 : 0;
    for (int i = 0; i < plan_.layers; ++i) {
      const bool attends = i < first ? i == 2 : (i - first) % period.every == period.offset;
      add(!attends ? mamba : zamba ? hybrid : full);
    }
    return std::nullopt;
  }

  std::optional<Error> from_interval() {
    const Entry* entry = given("full_attention_interval");
    const int interval = entry ? entry->number() : family_.full_interval;
    if (interval < 1) return text_.refused(*entry, "a whole number above 0");
    for (int i = 1; i <= plan_.layers; ++i) add(i % interval == 0 ? full : linear);
    return std::nullopt;
  }

  std::optional<Error> from_family() {
    const auto count = static_cast<int>(family_.kinds.size());
    if (plan_.layers > 0 && plan_.layers != count)
      return Error{"expected 'layers_block_type' with " + std::to_string(plan_.layers) +
                   " entries, which is missing"};
    plan_.layers = count;
    for (const char letter : family_.kinds)
      add(letter == 'M'   ? mamba
          : letter == 'H' ? hybrid
          : letter == 'E' ? moe
          : letter == '-' ? mlp
                          : full);
    return std::nullopt;
  }

  // Llama 4 attends in chunks where it has rotary positions; an empty list stands for none.
  std::optional<Error> from_rotary(const Entry& entry) {
    if (!entry.is_list()) return text_.refused(entry, "a list of 0 and 1");
    const std::vector<Entry> items = entry.items();
    for (const Entry& item : items) {
      if (item.number() < 0 || item.number() > 1) return text_.refused(item, "0 or 1");
      add(item.number() == 1 ? chunked : full);
    }
    return items.empty() ? std::nullopt : long_as(entry, items.size());
  }

  std::optional<Error> experts() {
    Period period = family_.experts;
    if (!given("expert_layer_period") && period.every == 0) return std::nullopt;
    if (auto error = periodic("expert_layer_period", "expert_layer_offset", period)) return error;
    plan_.experts = 0;
    for (int i = 0; i < plan_.layers; ++i) plan_.experts += i % period.every == period.offset;
    return std::nullopt;
  }

  const ConfigText& text_;
  std::string_view type_;
  const Family& family_;
};

}  // namespace

bool is_layer_key(std::string_view key) {
  return std::find(std::begin(layer_keys), std::end(layer_keys), key) != std::end(layer_keys);
}

Result<LayerPlan> plan_layers(const ConfigText& text, std::string_view family, int layers) {
  Planning planning(text, family, layers);
  if (auto error = planning.run()) return *error;
  return planning.plan_;
}

}  // namespace loom::models
