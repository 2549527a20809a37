// What an H200's L2 read for clusters that load the tiles of a product, and how long that took:
// core/recorded/h200/multicast.json, which loom_data_tests compares with this table.
#pragma once

#include <cstdint>

#include "core/gemm/multicast.hpp"

namespace loom::gemm::h200 {

// The product and its tiles.
inline constexpr Product multicast_product = {.m = 4096, .n = 4096, .k = 4096, .element_bytes = 2};
inline constexpr Tile multicast_tile = {128, 128, 64};

struct MeasuredMulticast {
  Cluster cluster;
  std::int64_t sectors[3];  // of 32 bytes that L2 read, by Sharing
  double alone_ms, multicast_ms;

  constexpr std::int64_t bytes(Sharing way) const { return 32 * sectors[static_cast<int>(way)]; }
};

inline constexpr MeasuredMulticast measured_multicast[] = {
    {{1, 1}, {52084704, 69200728, 58176740}, 0.197, 0.267},
    {{2, 1}, {44416112, 52423844, 47282220}, 0.178, 0.214},
    {{1, 2}, {50442492, 52818940, 46255888}, 0.193, 0.212},
    {{2, 2}, {43730908, 36066600, 34727516}, 0.195, 0.207},
    {{4, 1}, {42608424, 43378956, 43021840}, 0.193, 0.211},
    {{1, 4}, {49921304, 45223412, 41776168}, 0.208, 0.217},
    {{4, 2}, {39646580, 26612080, 26427880}, 0.193, 0.211},
    {{2, 4}, {39990632, 27475552, 27164096}, 0.194, 0.212},
    {{8, 1}, {40629036, 39075124, 38992508}, 0.199, 0.221},
    {{1, 8}, {48821436, 41258056, 38280448}, 0.208, 0.225},
    {{4, 4}, {35710644, 18078060, 18050712}, 0.21, 0.235},
    {{8, 2}, {37226988, 22261152, 22284252}, 0.216, 0.248},
    {{2, 8}, {37528580, 23431448, 23254156}, 0.217, 0.246},
};

}  // namespace loom::gemm::h200
