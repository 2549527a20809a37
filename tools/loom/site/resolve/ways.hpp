// What each page needs, and the ways through the site, as site.json has them.
#pragma once

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The ways with their ids and without their steps, which other pages have.
std::vector<Way> name_ways(const SiteFile& file);

// Once the parts of all pages are known. Both report addresses that do not exist.
//
// A page may need only what is before it in the order, so a circle is reported, too.
void place_needs(Site& site, const SiteFile& file, const Inputs& inputs, Diagnostics& diagnostics);
// Also reports a step within an earlier one, and warns of a route that does not take the time of
// its way.
void place_ways(Site& site, const SiteFile& file, const Inputs& inputs, Diagnostics& diagnostics,
                Diagnostics& warnings);

}  // namespace loom::site
