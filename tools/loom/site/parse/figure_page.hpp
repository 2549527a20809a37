// The page of a figure, figure/ID/, as Markdown: it then goes the way of every page that an author
// writes.
#pragma once

#include "tools/loom/site/read/facts.hpp"
#include "web/scene/scene.hpp"

namespace loom::site {

// The figure with all of its controls; what its simulator computes, in the words of its header;
// what a test compares it with; where it is taught; its columns, numbers and parameters.
PageFile figure_page(const scene::Description& scene, const Facts& facts);

}  // namespace loom::site
