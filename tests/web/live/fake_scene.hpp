// A scene for tests: parameters of every kind, a timeline whose length is a parameter, and a
// hotspot of every kind.
#pragma once

#include "web/scene/scene.hpp"

namespace loom::tests {

const scene::Description& fake_scene();

}  // namespace loom::tests
