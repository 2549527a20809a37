// The site's news as an Atom feed (RFC 4287).
#pragma once

#include <string>

#include "tools/loom/site/render/render.hpp"

namespace loom::site {

std::string feed_href(const Site& site);  // "/loom/feed.xml"
std::string feed_title(const Page& page, const Site& site);

// Each dated section of the page is an entry, with its text in it. An entry keeps its id whatever
// its text becomes. Files that the text shows are added to `files`.
std::string render_feed(const Page& page, const Renderer& renderer, Files& files);

}  // namespace loom::site
