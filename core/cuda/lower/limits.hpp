// How much code a kernel may make.
#pragma once

#include <cstddef>
#include <cstdint>

namespace loom::cuda {

inline constexpr std::size_t most_instructions = 200000;
inline constexpr int most_calls = 48;                // functions within each other
inline constexpr int most_copies = 100000;           // of functions, in place of calls
inline constexpr int most_evaluations = 10000;       // of constexpr functions with constant values
inline constexpr int most_constant_steps = 1000000;  // of all constants together
inline constexpr int deepest_lowering =
    400;  // statements and expressions within each other, across calls
inline constexpr std::int64_t most_frame_bytes = 64 << 10, most_shared_bytes = 227 << 10,
                              most_constant_bytes = 64 << 10;
inline constexpr std::int64_t most_parameter_bytes = 32764;  // of compute capability 7.0 and later

}  // namespace loom::cuda
