// What md4c reads without a word in a line of the source.
#pragma once

#include <cstddef>

#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// Behind the line that ends a fence, which is the next one with text at or behind `at`. Reports one
// that is missing, at the place of the block.
size_t behind_fence(const Source& source, size_t at, char mark, size_t block,
                    Diagnostics& diagnostics);

// Reports what is in more cells than the table has columns, in the row that ends at `end`: md4c
// leaves it out.
void check_cells(const Source& source, size_t end, size_t columns, Diagnostics& diagnostics);

}  // namespace loom::site
