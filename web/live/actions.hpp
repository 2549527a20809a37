// What a pointer does to a scene: a hotspot's action, and where the pointer is, become the text of
// a parameter.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "web/scene/scene.hpp"

namespace loom::live {

struct Change {
  std::string key, text;
  std::string_view also = {};  // a query that goes with it
};

// What pressing and releasing the hotspot writes, and what goes with it (`also`); nothing for
// hotspots that are dragged or only tell something.
std::optional<Change> click(const scene::Action& action, const scene::State& state);

// What dragging to `at` (picture coordinates) writes: the position mapped to the action's values,
// rounded to the parameter's step and clamped to its range. Nothing if the state already has that
// value.
std::optional<Change> drag(const scene::Action& action, const scene::State& state, scene::Point at);

// What letting go of a drag_onto at the place with this number writes, and what goes with it
// (`also`).
std::optional<Change> drop(const scene::Action& action, const scene::State& state, int number);

// The number of the place for `key` that a point lies on, or of the nearest one; nothing where
// there is none.
std::optional<int> place_at(std::span<const scene::Hotspot> hotspots, std::string_view key,
                            scene::Point at);

bool is_drag(const scene::Action& action);

}  // namespace loom::live
