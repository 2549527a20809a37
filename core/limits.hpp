// Refuses numbers outside their range, with one wording.
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>

#include "core/result.hpp"

namespace loom {

// `least` and `most` are whole numbers.
struct Limited {
  const char* name;
  double value;
  double least, most;
};

// The first number that is outside its range.
inline std::optional<Error> check_limits(std::initializer_list<Limited> all) {
  const auto text = [](double number) { return std::to_string(static_cast<long long>(number)); };
  for (const Limited& each : all) {
    if (each.value >= each.least && each.value <= each.most) continue;
    const bool whole = std::abs(each.value) < 1e18 && each.value == std::floor(each.value);
    return Error{std::string(each.name) + ": expected " + text(each.least) + " to " +
                 text(each.most) + (whole ? ", got " + text(each.value) : "")};
  }
  return std::nullopt;
}

}  // namespace loom
