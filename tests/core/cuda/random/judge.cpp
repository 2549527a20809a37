#include <cmath>
#include <cstring>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "core/cuda/run/values.hpp"
#include "tests/core/cuda/random/oracle.hpp"

namespace loom::random_kernels {
namespace {

cuda::Argument argument_of(const Given& given) {
  cuda::Argument made;
  made.pointer = given.pointer;
  if (given.pointer)
    made.bytes = given.bytes;
  else
    made.scalars = {cuda::read_scalar(given.bytes.data(), *cuda::type_named(spelled(given.type)))};
  return made;
}

template <class T>
bool same(const std::uint8_t* a, const std::uint8_t* b) {
  T x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return (std::isnan(x) && std::isnan(y)) || std::memcmp(a, b, sizeof x) == 0;
}

bool same(Scalar type, const std::uint8_t* a, const std::uint8_t* b) {
  if (type == Scalar::f32) return same<float>(a, b);
  if (type == Scalar::f64) return same<double>(a, b);
  return std::memcmp(a, b, static_cast<std::size_t>(bytes(type))) == 0;
}

std::string hex(Scalar type, const std::uint8_t* at) {
  std::string text = "0x";
  for (int i = bytes(type) - 1; i >= 0; --i) {
    static const char* const digits = "0123456789abcdef";
    text += digits[at[i] >> 4];
    text += digits[at[i] & 15];
  }
  return text;
}

}  // namespace

Simulated simulate(const Program& program) {
  const auto code = cuda::compile(program.text, {"k", false, {}});
  if (!code) return {{}, "refused: " + code.error().message};
  cuda::Launch launch;
  launch.grid = program.grid;
  launch.block = program.block;
  for (const Given& each : program.given) launch.arguments.push_back(argument_of(each));
  const auto outcome = cuda::run(*code, launch);
  if (!outcome) return {{}, "refused: " + outcome.error().message};
  Simulated made{outcome->arguments, ""};
  for (const auto& each : outcome->findings)
    made.wrong += std::string(cuda::name(each.kind)) + ": " + std::to_string(each.place.line) +
                  ":" + std::to_string(each.place.column) + ": " + each.message + "\n";
  return made;
}

std::string difference(const Program& program, const Memory& expected, const Memory& found) {
  for (std::size_t i = 0; i < program.given.size(); ++i) {
    const Given& given = program.given[i];
    if (!given.pointer) continue;
    const auto size = static_cast<std::size_t>(bytes(given.type));
    for (std::size_t at = 0; at + size <= given.bytes.size(); at += size)
      if (!same(given.type, expected[i].data() + at, found[i].data() + at))
        return "argument " + std::to_string(i) + "[" + std::to_string(at / size) +
               "]: " + std::string(spelled(given.type)) + ", expected " +
               hex(given.type, expected[i].data() + at) + ", got " +
               hex(given.type, found[i].data() + at);
  }
  return "";
}

Verdict judge(const Program& program, const Simulated& simulated, const Memory& expected) {
  if (!simulated.wrong.empty()) {
    // A refusal's place changes while a program shrinks.
    const std::size_t colon = simulated.wrong.find(':');
    std::string kind = simulated.wrong.substr(0, colon);
    if (kind == "refused")
      kind = simulated.wrong.substr(simulated.wrong.find(": ", colon + 2) + 2, 12);
    return {kind, simulated.wrong};
  }
  const std::string differs = difference(program, expected, simulated.memory);
  return {differs.empty() ? "" : "differs", differs};
}

}  // namespace loom::random_kernels
