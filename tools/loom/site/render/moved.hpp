// Where moved addresses of a page lead: "/#tma-box?x=8" to "/hopper/#tma-box?x=8".
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// As JSON, by id: the path of a page that has the same id, or path#id. For the start page, the
// figures, quizzes and predictions of all other pages; for any page, what content/site.json lists
// under 'moved'.
// "": none.
std::string moved_addresses(const Page& page, const Site& site);

}  // namespace loom::site
