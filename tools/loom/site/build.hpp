// read → parse → resolve → render → write: the site builder, from files in memory to files in
// memory.
#pragma once

#include <string>
#include <vector>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/render/render.hpp"
#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

struct Built {
  Files files;                        // empty when there were mistakes
  std::vector<std::string> mistakes;  // "file:line:column: error: …", sorted
  std::vector<std::string> warnings;  // "file:line:column: warning: …": not in the way of a build
  std::vector<Fix> fixes;             // of those mistakes that have one
  size_t pages = 0;
  NumberCount counted;
};

// What builds keep for the next one. A site that is built again after a change of its text starts
// no Node.js for its formulas and draws no figure again: that would take longer than all the rest.
struct Cache {
  Formulas formulas;
  States states;
  DrawnFigures figures;
};

// Everything but writing. Throws Failure for what is not the author's mistake.
Built build(const Options& options);
Built build(const Options& options, Cache& cache);

// The same of what has been read, with the mistakes found while reading.
Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics);

}  // namespace loom::site
