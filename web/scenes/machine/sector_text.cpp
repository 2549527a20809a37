#include "web/scenes/machine/sector_text.hpp"

#include "core/memory/measured_h200.hpp"
#include "web/scene/format.hpp"

namespace loom::scenes {

using namespace scene;

std::string simulated_and_measured(int simulated, std::optional<int> measured) {
  return plural(simulated, "sector") + " simulated" +
         (measured ? ", " + integer(*measured) + " measured on an H200" : ", not measured");
}

std::string measured_how() {
  return "The rule and an H200’s counters agree on all " + integer(memory::recorded_accesses) +
         " recorded loads and stores";
}

}  // namespace loom::scenes
