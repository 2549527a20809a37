// All figures of the site as small pictures, each a link to its place.
#pragma once

#include <string>

#include "tools/loom/site/render/render.hpp"

namespace loom::site {

// Grouped by page. Figures that show a scene again with other controls are left out. The pictures
// are added to `files`.
void render_gallery(std::string& out, const Page& here, const Renderer& renderer, Files& files);

}  // namespace loom::site
