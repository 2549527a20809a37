// The parts of CUDA's headers that can be written in CUDA itself: vector types, halves, cooperative
// groups. A function of the reader's with the same parameters comes first.
#pragma once

#include <string>
#include <string_view>

#include "core/cuda/parse/node.hpp"

namespace loom::cuda {

// With all bodies, made at the first call and never changed: every source's unit lies on top of it.
const Unit& prelude();

std::string prelude_text();
std::string_view prelude_traits();
std::string_view prelude_groups();
std::string_view prelude_more();  // its last part

}  // namespace loom::cuda
