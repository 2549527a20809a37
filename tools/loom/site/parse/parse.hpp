// Second stage: the pages' texts as trees.
#pragma once

#include <vector>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/read.hpp"

namespace loom::site {

// One tree for each page, in order. Reports the mistakes that each page has by itself.
std::vector<Tree> parse(const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
