#include "tools/loom/eval/fields.hpp"

#include <cmath>
#include <limits>

#include "tools/loom/eval/plain.hpp"
#include "web/scene/format.hpp"
#include "web/scene/nearest.hpp"

namespace loom::eval {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& expected, const Json& found) {
  throw Refused("field '" + where + "': expected " + expected + ", got " + display(found));
}

}  // namespace

std::string display(const Json& value) {
  // Arrays and objects may be huge or deep, so they are never printed whole.
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return json::display(plain(value));
}

double number(const Json& value, const std::string& where) {
  if (value.is_number_float()) return value.get<double>();
  return accept(json::number(plain(value), where));
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
  return accept(json::integer(plain(value), where, minimum, maximum));
}

bool boolean(const Json& value, const std::string& where) {
  return accept(json::boolean(plain(value), where));
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

Json answer(double value) { return from_plain(json::real(value)); }

Json answer(std::span<const double> values) {
  Json out = Json::array();
  for (double value : values) out.push_back(answer(value));
  return out;
}

void check_fields(const Json& object, const Operation& operation) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  if (const auto error = json::check_fields(names, operation.name, operation.in))
    throw Refused(error->message);
}

}  // namespace loom::eval
