// The file that the search of the site loads: web/shell/js/search reads it.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// JSON: "pages" by path and label; "entries" by kind, page, id, title, text, section around it or
// -1, and synonyms; "means": words and what is searched instead.
std::string search_index(const Site& site);

}  // namespace loom::site
