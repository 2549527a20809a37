#include "tools/loom/command/run_arguments.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/cuda/run/values.hpp"
#include "core/random.hpp"
#include "core/text/nearest.hpp"

namespace loom::command {
namespace {

using cuda::Argument;
using cuda::Parameter;
using cuda::Shape;

constexpr long long most_elements = 1ll << 28;

// A number of a type, as a register holds it.
Result<std::uint64_t> scalar(const std::string& text, cuda::Type type) {
  const Error error{"expected a " + std::string(cuda::is_float(type) ? "" : "whole ") +
                    "number, got '" + text + "'"};
  if (cuda::is_float(type)) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') return error;
    return cuda::float_bits(value, type);
  }
  if (type == cuda::Type::boolean && (text == "true" || text == "false"))
    return std::uint64_t{text == "true"};
  if (const auto value = whole(text)) {
    if (!cuda::holds(type, static_cast<std::int64_t>(*value)))
      return Error{text + " does not fit its type"};
    return cuda::extended(static_cast<std::uint64_t>(*value), type);
  }
  std::uint64_t large = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), large);
  if (status != std::errc() || end != text.data() + text.size() || !cuda::holds(type, large))
    return error;
  return large;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out{""};
  for (const char c : text) {
    if (c == ',')
      out.emplace_back();
    else if (c != ' ' && c != '{' && c != '}')
      out.back() += c;
  }
  return out;
}

std::uint64_t from_whole(long long value, cuda::Type type) {
  if (cuda::is_float(type)) return cuda::float_bits(static_cast<double>(value), type);
  return type == cuda::Type::boolean ? std::uint64_t{value != 0}
                                     : cuda::extended(static_cast<std::uint64_t>(value), type);
}

// Writes what each scalar of an array begins with.
std::optional<Error> begin_with(const std::string& how, const Shape& element, Argument& out) {
  const std::size_t scalars = element.scalars.size();
  const auto size = static_cast<std::size_t>(element.size);
  const std::size_t count = out.bytes.size() / size * scalars;
  // bits(i, type): of the scalar with the number i.
  const auto fill = [&](const auto& bits) {
    for (std::size_t i = 0; i < count; ++i) {
      const cuda::Scalar& each = element.scalars[i % scalars];
      std::uint8_t* at = out.bytes.data() + i / scalars * size + each.offset;
      cuda::write_scalar(at, each.type, bits(i, each.type));
    }
    return std::nullopt;
  };
  if (how == "index" || how == "zero" || how == "one")
    return fill([&](std::size_t i, cuda::Type type) {
      return from_whole(how == "index" ? static_cast<long long>(i) : how == "one", type);
    });
  if (how == "random" || (how.starts_with("random(") && how.ends_with(")"))) {
    const auto seed = how == "random" ? 1 : whole(std::string_view(how).substr(7, how.size() - 8));
    if (!seed) return Error{"expected a whole number in random(SEED), got '" + how + "'"};
    Random random(static_cast<std::uint64_t>(*seed));
    return fill([&](std::size_t, cuda::Type type) {
      return cuda::is_float(type) ? cuda::float_bits(random.unit(), type)
                                  : from_whole(random.below(100), type);
    });
  }
  const std::vector<std::string> list = split(how);
  if (list.size() > count)
    return Error{"expected at most " + std::to_string(count) + " numbers, got " +
                 std::to_string(list.size())};
  std::optional<Error> wrong;
  fill([&](std::size_t i, cuda::Type type) {
    const auto bits = wrong ? std::uint64_t{0} : scalar(list[i % list.size()], type);
    if (!bits && !wrong)
      wrong =
          Error{bits.error().message +
                "; an array begins with index, zero, one, random(SEED), none or a list of numbers"};
    return bits ? *bits : 0;
  });
  return wrong;
}

