// Pages are rendered before their formulas are there: Node.js takes as long as all the rest of a
// build. Places are kept for them, and filled in the end.
#pragma once

#include <string>

#include "tools/loom/site/resolve/math.hpp"

namespace loom::site {

void keep_place(std::string& out, const Node& formula);
std::string fill_places(std::string html, const MathProcess::Answers& answers);

}  // namespace loom::site
