// What a page shows about its phases, the sections '## Phase N: Title'.
#pragma once

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// The list at the top: each phase with what the reader has done in it, which progress.js fills in.
void render_phases(std::string& out, const Page& page);

// The foot of the phase with this heading, if it is a phase: links back and on.
void render_phase_end(std::string& out, const Page& page, std::string_view id);

}  // namespace loom::site
