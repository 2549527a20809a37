#include "tools/loom/eval/fields.hpp"

#include <cmath>
#include <limits>

#include "core/text/nearest.hpp"
#include "web/scene/format.hpp"

namespace loom::eval {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& expected,
                         const Value& found) {
  throw Refused(json::refusal(where, expected, found).message);
}

}  // namespace

double number(const Value& value, const std::string& where) {
  return accept(json::read_number(value, where));
}

const Value::Array& array(const Value& value, const std::string& where) {
  if (!value.array()) refuse(where, "an array", value);
  return *value.array();
}

std::vector<double> numbers(const Value& value, const std::string& where) {
  const Value::Array& list = array(value, where);
  std::vector<double> out;
  out.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i)
    out.push_back(number(list[i], where + "[" + std::to_string(i) + "]"));
  return out;
}

std::vector<double> finite_numbers(const Value& value, const std::string& where, double most) {
  std::vector<double> found = numbers(value, where);
  std::string expected = "a finite number";
  if (most < std::numeric_limits<double>::max())
    expected += " of at most " + scene::shortest(most) + " in size";
  for (size_t i = 0; i < found.size(); ++i)
    if (!(std::abs(found[i]) <= most))
      refuse(where + "[" + std::to_string(i) + "]", expected, (*value.array())[i]);
  return found;
}

double within(const Value& value, const std::string& where, double least, double most,
              const std::string& expected) {
  const double found = number(value, where);
  if (!(found >= least && found <= most)) refuse(where, expected, value);
  return found;
}

long long integer(const Value& value, const std::string& where, long long minimum,
                  long long maximum) {
  return accept(json::read_integer(value, where, minimum, maximum));
}

bool boolean(const Value& value, const std::string& where) {
  return accept(json::read_boolean(value, where));
}

std::string choice(const Value& value, const std::string& where,
                   std::span<const std::string_view> choices) {
  std::string list, hint;
  for (std::string_view name : choices) {
    if (value.text() && *value.text() == name) return std::string(name);
    list += (list.empty() ? "\"" : ", \"") + std::string(name) + "\"";
  }
  if (value.text()) hint = did_you_mean(*value.text(), choices);
  throw Refused("field '" + where + "': expected one of " + list + ", got " + display(value) +
                hint);
}

Json answer(double value) {
  const Value made = json::real(value);
  return made.text() ? Json(*made.text()) : Json(value);
}

Json answer(std::span<const double> values) {
  Json out = Json::array();
  for (double value : values) out.push_back(answer(value));
  return out;
}

void check_fields(const Value& fields, const Operation& operation) {
  if (const auto error = json::check_members(fields, operation.name, operation.in))
    throw Refused(error->message);
}

}  // namespace loom::eval
