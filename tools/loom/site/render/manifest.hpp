// The file that lets a browser install the site like a program.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// manifest.webmanifest. Its icons are the assets "icon-PIXELS.png", which have the shape of the
// site's mark, and "icon-maskable-PIXELS.png", which a system may cut into its own shape.
std::string web_manifest(const Site& site);

}  // namespace loom::site
