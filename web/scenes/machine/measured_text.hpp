// How scenes report what hardware counted beside what was simulated.
#pragma once

#include <optional>
#include <string>

namespace loom::scenes {

// "5 sectors simulated, 5 measured on an H200", or that there is no such measurement.
std::string simulated_and_measured(const std::string& simulated, std::optional<int> measured);

// What backs it, for a tooltip: the number of recorded accesses.
std::string measured_how(int recorded);

}  // namespace loom::scenes
