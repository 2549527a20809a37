// All figures of the site as small pictures.
#pragma once

#include <string>

#include "tools/loom/site/render/render.hpp"

namespace loom::site {

// For the block `gallery`: each picture leads to its figure, page by page. Their pictures are added
// to `files`.
void render_gallery(std::string& out, const Page& here, const Renderer& renderer, Files& files);

// For the block `figures`: the same with a search box; each picture leads to its figure's own page,
// if there is one, and a second link to the section that has it.
void render_figures(std::string& out, const Renderer& renderer, Files& files);

}  // namespace loom::site
