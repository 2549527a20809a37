// What is the difference between MXFP4 and NVFP4? 32 values, and the scales that they share.
#include "web/scenes/quantization/microscaling.hpp"

#include "core/numerics/group_scale.hpp"
#include "web/scene/number_text.hpp"

namespace loom::scenes {
namespace {

constexpr Choice schemes[] = {
    {"mxfp4", "MXFP4"},           {"nvfp4", "NVFP4"},           {"mxfp6_e2m3", "MXFP6 E2M3"},
    {"mxfp6_e3m2", "MXFP6 E3M2"}, {"mxfp8_e4m3", "MXFP8 E4M3"}, {"mxfp8_e5m2", "MXFP8 E5M2"},
    {"mxint8", "MXINT8"},
};
constexpr Choice rules[] = {{"floor", "Down (OCP)"}, {"up", "Up"}};

constexpr Parameter parameters[] = {
    one_of("scheme", "Scheme", schemes, "mxfp4"),
    one_of("rule", "Round MX scales", rules, "floor"),
    real_number("largest", "Largest size in the tensor", "8", {1, 100},
                {.step = 0.5, .help = "Only for NVFP4; at least the largest of the 32 values"}),
    number_list("values", "Values",
                "0.4,-1.2,2.1,0.7,-0.3,7,-2.6,1.5,0.9,-1.8,0.2,1.1,-0.6,2.8,-0.9,0.5,"
                "0.3,-0.8,1.2,0.1,-0.4,0.6,-1.1,0.2,0.7,-0.2,0.5,-0.9,1,0.3,-0.6,0.8",
                {-microscaling_reach, microscaling_reach},
                {microscaling_values, microscaling_values},
                {.step = 0.1, .help = "You can also drag the bars."}),
    whole_number("value", "Value to follow", "5", {0, microscaling_values - 1}),
};

constexpr Preset presets[] = {
    {"Largest 7", ""},
    {"Largest 3.5",
     "values=0.4,-1.2,2.1,0.7,-0.3,3.5,-2.6,1.5,0.9,-1.8,0.2,1.1,-0.6,2.8,-0.9,0.5,0.3,-0.8,1.2,0."
     "1,-0.4,0.6,-1.1,0.2,0.7,-0.2,0.5,-0.9,1,0.3,-0.6,0.8"},
    {"Largest 3",
     "values=0.4,-1.2,2.1,0.7,-0.3,3,-2.6,1.5,0.9,-1.8,0.2,1.1,-0.6,2.8,-0.9,0.5,0.3,-0.8,1.2,0.1,-"
     "0.4,0.6,-1.1,0.2,0.7,-0.2,0.5,-0.9,1,0.3,-0.6,0.8"},
    {"NVFP4 by hand",
     "scheme=nvfp4&largest=6&value=0&values=1,-0.5,0.3,0.8,-0.2,0.6,-0.9,0.1,0.4,-0.7,0.5,0.2,-0.3,"
     "0.9,-0.1,0.6,0.3,-0.4,0.2,0.1,-0.3,0.4,-0.2,0.3,0.4,-0.1,0.2,-0.3,0.4,0.1,-0.2,0.3"},
    {"An outlier",
     "value=4&values=0.4,-0.3,0.5,0.2,8,-0.4,0.1,0.3,-0.2,0.5,-0.5,0.4,0.2,-0.1,0.3,-0.4,0.3,-0.4,"
     "0.2,0.1,-0.5,0.4,-0.2,0.3,0.5,-0.1,0.2,-0.3,0.4,0.1,-0.2,0.3"},
};
constexpr std::string_view parts[] = {"values", "scale",  "grid",   "clamped",
                                      "codes",  "follow", "schemes"};
constexpr std::string_view references[] = {"ocp-mx", "mx", "nvfp4-train"};

class MicroscalingScene final : public Pictured<MicroscalingScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    shown.own = {.scheme = numerics::find_block_scheme(values.text("scheme")),
                 .values = values.numbers("values"),
                 .followed = values.integer("value"),
                 .scale_up = values.text("rule") == "up"};
    shown.rival = shown.own;
    shown.rival.scheme =
        numerics::find_block_scheme(shown.own.scheme->tensor_scale ? "mxfp4" : "nvfp4");
    const std::vector<float> numbers(shown.own.values.begin(), shown.own.values.end());
    const auto rule =
        shown.own.scale_up ? numerics::ScaleRule::round_up : numerics::ScaleRule::floor;
    const double tensor_scale = numerics::tensor_scale_for(
        std::max(values.real("largest"), std::fabs(shown.own.value(shown.own.greatest()))));
    for (const numerics::BlockScheme& scheme : numerics::block_schemes()) {
      numerics::BlockQuantized coded = numerics::quantize(scheme, numbers, rule, tensor_scale);
      // The error that comes only from rounding NVFP4's tensor scale to float32 is not reported.
      for (size_t i = 0; i < coded.values.size(); ++i)
        if (std::fabs(coded.values[i] - shown.own.values[i]) <
            1e-6 * std::fabs(shown.own.values[i]))
          coded.values[i] = shown.own.values[i];
      shown.own.sqnr.push_back(numerics::sqnr_db(shown.own.values, coded.values));
      if (&scheme == shown.rival.scheme) shown.rival.coded = coded;
      if (&scheme == shown.own.scheme) shown.own.coded = std::move(coded);
    }
    shown.rival.sqnr = shown.own.sqnr;
    return std::nullopt;
  }

