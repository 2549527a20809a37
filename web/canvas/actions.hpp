// What a pointer does to a scene: a hotspot's action, and where the pointer is, become the text of a parameter.
#pragma once

#include <optional>
#include <string>

#include "web/scene/scene.hpp"

namespace loom::canvas {

struct Change {
  std::string key, text;
};

// What pressing and releasing the hotspot writes; nothing for hotspots that are dragged or only tell something.
std::optional<Change> click(const scene::Action& action, const scene::State& state);

// What dragging to `at` (picture coordinates) writes: the position mapped to the action's values, rounded to the
// parameter's step and clamped to its range. Nothing where that is what the state already has.
std::optional<Change> drag(const scene::Action& action, const scene::State& state, scene::Point at);

bool is_drag(const scene::Action& action);

}  // namespace loom::canvas
