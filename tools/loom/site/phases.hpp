// A page's phases: its sections '## Phase N: Title', where a block `phases` asks for them.
#pragma once

#include "tools/loom/site/resolve.hpp"

namespace loom::site {

// Collects the phases of a page whose ids are known. Reports what is wrong with them.
void index_phases(Page& page, Resolver& resolver);

// The list at the top: each phase with what the reader has done of it, which progress.js fills in.
void render_phases(std::string& out, const Page& page);

// The foot of the phase with this heading, if it is one: the way back and on.
void render_phase_end(std::string& out, const Page& page, const std::string& id);

}  // namespace loom::site
