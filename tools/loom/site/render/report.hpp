// 'Report a mistake': a link to a form that knows the page and the section, where content/site.json
// says where that form is.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The form's address for a part of a page, with {section} and {id} to be filled by report.js, as
// there is a link at the end of every section. "": the site has no form.
std::string report_pattern(const Page& page, const Site& site);

// The place of a section's link; nothing without a form.
void render_report_place(std::string& out, const Page& page, const Site& site);

// A link for the whole page, which needs no script; nothing without a form.
void render_page_report(std::string& out, const Page& page, const Site& site);

}  // namespace loom::site
