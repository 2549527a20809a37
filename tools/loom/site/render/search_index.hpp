// The file that the search of the site loads: web/shell/js/search reads it.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// JSON: "pages" by path and label; "entries" by kind, page, id, title, text, section around it or
// -1, and synonyms; "means": words and what is searched instead. It keeps its name whatever is in
// it, so that an open page finds the present one, and a change of one page changes no other.
std::string search_index(const Site& site);

}  // namespace loom::site