  std::string status(int) const override { return scales() + greatest() + lost(); }

  Table table() const override {
    Table table = headed("Value", "Original", "Scale", "Code", "Decoded", "Error");
    for (int i = 0; i < microscaling_values; ++i) {
      const int scale = shown.own.scale_code(shown.own.block(i));
      table.add({i, cell(shown.own.value(i), readable), cell(scale, byte_text(scale)),
                 cell(nth(shown.own.coded.codes, i), shown.own.code(i)),
                 cell(shown.own.decoded(i), readable), cell(error(i), difference_text)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    const int i = shown.own.followed;
    std::vector<Metric> all = {
        {"decoded", "Decoded value", shown.own.decoded(i), 3},
        {"scale", "Scale of its block", shown.own.scale(shown.own.block(i)), 3},
        {"clamped", "Values that are clamped", count(true)},
        {"zeros", "Values that become zero", count(false)},
        {"bits", "Bits per value", shown.own.scheme->bits_per_value(), 2},
        {"shared", "Values per scale", shown.own.scheme->block}};
    if (std::isfinite(sqnr())) all.push_back({"sqnr", "SQNR", sqnr(), 1, "dB"});
    return all;
  }

  MicroscalingPair shown;

 private:
  double error(int i) const { return shown.own.decoded(i) - shown.own.value(i); }
  double sqnr() const { return shown.own.own_sqnr(); }

  // How many values are clamped, and how many become zero without being zero.
  int count(bool clamped) const {
    int found = 0;
    for (int i = 0; i < microscaling_values; ++i)
      found +=
          clamped ? shown.own.clamped(i) : shown.own.value(i) != 0 && shown.own.decoded(i) == 0;
    return found;
  }

  std::string scales() const {
    const std::string first = shown.own.scale_text(0);
    if (shown.own.coded.scales.size() == 1)
      return fill("{} gives all 32 values the scale {}, code {}.", shown.own.scheme->name, first,
                  byte_text(shown.own.scale_code(0)));
    return fill("{} gives the first 16 values the scale {} and the others the scale {}.",
                shown.own.scheme->name, first, shown.own.scale_text(1));
  }

  std::string greatest() const {
    const int i = shown.own.greatest();
    const std::string value = readable(shown.own.value(i)),
                      decoded = readable(shown.own.decoded(i));
    if (shown.own.value(i) == 0) return " All of them are zero.";
    if (shown.own.clamped(i))
      return fill(" The largest, value {}, is clamped from {} to {}.", i, value, decoded);
    if (error(i) == 0) return fill(" The largest, value {}, stays {}.", i, value);
    return fill(" The largest, value {}, goes from {} to {}.", i, value, decoded);
  }

  std::string lost() const {
    std::string text;
    if (const int zeros = count(false); zeros > 0)
      text = fill(" {} zero.", Word(zeros, "value becomes", "values become"));
    if (!std::isfinite(sqnr())) return text + " Nothing is lost.";
    return text + fill(" Signal to noise is {}, at {} bits per value.", db_text(sqnr()),
                       brief(shown.own.scheme->bits_per_value()));
  }
};

}  // namespace

double Microscaling::own_sqnr() const {
  return nth(sqnr, scheme - numerics::block_schemes().data());
}

double Microscaling::scale(int block) const {
  return numerics::decode_scale(*scheme, scale_code(block), coded.tensor_scale);
}

double Microscaling::element(int i) const {
  return numerics::decode_element(*scheme, nth(coded.codes, i));
}

std::string Microscaling::code(int i) const {
  const std::string digits = byte_text(nth(coded.codes, i));
  return scheme->element_bits == 4 ? digits.substr(1) : digits;
}

bool Microscaling::clamped(int i) const {
  return scale(block(i)) > 0 && std::fabs(scaled(i)) > numerics::greatest_element(*scheme);
}

int Microscaling::greatest() const {
  int most = 0;
  for (int i = 1; i < microscaling_values; ++i)
    if (std::fabs(value(i)) > std::fabs(value(most))) most = i;
  return most;
}

double Microscaling::doubling() const {
  const double most = numerics::greatest_element(*scheme);
  return scale(block(greatest())) * (scale_up ? most : std::ldexp(2, std::ilogb(most)));
}

std::string Microscaling::scale_text(int block) const {
  if (!scheme->tensor_scale)
    return fill("{} = {}", power(2, scale_code(block) - 127), readable(scale(block)));
  return fill("{} · {} = {}", readable(scale(block) / coded.tensor_scale),
              readable(coded.tensor_scale), readable(scale(block)));
}

std::string byte_text(int byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {nth(digits, byte / 16), nth(digits, byte % 16)};
}

std::string db_text(double db) {
  return std::isfinite(db) ? fixed(db, 1) + " dB" : std::string("exact");
}

Description microscaling() {
  return describe<MicroscalingScene, parameters>(
      "microscaling", "formats", "Microscaling", "How do MXFP4 and NVFP4 differ?",
      "core/numerics/block_scale.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
