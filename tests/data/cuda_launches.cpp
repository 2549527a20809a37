#include "tests/data/cuda_launches.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/lanes.hpp"
#include "core/cuda/run/values.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

namespace loom::test {
namespace {

// A number of the text is a whole one or a real one; both are exact as a long double.
using Number = long double;

std::vector<Number> numbers(std::string text) {
  std::vector<Number> out;
  std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == ')'; });
  for (std::size_t at = 0; at < text.size(); at = std::min(text.size(), text.find(',', at)) + 1)
    out.push_back(std::strtold(text.c_str() + at, nullptr));
  return out;
}

std::uint64_t bits(Number value, cuda::Type type) {
  if (cuda::is_float(type)) return cuda::float_bits(static_cast<double>(value), type);
  const std::uint64_t whole = value < 0
                                  ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                  : static_cast<std::uint64_t>(value);
  return cuda::extended(whole, type);
}

std::vector<Number> initial(const std::string& how, std::size_t count) {
  const std::size_t open = how.find('(');
  const std::string name = how.substr(0, open);
  const std::vector<Number> given =
      open == how.npos ? std::vector<Number>() : numbers(how.substr(open + 1));
  std::vector<Number> out;
  Random random(name == "random" ? static_cast<std::uint64_t>(given[0]) : 0);
  for (std::size_t i = 0; i < count; ++i) {
    if (name == "zero")
      out.push_back(0);
    else if (name == "index")
      out.push_back(static_cast<Number>(i) * (given.empty() ? 1 : given[0]));
    else if (name == "constant" || name == "list")
      out.push_back(given[i % given.size()]);
    else if (name == "random") {
      const std::uint64_t span = static_cast<std::uint64_t>(given[2] - given[1]) + 1;
      const Number whole = given[1] + static_cast<Number>(random.next() % span);
      out.push_back(given.size() > 3 ? static_cast<Number>(static_cast<double>(whole) *
                                                           static_cast<double>(given[3]))
                                     : whole);
    } else {
      FAIL("an array cannot begin with '" << how << "'");
    }
  }
  return out;
}

cuda::Index3 size_of(const Json& size) {
  cuda::Index3 out{1, 1, 1};
  for (std::size_t i = 0; i < size.size(); ++i) out[i] = size[i].get<std::uint32_t>();
  return out;
}

std::uint64_t of_bytes(const std::uint8_t* at, cuda::Type type) {
  return cuda::read_scalar(at, type);
}

}  // namespace

cuda::Argument launch_argument(const std::string& text, const cuda::Parameter& parameter) {
  cuda::Argument out;
  out.pointer = parameter.pointer;
  const auto& scalars = parameter.shape.scalars;
  if (!out.pointer) {
    const std::vector<Number> given = numbers(text.substr(text.find('=') + 1));
    REQUIRE(given.size() == scalars.size());
    for (std::size_t i = 0; i < given.size(); ++i)
      out.scalars.push_back(bits(given[i], scalars[i].type));
    return out;
  }
  if (text.ends_with(":null")) {
    out.null = true;
    return out;
  }
  const std::size_t open = text.find('['), colon = text.find(':');
  const std::size_t count = std::stoul(text.substr(open + 1)),
                    size = static_cast<std::size_t>(parameter.shape.size);
  out.bytes.resize(count * size);
  const std::string how = text.substr(colon + 1);
  if (how == "none") {
    out.written.assign(out.bytes.size(), 0);
    return out;
  }
  const std::vector<Number> values = initial(how, count * scalars.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const cuda::Scalar& each = scalars[i % scalars.size()];
    cuda::write_scalar(out.bytes.data() + i / scalars.size() * size + each.offset, each.type,
                       bits(values[i], each.type));
  }
  return out;
}

Ran run_launch(const std::string& file, const std::string& kernel, const Json& launch) {
  auto code = cuda::compile(answered_text("cuda/" + file), {kernel, false});
  if (!code) FAIL(file << ": " << code.error().message);
  cuda::Launch given;
  given.grid = size_of(launch["grid"]);
  given.block = size_of(launch["block"]);
  given.dynamic_shared = launch["shared"];
  REQUIRE(launch["arguments"].size() == code->parameters.size());
  for (std::size_t i = 0; i < code->parameters.size(); ++i)
    given.arguments.push_back(launch_argument(launch["arguments"][i], code->parameters[i]));
  auto outcome = cuda::run(*code, given);
  if (!outcome) FAIL(file << ": " << outcome.error().message);
  return {std::move(*code), std::move(given.arguments), std::move(*outcome)};
}

std::vector<std::uint8_t> from_base64(const std::string& text) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> out;
  std::uint32_t held = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == digits.npos) break;  // '='
    held = held << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<std::uint8_t>(held >> count));
  }
  return out;
}

std::vector<std::uint64_t> scalars_of(const std::vector<std::uint8_t>& memory,
                                      const cuda::Shape& element) {
  std::vector<std::uint64_t> out;
  const auto size = static_cast<std::size_t>(element.size);
  for (std::size_t at = 0; at + size <= memory.size(); at += size)
    for (const cuda::Scalar& each : element.scalars)
      out.push_back(of_bytes(memory.data() + at + each.offset, each.type));
  return out;
}

std::vector<std::uint64_t> packed_scalars(const std::vector<std::uint8_t>& bytes,
                                          const cuda::Shape& element) {
  std::vector<std::uint64_t> out;
  std::size_t at = 0;
  for (std::size_t i = 0; at < bytes.size(); ++i) {
    const cuda::Type type = element.scalars[i % element.scalars.size()].type;
    out.push_back(of_bytes(bytes.data() + at, type));
    at += static_cast<std::size_t>(cuda::size_of(type));
  }
  return out;
}

}  // namespace loom::test
