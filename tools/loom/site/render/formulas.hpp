// Pages are rendered before their formulas are ready, because Node.js takes as long as all the rest
// of a build. Placeholders are filled at the end.
#pragma once

#include <string>

#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

void keep_place(std::string& out, const Node& formula);
void fill_formulas(Files& files, const Site& site, const MathProcess::Answers& answers);

}  // namespace loom::site
