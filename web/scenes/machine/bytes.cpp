#include "web/scenes/machine/bytes.hpp"

#include "core/warp.hpp"
#include "web/scene/kit.hpp"

namespace loom::scenes {

void byte_bar(Painter& painter, const Rect& frame, int full, int used, int wasted) {
  constexpr Style good = solid(Role::data), lost = textured(Role::waste, Texture::dots);
  painter.begin("bytes");
  Stack stack(painter, frame, full);
  stack.add(used, good);
  painter.end();
  painter.begin("waste");
  stack.add(wasted, lost);
  painter.end();
  Legend key(painter, {frame.x, frame.bottom() + 12}, frame.right());
  key.add("bytes", integer(used) + " used", good);
  key.add("waste", integer(wasted) + " wasted", lost);
}

std::string lane_list(std::uint32_t lanes) {
  std::string text;
  for (int first = 0; first < warp_lanes; ++first) {
    if ((lanes >> first & 1) == 0) continue;
    int last = first;
    while (last + 1 < warp_lanes && (lanes >> (last + 1) & 1) != 0) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (last > first) text += (last > first + 1 ? "–" : ", ") + std::to_string(last);
    first = last;
  }
  return text;
}

std::string named_lanes(std::uint32_t lanes) {
  return (std::has_single_bit(lanes) ? "lane " : "lanes ") + lane_list(lanes);
}

std::string hexadecimal(std::int64_t address) {
  std::string digits;
  do digits.insert(digits.begin(), "0123456789abcdef"[address & 15]);
  while ((address >>= 4) > 0);
  return "0x" + digits;
}

}  // namespace loom::scenes
