// site.json: the order of the pages, what each needs, and the ways through them.
#pragma once

#include "tools/loom/site/read/facts.hpp"
#include "tools/loom/site/read/json.hpp"

namespace loom::site {

SiteFile read_site_file(const Json& json, const Source& source, Diagnostics& diagnostics);

}  // namespace loom::site
