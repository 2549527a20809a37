// The fields of a request: what there is, and reading them. Every refusal says which field, what
// was expected and what was found.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/value.hpp"
#include "core/result.hpp"

namespace loom::json {

struct Field {
  std::string_view name;
  std::string_view what;  // type, unit, range
  bool optional = false;
};

// Refuses unknown names and missing fields; `of` is what expects them.
std::optional<Error> check_fields(std::span<const std::string> names, std::string_view of,
                                  std::span<const Field> fields);
// The same for what is an object.
std::optional<Error> check_members(const Value& object, std::string_view of,
                                   std::span<const Field> fields);

// "field 'WHERE': expected …, got …"
Error refusal(const std::string& where, const std::string& expected, const Value& found);

// A number, the float32 bits as "0x3f800000", or "nan", "inf", "-inf".
Result<double> read_number(const Value& value, const std::string& where);

// A whole number in minimum…maximum: exact, because 9007199254740993 must not become the nearest
// double.
Result<long long> read_integer(const Value& value, const std::string& where, long long minimum,
                               long long maximum);

Result<bool> read_boolean(const Value& value, const std::string& where);

// A number of a request or an answer: what is not finite becomes "nan", "inf" or "-inf".
Value real(double value);

// A value for a message: cut short, one line.
inline constexpr size_t longest_shown = 40;
std::string display(const Value& value);

}  // namespace loom::json
