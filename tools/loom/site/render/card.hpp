// The social picture of a page: what a preview of a link to it shows.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

inline constexpr int card_width = 1200, card_height = 630;  // px, as Open Graph recommends

// As SVG: the site's mark (`icon`: an SVG file, or "") and name, the page's title, its question,
// and its first figure, or the mark. The fonts have the names of the site's.
std::string card_svg(const Page& page, const Site& site, const std::string& icon);

// What it says, for those who do not see it.
std::string card_words(const Page& page);

std::string card_address(const Page& page, const Site& site);  // "https://…"

}  // namespace loom::site
