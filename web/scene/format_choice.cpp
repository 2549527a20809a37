#include "web/scene/format_choice.hpp"

namespace loom::scenes {

const numerics::Format& chosen_format(const scene::Values& values, std::string_view key) {
  return *numerics::find_format(values.text(key));
}

}  // namespace loom::scenes
