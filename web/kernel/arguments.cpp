#include "web/kernel/arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/cuda/message.hpp"
#include "core/cuda/run/values.hpp"
#include "core/json/fields.hpp"

namespace loom::kernel {
namespace {

using cuda::Type;
using json::Value;

constexpr long long most_elements = 1ll << 26;
constexpr std::size_t most_bytes = 1u << 28;  // of all arrays
constexpr json::Field argument_fields[] = {
    {"type", ""}, {"values", "", true}, {"count", "", true}, {"value", "", true}};

// A whole number of up to 64 bits as a text, which a script's numbers cannot be.
Value from_digits(const Value& value) {
  const std::string* text = value.text();
  if (!text || text->empty()) return value;
  const bool minus = text->front() == '-';
  std::uint64_t made = 0;
  const std::string digits = text->substr(minus ? 1 : 0);
  if (digits.empty()) return value;
  for (const char c : digits) {
    const auto next = static_cast<std::uint64_t>(c - '0');
    if (c < '0' || c > '9' || made > (~std::uint64_t{0} - next) / 10) return value;
    made = 10 * made + next;
  }
  if (!minus) return made;
  return made > std::uint64_t{1} << 63 ? value : Value(static_cast<std::int64_t>(0 - made));
}

// One number of a type, as a register holds it.
Result<std::uint64_t> scalar(const Value& given, Type type, const std::string& where) {
  if (cuda::is_float(type)) {
    const Result<double> real = json::read_number(given, where);
    if (!real) return real.error();
    return cuda::float_bits(*real, type);
  }
  const Value value = from_digits(given);
  if (const bool* yes = value.boolean()) return std::uint64_t{*yes};
  if (const auto* natural = value.natural(); natural && cuda::holds(type, *natural))
    return cuda::extended(*natural, type);
  if (const auto* integer = value.integer(); integer && cuda::holds(type, *integer))
    return static_cast<std::uint64_t>(*integer);
  if (const double* real = value.real(); real && *real == std::trunc(*real) &&
                                         std::fabs(*real) < 0x1p53 &&
                                         cuda::holds(type, static_cast<std::int64_t>(*real)))
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(*real));
  return json::refusal(where, "a whole number that fits its type", given);
}

// The same type, or one that is spelled in a way that cannot be told apart here.
bool agrees(const std::string& given, const cuda::Parameter& parameter) {
  if (parameter.named_alike) return true;
  const cuda::Shape& shape = parameter.shape;
  const auto mine = cuda::type_named(given);
  if (!mine)
    return given == shape.name || shape.scalars.size() != 1 || !cuda::type_named(shape.name);
  return shape.scalars.empty() || cuda::flattens(shape, *mine) ||
         (shape.scalars.size() == 1 && shape.scalars[0].type == *mine);
}

std::string at_index(const std::string& where, std::size_t i) {
  return cuda::message("%[%]", {where, i});
}

std::optional<Error> write_values(const Value::Array& values, const cuda::Shape& element,
                                  const std::string& where, cuda::Argument& out) {
  const std::size_t scalars = std::max<std::size_t>(1, element.scalars.size());
  const auto size = static_cast<std::size_t>(element.size);
  out.bytes.resize(values.size() / scalars * size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const cuda::Scalar& each = element.scalars[i % scalars];
    const std::size_t at = i / scalars * size + static_cast<std::size_t>(each.offset);
    if (values[i].is_null()) {
      if (out.written.empty()) out.written.assign(out.bytes.size(), 1);
      std::fill_n(out.written.begin() + static_cast<std::ptrdiff_t>(at), cuda::size_of(each.type),
                  std::uint8_t{0});
      continue;
    }
    const auto bits = scalar(values[i], each.type, where);
    // The place is written only where it is told.
    if (!bits) return scalar(values[i], each.type, at_index(where, i)).error();
    cuda::write_scalar(out.bytes.data() + at, each.type, *bits);
  }
  return std::nullopt;
}

std::optional<Error> read_array(const Value& argument, const cuda::Shape& element,
                                const std::string& where, std::size_t room, cuda::Argument& out) {
  out.pointer = true;
  if (const Value* given = argument.find("count")) {  // nothing is written there
    const auto count = json::read_integer(*given, where + ".count", 0, most_elements);
    if (!count) return count.error();
    const auto bytes =
        static_cast<std::uint64_t>(*count) * static_cast<std::uint64_t>(element.size);
    if (bytes > room)
      return Error{cuda::message("field '%.count': % bytes of memory, and all arrays may have %",
                                 {where, bytes, most_bytes})};
    out.bytes.resize(static_cast<std::size_t>(bytes));
    out.written.assign(out.bytes.size(), 0);
    return std::nullopt;
  }
  const Value& values = *argument.find("values");
  out.null = values.is_null();
  if (out.null) return std::nullopt;
  const Value::Array* list = values.array();
  if (!list) return json::refusal(where + ".values", "an array", values);
  const std::size_t scalars = element.scalars.size();
  if (scalars == 0 && !list->empty())
    return Error{cuda::message("field '%.values': '%' holds no values", {where, element.name})};
  if (scalars != 0 && list->size() % scalars != 0)
    return Error{cuda::message("field '%.values': expected a multiple of % numbers, got %",
                               {where, scalars, list->size()})};
  return write_values(*list, element, where + ".values", out);
}

std::optional<Error> read_value(const Value& argument, const cuda::Shape& shape,
                                const std::string& where, cuda::Argument& out) {
  const Value& value = *argument.find("value");
  const std::size_t given = value.array() ? value.array()->size() : 1;
  if (given != shape.scalars.size())
    return Error{cuda::message("field '%.value': expected % numbers, got %",
                               {where, shape.scalars.size(), given})};
  for (std::size_t i = 0; i < given; ++i) {
    const auto bits = scalar(value.array() ? (*value.array())[i] : value, shape.scalars[i].type,
                             where + ".value");
    if (!bits) return bits.error();
    out.scalars.push_back(*bits);
  }
  return std::nullopt;
}

const std::string* spelled_type(const Value& argument) {
  const Value* type = argument.find("type");
  return type ? type->text() : nullptr;
}

bool is_array(const Value& argument) { return argument.find("values") || argument.find("count"); }

// One argument; what is wrong with it needs no place.
std::optional<Error> bad_form(const Value& argument, const std::string& where) {
  if (!argument.object()) return json::refusal(where, "{type, values} or {type, value}", argument);
  if (const auto error = json::check_members(argument, where, argument_fields)) return error;
  if (!spelled_type(argument))
    return Error{
        cuda::message("field '%.type': expected the type of an element, like \"float\"", {where})};
  if (argument.object()->size() != 2)
    return Error{cuda::message(
        "field '%': expected 'type' and one of 'values' for an array, 'count' for an array that "
        "nothing was written to, 'value' for a number",
        {where})};
  return std::nullopt;
}

std::optional<Error> read_argument(const Value& argument, const cuda::Parameter& parameter,
                                   std::size_t number, std::size_t room, cuda::Argument& out) {
  const std::string& type = *spelled_type(argument);
  const std::string name =
      cuda::message("argument %, '%': expected ", {number + 1, parameter.name});
  if (is_array(argument) != parameter.pointer)
    return Error{cuda::message(
        "%%%, got %", {name, parameter.pointer ? "an array of " : "a number of type ",
                       parameter.shape.name, is_array(argument) ? "an array" : "a number"})};
  if (!agrees(type, parameter))
    return Error{cuda::message("%%, got %", {name, parameter.shape.name, type})};
  const std::string where = at_index("arguments", number);
  return parameter.pointer ? read_array(argument, element_of(parameter, type), where, room, out)
                           : read_value(argument, parameter.shape, where, out);
}

}  // namespace

