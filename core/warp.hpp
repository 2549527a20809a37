// The number of threads that run together: the same on every NVIDIA GPU so far.
#pragma once

namespace loom {

inline constexpr int warp_lanes = 32;

}  // namespace loom
