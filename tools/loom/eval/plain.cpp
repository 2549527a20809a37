#include "tools/loom/eval/plain.hpp"

namespace loom::eval {

json::Value plain(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_string()) return value.get_ref<const std::string&>();
  if (value.is_array()) {
    json::Value::Array list;
    list.reserve(value.size());
    for (const Json& each : value) list.push_back(plain(each));
    return list;
  }
  json::Value out;
  if (value.is_object()) out = json::Value::Object{};
  for (const auto& [name, its] : value.items())
    if (value.is_object()) out.add(name, plain(its));
  return out;
}

Json from_plain(const json::Value& value) {
  if (const bool* yes = value.boolean()) return *yes;
  if (const auto* natural = value.natural()) return *natural;
  if (const auto* integer = value.integer()) return *integer;
  if (const double* real = value.real()) return *real;
  if (const std::string* text = value.text()) return *text;
  Json out;
  if (const auto* list = value.array()) {
    out = Json::array();
    for (const json::Value& each : *list) out.push_back(from_plain(each));
  } else if (const auto* members = value.object()) {
    out = Json::object();
    for (const auto& [name, its] : *members) out[name] = from_plain(its);
  }
  return out;
}

}  // namespace loom::eval
