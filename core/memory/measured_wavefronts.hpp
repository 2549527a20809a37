// Wavefronts that an H200's counters gave for one warp's loads from shared memory: those of
// core/recorded/h200/wavefronts.json that the pages show. A test compares the table with the file.
#pragma once

#include <optional>

#include "core/memory/sectors.hpp"

namespace loom::memory {

inline constexpr int recorded_wavefronts = 1154;  // loads and stores of every width, in that file

// Measured for exactly these offsets; nothing where they were not among the measured ones. All
// lanes active.
std::optional<int> measured_wavefronts(const WarpAccess& load);

}  // namespace loom::memory
