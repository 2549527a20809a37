#include "core/json/fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/json/text.hpp"
#include "core/numerics/bits.hpp"
#include "core/text/clipped.hpp"
#include "core/text/hex.hpp"
#include "core/text/nearest.hpp"

namespace loom::json {
namespace {

std::optional<double> from_text(const std::string& text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "-0") return -0.0;  // which a script does not write as a number
  if (text.size() != 10 || !text.starts_with("0x")) return std::nullopt;
  std::uint32_t bits = 0;
  for (const char c : text.substr(2)) {
    const int digit = hex_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 4 | static_cast<std::uint32_t>(digit);
  }
  return numerics::float_from_bits(bits);
}

std::optional<long long> whole(const Value& value) {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<long long>::max());
  if (const auto* natural = value.natural())
    return *natural > most ? std::nullopt : std::optional(static_cast<long long>(*natural));
  if (const auto* integer = value.integer()) return *integer;
  const double* real = value.real();
  if (!real || !(std::fabs(*real) <= 0x1p53) || *real != std::floor(*real)) return std::nullopt;
  return static_cast<long long>(*real);
}

}  // namespace

std::optional<Error> check_fields(std::span<const std::string> names, std::string_view of,
                                  std::span<const Field> fields) {
  std::vector<std::string_view> known = {"op"};
  std::string list;
  for (const Field& field : fields) {
    known.push_back(field.name);
    list += (list.empty() ? "" : ", ") + std::string(field.name);
  }
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{"unknown field " + display(name) + ", " + std::string(of) + " expects " + list +
                   did_you_mean(name, known)};
  for (const Field& field : fields)
    if (!field.optional && std::find(names.begin(), names.end(), field.name) == names.end())
      return Error{"missing field '" + std::string(field.name) + "', expected " +
                   std::string(field.what)};
  return std::nullopt;
}

std::optional<Error> check_members(const Value& object, std::string_view of,
                                   std::span<const Field> fields) {
  std::vector<std::string> names;
  for (const auto& member : *object.object()) names.push_back(member.first);
  return check_fields(names, of, fields);
}

Error refusal(const std::string& where, const std::string& expected, const Value& found) {
  return {"field '" + where + "': expected " + expected + ", got " + display(found)};
}

Result<double> read_number(const Value& value, const std::string& where) {
  if (const auto* real = value.real()) return *real;
  if (const auto* natural = value.natural()) return static_cast<double>(*natural);
  if (const auto* integer = value.integer()) return static_cast<double>(*integer);
  if (const auto* text = value.text())
    if (const auto known = from_text(*text)) return *known;
  return refusal(
      where, "a number, or float32 bits like \"0x3f800000\", or \"nan\", \"inf\", \"-inf\"", value);
}

Result<long long> read_integer(const Value& value, const std::string& where, long long minimum,
                               long long maximum) {
  const std::optional<long long> found = whole(value);
  if (found && *found >= minimum && *found <= maximum) return *found;
  return refusal(
      where, "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
      value);
}

Result<bool> read_boolean(const Value& value, const std::string& where) {
  if (const bool* found = value.boolean()) return *found;
  return refusal(where, "true or false", value);
}

Value real(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

std::string display(const Value& value) {
  // Arrays and objects may be huge or deep, so they are never printed whole.
  if (const auto* list = value.array()) return "an array of " + std::to_string(list->size());
  if (value.object()) return "an object";
  return clipped(write(value), longest_shown);
}

}  // namespace loom::json
