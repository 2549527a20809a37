// Reading and writing the fields of an operation. Every reader throws Refused with the field's
// name, what was expected, and what was found.
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "core/find.hpp"
#include "core/result.hpp"
#include "tools/loom/eval/operation.hpp"

namespace loom::eval {

// A JSON number, the float32 bits as "0x3f800000", or "nan", "inf", "-inf".
double number(const Value& value, const std::string& where);
std::vector<double> numbers(const Value& value, const std::string& where);
// With an absolute value of at most `most`.
std::vector<double> finite_numbers(const Value& value, const std::string& where,
                                   double most = std::numeric_limits<double>::max());

// A number in least…most; `expected` describes the range in words.
double within(const Value& value, const std::string& where, double least, double most,
              const std::string& expected);

// A whole number in minimum…maximum.
long long integer(const Value& value, const std::string& where, long long minimum,
                  long long maximum);

bool boolean(const Value& value, const std::string& where);

// One of `choices`; the error names the nearest.
std::string choice(const Value& value, const std::string& where,
                   std::span<const std::string_view> choices);

// The entry of a table that has this id.
template <class T>
const T& named(const Value& value, const std::string& where, std::span<const T> all) {
  std::vector<std::string_view> ids;
  for (const T& each : all) ids.push_back(each.id);
  return *find_by_id(all, choice(value, where, ids));
}

const Value::Array& array(const Value& value, const std::string& where);

// Answers. Non-finite numbers become the strings "nan", "inf", "-inf".
Json answer(double value);
Json answer(std::span<const double> values);

// The value; or throws Refused with the simulator's reason.
template <class T>
T accept(Result<T> result) {
  if (!result) throw Refused(result.error().message);
  return std::move(*result);
}

// Refuses unknown fields and missing required ones.
void check_fields(const Value& fields, const Operation& operation);

using json::display;

}  // namespace loom::eval
