// A figure's form: a control for each parameter that the page offers.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

std::string controls(const Figure& figure);

// What the labels alone do not say, folded, because it is read once; empty if they say all.
std::string control_helps(const Figure& figure);

}  // namespace loom::site
