// The nearest right name: core's function, under a name in this namespace.
#pragma once

#include "core/text/nearest.hpp"

namespace loom::scene {

using loom::did_you_mean;
using loom::nearest;

}  // namespace loom::scene
