// +-----------------------------------------------------------------------------------------------+
// | The canvas program: every function that the worker's script (web/shell/js/runtime/stage.js)   |
// | calls, and nothing else. It has no scenes: pictures come as display lists.                    |
// |                                                                                               |
// |   once        loom_font  ×3           bytes of the three faces                                |
// |               loom_theme              colors of all roles; again when the theme changes       |
// |               loom_start              the window and its GL context, or none                  |
// |               loom_lose, loom_restore the GL context went away, came back                     |
// |   a picture   loom_paint              a display list, into the window's lower left corner     |
// |                                                                                               |
// | Bytes go in through one buffer, see program/exchange.hpp. No input stops the program. |
// +-----------------------------------------------------------------------------------------------+
#include <cstring>

#include "web/canvas/stage.hpp"
#include "web/program/exchange.hpp"
#include "web/program/interface.hpp"

namespace {

using loom::program::exchange;

loom::canvas::Stage& stage() {
  static auto* stage = new loom::canvas::Stage;  // lives as long as the page
  return *stage;
}

}  // namespace

extern "C" {

// Input: the bytes of a font file. Faces: regular, semibold, mono.
bool loom_font(int face) {
  const std::string bytes = exchange().take();
  return stage().glyphs().set_font(face, {bytes.begin(), bytes.end()});
}

// Input: red, green, blue, alpha of each role in turn, one byte each.
void loom_theme() {
  const std::string bytes = exchange().take();
  loom::canvas::Palette& palette = stage().palette();
  for (size_t role = 0; role < palette.size() && 4 * role + 3 < bytes.size(); ++role) {
    const auto at = [&](size_t i) {
      return static_cast<ImU32>(static_cast<unsigned char>(bytes[4 * role + i]));
    };
    palette[role] = IM_COL32(at(0), at(1), at(2), at(3));
  }
}

bool loom_start() { return stage().open(); }
void loom_lose() { stage().lose(); }
bool loom_restore() { return stage().restore(); }

// Input: a display list (web/scene/display_list.hpp). Pixels are the screen's own; `scale` of them
// are a unit of the picture. False, with the reason as reply, for a malformed list.
bool loom_paint(float scale, int width, int height) {
  const std::string bytes = exchange().take();
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(words[0]));
  return exchange().report(stage().draw(words, scale, width, height));
}

}  // extern "C"
