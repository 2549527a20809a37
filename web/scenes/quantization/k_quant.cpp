// What is in a GGUF block? One block's bytes, and one weight followed through its bits.
#include "web/scenes/quantization/k_quant.hpp"

#include "core/numerics/gguf_quantize.hpp"
#include "core/numerics/group_scale.hpp"
#include "core/random.hpp"
#include "web/scene/number_text.hpp"
#include "web/scene/seed.hpp"

namespace loom::scenes {
namespace {

constexpr Choice types[] = {
    {"q4_0", "Q4_0"}, {"q8_0", "Q8_0"}, {"q2_k", "Q2_K"}, {"q3_k", "Q3_K"},
    {"q4_k", "Q4_K"}, {"q5_k", "Q5_K"}, {"q6_k", "Q6_K"},
};

constexpr Parameter parameters[] = {
    one_of(
        "type", "Type", types, "q4_k",
        {.help =
             "Scales are computed in a simple way. llama.cpp searches for better ones: its K types "
             "lose 3 to 10% less."}),
    whole_number("weight", "Weight to follow", "137", {0, k_quant_weights - 1}),
    seed_parameter({.help = "Draws the weights from a bell curve"}),
};

constexpr Preset presets[] = {
    {"A scale in two pieces", ""},
    {"A scale in one piece", "weight=9"},
};
constexpr std::string_view parts[] = {"weights", "bytes", "d",      "scales",
                                      "codes",   "bits",  "formula"};
constexpr std::string_view references[] = {"gguf", "kquants"};

class KQuantScene final : public Pictured<KQuantScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown = {.layout = numerics::find_block_layout(values.text("type")),
             .weight = values.integer("weight")};
    Random random(chosen_seed(values));
    std::vector<float> numbers;
    for (int i = 0; i < k_quant_weights; ++i)
      numbers.push_back(static_cast<float>(random.normal()));
    shown.bytes = numerics::quantize(*shown.layout, numbers);
    const std::vector<float> decoded = numerics::dequantize(*shown.layout, shown.bytes);
    shown.values.assign(numbers.begin(), numbers.end());
    shown.decoded.assign(decoded.begin(), decoded.end());
    return std::nullopt;
  }

  std::string status(int) const override {
    const numerics::BlockLayout& layout = *shown.layout;
    const int i = shown.weight;
    const numerics::WeightParts weight = shown.parts(i);
    std::string text =
        fill("{} stores {} in {}: {} bits per weight. Weight {} has code {}, in {}", layout.name,
             Word(layout.values, "weight"), Word(layout.bytes, "byte"),
             shortest(layout.bits_per_value()), i, weight.code, shown.code_places(i));
    if (layout.scale_bits > 0)
      text += fill("; sub-block {} has scale {}", shown.group(), weight.scale);
    if (layout.minimums) text += fill(" and minimum {}", weight.minimum);
    return text + fill(". {} becomes {}. Signal to noise of all weights: {} dB.",
                       readable(shown.value(i)), readable(shown.result(i)), fixed(sqnr(), 1));
  }

  Table table() const override {
    Table table = headed("Weight", "Original", text_column("Code in"), "Code", "Decoded", "Error");
    const int first = shown.group() * shown.layout->group;
    for (int i = first; i < first + shown.layout->group; ++i)
      table.add({i, cell(shown.value(i), readable), shown.code_places(i), shown.parts(i).code,
                 cell(shown.result(i), readable),
                 cell(shown.result(i) - shown.value(i), difference_text)});
    return table;
  }

  std::vector<Metric> metrics() const override {
    const numerics::WeightParts weight = shown.parts(shown.weight);
    return {{"bytes", "Bytes of a block", shown.layout->bytes, "B"},
            {"bits", "Bits per weight", shown.layout->bits_per_value(), 4},
            {"code", "Code of the weight", weight.code},
            {"scale", "Scale of its sub-block", weight.scale},
            {"minimum", "Minimum of its sub-block", weight.minimum},
            {"decoded", "Decoded weight", shown.result(shown.weight), 3},
            {"sqnr", "SQNR", sqnr(), 1, "dB"}};
  }

  KQuant shown;

 private:
  double sqnr() const { return numerics::sqnr_db(shown.values, shown.decoded); }
};

}  // namespace

std::string KQuant::place(int byte) const {
  for (const numerics::BlockField& field : layout->field)
    if (byte >= field.first && byte < field.first + field.bytes)
      return fill("{}[{}]", field.name, byte - field.first);
  return "";
}

std::string KQuant::code_places(int of) const {
  std::string text;
  for (const numerics::BlockBits& bits : numerics::weight_bits(*layout, of % layout->values))
    if (bits.part == numerics::BlockPart::code)
      text += (text.empty() ? "" : " and ") + place(bits.byte);
  return text;
}

std::string KQuant::formula(bool numbers) const {
  const numerics::WeightParts all = parts(weight);
  const auto factor = [&](std::string_view word, int value, int zero) {
    const std::string own = numbers ? integer(value) : std::string(word);
    return zero > 0 ? fill("({} − {})", own, zero) : own;
  };
  const auto step = [&](std::string_view word, float value) {
    return numbers ? readable(static_cast<double>(value)) : std::string(word);
  };
  std::string text = step("d", all.d);
  if (layout->scale_bits > 0) text += " · " + factor("scale", all.scale, layout->scale_zero);
  text += " · " + factor("code", all.code, layout->code_zero);
  if (layout->minimums)
    text += fill(" − {} · {}", step("dmin", all.dmin), factor("min", all.minimum, 0));
  return text;
}

Description k_quant() {
  return describe<KQuantScene, parameters>(
      "k-quant", "formats", "K-quants", "What is in a GGUF block?", "core/numerics/gguf_fields.hpp",
      {presets, parts, references});
}

}  // namespace loom::scenes