Result<Argument> array(const Parameter& parameter, const std::string& text, long long room) {
  Argument out;
  out.pointer = true;
  if (text == "null" || text == "nullptr") {
    out.null = true;
    return out;
  }
  const std::size_t open = text.find('['), close = text.find(']');
  if (open == text.npos || close == text.npos || close < open)
    return Error{"expected an array like float[4096]:index, got '" + text + "'"};
  const std::string type = text.substr(0, open), rest = text.substr(close + 1);
  const std::string digits = text.substr(open + 1, close - open - 1);
  const auto count = whole(digits);
  if (!count || *count < 0 || *count > most_elements)
    return Error{"expected 0 to " + std::to_string(most_elements) + " elements, got '" + digits +
                 "'"};
  Shape element = parameter.shape;
  if (const auto known = cuda::type_named(type)) {
    if (element.scalars.empty())
      element = cuda::scalar_shape(*known, type);
    else if (cuda::flattens(element, *known))
      element = cuda::scalar_shape(*known, type);
    else if (element.scalars.size() != 1 || element.scalars[0].type != *known)
      return Error{"expected " + element.name + ", got " + type};
  } else if (!type.empty() && !element.name.empty() && type != element.name) {
    return Error{"expected " + element.name + ", got " + type};
  }
  if (element.scalars.empty()) return Error{"expected the type of the elements, like float[4096]"};
  const long long bytes = *count * element.size;
  if (bytes > room)
    return Error{std::to_string(*count) + " elements take " + std::to_string(bytes) +
                 " bytes, and there is room for " + std::to_string(room)};
  out.bytes.resize(static_cast<std::size_t>(bytes));
  const std::string how = rest.starts_with(":") ? rest.substr(1) : "none";
  if (how == "none" || how.empty()) {
    out.written.assign(out.bytes.size(), 0);
    return out;
  }
  if (auto error = begin_with(how, element, out)) return *error;
  return out;
}

Result<Argument> value(const Parameter& parameter, const std::string& text) {
  Argument out;
  const std::vector<std::string> list = split(text);
  if (list.size() != parameter.shape.scalars.size())
    return Error{"expected " + std::to_string(parameter.shape.scalars.size()) + " numbers for " +
                 parameter.shape.name + ", got '" + text + "'"};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto bits = scalar(list[i], parameter.shape.scalars[i].type);
    if (!bits) return bits.error();
    out.scalars.push_back(*bits);
  }
  return out;
}

}  // namespace

std::optional<long long> whole(std::string_view text) {
  long long value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<cuda::ArgumentType> argument_types(const std::vector<std::string>& texts) {
  std::vector<cuda::ArgumentType> out;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('='), open = text.find('[');
    const std::size_t from = equals == text.npos || equals > open ? 0 : equals + 1;
    const bool array = open != text.npos;
    out.push_back({from == 0 ? "" : text.substr(0, equals),
                   array ? text.substr(from, open - from) : "", array});
  }
  return out;
}

Result<std::vector<Argument>> kernel_arguments(const cuda::Code& code,
                                               const std::vector<std::string>& texts,
                                               long long memory) {
  std::vector<std::optional<std::string>> of(code.parameters.size());
  std::vector<std::string> nameless;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos) {
      nameless.push_back(text);
      continue;
    }
    const std::string name = text.substr(0, equals);
    std::size_t at = 0;
    while (at < of.size() && code.parameters[at].name != name) ++at;
    if (at == of.size()) {
      std::vector<std::string_view> known;
      for (const Parameter& each : code.parameters) known.push_back(each.name);
      return Error{"--arg " + text + ": '" + code.kernel + "' has no parameter '" + name + "'" +
                   did_you_mean(name, known)};
    }
    if (of[at]) return Error{"--arg " + text + ": '" + name + "' is given twice"};
    of[at] = text.substr(equals + 1);
  }
  std::size_t next = 0;
  for (auto& each : of)
    if (!each && next < nameless.size()) each = nameless[next++];
  if (next < nameless.size())
    return Error{"--arg " + nameless[next] + ": '" + code.kernel + "' has only " +
                 std::to_string(of.size()) + " parameters"};
  std::vector<Argument> out;
  long long room = memory / 4;  // a byte and the least that the machine remembers of it
  for (std::size_t i = 0; i < of.size(); ++i) {
    const Parameter& parameter = code.parameters[i];
    const std::string hint = parameter.pointer
                                 ? parameter.name + "=" + parameter.shape.name + "[COUNT]:index"
                                 : parameter.name + "=NUMBER";
    if (!of[i]) return Error{"missing --arg '" + hint + "'"};
    Result<Argument> made =
        parameter.pointer ? array(parameter, *of[i], room) : value(parameter, *of[i]);
    if (!made) return Error{"--arg " + parameter.name + ": " + made.error().message};
    room -= static_cast<long long>(made->bytes.size());
    out.push_back(std::move(*made));
  }
  return out;
}

}  // namespace loom::command
