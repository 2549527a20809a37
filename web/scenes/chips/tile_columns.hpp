// Columns of a tile that a tcgen05 multiply of any kind can make.
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr Choice tile_columns[] = {{"32", "32"},   {"64", "64"},   {"96", "96"},
                                          {"128", "128"}, {"160", "160"}, {"192", "192"},
                                          {"224", "224"}, {"256", "256"}};

}  // namespace loom::scenes
