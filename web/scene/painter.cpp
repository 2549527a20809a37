#include "web/scene/painter.hpp"

#include <array>

namespace loom::scene {

std::string_view name(Role role) {
  static constexpr std::array<std::string_view, role_count> names = {
      "none", "ink",   "muted", "grid", "surface",  "page",     "lane",     "data",     "compute", "wait",
      "waste", "bad", "good",  "series-1", "series-2", "series-3", "series-4", "series-5", "series-6"};
  return names[static_cast<size_t>(role)];
}

}  // namespace loom::scene
