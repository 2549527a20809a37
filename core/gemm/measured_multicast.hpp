// What an H200's L2 read for clusters that load the tiles of a product, and how long that took:
// tests/data/h200/multicast.json, which loom_data_tests compares with this table.
#pragma once

#include <cstdint>

#include "core/gemm/multicast.hpp"

namespace loom::gemm::h200 {

// The product and its tiles.
inline constexpr Product multicast_product = {.m = 4096, .n = 4096, .k = 4096, .element_bytes = 2};
inline constexpr Tile multicast_tile = {128, 128, 64};

struct MeasuredMulticast {
  Cluster cluster;
  // 32-byte sectors that L2 read: each block for itself, with multicast.
  std::int64_t alone_sectors, multicast_sectors;
  double alone_ms, multicast_ms;

  constexpr std::int64_t bytes(bool multicast) const {
    return 32 * (multicast ? multicast_sectors : alone_sectors);
  }
};

inline constexpr MeasuredMulticast measured_multicast[] = {
    {{1, 1}, 52084704, 69200728, 0.197, 0.267}, {{2, 1}, 44416112, 52423844, 0.178, 0.214},
    {{1, 2}, 50442492, 52818940, 0.193, 0.212}, {{2, 2}, 43730908, 36066600, 0.195, 0.207},
    {{4, 1}, 42608424, 43378956, 0.193, 0.211}, {{1, 4}, 49921304, 45223412, 0.208, 0.217},
    {{4, 2}, 39646580, 26612080, 0.193, 0.211}, {{2, 4}, 39990632, 27475552, 0.194, 0.212},
    {{8, 1}, 40629036, 39075124, 0.199, 0.221}, {{1, 8}, 48821436, 41258056, 0.208, 0.225},
    {{4, 4}, 35710644, 18078060, 0.21, 0.235},  {{8, 2}, 37226988, 22261152, 0.216, 0.248},
    {{2, 8}, 37528580, 23431448, 0.217, 0.246},
};

}  // namespace loom::gemm::h200
