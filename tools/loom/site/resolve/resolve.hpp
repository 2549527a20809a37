// Third stage: what a page can only know together with scenes, glossary, references and other
// pages.
#pragma once

#include <vector>

#include "tools/loom/site/resolve/site.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

// The site of these texts, the trees of the inputs' pages. `states`: those that an earlier build
// has computed; then those of this one. `image_files`: pictures of the content folder. Throws
// Failure for a wrong base URL and a picture that cannot be read.
Site resolve(std::vector<Tree> texts, const Inputs& inputs, const Options& options, States& states,
             Files& image_files, Diagnostics& diagnostics, Diagnostics& warnings);

}  // namespace loom::site
