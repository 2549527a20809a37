#include "tools/loom/eval/cuda_arguments.hpp"

#include <cmath>

#include "core/cuda/run/values.hpp"
#include "tools/loom/eval/fields.hpp"

namespace loom::eval {
namespace {

using cuda::Type;

constexpr long long most_elements = 1ll << 26;

// One number of a type, as a register holds it.
std::uint64_t scalar(const Json& value, Type type, const std::string& where) {
  if (cuda::is_float(type)) return cuda::float_bits(number(value, where), type);
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned() && cuda::holds(type, value.get<std::uint64_t>()))
    return cuda::extended(value.get<std::uint64_t>(), type);
  if (value.is_number_integer() && !value.is_number_unsigned() &&
      cuda::holds(type, value.get<std::int64_t>()))
    return static_cast<std::uint64_t>(value.get<std::int64_t>());
  if (value.is_number_float()) {
    const double real = value.get<double>();
    if (real == std::trunc(real) && std::fabs(real) < 0x1p53 &&
        cuda::holds(type, static_cast<std::int64_t>(real)))
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(real));
  }
  throw Refused("field '" + where + "': expected a whole number that fits its type, got " +
                display(value));
}

const std::string& spelled_type(const Json& argument, const std::string& where) {
  if (!argument.is_object())
    throw Refused("field '" + where + "': expected {type, values} or {type, value}, got " +
                  display(argument));
  if (!argument.contains("type") || !argument["type"].is_string())
    throw Refused("field '" + where + ".type': expected the type of an element, like \"float\"");
  return argument["type"].get_ref<const std::string&>();
}

// The same type, or one that is spelled in a way that cannot be told apart here.
bool agrees(const std::string& given, const cuda::Shape& shape) {
  const auto mine = cuda::type_named(given);
  if (!mine)
    return given == shape.name || shape.scalars.size() != 1 || !cuda::type_named(shape.name);
  return shape.scalars.empty() || cuda::flattens(shape, *mine) ||
         (shape.scalars.size() == 1 && shape.scalars[0].type == *mine);
}

void read_array(const Json& argument, const cuda::Shape& element, const std::string& where,
                cuda::Argument& out) {
  out.pointer = true;
  const auto scalars = element.scalars.size();
  const auto size = static_cast<std::size_t>(element.size);
  if (argument.contains("count")) {  // nothing is written there
    const long long count = integer(argument["count"], where + ".count", 0, most_elements);
    out.bytes.resize(static_cast<std::size_t>(count) * size);
    out.written.assign(out.bytes.size(), 0);
    return;
  }
  const Json& values = argument["values"];
  if (values.is_null()) {
    out.null = true;
    return;
  }
  array(values, where + ".values");
  if (scalars == 0 || values.size() % scalars != 0)
    throw Refused("field '" + where + ".values': expected a multiple of " +
                  std::to_string(scalars) + " numbers, got " + std::to_string(values.size()));
  out.bytes.resize(values.size() / std::max<std::size_t>(1, scalars) * size);
  std::vector<std::uint8_t> written(out.bytes.size(), 1);
  bool all = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const cuda::Scalar& each = element.scalars[i % scalars];
    const std::size_t at = i / scalars * size + static_cast<std::size_t>(each.offset);
    if (values[i].is_null()) {
      all = false;
      std::fill_n(written.begin() + static_cast<std::ptrdiff_t>(at), cuda::size_of(each.type),
                  std::uint8_t{0});
      continue;
    }
    cuda::write_scalar(out.bytes.data() + at, each.type,
                       scalar(values[i], each.type, where + ".values[" + std::to_string(i) + "]"));
  }
  if (!all) out.written = std::move(written);
}

void read_value(const Json& argument, const cuda::Shape& shape, const std::string& where,
                cuda::Argument& out) {
  const Json& value = argument["value"];
  const Json list = value.is_array() ? value : Json::array({value});
  if (list.size() != shape.scalars.size())
    throw Refused("field '" + where + ".value': expected " + std::to_string(shape.scalars.size()) +
                  " numbers, got " + std::to_string(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    out.scalars.push_back(scalar(list[i], shape.scalars[i].type, where + ".value"));
}

}  // namespace

cuda::Shape element_of(const cuda::Parameter& parameter, const Json& argument) {
  const std::string& spelled = argument["type"].get_ref<const std::string&>();
  const auto type = cuda::type_named(spelled);
  const bool given =
      parameter.shape.scalars.empty() || (type && cuda::flattens(parameter.shape, *type));
  if (!type || !given) return parameter.shape;
  return cuda::scalar_shape(*type, spelled);
}

std::vector<cuda::ArgumentType> argument_types(const Json& arguments) {
  std::vector<cuda::ArgumentType> out;
  if (!arguments.is_array()) return out;
  for (const Json& each : arguments) {
    const bool known = each.is_object() && each.contains("type") && each["type"].is_string();
    out.push_back({"", known ? each["type"].get<std::string>() : "",
                   known && (each.contains("values") || each.contains("count"))});
  }
  return out;
}

std::vector<cuda::Argument> read_arguments(const Json& arguments, const cuda::Code& code,
                                           const std::string& place) {
  array(arguments, "arguments");
  if (arguments.size() != code.parameters.size())
    throw Refused(place + "expected " + std::to_string(code.parameters.size()) +
                  " arguments for '" + code.kernel + "', got " + std::to_string(arguments.size()));
  std::vector<cuda::Argument> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Json& argument = arguments[i];
    const cuda::Parameter& parameter = code.parameters[i];
    const std::string where = "arguments[" + std::to_string(i) + "]";
    const std::string& type = spelled_type(argument, where);
    const bool is_array = argument.contains("values") || argument.contains("count");
    if (!is_array && !argument.contains("value"))
      throw Refused("field '" + where +
                    "': expected 'values' for an array or 'value' for a number");
    const std::string name =
        "argument " + std::to_string(i + 1) + ", '" + parameter.name + "': expected ";
    if (is_array != parameter.pointer)
      throw Refused(place + name + (parameter.pointer ? "an array of " : "a number of type ") +
                    parameter.shape.name + ", got " + (is_array ? "an array" : "a number"));
    if (!agrees(type, parameter.shape))
      throw Refused(place + name + parameter.shape.name + ", got " + type);
    cuda::Argument made;
    try {
      if (is_array)
        read_array(argument, element_of(parameter, argument), where, made);
      else
        read_value(argument, parameter.shape, where, made);
    } catch (const Refused& refused) {
      throw Refused(place + refused.what());
    }
    out.push_back(std::move(made));
  }
  return out;
}

Json array_values(const std::vector<std::uint8_t>& bytes, const cuda::Shape& element) {
  Json out = Json::array();
  const auto size = static_cast<std::size_t>(std::max(1, element.size));
  auto& list = out.get_ref<Json::array_t&>();
  list.reserve(bytes.size() / size * element.scalars.size());
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    for (const cuda::Scalar& each : element.scalars) {
      const std::uint64_t bits = cuda::read_scalar(bytes.data() + at + each.offset, each.type);
      if (cuda::is_float(each.type))
        list.push_back(answer(cuda::float_value(bits, each.type)));
      else if (cuda::is_signed(each.type))
        list.push_back(static_cast<std::int64_t>(bits));
      else
        list.push_back(bits);
    }
  return out;
}

}  // namespace loom::eval
