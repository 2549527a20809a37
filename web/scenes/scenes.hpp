// One function per scene, in the file named after it.
#pragma once

#include "web/scene/scene.hpp"

namespace loom::scenes {

// library/

}  // namespace loom::scenes
