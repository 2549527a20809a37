// What a page says of itself to those who show a link to it: previews, search engines, feed
// readers.
#pragma once

#include <string>

#include "tools/loom/site/render/render.hpp"

namespace loom::site {

// Its name in a list of search results: "Attention · Loom".
std::string title_outside(const Page& page, const Site& site);

// Open Graph's tags and the social picture, and the site's feed, for <head>.
std::string social_tags(const Page& page, const Site& site);

// The page as JSON-LD in the words of schema.org, in a <script> of data, which no policy forbids.
std::string linked_data(const Page& page, const Renderer& renderer);

}  // namespace loom::site
