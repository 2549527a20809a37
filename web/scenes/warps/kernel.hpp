// What `occupancy` and `register-cliff` share: a kernel and an SM as parameters, and words for
// them.
#pragma once

#include <string>

#include "core/sm/occupancy.hpp"
#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr Choice gpu_choices[] = {
    {"7.0", "V100"},   {"7.5", "T4"},         {"8.0", "A100"},
    {"8.6", "RTX 30"}, {"8.9", "L4, RTX 40"}, {"9.0", "H100, H200"},
    {"10.0", "B200"},  {"10.3", "B300"},      {"12.0", "RTX 50"},
};

inline constexpr Parameter gpu_parameter = one_of(
    "gpu", "GPU", gpu_choices, "9.0", {.help = "The limits depend on the compute capability"});

inline constexpr Parameter threads_parameter =
    whole_number("threads", "Threads per block", "256", {1, device::max_threads_per_block});

// Steps of the smallest unit in which shared memory is allocated; any other size can be written
// into the address.
constexpr Parameter shared_parameter(std::string_view initial) {
  return real_number("shared", "Shared memory per block", initial, {0, 228},
                     {.step = 0.125, .unit = "KiB"});
}

// The values of `gpu`, `threads` and `shared`; the caller reads the registers.
struct KernelChoice {
  const device::Capability* capability = nullptr;
  sm::Kernel kernel;
};
KernelChoice kernel_choice(const Values& values);

std::string kib(int bytes);           // "33 KiB", "25.125 KiB"
std::string_view words(sm::Limiter);  // "warps", "registers", "shared memory", "blocks"
std::string limiters(const sm::Occupancy& occupancy);  // "warps and registers"

}  // namespace loom::scenes