cuda::Shape element_of(const cuda::Parameter& parameter, const std::string& spelled) {
  const auto type = cuda::type_named(spelled);
  const bool given =
      parameter.shape.scalars.empty() || (type && cuda::flattens(parameter.shape, *type));
  if (!type || !given) return parameter.shape;
  return cuda::scalar_shape(*type, spelled);
}

std::vector<cuda::ArgumentType> argument_types(const Value& arguments) {
  std::vector<cuda::ArgumentType> out;
  if (const Value::Array* list = arguments.array())
    for (const Value& each : *list) {
      const std::string* type = spelled_type(each);
      out.push_back({"", type ? *type : "", type && is_array(each)});
    }
  return out;
}

Result<std::vector<cuda::Argument>> read_arguments(const Value& arguments, const cuda::Code& code) {
  const auto placed = [&](const Error& error) {
    return Error{cuda::place_of(code) + error.message};
  };
  const Value::Array* list = arguments.array();
  if (!list) return json::refusal("arguments", "an array", arguments);
  if (list->size() != code.parameters.size())
    return placed({"expected " + std::to_string(code.parameters.size()) + " arguments for '" +
                   code.kernel + "', got " + std::to_string(list->size())});
  std::vector<cuda::Argument> out(list->size());
  std::size_t room = most_bytes;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (const auto error = bad_form((*list)[i], at_index("arguments", i))) return *error;
    if (const auto error = read_argument((*list)[i], code.parameters[i], i, room, out[i]))
      return placed(*error);
    room -= std::min(room, out[i].bytes.size());
  }
  return out;
}

Value array_values(const std::vector<std::uint8_t>& bytes, const cuda::Shape& element) {
  const auto size = static_cast<std::size_t>(std::max(1, element.size));
  Value::Array list;
  list.reserve(bytes.size() / size * element.scalars.size());
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    for (const cuda::Scalar& each : element.scalars) {
      const std::uint64_t bits = cuda::read_scalar(bytes.data() + at + each.offset, each.type);
      if (cuda::is_float(each.type))
        list.push_back(json::real(cuda::float_value(bits, each.type)));
      else if (cuda::is_signed(each.type))
        list.push_back(static_cast<std::int64_t>(bits));
      else
        list.push_back(bits);
    }
  return list;
}

}  // namespace loom::kernel
