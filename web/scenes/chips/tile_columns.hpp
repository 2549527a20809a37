// Columns of a tile that a tcgen05 multiply of any kind can make.
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr auto& tile_columns = number_choices<32, 64, 96, 128, 160, 192, 224, 256>;

}  // namespace loom::scenes
