// Between reading and parsing: the pages that the builder writes itself, as Markdown. They then go
// the way of every page that an author writes.
#pragma once

#include <vector>

#include "tools/loom/site/read/facts.hpp"

namespace loom::site {

// One for each scene, figure/ID/, in the registry's order, if site.json asks for all scenes: the
// figure with all of its controls; what its simulator computes, in the words of its header; what a
// test compares it with; where it is taught; its columns, numbers and parameters.
std::vector<PageFile> figure_pages(const Facts& facts);

// Reports comparisons of figures that do not exist.
void check_comparisons(const Facts& facts, const Inputs& inputs, Diagnostics& diagnostics);

}  // namespace loom::site
