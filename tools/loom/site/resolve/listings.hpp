// Listings on their way from the pages' trees to Node.js and back.
#pragma once

#include <span>
#include <vector>

#include "tools/loom/site/resolve/highlight.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The listings of a site that have colors. Their nodes get the numbers.
std::vector<Listing> number_listings(std::span<const Tree> texts);

// Gives each listing's node its colors. The answers must live as long as the site.
void color_listings(Site& site, const Listings::Answers& answers);

}  // namespace loom::site
