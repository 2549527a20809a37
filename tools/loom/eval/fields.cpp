#include "tools/loom/eval/fields.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/numerics/bits.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nearest.hpp"

namespace loom::eval {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& expected, const Json& found) {
  throw Refused("field '" + where + "': expected " + expected + ", got " + display(found));
}

std::optional<double> from_text(const std::string& text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text.size() != 10 || !text.starts_with("0x")) return std::nullopt;
  uint32_t bits = 0;
  const auto [end, status] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return numerics::float_from_bits(bits);
}

// Exact if the text is: 9007199254740993 must not become the nearest double.
std::optional<long long> whole(const Json& value) {
  if (value.is_number_unsigned()) {
    const auto count = value.get<uint64_t>();
    if (count > static_cast<uint64_t>(std::numeric_limits<long long>::max())) return std::nullopt;
    return static_cast<long long>(count);
  }
  if (value.is_number_integer()) return value.get<long long>();
  if (!value.is_number_float()) return std::nullopt;
  const auto real = value.get<double>();
  if (!(std::abs(real) <= 0x1p53) || real != std::floor(real)) return std::nullopt;
  return static_cast<long long>(real);
}

}  // namespace

std::string display(const Json& value) {
  // Arrays and objects may be huge or deep, so they are never printed whole.
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return scene::clipped(value.dump(-1, ' ', false, Json::error_handler_t::replace), longest_shown);
}

double number(const Json& value, const std::string& where) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string())
    if (const auto parsed = from_text(value.get_ref<const std::string&>())) return *parsed;
  refuse(where, "a number, or float32 bits like \"0x3f800000\", or \"nan\", \"inf\", \"-inf\"",
         value);
}

const Json& array(const Json& value, const std::string& where) {
  if (!value.is_array()) refuse(where, "an array", value);
  return value;
}

std::vector<double> numbers(const Json& value, const std::string& where) {
  std::vector<double> out;
  out.reserve(array(value, where).size());
  for (size_t i = 0; i < value.size(); ++i)
    out.push_back(number(value[i], where + "[" + std::to_string(i) + "]"));
  return out;
}

std::vector<double> finite_numbers(const Json& value, const std::string& where, double most) {
  std::vector<double> found = numbers(value, where);
  std::string expected = "a finite number";
  if (most < std::numeric_limits<double>::max())
    expected += " of at most " + scene::shortest(most) + " in size";
  for (size_t i = 0; i < found.size(); ++i)
    if (!(std::abs(found[i]) <= most))
      refuse(where + "[" + std::to_string(i) + "]", expected, value[i]);
  return found;
}

double within(const Json& value, const std::string& where, double least, double most,
              const std::string& expected) {
  const double found = number(value, where);
  if (!(found >= least && found <= most)) refuse(where, expected, value);
  return found;
}

long long integer(const Json& value, const std::string& where, long long minimum,
                  long long maximum) {
  const std::optional<long long> found = whole(value);
  if (!found || *found < minimum || *found > maximum)
    refuse(where,
           "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
           value);
  return *found;
}

bool boolean(const Json& value, const std::string& where) {
  if (!value.is_boolean()) refuse(where, "true or false", value);
  return value.get<bool>();
}

std::string choice(const Json& value, const std::string& where,
                   std::span<const std::string_view> choices) {
  std::string list, hint;
  for (std::string_view name : choices) {
    if (value.is_string() && value.get_ref<const std::string&>() == name) return std::string(name);
    list += (list.empty() ? "\"" : ", \"") + std::string(name) + "\"";
  }
  if (value.is_string()) hint = scene::did_you_mean(value.get_ref<const std::string&>(), choices);
  throw Refused("field '" + where + "': expected one of " + list + ", got " + display(value) +
                hint);
}

Json answer(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json answer(std::span<const double> values) {
  Json out = Json::array();
  for (double value : values) out.push_back(answer(value));
  return out;
}

void check_fields(const Json& object, const Operation& operation) {
  std::vector<std::string_view> names = {"op"};
  for (const Field& field : operation.in) names.push_back(field.name);
  for (const auto& [key, value] : object.items()) {
    if (std::find(names.begin(), names.end(), key) != names.end()) continue;
    std::string list;
    for (const Field& field : operation.in)
      list += (list.empty() ? "" : ", ") + std::string(field.name);
    throw Refused("unknown field " + display(key) + ", " + std::string(operation.name) +
                  " expects " + list + scene::did_you_mean(key, names));
  }
  for (const Field& field : operation.in)
    if (!field.optional && !object.contains(field.name))
      throw Refused("missing field '" + std::string(field.name) + "', expected " +
                    std::string(field.what));
}

}  // namespace loom::eval
