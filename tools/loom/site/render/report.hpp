// 'Report a mistake': a link to a form that gets the page and the section, if content/site.json
// names a form.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The form's address for a part of a page. report.js fills in {section} and {id}, because there is
// a link at the end of every section. "": the site has no form.
std::string report_pattern(const Page& page, const Site& site);

// The place of a section's link; empty if there is no form.
void render_report_place(std::string& out, const Page& page, const Site& site);

// A link for the whole page, which needs no script; empty if there is no form.
void render_page_report(std::string& out, const Page& page, const Site& site);

}  // namespace loom::site
