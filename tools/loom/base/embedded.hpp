// Files of the repository that are compiled into the program: see embed.cmake.
#pragma once

#include <string_view>

namespace loom {

std::string_view embedded_frame();        // web/shell/page.html
std::string_view embedded_embed_frame();  // web/shell/embed.html: a figure on another site's page
std::string_view embedded_tokens();       // web/shell/css/tokens.css: the colors
std::string_view embedded_picture();      // web/shell/css/picture.css: the classes of SVG pictures
std::string_view embedded_far_heights();  // web/shell/css/far_heights.css
// serve/reload.js, swap.js and reload.css: what a served page adds
std::string_view embedded_reload_script();
std::string_view embedded_swap_script();
std::string_view embedded_reload_style();
std::string_view embedded_leaving_worker();  // serve/leaving_worker.js
std::string_view embedded_licenses();        // of everything that is linked into loom-run

}  // namespace loom
