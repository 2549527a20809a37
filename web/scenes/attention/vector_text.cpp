#include "web/scenes/attention/vector_text.hpp"

#include "web/scene/format.hpp"

namespace loom::scenes {

std::string vector_text(std::span<const double> numbers) {
  std::string text = "(";
  for (double number : numbers) text += (text.size() > 1 ? ", " : "") + scene::brief(number);
  return text + ")";
}

}  // namespace loom::scenes
