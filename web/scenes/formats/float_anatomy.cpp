// How are the bits spent? A code of a small float, bit by bit.
#include "web/scenes/formats/float_anatomy.hpp"

#include "core/numerics/convert.hpp"
#include "core/text/clipped.hpp"
#include "core/text/hex.hpp"
#include "web/scene/format_choice.hpp"
#include "web/scene/number_text.hpp"

namespace loom::scenes {
namespace {

using numerics::Format, numerics::NumberKind;

constexpr Parameter parameters[] = {
    type_parameter("bf16"),
    free_text(
        "bits", "Code or number", "3.14159265", 40,
        {.help = "Click a bit to flip it, or type a code such as 0x7E or a number such as 0.1."}),
};

// Numbers, not codes, because the format can be changed afterwards.
constexpr Preset presets[] = {
    {"π in BF16", ""},
    {"Largest E4M3", "type=e4m3&bits=448"},
    {"Subnormal", "type=fp16&bits=2%5E-24"},
    {"Infinity", "type=e5m2&bits=inf"},
    {"NaN", "type=e4m3&bits=nan"},
};

constexpr std::string_view parts[] = {"sign",     "exponent", "mantissa", "value",
                                      "specials", "formats",  "digits"};
constexpr std::string_view references[] = {"goldberg", "bf16", "fp8", "ocp-mx"};

// "0x7E", a code with no more bits than the format has.
std::optional<std::uint32_t> hexadecimal(const Format& format, std::string_view text) {
  if (text.size() < 3 || text.size() > 10 || !text.starts_with("0x")) return std::nullopt;
  std::uint32_t code = 0;
  for (char c : text.substr(2)) {
    const int digit = hex_digit(c);
    if (digit < 0) return std::nullopt;
    code = code << 4 | static_cast<std::uint32_t>(digit);
  }
  return code < format.codes() ? std::optional(code) : std::nullopt;
}

// The code that a text means: a code of this format, a code of another format that stands for its
// number ("e4m3-0x7E"), or a number.
std::optional<std::uint32_t> code_from(const Format& format, std::string_view text) {
  if (const auto code = hexadecimal(format, text)) return code;
  const auto nearest = [&](double value) {
    return numerics::encode(format, value, numerics::usual_overflow(format));
  };
  const Format* other = numerics::find_format(text.substr(0, text.find('-')));
  if (other) {
    const auto code = hexadecimal(*other, text.substr(std::min(other->id.size() + 1, text.size())));
    if (!code || other == &format) return code;
    return nearest(numerics::decode(*other, *code));
  }
  // "0x7E" must not be read as 126 if it is no code of this format.
  if (text.starts_with("0x") && text.find_first_of("pP.") == text.npos) return std::nullopt;
  const auto value = typed_number(text);
  return value ? std::optional(nearest(*value)) : std::nullopt;
}

class FloatAnatomyScene final : public Pictured<FloatAnatomyScene> {
 public:
  std::optional<Error> set(const Values& values) override {
    const Format& format = chosen_format(values);
    const std::string_view text = values.text("bits");
    const auto code = code_from(format, text);
    if (!code)
      return Error{fill("'Code or number': got '{}', expected a code of {} from {} to {}, or {}",
                        clipped(text, 40), format.name, code_text(format, 0),
                        code_text(format, static_cast<std::uint32_t>(format.codes() - 1)),
                        typed_number_kinds)};
    shown = {&format, *code, numerics::dissect(format, *code)};
    return std::nullopt;
  }

  std::string status(int) const override {
    return fill("{} in {} is {}. {}", code_text(*shown.format, shown.code), shown.format->name,
                meaning(), because());
  }

  Table table() const override {
    Table table = headed(text_column("Format"), "Bits", text_column("S/E/M"), "Max ±", "~digits");
    for (const Choice& choice : format_choices) {
      const Format& format = *numerics::find_format(choice.value);
      // The table stays at one FP6 row, unless it is about the other.
      if (format.id == "e2m3" && &format != shown.format) continue;
      table.add({format.name, format.bits(),
                 fill("1/{}/{}", format.exponent_bits, format.mantissa_bits),
                 cell(numerics::decode(format, format.max_code()), largest_text(format, false)),
                 cell(format.digits(), 1)});
    }
    return table;
  }

