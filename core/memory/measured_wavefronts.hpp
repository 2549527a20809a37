// Wavefronts that an H200's counters gave for one warp's loads from shared memory: those of
// core/recorded/h200/wavefronts.json that the pages show.
#pragma once

#include <optional>

#include "core/memory/sectors.hpp"

namespace loom::memory {

// recorded_wavefronts: loads and stores of every width, in that file.
#include "core/recorded/wavefront_count.inc"

// Measured for exactly these offsets; nothing where they were not among the measured ones. All
// lanes active.
std::optional<int> measured_wavefronts(const WarpAccess& load);

}  // namespace loom::memory
