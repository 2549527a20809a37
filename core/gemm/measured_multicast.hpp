// What an H200's L2 read for clusters that load the tiles of a product, and how long that took
// (core/recorded/h200/multicast.json).
#pragma once

#include <cstdint>

#include "core/gemm/multicast.hpp"

namespace loom::gemm::h200 {

struct MeasuredMulticast {
  Cluster cluster;
  std::int64_t sectors[3];  // of 32 bytes that L2 read, by Sharing
  double alone_ms, multicast_ms;

  constexpr std::int64_t bytes(Sharing way) const { return 32 * sectors[static_cast<int>(way)]; }
};

// measured_multicast, of multicast_product in tiles like multicast_tile.
#include "core/recorded/multicast.inc"  // IWYU pragma: export

}  // namespace loom::gemm::h200
