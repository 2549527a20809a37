// How the scenes of global memory say how many sectors there are.
#pragma once

#include <optional>
#include <string>

namespace loom::scenes {

// "5 sectors simulated, 5 measured on an H200", or that there is no such measurement.
std::string simulated_and_measured(int simulated, std::optional<int> measured);

// What backs it, for a tooltip.
std::string measured_how();

}  // namespace loom::scenes
