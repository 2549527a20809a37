// The seed of a scene that draws at random. It is the same parameter everywhere, so that a reader
// who knows one knows all.
#pragma once

#include <cstdint>

#include "web/scene/parameter.hpp"

namespace loom::scene {

struct SeedOptions {
  std::string_view initial = "1";
  std::string_view help = "Another number gives another random draw.";
  std::string_view when = "";
};

// Its value is for core/random.hpp, which takes any number.
constexpr Parameter seed_parameter(SeedOptions options = {}) {
  return whole_number("seed", "Seed", options.initial, {0, 999},
                      {.help = options.help, .when = options.when});
}
inline std::uint64_t chosen_seed(const Values& values) {
  return static_cast<std::uint64_t>(values.integer("seed"));
}

}  // namespace loom::scene
