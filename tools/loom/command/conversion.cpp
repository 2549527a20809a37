#include "tools/loom/command/conversion.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/anatomy.hpp"
#include "core/numerics/neighbors.hpp"
#include "tools/loom/command/scene_output.hpp"
#include "tools/loom/eval/fields.hpp"
#include "tools/loom/eval/formats.hpp"
#include "web/scene/format.hpp"

namespace loom::command {
namespace {

using eval::Json;
using numerics::bits_text;
using numerics::code_text;
using numerics::Format;
using numerics::Overflow;
using numerics::Rounding;

std::string written(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return scene::shortest(value);
}

std::string_view kind(const Format& format, std::uint32_t code) {
  const double value = numerics::decode(format, code);
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return "infinity";
  if (value == 0) return "zero";
  return std::fabs(value) < numerics::facts(format).min_normal ? "subnormal" : "normal";
}

// NaN for NaN, and infinity for infinity, are not errors.
double error(double input, double value) {
  const bool same = input == value || (std::isnan(input) && std::isnan(value));
  return same ? 0 : value - input;
}

std::string error_text(double input, double value) {
  const double size = error(input, value);
  if (size == 0) return "0, exact";
  if (!std::isfinite(size)) return written(size);
  std::string text = (size > 0 ? "+" : "") + scene::readable(size);
  if (input != 0) text += ", " + scene::readable(100 * std::fabs(size / input)) + "% of the value";
  return text;
}

std::string line(std::string_view label, std::string_view text) {
  return "  " + std::string(label) + std::string(8 - label.size(), ' ') + std::string(text) + "\n";
}

std::string neighbor_text(const Format& format, std::optional<std::uint32_t> code) {
  if (!code) return "none";
  return code_text(format, *code) + "  " + written(numerics::decode(format, *code));
}

Json neighbor_json(const Format& format, std::optional<std::uint32_t> code) {
  if (!code) return nullptr;
  return {{"code", *code},
          {"hex", code_text(format, *code)},
          {"value", eval::answer(numerics::decode(format, *code))}};
}

std::string_view name(Rounding rounding) {
  return eval::rounding_names[static_cast<size_t>(rounding)];
}

std::string_view name(Overflow overflow) {
  return eval::overflow_names[static_cast<size_t>(overflow)];
}

std::string rules(const Conversions& conversions) {
  std::string text = std::string(conversions.format->name);
  if (conversions.from_codes) return text + "\n";
  text += ", rounding " + std::string(name(conversions.rounding));
  if (conversions.rounding == Rounding::stochastic)
    text += " (seed " + std::to_string(conversions.seed) + ")";
  return text + ", overflow " + std::string(name(conversions.overflow)) + "\n";
}

std::string field_widths(const Format& format) {
  return (format.has_sign ? "1/" : "0/") + std::to_string(format.exponent_bits) + "/" +
         std::to_string(format.mantissa_bits);
}

std::string specials(const Format& format) {
  const numerics::Facts facts = numerics::facts(format);
  std::string text = facts.negative_zero ? "±0" : facts.zero ? "0" : "no 0";
  text += format.has_infinity() ? ", ±∞" : ", no ∞";
  return text + (format.has_nan() ? ", NaN" : ", no NaN");
}

std::string power_of_two(double value) {
  return written(value) + " = " + scene::power(2, std::ilogb(value));
}

}  // namespace

std::string as_text(const Conversions& conversions) {
  const Format& format = *conversions.format;
  std::string out = rules(conversions);
  for (const auto& [given, input, code] : conversions.all) {
    const double value = numerics::decode(format, code);
    out += "\n" + given + "\n";
    out += line("code", code_text(format, code) + "  " + bits_text(format, code, '|'));
    out += line("value", written(value) + ", " + std::string(kind(format, code)));
    if (!conversions.from_codes) out += line("error", error_text(input, value));
    out += line("below", neighbor_text(format, numerics::next_below(format, code)));
    out += line("above", neighbor_text(format, numerics::next_above(format, code)));
  }
  return out;
}

std::string as_json(const Conversions& conversions) {
  const Format& format = *conversions.format;
  Json results = Json::array();
  for (const auto& [given, input, code] : conversions.all) {
    const double value = numerics::decode(format, code);
    Json result = {{"given", given}};
    if (!conversions.from_codes) result["input"] = eval::answer(input);
    result["code"] = code;
    result["hex"] = code_text(format, code);
    result["bits"] = bits_text(format, code, '|');
    result["value"] = eval::answer(value);
    result["kind"] = kind(format, code);
    if (!conversions.from_codes) {
      const double size = error(input, value);
      result["error"] = eval::answer(size);
      result["relative_error"] = size == 0 ? Json(0.0) : eval::answer(std::fabs(size / input));
    }
    result["below"] = neighbor_json(format, numerics::next_below(format, code));
    result["above"] = neighbor_json(format, numerics::next_above(format, code));
    results.push_back(result);
  }
  Json out = {{"format", format.id}};
  if (!conversions.from_codes) {
    out["rounding"] = name(conversions.rounding);
    if (conversions.rounding == Rounding::stochastic) out["seed"] = conversions.seed;
    out["overflow"] = name(conversions.overflow);
  }
  out["results"] = results;
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string describe(const Format& format) {
  const numerics::Facts facts = numerics::facts(format);
  const auto wide = [](std::string_view label, const std::string& text) {
    return "  " + std::string(label) + std::string(16 - label.size(), ' ') + text + "\n";
  };
  std::string out = std::string(format.name) + "\n";
  out += wide("bits",
              std::to_string(format.bits()) + ", sign/exponent/mantissa " + field_widths(format));
  out += wide("bias", std::to_string(format.bias));
  out += wide("max", written(facts.max) + ", code " + code_text(format, format.max_code()));
  out += wide("min normal", power_of_two(facts.min_normal));
  out +=
      wide("min subnormal", facts.min_subnormal > 0 ? power_of_two(facts.min_subnormal) : "none");
  out += wide("epsilon", power_of_two(facts.epsilon));
  out += wide("digits", scene::fixed(facts.digits, 1) + ", of the stored mantissa");
  out += wide("specials", specials(format));
  out += wide("finite codes", std::to_string(facts.finite_codes));
  out += wide("distinct values", std::to_string(facts.distinct_values));
  return out;
}

std::string list_formats() {
  scene::Table table = {{{"Id", false},
                         {"Name", false},
                         {"Bits"},
                         {"S/E/M"},
                         {"Bias"},
                         {"Max"},
                         {"Min normal"},
                         {"Min subnormal"},
                         {"Specials", false}},
                        {}};
  const auto digits = [](double value) { return value > 0 ? scene::readable(value) : "none"; };
  for (const Format& format : numerics::formats()) {
    const numerics::Facts facts = numerics::facts(format);
    table.rows.push_back(
        scene::cells({format.id, format.name, format.bits(), field_widths(format),
                      std::to_string(format.bias), digits(facts.max), digits(facts.min_normal),
                      digits(facts.min_subnormal), specials(format)}));
  }
  return aligned(table);
}

std::string describe_json(const Format& format) {
  return eval::format_facts(format).dump(2) + "\n";
}

std::string list_formats_json() {
  Json all = Json::array();
  for (const Format& format : numerics::formats()) all.push_back(eval::format_facts(format));
  return all.dump(2) + "\n";
}

}  // namespace loom::command
