// Between a figure's own page, the sections that show the figure, and the pages of other sites that
// have it in a frame.
#pragma once

#include <string>

#include "tools/loom/site/render/render.hpp"

namespace loom::site {

// For the block `taught`: the sections that show a scene.
void render_taught(std::string& out, const Node& block, const Site& site);

// The address of a figure's state on its scene's own page, and a link to it.
std::string address_of(const Figure& figure, const Page& own, const Site& site);
std::string link_to_own(const Figure& figure, const Page& own, const Site& site);

// The button that copies the HTML of a frame with the figure: downloads.js.
std::string embed_button(const Figure& figure);

// The content of that frame, for a scene's own page: the figure, and a link to the page. Its
// pictures are added to `files`.
std::string render_embed(const Page& own, const Renderer& renderer, Files& files);

}  // namespace loom::site
