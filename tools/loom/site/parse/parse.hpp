// Second stage: the pages' texts as trees.
#pragma once

#include <vector>

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/read/read.hpp"

namespace loom::site {

// One for each page, in order. Reports what each of them can be wrong in by itself.
std::vector<Tree> parse(const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
