// Sections of the site by their addresses, and how long they take.
#pragma once

#include <string>
#include <string_view>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// "/hopper#id" or "/hopper" split into its parts; without a page if there is none.
SiteAddress split_address(const Site& site, const std::string& address);

// Without parts if the page has no such section. An empty id is the whole page.
Section find_section(const Page& page, std::string_view id);

// As authors write it: "/hopper#id".
std::string address_of(const Page& page, std::string_view id);

// For a message about an address that is none of a page or section: what was expected, and the
// nearest right one.
std::string expected_section(const Site& site, const std::string& address);

// Minutes as a reader is told them. The longer it takes, the less exact it is: from ten minutes on
// in steps of five, and from two hours on in half hours.
std::string about(double minutes);

}  // namespace loom::site
