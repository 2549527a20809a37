#include "web/scenes/formats/format_choice.hpp"

namespace loom::scenes {

const numerics::Format& chosen_format(const scene::Values& values, std::string_view key) {
  return *numerics::find_format(values.text(key));
}

std::string code_text(const numerics::Format& format, std::uint32_t code) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const int bits = format.bits();
  std::string text = "0x";
  for (int shift = (bits <= 4 ? 1 : (bits + 7) / 8 * 2) * 4; shift > 0;)
    text += digits[code >> (shift -= 4) & 15];
  return text;
}

}  // namespace loom::scenes
