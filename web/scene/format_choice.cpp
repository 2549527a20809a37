#include "web/scene/format_choice.hpp"

namespace loom::scene {

const numerics::Format& chosen_format(const Values& values, std::string_view key) {
  return *numerics::find_format(values.text(key));
}

}  // namespace loom::scene
