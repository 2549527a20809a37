// The GPUs that figures of kernels offer: device::gpus(), which a test of each compares.
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr Choice chip_choices[] = {
    {"v100", "V100"}, {"a100", "A100"}, {"h100", "H100"}, {"h200", "H200"}, {"b200", "B200"}};

}  // namespace loom::scenes
