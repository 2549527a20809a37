// Threads that run together: as many on every NVIDIA GPU so far.
#pragma once

namespace loom {

inline constexpr int warp_lanes = 32;

}  // namespace loom
