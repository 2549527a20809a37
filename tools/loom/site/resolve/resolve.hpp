// Third stage: adds what a page can know only together with scenes, glossary, references and other
// pages.
#pragma once

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/parse/parse.hpp"
#include "tools/loom/site/resolve/site.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

// The site for what these inputs say. `states`: on entry those that
// an earlier build has computed, on return those of this one. `image_files`: pictures of the
// content folder. Throws Failure for a wrong base URL and for a picture that cannot be read.
Site resolve(Parsed parsed, const Inputs& inputs, const Options& options, States& states,
             Files& image_files, Diagnostics& diagnostics, Diagnostics& warnings);

}  // namespace loom::site
