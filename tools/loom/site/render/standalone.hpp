// A scene's picture as an SVG file of its own.
#pragma once

#include <string>

#include "web/scene/scene.hpp"

namespace loom::site {

// With the site's colors for light and dark viewers; named by title and sentence for those who
// cannot see it.
std::string standalone_picture(const scene::State& state, float width);

// An <svg> that scene::svg has drawn, with those colors.
std::string standalone(std::string svg);

}  // namespace loom::site
