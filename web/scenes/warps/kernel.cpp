#include "web/scenes/warps/kernel.hpp"

#include <cmath>

#include "web/scene/format.hpp"

namespace loom::scenes {

KernelChoice kernel_choice(const scene::Values& values) {
  KernelChoice choice;
  choice.capability = device::find_capability(values.text("gpu"));
  choice.kernel.threads = values.integer("threads");
  choice.kernel.dynamic_shared = static_cast<int>(std::lround(values.real("shared") * 1024));
  return choice;
}

std::string kib(int bytes) { return scene::shortest(bytes / 1024.) + " KiB"; }

std::string_view words(sm::Limiter limiter) {
  return limiter == sm::Limiter::shared_memory ? "shared memory" : name(limiter);
}

std::string limiters(const sm::Occupancy& occupancy) {
  std::vector<std::string> all;
  for (int i = 0; i < sm::limiter_count; ++i)
    if (occupancy.limited_by(sm::Limiter(i))) all.emplace_back(words(sm::Limiter(i)));
  return listed(all);
}

}  // namespace loom::scenes
