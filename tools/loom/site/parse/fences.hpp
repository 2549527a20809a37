// Fenced blocks that Loom knows: scene, quiz, mnemonic, fold, predict, glossary, references,
// phases, gallery, figures, taught, licenses.
#pragma once

#include "tools/loom/site/parse/node.hpp"
#include "tools/loom/site/parse/text_map.hpp"
#include "tools/loom/site/read/source.hpp"

namespace loom::site {

// `node` is a code block. `target` has the fence's first line, `offset` its place, and `body` the
// lines between the fences. A fence of Loom's own becomes a node of its own kind; any other stays
// code with its language as `target`. Mistakes of form are reported here; later stages check
// whether scenes, parameters and figures exist. Loom's own blocks do not nest: a block inside one
// (`nested`) is reported.
//   scene ID key=value … id=NAME step=N    attributes as written; children: the caption
//   quiz [ID]                              children: question, then answers with their explanation
//   mnemonic                               children: paragraphs
//   fold title="…"                         target: the title; children: blocks
//   predict FIGURE metric=NAME key=value …  children: the question, a rule, the explanation
//   taught ID                              target: the scene
//   glossary, references, figures …        nothing
void finish_fence(Node& node, const TextMap& body, bool nested, Tree& tree, const Source& source,
                  Diagnostics& diagnostics);

}  // namespace loom::site
