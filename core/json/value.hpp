// A JSON value. Integers keep all 64 bits, and members the order in which they came.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace loom::json {

class Value {
 public:
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;

  Value() = default;  // null
  Value(bool value) : data_(value) {}
  template <std::signed_integral T>
  Value(T value) : data_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  Value(T value) : data_(std::uint64_t{value}) {}
  Value(double value) : data_(value) {}
  Value(std::string value) : data_(std::move(value)) {}
  Value(std::string_view value) : data_(std::string(value)) {}
  Value(const char* value) : data_(std::string(value)) {}
  Value(Array value) : data_(std::move(value)) {}
  Value(Object value) : data_(std::move(value)) {}

  bool is_null() const { return data_.index() == 0; }
  bool is_number() const { return integer() || natural() || real(); }

  // Each is null if the value is of another kind. A whole number is one of the first two.
  const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
  const std::uint64_t* natural() const { return std::get_if<std::uint64_t>(&data_); }
  const double* real() const { return std::get_if<double>(&data_); }
  const bool* boolean() const { return std::get_if<bool>(&data_); }
  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const Array* array() const { return std::get_if<Array>(&data_); }
  const Object* object() const { return std::get_if<Object>(&data_); }

  // The member of an object; null: there is none, or this is no object.
  const Value* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  // The same where it is known that there is one.
  const Value& operator[](std::string_view name) const { return *find(name); }

  // Another member. What is no object yet becomes one.
  Value& add(std::string_view name, Value value);

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Object>
      data_;
};

}  // namespace loom::json
