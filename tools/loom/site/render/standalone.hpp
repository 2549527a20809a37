// A scene's picture as an SVG file of its own.
#pragma once

#include <string>

#include "web/scene/scene.hpp"

namespace loom::site {

// It has the site's colors for light and dark viewers. Title and sentence are its accessible name
// and description.
std::string standalone_picture(const scene::State& state, float width);

// The rules of the picture's classes with the light colors written out, for programs that know no
// custom properties.
const std::string& light_rules();

// An <svg> that scene::svg has drawn, with these colors.
std::string standalone(std::string svg);

}  // namespace loom::site
