#include "web/scenes/machine/sector_text.hpp"

#include "core/memory/measured_h200.hpp"
#include "web/scene/format.hpp"

namespace loom::scenes {

using namespace scene;

std::string simulated_and_measured(int simulated, std::optional<int> measured) {
  const std::string sectors = plural(simulated, "sector");
  return measured ? fill("{} simulated, {} measured on an H200", {sectors, integer(*measured)})
                  : fill("{} simulated, not measured", {sectors});
}

std::string measured_how() {
  return fill("The rule and an H200’s counters agree on all {} recorded loads and stores",
              {integer(memory::recorded_accesses)});
}

}  // namespace loom::scenes
