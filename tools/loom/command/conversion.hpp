// Numbers and codes of a format for people: what `loom convert` prints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/numerics/convert.hpp"

namespace loom::command {

struct Conversion {
  std::string given;  // as typed
  double input = 0;   // if a number was given
  std::uint32_t code = 0;
};

struct Conversions {
  const numerics::Format* format = nullptr;
  bool from_codes = false;
  numerics::Overflow overflow = numerics::Overflow::saturate;
  numerics::Rounding rounding = numerics::Rounding::nearest_even;
  std::uint64_t seed = 0;  // for stochastic rounding
  std::vector<Conversion> all;
};

std::string as_text(const Conversions& conversions);
std::string as_json(const Conversions& conversions);

// A format's facts, one per line; all formats, one per line.
std::string describe(const numerics::Format& format);
std::string list_formats();
// The same as numerics.format answers.
std::string describe_json(const numerics::Format& format);
std::string list_formats_json();

}  // namespace loom::command
