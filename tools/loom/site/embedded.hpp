// Files of the repository that are compiled into the program: see embed.cmake.
#pragma once

#include <string_view>

namespace loom::site {

std::string_view embedded_frame();      // web/shell/page.html
std::string_view embedded_tokens();     // the style sheets with the colors and the picture's classes
std::string_view embedded_live_script();
std::string_view embedded_live_style();

}  // namespace loom::site
