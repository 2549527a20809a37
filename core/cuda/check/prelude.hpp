// The parts of CUDA's headers that can be written in CUDA itself: vector types, halves, cooperative
// groups. They are compiled before the reader's source; a function of the reader's with the same
// parameters comes first.
#pragma once

#include <string_view>

namespace loom::cuda {

std::string_view prelude();
std::string_view prelude_groups();  // its last part

}  // namespace loom::cuda
