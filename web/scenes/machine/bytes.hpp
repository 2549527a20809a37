// What a load fetched, in words and as a bar. Shared by the scenes in which lanes ask for bytes.
#pragma once

#include <cstdint>
#include <string>

#include "web/scene/painter.hpp"

namespace loom::scenes {

// Bytes that were used and wasted as a bar in a frame that holds `full` of them, and the key below
// it (20 px). Parts: bytes, waste.
void byte_bar(Painter& painter, const Rect& frame, int full, int used, int wasted);
// "0–7, 12": the lanes of a mask.
std::string lane_list(std::uint32_t lanes);
std::string named_lanes(std::uint32_t lanes);   // "lane 3", "lanes 0–7"
std::string hexadecimal(std::int64_t address);  // 0x7f5a2c000200; address ≥ 0

}  // namespace loom::scenes
