#include "core/json/value.hpp"

namespace loom::json {

const Value* Value::find(std::string_view name) const {
  if (const Object* members = object())
    for (const auto& member : *members)
      if (member.first == name) return &member.second;
  return nullptr;
}

Value& Value::add(std::string_view name, Value value) {
  if (!object()) data_ = Object{};
  std::get_if<Object>(&data_)->emplace_back(std::string(name), std::move(value));
  return *this;
}

}  // namespace loom::json
