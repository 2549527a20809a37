// Wavefronts that an H200's counters gave for one warp's loads from shared memory: those of
// core/recorded/h200/wavefronts.json that the pages show.
#pragma once

#include <optional>

#include "core/memory/sectors.hpp"

namespace loom::memory {

// recorded_wavefronts: loads and stores of every width, in that file.
#include "core/recorded/wavefront_count.inc"  // IWYU pragma: export

// The number measured for exactly these offsets; nothing if they were not measured. All lanes
// active.
std::optional<int> measured_wavefronts(const WarpAccess& load);

}  // namespace loom::memory
