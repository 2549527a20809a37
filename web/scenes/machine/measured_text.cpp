#include "web/scenes/machine/measured_text.hpp"

#include "web/scene/format.hpp"

namespace loom::scenes {

std::string simulated_and_measured(const std::string& simulated, std::optional<int> measured) {
  return measured ? fill("{} simulated, {} measured on an H200", simulated, *measured)
                  : fill("{} simulated, not measured", simulated);
}

std::string measured_how(int recorded) {
  return fill("The rule and an H200’s counters agree on all {} recorded loads and stores",
              recorded);
}

}  // namespace loom::scenes
