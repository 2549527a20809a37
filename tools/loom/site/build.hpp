// read → parse → resolve → render → write: the site builder, from files in memory to files in
// memory.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/read/read.hpp"
#include "tools/loom/site/render/card_script.hpp"
#include "tools/loom/site/render/figure.hpp"
#include "tools/loom/site/resolve/highlight.hpp"
#include "tools/loom/site/resolve/math.hpp"
#include "tools/loom/site/resolve/site.hpp"
#include "tools/loom/site/resolve/states.hpp"

namespace loom::site {

struct Built {
  Files files;                        // empty when there were mistakes
  std::vector<std::string> mistakes;  // "file:line:column: error: …", sorted
  std::vector<std::string> warnings;  // "file:line:column: warning: …": they do not stop a build
  std::vector<Fix> fixes;             // for the mistakes that have one
  size_t pages = 0;
  NumberCount counted;
  nlohmann::json book;  // what a book of its lessons is made of: render/book.hpp
};

// What a build keeps for the next one. When only text has changed, the next build starts no Node.js
// for formulas and code and draws no figure again: that would take longer than all the rest.
struct Cache {
  Formulas::Known formulas;
  Listings::Known listings;
  Cards::Known cards;
  States states;
  DrawnFigures figures;
};

// Everything except writing. Throws Failure for errors that are not the author's mistakes.
Built build(const Options& options);
Built build(const Options& options, Cache& cache);

// The same for inputs that have been read, with the mistakes found while reading.
Built build(const Inputs& inputs, const Options& options, Diagnostics diagnostics);

}  // namespace loom::site
