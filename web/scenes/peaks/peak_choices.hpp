// The GPUs whose peaks are known, as figures offer them: a test of each compares with all_peaks().
#pragma once

#include "web/scene/parameter.hpp"

namespace loom::scenes {

inline constexpr Choice peak_choices[] = {
    {"v100", "V100"}, {"a100", "A100"},        {"h100", "H100"},       {"h200", "H200"},
    {"b200", "B200"}, {"rtx4090", "RTX 4090"}, {"rtx5090", "RTX 5090"}};

}  // namespace loom::scenes