  std::vector<Metric> metrics() const override {
    std::vector<Metric> all;
    const Format& format = *shown.format;
    const double value = shown.is.value, largest = numerics::decode(format, format.max_code());
    if (std::fabs(value) < 1e6 && (value == 0 || std::fabs(value) >= 1e-4))
      all.push_back({"value", "Value", value, value == std::floor(value) ? 0 : 6});
    if (largest < 1e6)
      all.push_back({"largest", "Largest number", largest, largest == std::floor(largest) ? 0 : 1});
    all.push_back({"power", "Power of two", shown.is.power});
    all.push_back({"codes", "Codes", format.codes()});
    return all;
  }

  FloatAnatomy shown;

 private:
  std::string meaning() const {
    const numerics::Anatomy& is = shown.is;
    if (is.kind == NumberKind::nan) return "NaN, not a number";
    const std::string value = exact_text(is.value);
    if (is.kind == NumberKind::zero || is.kind == NumberKind::infinity) return value;
    return fill("{} = {}{} · {}", value, is.negative ? "−" : "", power(2, is.power),
                exact_text(is.significand));
  }

  std::string because() const {
    const numerics::Anatomy& is = shown.is;
    const Format& format = *shown.format;
    const std::uint32_t size = shown.code & (format.sign_bit() - 1);
    switch (is.kind) {
      case NumberKind::zero:
        return "Exponent and mantissa are all zeros.";
      case NumberKind::subnormal:
        return "Its exponent field is 0: a subnormal number, without the hidden 1.";
      case NumberKind::infinity:
        return "The exponent is all ones and the mantissa 0.";
      case NumberKind::nan:
        return format.has_infinity() ? "The exponent is all ones and the mantissa is not 0."
                                     : "Exponent and mantissa are all ones; this format has no "
                                       "infinity.";
      default:
        break;
    }
    if (size == format.max_code()) return "It is the largest number of this format.";
    if (is.exponent + 1 == 1u << format.exponent_bits)
      return "Its exponent is all ones, which would be infinity or NaN in an IEEE format.";
    return fill("The exponent field is {}, the bias {}.", is.exponent, format.bias);
  }
};

}  // namespace

std::array<FieldText, field_count> FloatAnatomy::fields() const {
  const bool hidden = is.exponent > 0, number = std::isfinite(is.value);
  return {{{is.negative ? "1" : "0", is.negative ? "−" : "+"},
           {number ? fill("{} − bias {}", std::max(is.exponent, 1u), format->bias)
                   : fill("{}, all ones", is.exponent),
            number ? power(2, is.power) : "special"},
           {fill(number && hidden ? "1 + {}/{}" : "{}/{}", is.mantissa,
                 power(2, format->mantissa_bits)),
            number             ? exact_text(is.significand)
            : is.mantissa == 0 ? "zero"
                               : "not zero"}}};
}

std::string largest_text(const Format& format, bool raised) {
  double largest = numerics::decode(format, format.max_code());
  if (largest < 1e6) return readable(largest);
  if (raised) return scientific(largest, 1);
  int exponent = 0;
  for (; largest >= 10; largest /= 10) ++exponent;
  return fill("{} × 10^{}", fixed(largest, 1), exponent);
}

std::string digits_text(const Format& format) { return fixed(format.digits(), 1); }

std::string own_code(const Format& format, std::uint32_t code) {
  return fill("{}-{}", format.id, code_text(format, code));
}

Description float_anatomy() {
  return describe<FloatAnatomyScene, parameters>(
      "float-anatomy", "formats", "The anatomy of a float", "What do the bits of a float mean?",
      "core/numerics/anatomy.hpp", {presets, parts, references});
}

}  // namespace loom::scenes
