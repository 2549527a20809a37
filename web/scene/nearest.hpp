// The nearest right name, under the name that what is not core has it by.
#pragma once

#include "core/nearest.hpp"

namespace loom::scene {

using loom::did_you_mean;
using loom::nearest;

}  // namespace loom::scene
