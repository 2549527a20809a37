// Maps md4c's kinds of blocks and spans to those of the tree.
#pragma once

#include <md4c.h>

#include "tools/loom/site/parse/node.hpp"

namespace loom::site {

Kind kind_of(MD_BLOCKTYPE type);
Kind kind_of(MD_SPANTYPE type);

}  // namespace loom::site
